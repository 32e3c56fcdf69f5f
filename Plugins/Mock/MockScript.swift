/// Reads the script of the mock recognizer.
enum MockScript {
  static func lines(of script: String) -> [String] {
    if let bytes = base64(script), let text = String(validating: bytes, as: UTF8.self),
      let strings = jsonStrings(text)
    {
      return strings
    }
    return script.split(whereSeparator: { $0 == "\n" || $0 == "|" }).map(String.init)
  }

  /// The bytes in base64 (RFC 4648 section 4), or nil if `text` is not base64.
  static func base64(_ text: String) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for digit in digits.prefix(while: { $0 != UInt8(ascii: "=") }) {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// The strings of a JSON array of nothing but strings (RFC 8259), or nothing.
  static func jsonStrings(_ text: String) -> [String]? {
    var rest = text.unicodeScalars[...]
    func skipBlanks() { rest = rest.drop { " \t\r\n".unicodeScalars.contains($0) } }
    func take(_ scalar: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }
    guard take("[") else { return nil }
    var strings: [String] = []
    if take("]") { return strings }
    repeat {
      guard take("\""), let string = jsonString(&rest) else { return nil }
      strings.append(string)
    } while take(",")
    guard take("]") else { return nil }
    skipBlanks()
    return rest.isEmpty ? strings : nil
  }

  /// What stands up to the closing quote, which is taken too.
  private static func jsonString(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let short: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{c}", "/": "/", "\\": "\\", "\"": "\"",
    ]
    var units: [UInt16] = []
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(decoding: units, as: UTF16.self) }
      guard scalar == "\\" else {
        units += Array(String(scalar).utf16)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if let plain = short[escape] {
        units += Array(String(plain).utf16)
      } else if escape == "u", rest.count >= 4,
        let unit = UInt16(String(String.UnicodeScalarView(rest.prefix(4))), radix: 16)
      {
        units.append(unit)
        rest.removeFirst(4)
      } else {
        return nil
      }
    }
    return nil
  }
}
