/// Cuts long text where a reader would breathe.
public enum TextPieces {
  /// The byte ranges of consecutive pieces that together are the whole of `text`.
  ///
  /// - Parameters:
  ///   - text: the whole text
  ///   - mostBytes: no piece is longer
  ///   - everySentence: cut after each sentence, and not only where a piece would get too long
  /// - Returns: pieces that end behind the blanks after a sentence, else behind blanks, else between
  ///   characters
  public static func pieces(
    of text: String, mostBytes: Int, everySentence: Bool
  ) -> [Range<Int>] {
    precondition(mostBytes >= 4, "a piece must hold a character")
    let bytes = Array(text.utf8)
    var pieces: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let limit = min(bytes.count, start + mostBytes)
      var sentenceEnd: Int?
      var wordEnd: Int?
      var at = start
      while at < limit {
        defer { at += 1 }
        guard isBlank(bytes[at]), at + 1 == bytes.count || !isBlank(bytes[at + 1]) else { continue }
        wordEnd = at + 1
        guard endsSentence(bytes, before: at, from: start) else { continue }
        sentenceEnd = at + 1
        if everySentence { break }
      }
      var end = limit
      if let sentenceEnd, everySentence || limit < bytes.count {
        end = sentenceEnd
      } else if limit < bytes.count {
        end = wordEnd ?? limit
        while end > start + 1, end < bytes.count, UTF8.isContinuation(bytes[end]) { end -= 1 }
      }
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  /// Whether the last letter before the blanks at `at` is `.`, `!`, `?` or `…`, quotes and brackets aside.
  private static func endsSentence(_ bytes: [UInt8], before at: Int, from start: Int) -> Bool {
    var index = at - 1
    while index >= start, isBlank(bytes[index]) || isCloser(bytes, index) {
      index -= bytes[index] >= 0x80 ? 3 : 1
    }
    guard index >= start else { return false }
    if [UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(bytes[index]) {
      return true
    }
    return index - 2 >= start && Array(bytes[index - 2...index]) == Array("…".utf8)
  }

  /// `"`, `'`, `)`, `]`, or the last byte of `”` or `’`.
  private static func isCloser(_ bytes: [UInt8], _ index: Int) -> Bool {
    if [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "]")]
      .contains(bytes[index])
    {
      return true
    }
    guard index >= 2 else { return false }
    let last = Array(bytes[index - 2...index])
    return last == Array("”".utf8) || last == Array("’".utf8)
  }
}
