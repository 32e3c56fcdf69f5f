/// A bracket that opens a text, and how deep inside it the reading is.
struct Bracket {
  let left: UInt8
  let right: UInt8
  private var depth = 0
  /// Bytes after the closing bracket, in the text that closes it.
  private var rest = 0

  init?(opening text: some StringProtocol, squares: Bool = true) {
    switch text.utf8.first {
    case UInt8(ascii: "("): (left, right) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    case UInt8(ascii: "[") where squares: (left, right) = (UInt8(ascii: "["), UInt8(ascii: "]"))
    default: return nil
    }
  }

  /// Continues with `text` and returns whether the bracket closes in it.
  mutating func isClosed(by text: String) -> Bool {
    var read = 0
    for byte in text.utf8 {
      read += 1
      if byte == left { depth += 1 }
      if byte == right { depth -= 1 }
      if depth == 0 {
        rest = text.utf8.count - read
        return true
      }
    }
    return false
  }

  /// Whether nothing follows the bracket in the text that closed it but more brackets.
  func closesAtEnd(of text: String) -> Bool {
    if rest == 0 { return true }
    var more = trimmed(Substring(text.utf8.suffix(rest)))
    while !more.isEmpty {
      guard more.utf8.first == left, let close = close(in: more) else { return false }
      more = trimmed(more[more.index(after: close)...])
    }
    return true
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
