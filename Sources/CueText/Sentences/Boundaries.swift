/// Where the paragraphs and sentences of a text begin.
struct Boundaries {
  /// The byte offset of each paragraph but the first, in rising order.
  private(set) var paragraphStarts: [Int] = []
  /// The byte offset of each sentence but the first, those of paragraphs among them, in rising order.
  private(set) var sentenceStarts: [Int] = []

  /// A longer text is cut into pieces of this size, to save memory.
  private static let mostBytes = 1 << 20

  /// Finds them; sentences only where there is a `language`.
  init(_ text: String, language: String?) {
    let utf8 = text.utf8
    guard utf8.count > Boundaries.mostBytes else {
      find(text, language, offset: 0)
      return
    }
    var start = utf8.startIndex
    var offset = 0
    while start < utf8.endIndex {
      let limit =
        utf8.index(start, offsetBy: Boundaries.mostBytes, limitedBy: utf8.endIndex) ?? utf8.endIndex
      let piece = limit == utf8.endIndex ? text[start...] : Boundaries.piece(text[start..<limit])
      if offset > 0 { sentenceStarts.append(offset) }
      find(String(piece), language, offset: offset)
      offset += piece.utf8.count
      start = piece.endIndex
    }
  }

  /// `text` up to and including its last line end, else its last blank, else its last whole scalar.
  private static func piece(_ text: Substring) -> Substring {
    let bytes = text.utf8
    let cut = bytes.lastIndex { $0 == 0x0a } ?? bytes.lastIndex { $0 == 0x20 }
    if let cut { return text[..<bytes.index(after: cut)] }
    let scalar = bytes.lastIndex { !UTF8.isContinuation($0) } ?? bytes.startIndex
    return scalar > bytes.startIndex ? text[..<scalar] : text
  }

  private mutating func find(_ text: String, _ language: String?, offset: Int) {
    guard !QuickLook.isOneSentence(text.utf8) else { return }
    let scalars = TextScalars(text)
    let paragraphs = LineEnds.paragraphs(of: scalars)
    paragraphStarts += paragraphs.dropFirst().map { offset + scalars.offsets[$0.lowerBound] }
    guard let language else { return }
    let finder = SentenceFinder(text: scalars, language: language, paragraphs: paragraphs)
    sentenceStarts += finder.starts().map { offset + scalars.offsets[$0] }
  }
}

/// Most lines of a play or a speech have no end of a sentence within: they need no library, which takes a millisecond to load.
enum QuickLook {
  /// Whether `text` is at most one sentence whatever the rules; `false` says nothing.
  static func isOneSentence(_ text: String.UTF8View) -> Bool {
    var ended = false
    var endedBeforePoint = false
    var lineEnded = false
    var last: UInt8 = 0x20
    var beforeLast: UInt8 = 0x20
    var bytes = text.makeIterator()
    while let byte = bytes.next() {
      defer {
        beforeLast = last
        last = byte
      }
      switch byte {
      case 0x0a...0x0d: lineEnded = true
      case 0x20, 0x09: break
      case _ where lineEnded: return false
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
        endedBeforePoint = ended
        ended = true
      case 0x30...0x39:
        // A point before a digit ends nothing, unless the digit is the mark of a footnote.
        if last == UInt8(ascii: ".") {
          if beforeLast > 0x39 { return false }
          ended = endedBeforePoint
        }
        if ended { return false }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "]"): break
      case UInt8(ascii: ")"):
        // The marker of a list, perhaps.
        if (0x30...0x39).contains(last) { return false }
        if (0x61...0x7a).contains(last), beforeLast == 0x20 || beforeLast == UInt8(ascii: "i") {
          return false
        }
      case 0xc3...0xca:  // letters of Latin
        _ = bytes.next()
        if ended { return false }
      case 0xe2:
        // Dashes and quotes are fine; U+2022 is a bullet, U+2026 three points, U+2028 and U+2029 end lines.
        guard bytes.next() == 0x80, let third = bytes.next(), (0x90...0x9f).contains(third) else {
          return false
        }
        if ended, third <= 0x95 { return false }
      case 0x21..<0x7f: if ended { return false }
      default: return false
      }
    }
    return true
  }
}
