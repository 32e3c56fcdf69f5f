/// Cuts long text where a reader would breathe.
public enum TextPieces {
  /// The byte ranges of consecutive pieces that together are the whole of `text`.
  ///
  /// Sentences are those of ``Segments``.
  ///
  /// - Parameters:
  ///   - text: the whole text
  ///   - language: a BCP 47 tag; empty for English
  ///   - mostBytes: no piece is longer
  ///   - everySentence: cut after each sentence, and not only where a piece would get too long
  /// - Returns: pieces that end after a sentence and its blanks, else after blanks, else between
  ///   characters
  public static func pieces(
    of text: String, language: String, mostBytes: Int, everySentence: Bool
  ) -> [Range<Int>] {
    precondition(mostBytes >= 4, "a piece must hold a character")
    let count = text.utf8.count
    guard count > 0 else { return [] }
    if count <= mostBytes, !everySentence { return [0..<count] }
    var pieces: [Range<Int>] = []
    var start = 0
    var fits = 0
    for end in Boundaries(text, language: language).sentenceStarts + [count] {
      while end - start > mostBytes {
        let cut = fits > start ? fits : cutWithin(text, start, mostBytes)
        pieces.append(start..<cut)
        start = cut
      }
      fits = end
      guard everySentence || end == count else { continue }
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  /// Where a sentence that begins at `start` and is too long is cut.
  private static func cutWithin(_ text: String, _ start: Int, _ mostBytes: Int) -> Int {
    let bytes = text.utf8
    let first = bytes.index(bytes.startIndex, offsetBy: start)
    let limit = bytes.index(first, offsetBy: mostBytes)
    var end = limit
    while end > first {
      let before = bytes.index(before: end)
      if isBlank(bytes[before]), end == bytes.endIndex || !isBlank(bytes[end]) {
        return start + bytes.distance(from: first, to: end)
      }
      end = before
    }
    end = limit
    while UTF8.isContinuation(bytes[end]) { end = bytes.index(before: end) }
    return start + bytes.distance(from: first, to: end)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }
}
