/// A run of text to be said as one line, and where it stands in the whole.
package struct Passage: Equatable, Sendable {
  /// The text, without blanks at its ends.
  package var text: String
  /// The text as said; each word has the same bytes as in ``text``.
  package var said: String
  /// Bytes from the start of the whole.
  package var offset: Int
  /// The silence before it.
  package var pauseMilliseconds = 0

  /// A passage that begins `offset` bytes after the start of the whole, and is said unchanged.
  package init(text: String, offset: Int) {
    self.text = text
    said = text
    self.offset = offset
  }

  /// What is said of a text: its passages without ``EyeWords``, cut where these ask for a pause.
  ///
  /// Words that were divided at the end of a line are whole, unless each line is a passage. A passage that has only words for the
  /// eye is left out, and its pause comes before the next passage.
  package static func spoken(of text: String, byLine: Bool) -> [Passage] {
    var spoken: [Passage] = []
    var pause = 0
    for passage in passages(of: byLine ? text : LineEndHyphens.joined(text), byLine: byLine) {
      for (piece, before) in pieces(of: passage) {
        pause += before
        guard var piece else { continue }
        piece.pauseMilliseconds = pause
        pause = 0
        spoken.append(piece)
      }
    }
    return spoken
  }

  private static func pieces(of passage: Passage) -> [(piece: Passage?, pause: Int)] {
    guard !EyeWords.stretches(in: passage.text).isEmpty else { return [(passage, 0)] }
    let end = passage.offset + passage.text.utf8.count
    let segment = Segment(
      number: 0, kind: .paragraph, range: passage.offset..<end, text: passage.text)
    return Segments.cutAtPauses(segment).map { segment, pause in
      let piece = segment.map { segment in
        var piece = Passage(text: segment.text, offset: segment.range.lowerBound)
        piece.said = segment.said
        return piece
      }
      return (piece, pause)
    }
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
