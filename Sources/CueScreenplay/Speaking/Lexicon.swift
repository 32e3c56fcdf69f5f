/// How words of a script are spoken: `Aoife = EE-fa`, or in IPA, for voices that read it: `Aoife = /ˈiːfə/`.
public struct Lexicon: Equatable, Sendable {
  /// Why a lexicon cannot be read.
  public struct Failure: Error, Equatable, Sendable {
    /// The line that is not an entry, from 1.
    public let line: Int
  }

  /// From the words in small letters to what is said; longer ones are looked for first.
  private var entries: [String: String] = [:]
  /// From single words in small letters to their sounds in IPA.
  private var sounds: [String: String] = [:]
  private var longest = 0

  /// An empty lexicon.
  public init() {}

  /// Reads one entry per line; empty lines and those that begin with `#` are ignored.
  public init(parsing text: String) throws(Failure) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = Emphasis.squeezed(String(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard add(line) else { throw Failure(line: index + 1) }
    }
  }

  /// Adds the entry `WORD = SPOKEN`; false if `line` is not one.
  @discardableResult
  public mutating func add(_ line: String) -> Bool {
    guard let equals = line.firstIndex(of: "=") else { return false }
    let word = trimmed(line[..<equals])
    let spoken = trimmed(line[line.index(after: equals)...])
    guard hasWords(word), !spoken.isEmpty else { return false }
    if spoken.count > 2, spoken.hasPrefix("/"), spoken.hasSuffix("/") {
      // A voice gets sounds of single words only.
      guard Lexicon.words(of: String(word)).count == 1 else { return false }
      entries[word.lowercased()] = nil
      sounds[word.lowercased()] = String(spoken.dropFirst().dropLast())
      return true
    }
    sounds[word.lowercased()] = nil
    entries[word.lowercased()] = String(spoken)
    longest = max(longest, word.split(separator: " ").count)
    return true
  }

  /// `other`'s entries beside these; where both have a word, `other`'s.
  public func merged(with other: Lexicon) -> Lexicon {
    var merged = self
    merged.entries = entries.filter { other.sounds[$0.key] == nil }
      .merging(other.entries) { $1 }
    merged.sounds = sounds.filter { other.entries[$0.key] == nil }.merging(other.sounds) { $1 }
    merged.longest = max(longest, other.longest)
    return merged
  }

  /// The lexicon that a title page gives: `Lexicon:`, one entry per line.
  public init(of screenplay: Screenplay) {
    for line in screenplay.title("lexicon") { add(line) }
  }

  /// The sounds of those words of `text` whose sounds the lexicon has, in IPA, by the words in small letters.
  public func pronunciations(in text: String) -> [String: String] {
    guard !sounds.isEmpty else { return [:] }
    var found: [String: String] = [:]
    for range in Lexicon.words(of: text) {
      let word = text[range].lowercased()
      found[word] = sounds[word]
    }
    return found
  }

  /// `text` with the spellings of the lexicon, in any case, where whole words stand.
  public func spoken(_ text: String) -> String { respelled(text).text }

  /// The same, with the places where words were respelled.
  public func respelled(_ text: String) -> RespelledText {
    guard !entries.isEmpty else { return RespelledText(text) }
    let words = Lexicon.words(of: text)
    var respelled = RespelledText("")
    var end = text.startIndex
    var index = 0
    while index < words.count {
      var step = 1
      for count in stride(from: min(longest, words.count - index), through: 1, by: -1) {
        let range = words[index].lowerBound..<words[index + count - 1].upperBound
        guard let entry = entries[text[range].lowercased()] else { continue }
        respelled.append(text[end..<range.lowerBound])
        respelled.append(entry, for: text[range])
        end = range.upperBound
        step = count
        break
      }
      index += step
    }
    respelled.append(text[end...])
    return respelled
  }

  static func words(of text: String) -> [Range<String.Index>] {
    var words: [Range<String.Index>] = []
    var start: String.Index?
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let isLetter =
        scalars[index].properties.isAlphabetic || scalars[index].properties.numericType != nil
        || scalars[index].properties.canonicalCombiningClass != .notReordered
      if isLetter {
        if start == nil { start = index }
      } else if let from = start {
        words.append(from..<index)
        start = nil
      }
    }
    if let start { words.append(start..<scalars.endIndex) }
    return words
  }
}

/// A text in which a lexicon has respelled words, and where each of its bytes stood before.
public struct RespelledText: Equatable, Sendable {
  private struct Change: Equatable {
    /// Bytes of the new text.
    var spoken: Range<Int>
    /// Bytes of the old text.
    var written: Range<Int>
  }

  /// What is spoken.
  public private(set) var text: String
  private var changes: [Change] = []
  private var writtenCount: Int

  init(_ text: String) {
    self.text = text
    writtenCount = text.utf8.count
  }

  fileprivate mutating func append(_ same: Substring) {
    text += same
    writtenCount += same.utf8.count
  }

  fileprivate mutating func append(_ entry: String, for word: Substring) {
    let start = text.utf8.count
    text += entry
    changes.append(
      Change(
        spoken: start..<text.utf8.count,
        written: writtenCount..<writtenCount + word.utf8.count))
    writtenCount += word.utf8.count
  }

  /// The bytes of the old text that `spoken`, bytes of ``text``, stands for: of a respelled word always the whole.
  public func written(_ spoken: Range<Int>) -> Range<Int> {
    let lower = place(spoken.lowerBound, isEnd: false)
    return lower..<max(lower, place(spoken.upperBound, isEnd: true))
  }

  private func place(_ offset: Int, isEnd: Bool) -> Int {
    var shift = 0
    for change in changes {
      if offset < change.spoken.lowerBound || (isEnd && offset == change.spoken.lowerBound) {
        break
      }
      if offset < change.spoken.upperBound || (isEnd && offset == change.spoken.upperBound) {
        return isEnd ? change.written.upperBound : change.written.lowerBound
      }
      shift = change.written.upperBound - change.spoken.upperBound
    }
    return offset + shift
  }
}
