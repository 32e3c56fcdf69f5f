/// The rows under a cue, divided into what is said and how.
///
/// Every row is spoken except for the parentheticals that it opens with.
struct Speech {
  /// A line of the page.
  struct Row {
    /// Its text without marks; empty for a pause.
    let text: String
    let source: Range<Int>
    /// Whether it is a sound: it is shown, and neither said nor a way to say anything.
    var isSound = false
  }

  /// One row of a speech, or the rows that one parenthetical is wrapped over.
  struct Part {
    var display: [String]
    /// The parentheticals it opens with, without brackets.
    var delivery: [String] = []
    /// What is left to say; empty for a parenthetical alone and for a pause.
    var spoken = ""
    var source: Range<Int>
  }

  private(set) var parts: [Part] = []
  private var end = 0

  /// Reads a whole speech.
  init(_ rows: [Row]) {
    while end < rows.count { takeText(rows) }
  }

  private mutating func takeText(_ rows: [Row]) {
    let row = rows[end]
    end += 1
    let plain = row.text
    if row.isSound { return parts.append(Part(display: [plain], source: row.source)) }
    guard let bracket = Bracket(opening: plain) else {
      parts.append(Part(display: [plain], spoken: plain, source: row.source))
      return
    }
    guard let wrapped = Self.wrapped(bracket, plain, in: rows, from: end) else {
      parts.append(Part(display: [plain], spoken: plain, source: row.source))
      return
    }
    end = wrapped.end
    var part = Part(
      display: wrapped.display,
      source: row.source.lowerBound..<rows[wrapped.end - 1].source.upperBound)
    var rest = wrapped.display.joined(separator: " ")[...]
    while let bracket = Bracket(opening: rest), let close = bracket.close(in: rest) {
      part.delivery.append(String(trimmed(rest[rest.index(after: rest.startIndex)..<close])))
      rest = trimmed(rest[rest.index(after: close)...])
    }
    if hasWords(rest) { part.spoken = String(rest) }
    if part.delivery == ["MORE"], part.spoken.isEmpty { return }  // left by a page turn
    parts.append(part)
  }

  // A parenthetical that is not closed within this much is not a parenthetical; it is said.
  private static let longestWrap = (rows: 5, bytes: 600)

  /// The rows up to the one that closes `bracket`, which `first` opens.
  private static func wrapped(
    _ bracket: Bracket, _ first: String, in rows: [Row], from start: Int
  ) -> (display: [String], end: Int)? {
    var bracket = bracket
    var display = [first]
    var bytes = first.utf8.count
    var index = start
    if bracket.isClosed(by: first) { return (display, index) }
    while display.count < longestWrap.rows, bytes < longestWrap.bytes, index < rows.count {
      let row = rows[index]
      index += 1
      guard !row.text.isEmpty else { return nil }
      let plain = row.text
      display.append(plain)
      bytes += plain.utf8.count
      if bracket.isClosed(by: plain) { return (display, index) }
    }
    return nil
  }
}
