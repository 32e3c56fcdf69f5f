/// Reads one JSON object whose members are strings, numbers and switches (RFC 8259), as ``JSONLine`` writes them.
///
/// A library for all of JSON would be loaded at each start of the program, for a file of one line.
enum FlatJSON {
  enum Value: Equatable {
    case string(String)
    case number(Double)
    case bool(Bool)
  }

  /// The members of the object that `text` is; nothing where it is none, or has others.
  static func members(of text: String) -> [String: Value]? {
    var reader = Reader(rest: Array(text.utf8)[...])
    return reader.object()
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func object() -> [String: Value]? {
      var members: [String: Value] = [:]
      guard takes("{") else { return nil }
      if !takes("}") {
        repeat {
          guard let name = string(), takes(":"), let value = value() else { return nil }
          members[name] = value
        } while takes(",")
        guard takes("}") else { return nil }
      }
      skipBlanks()
      return rest.isEmpty ? members : nil
    }

    private mutating func value() -> Value? {
      skipBlanks()
      if rest.first == UInt8(ascii: "\"") { return string().map { .string($0) } }
      let word = rest.prefix { !",} \t\r\n".utf8.contains($0) }
      rest = rest.dropFirst(word.count)
      switch String(decoding: word, as: UTF8.self) {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case let number:
        guard number.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
          let value = Double(number), value.isFinite
        else { return nil }
        return .number(value)
      }
    }

    private mutating func string() -> String? {
      guard takes("\"") else { return nil }
      var bytes: [UInt8] = []
      let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "\""): 34,
        UInt8(ascii: "\\"): 92, UInt8(ascii: "/"): 47,
      ]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\"") { return String(validating: bytes, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\") else {
          guard byte >= 0x20 else { return nil }
          bytes.append(byte)
          continue
        }
        guard let escape = rest.popFirst() else { return nil }
        if let plain = escapes[escape] {
          bytes.append(plain)
        } else if escape == UInt8(ascii: "u"), let unit = hexadecimal(),
          let scalar = Unicode.Scalar(unit)
        {
          bytes += Array(String(Character(scalar)).utf8)
        } else {
          return nil
        }
      }
      return nil
    }

    private mutating func hexadecimal() -> UInt16? {
      guard rest.count >= 4 else { return nil }
      let digits = String(decoding: rest.prefix(4), as: UTF8.self)
      rest = rest.dropFirst(4)
      return digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
    }

    private mutating func takes(_ character: Character) -> Bool {
      skipBlanks()
      guard let byte = character.asciiValue, rest.first == byte else { return false }
      rest = rest.dropFirst()
      return true
    }

    private mutating func skipBlanks() { rest = rest.drop { " \t\r\n".utf8.contains($0) } }
  }
}
