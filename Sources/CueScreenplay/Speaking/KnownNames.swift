/// Names whose spelling does not show how to say them, each with a spelling that voices read right: `share/cue/names.txt`.
public struct KnownNames: Sendable {
  /// A name of a script, as written there, and a proposed way to say it.
  public struct Proposal: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The spelling that voices get.
    public let spoken: String

    /// The entry of a ``Lexicon``.
    public var entry: String { "\(name) = \(spoken)" }
  }

  /// From names in small letters to how they are spoken.
  private var spellings: [String: String] = [:]

  /// Reads one name per line, as in a ``Lexicon``: `Siobhan = shi-VAWN`; lines that are not an entry are ignored.
  public init(parsing text: String) {
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let spoken = String(trimmed(line[line.index(after: equals)...]))
      spellings[trimmed(line[..<equals]).lowercased()] = spoken
    }
  }

  /// The names in the speeches and cues of `screenplay` that `lexicon` says nothing of, in the order in which they come first.
  ///
  /// A word that begins with a small letter is not a name. A script in another language than English has none: its voices know
  /// the names of their language.
  public func proposals(for screenplay: Screenplay, besides lexicon: Lexicon) -> [Proposal] {
    guard ScriptLanguage.choice(of: screenplay).knownTag?.hasPrefix("en") ?? true else { return [] }
    var found: [Proposal] = []
    var seen: Set<String> = []
    for element in screenplay.elements {
      guard [.character, .dialogue, .lyrics].contains(element.kind) else { continue }
      for range in Lexicon.words(of: element.text) {
        let word = element.text[range]
        let key = word.lowercased()
        guard let spoken = spellings[key], word.first?.isUppercase == true,
          seen.insert(key).inserted, lexicon.spoken(key) == key,
          lexicon.pronunciations(in: key).isEmpty
        else { continue }
        found.append(Proposal(name: key.prefix(1).uppercased() + key.dropFirst(), spoken: spoken))
      }
    }
    return found
  }
}
