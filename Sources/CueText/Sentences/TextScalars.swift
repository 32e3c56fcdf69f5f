/// A text as scalars, each with its place in bytes.
///
/// Scalars and not characters: "\r\n" is one character, and a mark may be combined with what follows a sentence's end.
struct TextScalars {
  let scalars: [Unicode.Scalar]
  /// The byte offset of each scalar, and then that of the end.
  let offsets: [Int]

  init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    scalars.reserveCapacity(text.utf8.count)
    offsets.reserveCapacity(text.utf8.count + 1)
    var offset = 0
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      offsets.append(offset)
      offset += UTF8.width(scalar)
    }
    offsets.append(offset)
    self.scalars = scalars
    self.offsets = offsets
  }

  var count: Int { scalars.count }

  /// The scalar there; a line feed beyond the ends.
  subscript(index: Int) -> Unicode.Scalar {
    scalars.indices.contains(index) ? scalars[index] : "\n"
  }

  func string(_ range: Range<Int>) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: scalars[range])
    return String(string)
  }

  /// `range` without the blanks at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, scalars[start].isBlank { start += 1 }
    while start < end, scalars[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// A range of scalars as one of bytes.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }
}

extension Unicode.Scalar {
  /// What ends a line.
  var endsLine: Bool {
    (0x0a...0x0d).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }

  var isDigit: Bool { (0x30...0x39).contains(value) }

  var isLower: Bool {
    value < 0x80 ? (0x61...0x7a).contains(value) : properties.isLowercase
  }

  var isUpper: Bool {
    value < 0x80
      ? (0x41...0x5a).contains(value)
      : properties.isUppercase || properties.generalCategory == .titlecaseLetter
  }

  /// A point, or a mark that ends a sentence as a point does.
  var isStop: Bool {
    switch self {
    case ".", "!", "?", "…", "‼", "⁇", "⁈", "⁉", "‽": true
    default: false
    }
  }

  /// A quote or bracket that may close; some open in other languages.
  var isCloser: Bool {
    switch self {
    case "\"", "'", ")", "]", "}", "”", "’", "»", "“", "‘", "«", "›", "‹", "＂": true
    default: false
    }
  }

  /// A quote or bracket that may open a sentence, or a sign before it.
  var isOpener: Bool {
    switch self {
    case "\"", "'", "(", "[", "{", "“", "‘", "„", "‚", "«", "»", "‹", "›", "¿", "¡", "”", "’": true
    default: false
    }
  }

  var isBullet: Bool {
    switch self {
    case "•", "‣", "⁃", "◦", "▪", "●", "○", "■", "·", "∙": true
    default: false
    }
  }
}
