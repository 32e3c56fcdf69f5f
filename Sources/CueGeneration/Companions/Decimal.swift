import CueSystem

/// Numbers with a fixed count of digits after the point.
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

extension JSON {
  /// Seconds to a millionth.
  static func seconds(_ frames: Int, rateHertz: Int) -> JSON {
    .digits(Decimal.text(Double(frames) / Double(rateHertz), digits: 6))
  }
}
