import CueScreenplay

/// A row of a line as a prompter shows it: verse by verse, with parentheticals where they stand.
public struct PromptRow: Equatable, Sendable {
  /// What stands in it.
  public private(set) var text: String
  /// For each byte of ``text``, the byte of the line's words that it stands for; −1 for what is not spoken.
  public private(set) var origins: [Int]

  private init() { (text, origins) = ("", []) }

  /// A row that shows the bytes of a line's words from `offset` on.
  init(_ text: some StringProtocol, at offset: Int?) {
    self.text = String(text)
    origins = offset.map { Array($0..<$0 + text.utf8.count) } ?? []
    if offset == nil { origins = Array(repeating: -1, count: text.utf8.count) }
  }

  /// The rows of `line`.
  ///
  /// Where the page cannot be laid over what is spoken, the words are one row.
  public static func rows(of line: Line) -> [PromptRow] {
    guard line.kind == .dialogue else { return line.displayLines.map { PromptRow($0, at: nil) } }
    var words = words(of: line.text)[...]
    var rows: [PromptRow] = []
    for display in line.displayLines {
      var row = PromptRow(display, at: nil)
      var depth = 0
      for word in self.words(of: display) {
        let opens = depth > 0 || word.text.hasPrefix("(") || word.text.hasPrefix("[")
        if opens, words.first?.text != word.text || depth > 0 {
          depth += word.text.reduce(0) { $0 + ("([".contains($1) ? 1 : ")]".contains($1) ? -1 : 0) }
          depth = max(0, depth)
          continue
        }
        guard let spoken = words.first, spoken.text == word.text else { continue }
        words = words.dropFirst()
        row.origins.replaceSubrange(word.range, with: spoken.range)
      }
      row.joinBlanks()
      rows.append(row)
    }
    return words.isEmpty ? rows : [PromptRow(line.text, at: 0)]
  }

  private static func words(of text: String) -> [(text: Substring, range: Range<Int>)] {
    text.split(whereSeparator: \.isWhitespace).map { word in
      let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
      return (word, start..<start + word.utf8.count)
    }
  }

  /// Blanks between two words of the line belong to it as the words do.
  private mutating func joinBlanks() {
    for index in origins.indices.dropFirst() where origins[index] < 0 && origins[index - 1] >= 0 {
      guard let next = origins[index...].firstIndex(where: { $0 >= 0 }),
        origins[next] == origins[index - 1] + 1 + (next - index)
      else { continue }
      for gap in index..<next { origins[gap] = origins[index - 1] + 1 + gap - index }
    }
  }

  // Hiding.

  /// The row with its words hidden but for those at `revealed`, which are bytes of the line's words.
  ///
  /// Punctuation stays, so that the rhythm can be seen; a hidden letter is a line of as many `columns` as it takes itself.
  public func hidden(
    _ hiding: WordHiding, revealing revealed: [Range<Int>] = [],
    columns: (Character) -> Int = { _ in 1 }
  ) -> PromptRow {
    guard let most = hiding.letters else { return self }
    var row = PromptRow()
    var offset = 0
    var letters = 0
    var wasShown = false
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let count = character.utf8.count
      let own = Array(origins[offset..<offset + count])
      offset += count
      let isLetter = character.isLetter || character.isNumber
      guard let place = own.first, place >= 0 else {
        if hiding == .nothing, character.isWhitespace, !wasShown { continue }
        row.append(character, own)
        (letters, wasShown) = (0, !character.isWhitespace)
        continue
      }
      guard isLetter else {
        // An apostrophe within a word does not end it.
        let isWithin =
          "'’".contains(character) && letters > 0 && index + 1 < characters.count
          && characters[index + 1].isLetter
        if !isWithin { letters = 0 }
        if hiding == .nothing, !wasShown { continue }
        row.append(character, own)
        if character.isWhitespace { wasShown = false }
        continue
      }
      letters += 1
      if letters <= most || revealed.contains(where: { $0.contains(place) }) {
        row.append(character, own)
        wasShown = true
      } else if hiding != .nothing {
        for _ in 0..<max(1, columns(character)) { row.append("_", [place]) }
        wasShown = true
      } else {
        wasShown = false
      }
    }
    return row
  }

  private mutating func append(_ character: Character, _ origin: [Int]) {
    text.append(character)
    origins += origin
  }

  // Size.

  /// The row with a blank after each character, which makes it larger where letters have one size.
  ///
  /// A line may still end between words, and only there.
  public var spaced: PromptRow {
    var row = PromptRow()
    var offset = 0
    for character in text {
      let count = character.utf8.count
      let own = Array(origins[offset..<offset + count])
      offset += count
      let gap = own.last ?? -1
      row.append(character, own)
      if character.isWhitespace {
        row.append(" ", [gap])
      } else {
        row.append("\u{a0}", [gap, gap])
      }
    }
    return row
  }
}
