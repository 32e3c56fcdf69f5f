/// Reads one value of JSON from bytes.
struct JSONReader {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  mutating func document() throws(JSONError) -> LinedJSON {
    let value = try value()
    skipBlanks()
    guard at == bytes.count else { throw failure(.trailingText) }
    return value
  }

  private func failure(_ reason: JSONError.Reason) -> JSONError {
    let start = bytes[..<at].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Bytes that go on a character are not counted.
    let column = bytes[start..<at].count { $0 & 0xC0 != 0x80 } + 1
    return JSONError(reason: reason, line: line, column: column)
  }

  private mutating func skipBlanks() {
    while at < bytes.count, " \t\r\n".utf8.contains(bytes[at]) {
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func value() throws(JSONError) -> LinedJSON {
    skipBlanks()
    guard at < bytes.count else { throw failure(.missingValueAtEnd) }
    let start = line
    depth += 1
    defer { depth -= 1 }
    guard depth <= LinedJSON.deepest else { throw failure(.tooDeep) }
    switch bytes[at] {
    case UInt8(ascii: "{"): return LinedJSON(line: start, value: .object(try object()))
    case UInt8(ascii: "["): return LinedJSON(line: start, value: .array(try array()))
    case UInt8(ascii: "\""): return LinedJSON(line: start, value: .string(try string()))
    default: return LinedJSON(line: start, value: try word())
    }
  }

  private mutating func object() throws(JSONError) -> [(name: String, line: Int, value: LinedJSON)]
  {
    var members: [(name: String, line: Int, value: LinedJSON)] = []
    var names: Set<String> = []
    at += 1
    if takes("}") { return members }
    repeat {
      skipBlanks()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw failure(.expectedName) }
      let start = line
      let name = try string()
      guard names.insert(name).inserted else { throw failure(.duplicateName(name)) }
      guard takes(":") else { throw failure(.expectedColon(name: name)) }
      members.append((name, start, try value()))
    } while takes(",")
    guard takes("}") else { throw failure(.expectedObjectEnd) }
    return members
  }

  private mutating func array() throws(JSONError) -> [LinedJSON] {
    var values: [LinedJSON] = []
    at += 1
    if takes("]") { return values }
    repeat { values.append(try value()) } while takes(",")
    guard takes("]") else { throw failure(.expectedListEnd) }
    return values
  }

  private mutating func word() throws(JSONError) -> LinedJSON.Value {
    let start = at
    while at < bytes.count, !",:{}[]\" \t\r\n".utf8.contains(bytes[at]) { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      guard JSONReader.isNumber(bytes[start..<at]), let number = Double(word), number.isFinite
      else { throw failure(word.isEmpty ? .missingValue : .unknownWord(word)) }
      return .number(number)
    }
  }

  /// Whether `word` is a sign, digits without a needless zero, a fraction and an exponent.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func digits() -> Int {
      let before = rest.count
      rest = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return before - rest.count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard digits() > 0 else { return false }
    }
    if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func string() throws(JSONError) -> String {
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "b"): 8,
      UInt8(ascii: "f"): 12, UInt8(ascii: "\""): 34, UInt8(ascii: "\\"): 92, UInt8(ascii: "/"): 47,
    ]
    var text: [UInt8] = []
    at += 1
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure(.invalidUTF8)
        }
        return string
      case UInt8(ascii: "\\"):
        guard at < bytes.count else { break }
        let escape = bytes[at]
        at += 1
        if let plain = escapes[escape] {
          text.append(plain)
        } else if escape == UInt8(ascii: "u") {
          text += String(Character(try scalar())).utf8
        } else {
          throw failure(.unknownEscape)
        }
      case ..<0x20:
        at -= 1
        throw failure(.controlCharacter)
      default: text.append(byte)
      }
    }
    throw failure(.unfinishedString)
  }

  /// The character after `\u`, both halves of a pair included.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), bytes[at...].starts(with: Array("\\u".utf8)) else {
      throw failure(.loneSurrogate)
    }
    at += 2
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
    else { throw failure(.loneSurrogate) }
    return scalar
  }

  private mutating func unit() throws(JSONError) -> UInt16 {
    let digits = String(decoding: bytes[at...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt16(digits, radix: 16)
    else { throw failure(.invalidHexadecimal) }
    at += 4
    return unit
  }
}
