/// `text` without white space at its ends.
package func trimmed(_ text: String) -> String {
  var rest = text.unicodeScalars[...]
  while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
  while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
  return String(rest)
}

/// `text` without the key.
package func scrubbed(_ text: String, _ key: String) -> String {
  guard !key.isEmpty else { return text }
  let key = Array(key.utf8)
  let bytes = Array(text.utf8)
  var clean: [UInt8] = []
  var place = 0
  while place < bytes.count {
    if bytes[place...].starts(with: key) {
      clean += Array("[key]".utf8)
      place += key.count
    } else {
      clean.append(bytes[place])
      place += 1
    }
  }
  return String(decoding: clean, as: UTF8.self)
}

/// The beginning of `text` on one line, without control characters.
package func oneLine(_ text: String, atMost count: Int) -> String {
  var line = ""
  for scalar in trimmed(text).unicodeScalars {
    let isControl = scalar.properties.generalCategory == .control
    line.unicodeScalars.append(isControl ? " " : scalar)
  }
  return line.count <= count ? line : line.prefix(count - 1) + "…"
}

/// `text` with all but unreserved characters as `%XX`.
package func percentEncoded(_ text: String) -> String {
  var result = ""
  for byte in text.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
      result.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = Array("0123456789ABCDEF")
      result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }
  return result
}
