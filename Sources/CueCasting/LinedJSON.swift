/// JSON (RFC 8259) whose values know their line, for messages about a file that people edit.
struct LinedJSON {
  enum Value {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
    case array([LinedJSON])
    /// In order; a name stands once.
    case object([(name: String, line: Int, value: LinedJSON)])
  }

  /// From 1.
  let line: Int
  let value: Value

  struct Failure: Error {
    let line: Int
    let sentence: String
  }

  init(line: Int, value: Value) {
    self.line = line
    self.value = value
  }

  init(parsing bytes: [UInt8]) throws(Failure) {
    var reader = Reader(bytes)
    self = try reader.document()
  }

  /// What it is, for messages.
  var kind: String {
    switch value {
    case .string: "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

private struct Reader {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var depth = 0
  /// More than any cast has, and little enough for the stack.
  private static let deepest = 32

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  mutating func document() throws(LinedJSON.Failure) -> LinedJSON {
    let value = try value()
    skipBlanks()
    guard at == bytes.count else { throw failure("something stands behind the end") }
    return value
  }

  private func failure(_ sentence: String) -> LinedJSON.Failure {
    .init(line: line, sentence: sentence)
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

  private mutating func value() throws(LinedJSON.Failure) -> LinedJSON {
    skipBlanks()
    guard at < bytes.count else { throw failure("the file ends where a value should be") }
    let start = line
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw failure("it is nested too deep") }
    switch bytes[at] {
    case UInt8(ascii: "{"): return LinedJSON(line: start, value: .object(try object()))
    case UInt8(ascii: "["): return LinedJSON(line: start, value: .array(try array()))
    case UInt8(ascii: "\""): return LinedJSON(line: start, value: .string(try string()))
    default: return LinedJSON(line: start, value: try word())
    }
  }

  private mutating func object() throws(LinedJSON.Failure) -> [(
    name: String, line: Int, value: LinedJSON
  )] {
    var members: [(name: String, line: Int, value: LinedJSON)] = []
    var names: Set<String> = []
    at += 1
    if takes("}") { return members }
    repeat {
      skipBlanks()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw failure("a name in quotes should stand here")
      }
      let start = line
      let name = try string()
      guard names.insert(name).inserted else { throw failure("“\(name)” stands twice") }
      guard takes(":") else { throw failure("a colon should stand behind “\(name)”") }
      members.append((name, start, try value()))
    } while takes(",")
    guard takes("}") else { throw failure("a comma or } should stand here") }
    return members
  }

  private mutating func array() throws(LinedJSON.Failure) -> [LinedJSON] {
    var values: [LinedJSON] = []
    at += 1
    if takes("]") { return values }
    repeat { values.append(try value()) } while takes(",")
    guard takes("]") else { throw failure("a comma or ] should stand here") }
    return values
  }

  private mutating func word() throws(LinedJSON.Failure) -> LinedJSON.Value {
    let start = at
    while at < bytes.count, !",:{}[]\" \t\r\n".utf8.contains(bytes[at]) { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
        let number = Double(word), number.isFinite
      else { throw failure(word.isEmpty ? "a value should stand here" : "“\(word)” is no JSON") }
      return .number(number)
    }
  }

  private mutating func string() throws(LinedJSON.Failure) -> String {
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
          throw failure("a text is no UTF-8")
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
          throw failure("a backslash stands ahead of what needs none")
        }
      case ..<0x20: throw failure("a text goes over the end of its line")
      default: text.append(byte)
      }
    }
    throw failure("the file ends within a text")
  }

  /// What stands behind `\u`, the second half of a pair included.
  private mutating func scalar() throws(LinedJSON.Failure) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), bytes[at...].starts(with: Array("\\u".utf8)) else {
      throw failure("half a character stands behind \\u")
    }
    at += 2
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
    else { throw failure("half a character stands behind \\u") }
    return scalar
  }

  private mutating func unit() throws(LinedJSON.Failure) -> UInt16 {
    let digits = String(decoding: bytes[at...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt16(digits, radix: 16)
    else { throw failure("four hexadecimal digits should stand behind \\u") }
    at += 4
    return unit
  }
}
