/// When to try a request again.
///
/// It depends only on its arguments; it neither waits nor looks at a clock.
package struct RetryPolicy: Sendable {
  /// Why a try failed.
  package enum Cause: Equatable, Sendable {
    /// The service answered so.
    case answer(AnswerHead, ServiceError)
    /// There was no connection, or it broke before any sound.
    case connection
    /// Anything that a new try cannot change.
    case hopeless
  }

  /// How many new tries there may be.
  package var maximum: Int
  package var baseMilliseconds: Double
  /// No request waits longer than this.
  package static let capMilliseconds = 60_000.0
  /// Decides the ±10 %, so that many hosts do not come back at once.
  package var seed: UInt64

  package init(maximum: Int, baseMilliseconds: Double, seed: UInt64) {
    self.maximum = maximum
    self.baseMilliseconds = baseMilliseconds
    self.seed = seed
  }

  /// How long to wait before the new try number `attempt` (from 0), or nil if there should
  /// be none.
  package func waitMilliseconds(after cause: Cause, attempt: Int, unixSeconds now: Double)
    -> Double?
  {
    guard attempt < maximum else { return nil }
    switch cause {
    case .hopeless: return nil
    case .connection: return backoff(attempt)
    case .answer(let head, let serviceError):
      guard Self.isWorthTrying(head.status), !serviceError.isAboutQuota else { return nil }
      if let asked = Self.askedMilliseconds(head, unixSeconds: now) {
        return asked <= Self.capMilliseconds ? asked : nil
      }
      // Our own requests are ahead of us: a place will be free soon, and waiting longer each time
      // helps nobody.
      return serviceError.isAboutConcurrency
        ? baseMilliseconds / 4 * jitter(attempt) : backoff(attempt)
    }
  }

  private static func isWorthTrying(_ status: Int) -> Bool {
    [408, 425, 429].contains(status) || status >= 500
  }

  /// base × 2ⁿ, capped, ± 10 %.
  private func backoff(_ attempt: Int) -> Double {
    var wait = baseMilliseconds
    for _ in 0..<attempt { wait = min(wait * 2, Self.capMilliseconds) }
    return min(wait * jitter(attempt), Self.capMilliseconds)
  }

  /// 0.9…1.1, the same for the same seed and attempt (SplitMix64).
  private func jitter(_ attempt: Int) -> Double {
    var mixed = seed &+ UInt64(attempt + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return 0.9 + 0.2 * Double(mixed >> 11) / Double(1 << 53)
  }

  /// How long the service asks to wait: retry-after-ms, retry-after in seconds, as a duration or as a date,
  /// x-ratelimit-reset as a date in seconds, x-ratelimit-reset-requests and -tokens as durations.
  package static func askedMilliseconds(_ head: AnswerHead, unixSeconds now: Double) -> Double? {
    func number(_ name: String) -> Double? {
      guard let number = head.headers[name].flatMap(Double.init), number.isFinite, number >= 0
      else { return nil }
      return number
    }
    func duration(_ name: String) -> Double? { head.headers[name].flatMap(durationSeconds) }
    if let milliseconds = number("retry-after-ms") { return milliseconds }
    if let seconds = number("retry-after") ?? duration("retry-after") { return seconds * 1000 }
    if let date = head.headers["retry-after"].flatMap(httpDate) { return max(0, date - now) * 1000 }
    if let reset = number("x-ratelimit-reset") { return max(0, reset - now) * 1000 }
    // The limit that is reached counts; where it is not known which, the longer wait.
    let resets = ["requests", "tokens"].compactMap { limit -> (isReached: Bool, seconds: Double)? in
      guard let seconds = duration("x-ratelimit-reset-\(limit)") else { return nil }
      return (number("x-ratelimit-remaining-\(limit)") == 0, seconds)
    }
    let reached = resets.filter(\.isReached)
    return (reached.isEmpty ? resets : reached).map { $0.seconds * 1000 }.max()
  }
}
