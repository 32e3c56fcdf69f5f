import CueModel

/// A plugin with its settings, of which voices can be had, each with an engine of its own.
public struct VoiceSource: Sendable {
  /// As the user named it.
  public var name: String
  /// How many of its voices may work at once; nothing where it works on this machine, and as many do as there are lanes.
  public var mostVoices: Int?
  /// How often it may be asked.
  public var rateLimit: RateLimit?
  /// What is done where it fails.
  public var retry: RetryRules
  /// Makes one for the lane of that number, counted from 0.
  public var makeVoice: @Sendable (_ lane: Int) throws(PluginFailure) -> any RecordingVoice

  /// A plugin that works on this machine: as many voices as there are lanes, and a failure is tried once more at once.
  public init(
    local name: String,
    makeVoice: @escaping @Sendable (_ lane: Int) throws(PluginFailure) -> any RecordingVoice
  ) {
    self.name = name
    retry = .local
    self.makeVoice = makeVoice
  }

  /// A plugin that asks a service: few voices at once, a limited number of requests, and patience with its failures.
  public init(
    remote name: String, mostVoices: Int = 3, rateLimit: RateLimit = RateLimit(),
    makeVoice: @escaping @Sendable (_ lane: Int) throws(PluginFailure) -> any RecordingVoice
  ) {
    self.name = name
    self.mostVoices = mostVoices
    self.rateLimit = rateLimit
    retry = .remote
    self.makeVoice = makeVoice
  }
}

/// How often something may be asked.
public struct RateLimit: Equatable, Sendable {
  /// So many requests are let through.
  public var requests: Int
  /// In so many seconds; they may come all at once.
  public var seconds: Double

  /// `requests` in `seconds`.
  public init(requests: Int = 60, seconds: Double = 60) {
    precondition(requests > 0 && seconds > 0, "nothing could ever be asked")
    self.requests = requests
    self.seconds = seconds
  }
}

/// What is done where a voice has failed in a way that may pass.
public struct RetryRules: Equatable, Sendable {
  /// How often it is tried again.
  public var mostRetries: Int
  /// The first delay.
  public var firstMilliseconds: Int
  /// No delay is longer; a service that asks for more is not asked again.
  public var mostMilliseconds: Int
  /// Each delay is so many times the one before.
  public var factor: Double
  /// Up to such a part is added by chance, so that not all come back at once.
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
  static let ended = RetryRules(
    mostRetries: 5, firstMilliseconds: 100, mostMilliseconds: 2000, factor: 2, jitter: 0)

  /// What to wait before the retry of that number, counted from 0; nothing where there is none.
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
