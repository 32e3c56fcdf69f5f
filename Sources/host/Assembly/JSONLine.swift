import CueText

/// One JSON object on one line, its members in the order they were given (RFC 8259).
///
/// Foundation's encoder sorts or shuffles members and would cost the program half of its start time.
struct JSONLine {
  private var text = "{"

  init() {}

  init(event: String) { self["event"] = .string(event) }

  enum Value {
    case string(String)
    case integer(Int)
    case number(Double)
    case bool(Bool)
    case strings([String])
    case object(JSONLine)
    case objects([JSONLine])
    /// Start and end.
    case range(Range<Int>)
    /// Pairs of start and end.
    case ranges([Range<Int>])
  }

  /// Adds a member; a nothing is left out.
  subscript(name: String) -> Value? {
    get { nil }
    set {
      guard let newValue else { return }
      if text.utf8.count > 1 { text += "," }
      text += JSONString.quoted(name) + ":" + JSONLine.written(newValue)
    }
  }

  /// The object with its line feed.
  var line: String { text + "}\n" }

  /// The object alone.
  var object: String { text + "}" }

  private static func written(_ value: Value) -> String {
    switch value {
    case .string(let string): JSONString.quoted(string)
    case .integer(let integer): String(integer)
    case .number(let number): number.isFinite ? rounded(number) : "null"
    case .bool(let bool): bool ? "true" : "false"
    case .strings(let strings):
      "[" + strings.map { JSONString.quoted($0) }.joined(separator: ",") + "]"
    case .object(let object): object.object
    case .range(let range): "[\(range.lowerBound),\(range.upperBound)]"
    case .objects(let objects): "[" + objects.map(\.object).joined(separator: ",") + "]"
    case .ranges(let ranges):
      "[" + ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",") + "]"
    }
  }

  /// A number to a millionth, without a needless fraction.
  private static func rounded(_ number: Double) -> String {
    let value = (number * 1e6).rounded() / 1e6
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
