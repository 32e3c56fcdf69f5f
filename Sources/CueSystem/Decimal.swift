/// Numbers with a fixed count of digits.
package enum Decimal {
  /// `value` with that many digits after the point.
  package static func text(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let whole = Int((abs(value) * Double(scale)).rounded())
    let fraction = String(whole % scale)
    let sign = value < 0 && whole > 0 ? "-" : ""
    return "\(sign)\(whole / scale)."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// `value` with zeros ahead of it.
  package static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// A time as subtitles have it, "01:02:03,456"; `point` stands before the milliseconds.
  package static func time(milliseconds: Int, point: String) -> String {
    let seconds = milliseconds / 1000
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + point + padded(milliseconds % 1000, 3)
  }
}
