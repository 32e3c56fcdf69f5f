import CueText

/// JSON as text (RFC 8259), member by member in the order they were given.
enum JSONText {
  /// A string with its quotes; also safe inside of a script element of a page.
  static func quoted(_ string: String) -> String {
    JSONString.quoted(string, isForPage: true)
  }

  /// Seconds to a millionth.
  static func seconds(_ frames: Int, rateHertz: Int) -> String {
    Decimal.text(Double(frames) / Double(rateHertz), digits: 6)
  }

  static func range(_ range: Range<Int>?) -> String {
    range.map { "[\($0.lowerBound),\($0.upperBound)]" } ?? "null"
  }

  /// An object of members that are JSON already; those without a value are left out.
  static func object(_ members: [(String, String?)]) -> String {
    "{"
      + members.compactMap { name, value in value.map { "\(quoted(name)):\($0)" } }
      .joined(separator: ",") + "}"
  }

  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
}

/// Numbers with a fixed count of digits behind the point.
enum Decimal {
  static func text(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let whole = Int((abs(value) * Double(scale)).rounded())
    let fraction = String(whole % scale)
    let sign = value < 0 && whole > 0 ? "-" : ""
    return "\(sign)\(whole / scale)."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// `value` with zeros ahead of it.
  static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
