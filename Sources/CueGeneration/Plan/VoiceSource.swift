import CueModel

/// A plugin with its settings, of which voices can be had, each with an engine of its own.
public struct VoiceSource: Sendable {
  /// As the user named it.
  public var name: String
  /// How many of its voices may work at once; nil if it works on this machine, and as many do as there are lanes.
  public var mostVoices: Int?
  /// How many of them a service is asked with at first; more or fewer as it answers.
  public var voicesAtFirst = 3
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
  /// How many requests are let through.
  public var requests: Int
  /// In this many seconds; the requests may come all at once.
  public var seconds: Double

  /// `requests` in `seconds`.
  public init(requests: Int = 60, seconds: Double = 60) {
    precondition(requests > 0 && seconds > 0, "nothing could ever be asked")
    self.requests = requests
    self.seconds = seconds
  }
}
