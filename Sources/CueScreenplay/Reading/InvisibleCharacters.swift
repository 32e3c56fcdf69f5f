/// Characters that are neither seen nor said: names that differ only in them are equal.
enum InvisibleCharacters {
  /// Whether `scalar` is one: a soft hyphen, a zero-width space, a mark of direction, a byte order mark.
  ///
  /// The joiners of Persian, Hindi and emoji (U+200C, U+200D) are none: they change how letters look.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// How many bytes the one at `index` of `bytes` has in UTF-8; 0 if there is none.
  static func width(at index: Int, in bytes: [UInt8]) -> Int {
    switch bytes[index] {
    case 0xC2: return index + 1 < bytes.count && bytes[index + 1] == 0xAD ? 2 : 0
    case 0xE2, 0xEF:
      guard index + 2 < bytes.count, bytes[index + 1] & 0xC0 == 0x80,
        bytes[index + 2] & 0xC0 == 0x80
      else { return 0 }
      let value =
        UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
        | UInt32(bytes[index + 2] & 0x3F)
      return Unicode.Scalar(value).map(contains) == true ? 3 : 0
    default: return 0
    }
  }

  /// `text` without them.
  static func removed(from text: String) -> String {
    guard text.unicodeScalars.contains(where: contains) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !contains($0) }))
  }
}
