/// A run of text to be said as one line, and where it stands in the whole.
package struct Passage: Equatable, Sendable {
  /// The text, without blanks at its ends.
  package var text: String
  /// Bytes from the start of the whole.
  package var offset: Int

  /// A passage that begins `offset` bytes behind the start of the whole.
  package init(text: String, offset: Int) {
    self.text = text
    self.offset = offset
  }

  /// The passages of `text`: paragraphs, separated by empty lines, or single lines.
  package static func passages(of text: String, byLine: Bool) -> [Passage] {
    let bytes = Array(text.utf8)
    var passages: [Passage] = []
    var start = 0
    var at = 0
    var lineHasText = false
    func flush(_ end: Int) {
      let from = bytes[start..<end].firstIndex { !isBlank($0) } ?? end
      guard from < end else { return }
      let to = (bytes[start..<end].lastIndex { !isBlank($0) } ?? from) + 1
      passages.append(
        Passage(text: String(decoding: bytes[from..<to], as: UTF8.self), offset: from))
    }
    while at < bytes.count {
      if bytes[at] == 0x0a || bytes[at] == 0x0d {
        if byLine || !lineHasText {
          flush(at)
          start = at + 1
        }
        if bytes[at] == 0x0d, at + 1 < bytes.count, bytes[at + 1] == 0x0a { at += 1 }
        lineHasText = false
      } else if !isBlank(bytes[at]) {
        lineHasText = true
      }
      at += 1
    }
    flush(bytes.count)
    return passages
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }
}

extension String {
  /// The same without blanks and empty lines at its ends.
  package var trimmed: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first..<unicodeScalars.index(after: last)])
  }
}
