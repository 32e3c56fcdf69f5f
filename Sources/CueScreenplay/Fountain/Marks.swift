/// The marks that begin lines of Fountain.
extension ArraySlice<UInt8> {
  /// What follows `mark` at the start, also in full width; nil without the mark.
  func after(_ mark: Unicode.Scalar) -> ArraySlice<UInt8>? {
    guard let first else { return nil }
    if first == UInt8(ascii: mark) { return dropFirst() }
    guard first == 0xEF, count >= 3 else { return nil }
    // U+FF01 to U+FF5E stand for U+0021 to U+007E.
    let offset = UInt8(ascii: mark) - 0x21
    let wide: [UInt8] = [
      0xEF, offset < 63 ? 0xBC : 0xBD, offset < 63 ? 0x81 + offset : 0x80 + offset - 63,
    ]
    return starts(with: wide) ? dropFirst(3) : nil
  }

  /// The same without blanks at the ends.
  var withoutBlanks: ArraySlice<UInt8> {
    var rest = self
    while let byte = rest.first, byte.isBlank { rest = rest.dropFirst() }
    while let byte = rest.last, byte.isBlank { rest = rest.dropLast() }
    return rest
  }

  /// Three equals signs or more and nothing else.
  var isPageBreak: Bool { count >= 3 && allSatisfy { $0 == UInt8(ascii: "=") } }

  /// A section or synopsis, or a page break: for the writer's eyes.
  var isOutline: Bool { first == UInt8(ascii: "#") || first == UInt8(ascii: "=") }

  /// Whether `end` stands at the end.
  func ends(with end: StaticString) -> Bool {
    unsafe UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
      .elementsEqual(suffix(end.utf8CodeUnitCount))
  }

  /// Whether there is a letter, and none is small.
  var isCapital: Bool {
    var hasLetter = false
    var isPlain = true
    for byte in self {
      if (0x61...0x7A).contains(byte) { return false }
      hasLetter = hasLetter || (0x41...0x5A).contains(byte)
      isPlain = isPlain && byte < 0x80
    }
    if isPlain { return hasLetter }
    let scalars = String(decoding: self, as: UTF8.self).unicodeScalars
    return !scalars.contains { $0.properties.isLowercase }
      && scalars.contains { $0.properties.isUppercase }
  }
}

/// Whether there is a letter or digit in `text`, and so something to say.
func hasWords(_ text: some StringProtocol) -> Bool {
  for byte in text.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    case 0x80...:
      return text.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
    default: continue
    }
  }
  return false
}

/// `text` without spaces at its ends.
func trimmed(_ text: Substring) -> Substring {
  var text = text
  while text.first == " " { text.removeFirst() }
  while text.last == " " { text.removeLast() }
  return text
}
