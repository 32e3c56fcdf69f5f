import CueModel

/// 3, 2, 1: the seconds before a rehearsal begins, for actors who film or record themselves.
public struct Countdown: Equatable, Sendable {
  /// The number that comes first, 1 or more.
  public let seconds: Int
  /// From the end of the last second to the beginning, in milliseconds.
  public static let restMilliseconds = 100
  /// How often it asks whether to go on, in milliseconds.
  private static let stepMilliseconds = 100

  /// A countdown from `seconds`.
  public init(seconds: Int) { self.seconds = max(1, seconds) }

  /// Counts.
  ///
  /// - Parameters:
  ///   - clock: by which it counts
  ///   - cancellation: ends it
  ///   - goesOn: is asked ten times a second whether it is to go on
  ///   - tell: takes each number, and 0 at the end
  /// - Returns: whether it came to its end
  public func run(
    _ clock: any MonotonicTime, _ cancellation: Cancellation, while goesOn: () -> Bool = { true },
    tell: (Int) -> Void
  ) -> Bool {
    for left in (1...seconds).reversed() {
      tell(left)
      for _ in 0..<1000 / Countdown.stepMilliseconds {
        guard goesOn(), !cancellation.isCancelled else { return false }
        clock.wait(milliseconds: Countdown.stepMilliseconds, cancellation: cancellation)
      }
    }
    tell(0)
    clock.wait(milliseconds: Countdown.restMilliseconds, cancellation: cancellation)
    return goesOn() && !cancellation.isCancelled
  }
}
