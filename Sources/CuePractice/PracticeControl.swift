import CueModel
import CueText

/// The speaker in practice: a person at keys, words on standard input, or a script of what one would do.
///
/// All calls come from the thread that runs the session, one at a time.
public protocol PracticeControl: AnyObject {
  /// What the speaker wants at this moment, while sound or a pause plays; nil for nothing. Does not wait.
  ///
  /// It is asked before a segment, and then at least every 40 ms of it and of its pause.
  func poll(_ moment: PracticeMoment) -> PracticeCommand?

  /// Waits for the speaker, who paused practice.
  ///
  /// A turn without a command only lets time pass, and the next call follows: it must wait for something, or let some time pass
  /// now and then, as it is asked again and again.
  func wait(_ moment: PracticeMoment) -> PracticeTurn

  /// A segment begins, with the pause after it, or has ended (nil).
  ///
  /// Any thread may cancel `segment` to be asked at once, even while a voice or a device keeps the session waiting. What was
  /// cancelled stops for good: do so for a command that ``PracticeCommand/endsSegment``. If no such command follows at the next
  /// ``poll(_:)``, the segment is said from its start.
  func speaking(_ segment: Cancellation?)
}

extension PracticeCommand {
  /// Whether it ends what is being said, so that no word's end need be waited for.
  public var endsSegment: Bool {
    switch self {
    case .next, .previous, .first, .last, .jump, .repeatSegment, .restart, .stop, .playOwn,
      .sample,
      .setGranularity, .changeGranularity:
      true
    default: false
    }
  }
}

/// Where practice is, as the speaker sees it.
public struct PracticeMoment: Equatable, Sendable {
  /// All that is known.
  public var state: PracticeState
  /// The segment it stands at.
  public var segment: Segment?
  /// How long the voice has been saying it, or how long the pause has lasted; what was held does not count.
  public var elapsed: Duration
  /// The sound and pauses of the whole session; what was held does not count.
  public var clock: Duration

  /// A moment with the given parts.
  public init(state: PracticeState, segment: Segment?, elapsed: Duration, clock: Duration) {
    self.state = state
    self.segment = segment
    self.elapsed = elapsed
    self.clock = clock
  }
}

/// What the speaker did while practice was held.
public struct PracticeTurn: Equatable, Sendable {
  /// Silence to play before the command: the time that passed, or 0 if it passed for the output, too.
  public var silenceSeconds: Double
  /// What the speaker wants; nil if only time passed.
  public var command: PracticeCommand?

  /// `command`, after `silenceSeconds` of silence.
  public init(after silenceSeconds: Double = 0, _ command: PracticeCommand? = nil) {
    self.silenceSeconds = silenceSeconds
    self.command = command
  }
}
