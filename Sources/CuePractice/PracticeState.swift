import CueModel

/// Where practice stands; only ``PracticeReducer`` writes it.
public struct PracticeState: Equatable, Sendable {
  /// The one thing that is done.
  public enum Status: String, CaseIterable, Sendable {
    /// Nothing has begun, or it was ended by hand.
    case idle
    /// The voice says the segment.
    case speaking
    /// The speaker repeats it.
    case pausing
    /// What the speaker said is played to them, or a sample of a voice.
    case playingOwn
    /// All is held.
    case held
    /// The end was reached.
    case finished
  }

  /// Why practice is held.
  public enum HoldReason: Equatable, Sendable {
    /// The speaker wanted it so.
    case asked
    /// Something outside did: the sound device went away, the terminal's owner stopped the program.
    case interrupted
    /// No voice could say the segment, and why.
    case failed(PluginFailure)
  }

  /// What playing again does while practice is held.
  public enum Resumption: Equatable, Sendable {
    /// The voice goes on where it stopped.
    case voice
    /// The segment is said from its start.
    case segment
    /// What follows the segment: its last word was out as it was held.
    case rest
  }

  /// Why it is over.
  public enum End: String, Sendable {
    /// The last segment is done.
    case text
    /// The time that was set is up.
    case limit
  }

  /// A pause in which the speaker repeats the segment.
  public struct Pause: Equatable, Sendable {
    /// When it began, by the clock of the session.
    public internal(set) var began: Duration
    /// How long it is; nil if it ends when the speaker falls silent.
    public internal(set) var length: Duration?
    /// How much of it is left, in tenths of a second, rounded up; those that went by where it has no length.
    public internal(set) var tenths: Int
  }

  /// What is done.
  public internal(set) var status = Status.idle
  /// What is set; it changes as practice goes on.
  public internal(set) var settings: PracticeSettings
  /// The segment it stands at, counted from 0 among those of the granularity.
  public internal(set) var index = 0
  /// Which of the rates the segment is said at, counted from 0.
  public internal(set) var pass = 0
  /// How many segments there are.
  public internal(set) var count: Int
  /// Each utterance and its pause have a number of their own: late results of another one change nothing.
  public internal(set) var utterance = 0
  /// The pause under way, while ``status`` is `pausing`.
  public internal(set) var pause: Pause?
  /// Why it is held, while ``status`` is `held`.
  public internal(set) var hold: HoldReason?
  /// What playing again does, while ``status`` is `held`.
  public internal(set) var resuming = Resumption.segment
  /// What follows once the speaker's recording was played, while ``status`` is `playingOwn`: `speaking` for the segment from
  /// its start.
  public internal(set) var afterOwn = Status.held
  /// The voice of which a sample is played, while ``status`` is `playingOwn`; nil for what the speaker said.
  public internal(set) var sample: String?
  /// Why it is over, while ``status`` is `finished`.
  public internal(set) var end: End?
  /// How long the segment took that was said last.
  public internal(set) var took = Duration.zero
  /// Whether the speaker can be heard.
  public internal(set) var hasMicrophone: Bool
  /// The segments of this session that were said to their end, by their first byte.
  public internal(set) var said: Set<Int> = []

  /// Practice that has not begun.
  init(settings: PracticeSettings, index: Int, count: Int, hasMicrophone: Bool) {
    self.settings = settings
    self.index = index
    self.count = count
    self.hasMicrophone = hasMicrophone
  }

  /// The rate at which the segment is said now.
  public var rate: PracticeRate { settings.rates[min(pass, settings.rates.count - 1)] }
}
