/// The rows under a cue, read up to the empty line that ends them.
///
/// Inside a speech every row is spoken, whatever it looks like elsewhere, but for parentheticals,
/// page breaks and a forced action, which ends it.
struct Speech {
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
  /// The first row that does not belong to the speech.
  private(set) var end: Int

  /// Reads the speech whose first row is `rows[start]`.
  init(_ rows: [Page.Row], from start: Int) {
    end = start
    while end < rows.count {
      let row = rows[end]
      switch row.kind {
      case .blank:
        return
      case .vanished:
        end += 1
      case .spaces:
        parts.append(Part(display: [""], source: row.source))
        end += 1
      case .text:
        if row.text.hasPrefix("!") { return }
        if isPageBreak(row.text) {
          end += 1
        } else {
          takeText(rows)
        }
      }
    }
  }

  private mutating func takeText(_ rows: [Page.Row]) {
    let row = rows[end]
    end += 1
    let sung = row.text.hasPrefix("~") ? String(row.text.dropFirst()) : row.text
    let plain = Emphasis.stripped(from: sung)
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

  // A parenthetical that is not closed within this much is no parenthetical; it is said.
  private static let longestWrap = (rows: 5, bytes: 600)

  /// The rows up to the one that closes `bracket`, which `first` opens.
  private static func wrapped(
    _ bracket: Bracket, _ first: String, in rows: [Page.Row], from start: Int
  ) -> (display: [String], end: Int)? {
    var bracket = bracket
    var display = [first]
    var bytes = first.utf8.count
    var index = start
    if bracket.isClosed(by: first) { return (display, index) }
    while display.count < longestWrap.rows, bytes < longestWrap.bytes, index < rows.count {
      let row = rows[index]
      index += 1
      if row.kind == .vanished { continue }
      guard row.isText else { return nil }
      let plain = Emphasis.stripped(from: row.text)
      display.append(plain)
      bytes += plain.utf8.count
      if bracket.isClosed(by: plain) { return (display, index) }
    }
    return nil
  }
}

/// A round or square bracket that opens a text, and how deep inside it the reading is.
private struct Bracket {
  let left: UInt8
  let right: UInt8
  var depth = 0

  init?(opening text: some StringProtocol) {
    switch text.utf8.first {
    case UInt8(ascii: "("): (left, right) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    case UInt8(ascii: "["): (left, right) = (UInt8(ascii: "["), UInt8(ascii: "]"))
    default: return nil
    }
  }

  /// Reads `text` on and tells whether the bracket closes in it.
  mutating func isClosed(by text: String) -> Bool {
    for byte in text.utf8 {
      if byte == left { depth += 1 }
      if byte == right { depth -= 1 }
      if depth == 0 { return true }
    }
    return false
  }

  /// Where the bracket that opens `text` closes.
  func close(in text: Substring) -> Substring.Index? {
    var depth = 0
    return text.utf8.indices.first { index in
      if text.utf8[index] == left { depth += 1 }
      if text.utf8[index] == right { depth -= 1 }
      return depth == 0
    }
  }
}

/// Three equals signs or more and nothing else.
func isPageBreak(_ text: String) -> Bool {
  text.utf8.count >= 3 && text.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
}

/// Whether there is a letter or digit in `text`, and so something to say.
func hasWords(_ text: some StringProtocol) -> Bool {
  text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
}

/// `text` without spaces at its ends.
func trimmed(_ text: Substring) -> Substring {
  var text = text
  while text.first == " " { text.removeFirst() }
  while text.last == " " { text.removeLast() }
  return text
}
