/// Finds the rate at which speech takes a given time.
///
/// Speech gets shorter as its rate grows, about in proportion, so
///
///     next rate = rate · measured ÷ target
///
/// and a few passes are enough. It ends within the tolerance, after a number of passes, at the end of the range, and where a
/// pass would change next to nothing or nothing was measured.
public struct TempoFit: Equatable, Sendable {
  /// What counts as fitted, in seconds.
  public var toleranceSeconds = 0.05
  /// How often the rate is changed at most.
  public var mostPasses = 3
  /// A smaller change of the rate does not count.
  public var leastChange = 0.001
  /// The rates that may be used.
  public var range: ClosedRange<Double>
  /// The rate to measure with.
  public private(set) var rate: Double
  /// How often the rate was changed.
  public private(set) var passes = 0

  /// A fit that begins at `rate`; nil for a rate that is not known.
  public init(rate: Double? = nil, in range: ClosedRange<Double> = 0...1) {
    self.range = range
    self.rate = min(max(rate ?? 0.55, range.lowerBound), range.upperBound)
  }

  /// Takes what a pass at ``rate`` measured.
  ///
  /// - Parameters:
  ///   - measuredSeconds: how long the speech was
  ///   - targetSeconds: how long it shall be
  /// - Returns: whether another pass is worth it, with the new ``rate``
  public mutating func take(measuredSeconds: Double, targetSeconds: Double) -> Bool {
    guard measuredSeconds > 0, targetSeconds > 0, passes < mostPasses,
      abs(measuredSeconds - targetSeconds) > toleranceSeconds
    else { return false }
    let next = min(
      max(rate * measuredSeconds / targetSeconds, range.lowerBound), range.upperBound)
    guard abs(next - rate) >= leastChange else { return false }
    rate = next
    passes += 1
    return true
  }
}
