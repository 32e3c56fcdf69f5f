/// A value to be written as JSON (RFC 8259).
///
/// Foundation's encoder sorts or shuffles members and would cost the program half of its start time.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// To a millionth, without a needless fraction; null if it is not finite.
  case number(Double)
  /// A number that is written already, as with a fixed count of digits.
  case digits(String)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// A list of texts.
  package static func strings(_ strings: [String]) -> JSON { .array(strings.map { .string($0) }) }

  /// A list of objects.
  package static func objects(_ objects: [JSONObject]) -> JSON {
    .array(objects.map { .object($0) })
  }

  /// A list of start and end.
  package static func range(_ range: Range<Int>) -> JSON {
    .array([.integer(range.lowerBound), .integer(range.upperBound)])
  }

  /// A list of pairs of start and end.
  package static func ranges(_ ranges: [Range<Int>]) -> JSON { .array(ranges.map { .range($0) }) }
}

/// Writes values of JSON, one after the other.
struct JSONWriter {
  var text = ""
  /// Whether what could end a script element of a page is escaped.
  var isForPage = false
  /// Whether members stand on lines of their own.
  var isIndented = false
  private var indent = "\n"

  init(isForPage: Bool = false, isIndented: Bool = false) {
    self.isForPage = isForPage
    self.isIndented = isIndented
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let integer): text += String(integer)
    case .number(let number): text += number.isFinite ? JSONWriter.rounded(number) : "null"
    case .digits(let digits): text += digits
    case .string(let string): write(string)
    case .object(let object): write(object)
    case .array(let values): write(values)
    }
  }

  mutating func write(_ object: JSONObject) {
    text += "{"
    let outer = begin(isIndented && !object.members.isEmpty)
    for (index, member) in object.members.enumerated() {
      if index > 0 { text += "," }
      if isIndented { text += indent }
      write(member.name)
      text += isIndented ? ": " : ":"
      write(member.value)
    }
    end(outer)
    text += "}"
  }

  /// Indented, a list of plain values stays on its line.
  private mutating func write(_ values: [JSON]) {
    text += "["
    let isTall = isIndented && values.contains { $0.hasParts }
    let outer = begin(isTall)
    for (index, value) in values.enumerated() {
      if index > 0 { text += isIndented && !isTall ? ", " : "," }
      if isTall { text += indent }
      write(value)
    }
    end(outer)
    text += "]"
  }

  private mutating func begin(_ isTall: Bool) -> String? {
    guard isTall else { return nil }
    defer { indent += "  " }
    return indent
  }

  private mutating func end(_ outer: String?) {
    guard let outer else { return }
    indent = outer
    text += indent
  }

  /// A string with its quotes; what commands a terminal is escaped.
  mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where TerminalText.isCommand(scalar), "<" where isForPage,
        ">" where isForPage, "&" where isForPage, "\u{2028}" where isForPage,
        "\u{2029}" where isForPage:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func rounded(_ number: Double) -> String {
    guard abs(number) < 1e15 else { return String(number) }
    let value = (number * 1e6).rounded() / 1e6
    return value == value.rounded() ? String(Int(value)) : String(value)
  }
}

extension JSON {
  /// Whether it is a list or an object.
  fileprivate var hasParts: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
