/// What is done where a voice has failed in a way that may pass.
public struct RetryRules: Equatable, Sendable {
  /// How often it is tried again.
  public var mostRetries: Int
  /// The first delay.
  public var firstMilliseconds: Int
  /// No delay is longer; a service that asks for more is not asked again.
  public var mostMilliseconds: Int
  /// Each delay is this many times the one before.
  public var factor: Double
  /// Up to this part is added by chance, so that not all come back at once.
  public var jitter: Double

  /// Rules of those values.
  public init(
    mostRetries: Int, firstMilliseconds: Int, mostMilliseconds: Int, factor: Double, jitter: Double
  ) {
    self.mostRetries = mostRetries
    self.firstMilliseconds = firstMilliseconds
    self.mostMilliseconds = mostMilliseconds
    self.factor = factor
    self.jitter = jitter
  }

  /// Three times, after 1, 2 and 4 seconds and up to a tenth more.
  public static let remote = RetryRules(
    mostRetries: 3, firstMilliseconds: 1000, mostMilliseconds: 60_000, factor: 2, jitter: 0.1)
  /// Once, at once: what fails on this machine mostly fails again.
  public static let local = RetryRules(
    mostRetries: 1, firstMilliseconds: 0, mostMilliseconds: 0, factor: 1, jitter: 0)

  /// Five times, after a tenth of a second to two: for what somebody else has ended.
  public static let ended = RetryRules(
    mostRetries: 5, firstMilliseconds: 100, mostMilliseconds: 2000, factor: 2, jitter: 0)

  /// What to wait before the retry of that number, counted from 0; nil if there is none.
  ///
  /// - Parameters:
  ///   - retry: how often it was tried again already
  ///   - asked: what the failure asks for
  ///   - chance: 0…1
  /// - Returns: milliseconds
  public func delay(retry: Int, asked: Int?, chance: Double) -> Int? {
    guard retry < mostRetries else { return nil }
    var delay = Double(firstMilliseconds)
    for _ in 0..<retry { delay *= factor }
    let own = min(delay * (1 + jitter * chance), Double(mostMilliseconds))
    guard let asked else { return Int(own) }
    guard mostMilliseconds == 0 || asked <= mostMilliseconds else { return nil }
    return mostMilliseconds == 0 ? 0 : max(asked, 0)
  }
}

/// How long a service that has failed is left alone: each time twice as long, and at least as long as it asks for.
public struct ServiceRest: Equatable, Sendable {
  private static let firstMilliseconds = 30_000
  private static let longestMilliseconds = 300_000
  private var next = ServiceRest.firstMilliseconds

  /// It has not failed.
  public init() {}

  /// It has failed: how long it rests, in milliseconds; `asked` is what it asks for.
  public mutating func begin(asked: Int?) -> Int {
    defer { next = min(next * 2, ServiceRest.longestMilliseconds) }
    return max(next, asked ?? 0)
  }
}
