/// Words in the place of a speaker's name that mark a sound (`SFX`, `MUSIC:`) or text on the screen (`TITLE CARD:`, `CHYRON`).
///
/// The words are those of the tables by language in ``CueLabelTables``. This is the one place that answers whether a name is
/// a sound cue and no character.
public struct CueLabels: Sendable {
  /// What a label marks.
  public enum Kind: Sendable {
    /// Something that is heard and not said.
    case sound
    /// Words on the screen; the narrator reads them.
    case screen
  }

  /// How certain it is that a label is not a person's name.
  enum Certainty {
    /// In any script.
    case always
    /// In capitals or quotes alone: SUPER may be the superintendent.
    case doubtful
  }

  /// A label of a table.
  struct Entry {
    let kind: Kind
    let certainty: Certainty
  }

  /// Labels that hold in a script of every language.
  public static let common = CueLabels(language: nil)

  /// Keys of labels that hold in scripts of their own language alone.
  static let ofOneLanguage: Set<String> = CueLabelTables.all.reduce(into: []) { keys, table in
    for key in table.ownSounds.union(table.doubtfulSounds).union(table.doubtfulScreens)
    where common.entries[key] == nil {
      keys.insert(key)
    }
  }

  private let entries: [String: Entry]
  /// Nouns by which capitals in brackets are a sound: `[ROCK MUSIC]`.
  private let nouns: Set<String>

  /// The labels of a script in `language`, a BCP 47 tag; nil for those of every language alone.
  public init(language: String?) {
    let primary = language?.lowercased().split(separator: "-").first.map(String.init)
    var entries: [String: Entry] = [:]
    for table in CueLabelTables.all {
      func add(_ labels: Set<String>, _ kind: Kind, _ certainty: Certainty) {
        for label in labels where entries[label]?.certainty != .always {
          entries[label] = Entry(kind: kind, certainty: certainty)
        }
      }
      add(table.sounds, .sound, .always)
      add(table.screens, .screen, .always)
      guard table.language == primary else { continue }
      add(table.ownSounds, .sound, .always)
      add(table.doubtfulSounds, .sound, .doubtful)
      add(table.doubtfulScreens, .screen, .doubtful)
    }
    self.entries = entries
    nouns = CueLabelTables.all.reduce(into: []) { $0.formUnion($1.nouns) }
  }

  /// What the name of a cue marks if it is not a person's in any script: `SFX`, `7. MUSIC:`, `SOUND EFFECT #2`.
  ///
  /// Nil for a character. A name is compared whole: SOUND ENGINEER is a person.
  public func kind(ofCue name: String) -> Kind? {
    entry(ofCue: name).flatMap { $0.certainty == .always ? $0.kind : nil }
  }

  /// The label that `name` is, doubtful ones included.
  func entry(ofCue name: String) -> Entry? { entries[CueLabels.key(of: name)] }

  /// The label that `row` opens with, ended by a colon or a dash, and what follows it.
  func opening(of row: Substring) -> (label: Substring, entry: Entry, rest: Substring)? {
    let row = CueLabels.withoutNumber(trimmed(row))
    // No label is longer.
    guard
      let end = row.prefix(40).firstIndex(where: { ":：–—".contains($0) })
        ?? row.prefix(40).firstRange(of: " - ").map({ row.index(after: $0.lowerBound) })
    else { return nil }
    let label = trimmed(row[..<end])
    guard let entry = entry(ofCue: String(label)) else { return nil }
    let isDash = !":：".contains(row[end])
    // `Music - the food of love` is a sentence.
    if isDash, entry.certainty != .always || CueLabels.hasSmallLetter(label) { return nil }
    return (label, entry, trimmed(row[row.index(after: end)...]))
  }

  /// Whether a text in capitals names a sound: `MUSIC UNDER`, `THEME MUSIC UP`; `names` are words of the characters' names.
  func isSound(inCapitals text: Substring, names: Set<String>) -> Bool {
    guard !CueLabels.hasSmallLetter(text) else { return false }
    let words = text.lowercased().split { !$0.isLetter && $0 != "/" }.map(String.init)
    guard (1...6).contains(words.count), !words.contains(where: names.contains) else {
      return false
    }
    return words.contains(where: nouns.contains)
  }

  /// `name` without number, colon and count, in small letters.
  static func key(of name: String) -> String {
    var core = withoutNumber(trimmed(name[...]))
    if let end = core.firstIndex(where: { ":：(#".contains($0) }) { core = core[..<end] }
    // `MUSIC 2`, `SFX 12A`.
    let words = core.split(whereSeparator: { $0 == " " || $0 == "\u{a0}" })
    let isCounted = words.count > 1 && words.last?.first?.isNumber == true
    return (isCounted ? words.dropLast() : words[...]).joined(separator: " ").lowercased()
  }

  /// `7. SFX: DOOR` is `SFX: DOOR`: radio scripts number their rows.
  static func withoutNumber(_ row: Substring) -> Substring {
    let digits = row.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count < 5 else { return row }
    let after = row[digits.endIndex...]
    guard let stop = after.first, stop == "." || stop == ")" || stop == " " || stop == "\t" else {
      return row
    }
    return trimmed(after.dropFirst())
  }

  static func hasSmallLetter(_ text: Substring) -> Bool {
    text.unicodeScalars.contains { $0.properties.isLowercase }
  }
}
