/// How long a plugin takes for a character or a second of sound, as measured so far.
///
/// Its deadlines depend on it; see ``Deadlines/Allowance``.
struct Pace {
  private let allowance: Deadlines.Allowance
  private let first: Double
  private let leastLength: Double
  /// The most milliseconds that one unit of length has taken; nil until something was measured.
  private var slowest: Double?

  /// Nothing is measured yet.
  ///
  /// - Parameters:
  ///   - allowance: how deadlines follow the length
  ///   - first: milliseconds for each unit of length, until something is measured
  ///   - leastLength: what is shorter is not measured
  init(_ allowance: Deadlines.Allowance, first: Double, leastLength: Double) {
    self.allowance = allowance
    self.first = first
    self.leastLength = leastLength
  }

  /// How much longer than the usual deadline `length` may take, in milliseconds.
  func extraMilliseconds(for length: Double) -> Int {
    allowance.milliseconds(for: length, first: first, slowest: slowest)
  }

  /// Notes that a text of `length` took `milliseconds`.
  mutating func learn(_ length: Double, milliseconds: Int64) {
    guard length >= leastLength else { return }
    slowest = max(slowest ?? 0, Double(milliseconds) / length)
  }
}
