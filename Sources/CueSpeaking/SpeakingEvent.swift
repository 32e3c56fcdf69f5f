import CueModel

/// What is going on, in a word.
public enum SpeakingStatus: String, Equatable, Sendable {
  /// Nothing.
  case idle
  /// Words are said.
  case speaking
  /// A clip is played.
  case playing
  /// A pause goes by.
  case pausing
  /// The user has paused it, until the user resumes it.
  case paused
  /// Somebody is listened to.
  case listening
  /// It was stopped.
  case stopped
}

/// What happens while a queue is played.
public struct SpeakingEvent: Sendable {
  /// What happens.
  public enum What: Sendable {
    /// A clip was opened ahead of the speech that it follows at once.
    case prepared(path: String)
    /// The item of that number begins; items of a channel are counted from 1.
    case began(item: Int, SpeechItem)
    /// The sound of the item's words begins; `voice` is the name of the voice that says them.
    case said(item: Int, voice: String)
    /// A word, sentence or mark begins, by the bytes of the item's text.
    case mark(item: Int, SpeechMark)
    /// Something is not as it was asked.
    case shortfall(item: Int, Shortfall)
    /// A voice failed; `voice` says the item again, from its start.
    case standIn(item: Int, voice: String, because: PluginFailure)
    /// The item is over.
    case ended(item: Int)
    /// The item could not be said or played; the channel goes on with the next.
    case failed(item: Int, SpeechItem, because: any Error)
    /// Whether anybody speaks: true before the first words, false after the last.
    case speaking(Bool)
    /// The level of all that is heard, 0…1: the mean magnitude times 20, at most 1, as of a microphone (SP-58).
    case level(Double)
    /// How strongly the voices speak just now, 0…1: the root mean square of the words alone, times 4, at most 1.
    case pulse(Double)
    /// What is going on in the main channel.
    case status(SpeakingStatus)
  }

  /// When, in seconds of what the queue plays.
  public var seconds: Double
  /// The channel; 0 also for events of all channels.
  public var channel: Int
  /// What happens.
  public var what: What

  /// An event of `channel` at `seconds`.
  public init(seconds: Double, channel: Int, _ what: What) {
    self.seconds = seconds
    self.channel = channel
    self.what = what
  }
}
