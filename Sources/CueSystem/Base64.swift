/// Bytes as text, after RFC 4648, section 4.
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of `bytes`, in ASCII.
  package static func text(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let left = bytes.endIndex - at
      let word =
        Int(bytes[at]) << 16 | (left > 1 ? Int(bytes[at + 1]) << 8 : 0)
        | (left > 2 ? Int(bytes[at + 2]) : 0)
      text.append(letters[word >> 18])
      text.append(letters[word >> 12 & 63])
      text.append(left > 1 ? letters[word >> 6 & 63] : UInt8(ascii: "="))
      text.append(left > 2 ? letters[word & 63] : UInt8(ascii: "="))
      at += 3
    }
    return text
  }

  /// The bytes that `text` stands for; nil if it is not valid, or empty.
  package static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard !digits.isEmpty, digits.count.isMultiple(of: 4), padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    for (index, digit) in digits.dropLast(padding).enumerated() {
      guard let value = letters.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - 2 * (index % 4)))) }
    }
    return bytes
  }
}
