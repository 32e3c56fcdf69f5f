/// The text of a file as UTF-8, and where each byte of it stood in the file.
///
/// UTF-16 is recognized by its byte order mark, or by a zero in every other byte. Bytes that are neither UTF-16 nor UTF-8 are read as
/// Windows-1252, which includes Latin-1. This is decided byte by byte, so a file that mixes encodings, or ends within a letter, loses
/// nothing else.
package struct SourceText {
  /// Why bytes are not text.
  package enum Fault: Error, Equatable, Sendable {
    /// There are more than allowed.
    case tooLong(bytes: Int)
    /// The byte at this offset of the file, on this line, is a control character, which no text has.
    case notText(byteOffset: Int, line: Int)
  }

  /// The text, with its byte order mark; it has no control characters except white space, and one end-of-file mark at its end.
  package private(set) var utf8: [UInt8]
  /// The encoding, for the user: `UTF-8`, `UTF-16LE`, `Windows-1252`.
  package private(set) var encoding = "UTF-8"
  /// The offset in the file of each byte of `utf8`, and of its end; nil if they are the same.
  private var places: [Int32]?

  /// The most bytes that are read by default: fifty times a long screenplay.
  package static let maximumBytes = 32 << 20

  /// Reads `bytes`, of which there are at most `most`.
  package init(_ bytes: [UInt8], most: Int = maximumBytes) throws(Fault) {
    guard bytes.count <= most else { throw .tooLong(bytes: bytes.count) }
    if let isBigEndian = Self.utf16Order(bytes) {
      encoding = isBigEndian ? "UTF-16BE" : "UTF-16LE"
      utf8 = []
      takeUTF16(bytes, isBigEndian: isBigEndian)
    } else if (try? UTF8Span(validating: bytes.span)) != nil {
      utf8 = bytes
    } else {
      utf8 = []
      takeMixed(bytes)
    }
    try refuseControls()
  }

  /// The range of the file that `range` of the UTF-8 came from.
  package func source(_ range: Range<Int>) -> Range<Int> {
    guard let places else { return range }
    return Int(places[range.lowerBound])..<Int(places[range.upperBound])
  }

  /// Whether offsets in the file differ from those in the UTF-8.
  package var isTranslated: Bool { places != nil }

  /// The line that byte `offset` of the UTF-8 stands on, from 1.
  package func line(of offset: Int) -> Int { Self.line(of: offset, in: utf8) }

  private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    var line = 1
    for index in 0..<min(offset, bytes.count) {
      if bytes[index] == 10
        || (bytes[index] == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10))
      {
        line += 1
      }
    }
    return line
  }

  private func refuseControls() throws(Fault) {
    // An end-of-file mark of old systems may close the text.
    let end = utf8.last == 0x1A ? utf8.count - 1 : utf8.count
    for index in 0..<end where utf8[index] < 32 {
      switch utf8[index] {
      case 9, 10, 11, 12, 13: continue
      default:
        throw .notText(byteOffset: source(index..<index).lowerBound, line: line(of: index))
      }
    }
  }

  /// Whether `bytes` are big-endian UTF-16; nil if they are not UTF-16.
  private static func utf16Order(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    guard bytes.count >= 4 else { return nil }
    let sample = bytes.prefix(1024)
    var zeros = [0, 0]
    for index in sample.indices where sample[index] == 0 { zeros[index % 2] += 1 }
    let most = sample.count / 2
    if zeros[1] * 2 > most, zeros[0] == 0 { return false }
    if zeros[0] * 2 > most, zeros[1] == 0 { return true }
    return nil
  }

  private mutating func takeUTF16(_ bytes: [UInt8], isBigEndian: Bool) {
    var places: [Int32] = []
    utf8.reserveCapacity(bytes.count)
    places.reserveCapacity(bytes.count)
    func unit(_ index: Int) -> UInt16 {
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? a << 8 | b : b << 8 | a
    }
    var index = 0
    while index < bytes.count {
      let start = index
      var scalar: Unicode.Scalar = "\u{FFFD}"
      if index + 1 < bytes.count {
        let first = unit(index)
        if UTF16.isLeadSurrogate(first), index + 3 < bytes.count,
          UTF16.isTrailSurrogate(unit(index + 2))
        {
          scalar = UTF16.decode(UTF16.EncodedScalar([first, unit(index + 2)]))
          index += 2
        } else {
          scalar = Unicode.Scalar(first) ?? scalar
        }
      }
      index += 2
      append(scalar, from: start, &places)
    }
    places.append(Int32(bytes.count))
    self.places = places
  }

  private mutating func takeMixed(_ bytes: [UInt8]) {
    var places: [Int32] = []
    utf8.reserveCapacity(bytes.count + bytes.count / 8)
    places.reserveCapacity(bytes.count + bytes.count / 8)
    var whole = 0
    var odd = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let length = Self.letterLength(bytes, at: index)
      if length > 0 {
        if length > 1 { whole += 1 }
        for offset in 0..<length {
          utf8.append(bytes[index + offset])
          places.append(Int32(index + offset))
        }
        index += length
      } else if whole > odd, byte >= 0xC2, bytes.count - index < 4,
        bytes[(index + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
      {
        append("\u{FFFD}", from: index, &places)  // the file was cut off within a letter
        index = bytes.count
      } else {
        odd += 1
        append(Self.windows1252(byte), from: index, &places)
        index += 1
      }
    }
    places.append(Int32(bytes.count))
    self.places = places
    encoding = whole > odd ? "UTF-8 with other bytes in it" : "Windows-1252"
  }

  private mutating func append(_ scalar: Unicode.Scalar, from start: Int, _ places: inout [Int32]) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      utf8.append(byte)
      places.append(Int32(start))
    }
  }

  /// How many bytes the UTF-8 letter at `index` has; 0 if there is none.
  private static func letterLength(_ bytes: [UInt8], at index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return 1 }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    guard (0xC2...0xF4).contains(byte), index + length <= bytes.count else { return 0 }
    let letter = bytes[index..<index + length]
    return String(validating: letter, as: UTF8.self) == nil ? 0 : length
  }

  /// The letters of 0x80 to 0x9F in Windows-1252; its five unused places are as in Latin-1.
  private static let windowsLetters: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? windowsLetters[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}
