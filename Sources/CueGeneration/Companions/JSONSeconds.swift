import CueSystem

extension JSON {
  /// Seconds to a millionth.
  static func seconds(_ frames: Int, rateHertz: Int) -> JSON {
    .digits(Decimal.text(Double(frames) / Double(rateHertz), digits: 6))
  }
}
