import CueListening
import CueModel
import CueScreenplay
import CueText

/// The actor in a rehearsal: a person at keys or a microphone, or a script of what one would do.
///
/// All calls come from the thread that runs the session, one at a time.
public protocol ActorInput: AnyObject {
  /// What the actor does at this moment, while sound plays; nil for nothing. Does not wait.
  ///
  /// It is asked before a partner's line and then at least every 40 ms of it and of the silence after it.
  func poll(_ moment: Moment) -> ActorCommand?

  /// Waits for the actor, who has the line or holds the rehearsal.
  ///
  /// A turn without a command only lets time pass, and the next call follows. It must wait for
  /// something, or let some time pass now and then: the rehearsal asks again and again.
  func wait(_ moment: Moment) -> ActorTurn

  /// A partner begins a line, or has ended it (nil).
  ///
  /// Any thread may cancel `line` to be asked at once, even while a voice or a device keeps the
  /// session waiting. A line that was cancelled stops for good: do so for a command that ends it. If
  /// no command that does follows at the next ``poll(_:)``, the line counts as done and the next begins.
  func speaking(_ line: Cancellation?)

  /// The microphone is to follow this line of the actor, or is to be closed (nil).
  func listening(to line: Line?)

  /// The actor's line is interrupted by our own voice, which the microphone must not hear; false: it goes on.
  func hush(_ isHushed: Bool)

  /// A partner's sound that has just been played, for an input that listens for the actor meanwhile.
  func partnerSounds(_ sound: AudioBuffer)

  /// The actor's line at that index in the script is judged so from now on; nil: as lines that have no strictness of their own.
  func judge(line: Int, by strictness: Strictness?)

  /// The actor's lines that have no strictness of their own are judged so from the next one on.
  func judge(by strictness: Strictness)

  /// The actor was given the words at `range` of the line at hand, in bytes of its text.
  func prompted(_ range: Range<Int>)

  /// Whether the actor is listened to in the line at hand.
  var isHeard: Bool { get }

  /// How far the actor has said the line at hand, in bytes of its text, as far as that is known.
  var saidOfLine: Int { get }
}

extension ActorInput {
  /// An actor who is not listened to.
  public func listening(to line: Line?) {}

  /// Does nothing: there is no listening.
  public func hush(_ isHushed: Bool) {}

  /// Does nothing: there is no listening.
  public func partnerSounds(_ sound: AudioBuffer) {}

  /// Does nothing: lines are not judged.
  public func judge(line: Int, by strictness: Strictness?) {}

  /// Does nothing: lines are not judged.
  public func judge(by strictness: Strictness) {}

  /// Does nothing: there is no listening.
  public func prompted(_ range: Range<Int>) {}

  /// False: there is no listening.
  public var isHeard: Bool { false }

  /// 0: it is not known.
  public var saidOfLine: Int { 0 }
}

/// Where a rehearsal is, as an actor sees it.
public struct Moment: Equatable, Sendable {
  /// What the rehearsal is doing.
  public var status: RehearsalState.Status
  /// The line it stands at; nil before the first and after the last.
  public var line: Line?
  /// How long the line has been going: its sound and the silence after it, or the time the actor took.
  ///
  /// Pauses do not count.
  public var secondsIntoLine: Double
  /// Frames of the session played so far; 0 until the first sound decides how long a frame is.
  public var sessionFrame: Int
  /// How far a partner has come with the line: the byte of its text at which the last reported word begins.
  ///
  /// All of it after the line's end; 0 while the voice reports no words.
  public var spokenOffset: Int
  /// The actor's line that follows the line at hand, in the order that is rehearsed, by its index; nil if another speaks next.
  public var nextOwnLine: Int?
  /// Whether the microphone follows the actor's lines.
  public var isListening: Bool
  /// The lines that are rehearsed, by their index; nil if they are in another order than the script's.
  public var rehearsedLines: Range<Int>?
  /// The rehearsal has lost its sound and tries again after this many seconds; nil otherwise.
  ///
  /// An actor who is asked to wait then waits for this long at most, and answers with a turn without a command.
  public var retryAfterSeconds: Double?

  /// A moment with the given parts.
  public init(
    status: RehearsalState.Status, line: Line?, secondsIntoLine: Double, sessionFrame: Int,
    spokenOffset: Int = 0, nextOwnLine: Int? = nil, isListening: Bool = false,
    rehearsedLines: Range<Int>? = nil, retryAfterSeconds: Double? = nil
  ) {
    self.nextOwnLine = nextOwnLine
    self.isListening = isListening
    self.rehearsedLines = rehearsedLines
    self.spokenOffset = spokenOffset
    self.retryAfterSeconds = retryAfterSeconds
    self.status = status
    self.line = line
    self.secondsIntoLine = secondsIntoLine
    self.sessionFrame = sessionFrame
  }
}

/// Something the actor wants.
public enum ActorCommand: Equatable, Sendable {
  /// Begin at the first line. Ignored while a rehearsal is under way.
  case start
  /// I have said my line.
  case advance
  /// The microphone found that the line is over.
  case heard(UserLineEnd)
  /// Hold everything.
  case pause
  /// Go on from where it was held.
  case resume
  /// Take the spoken line before this one again.
  case back
  /// Take this line once more.
  case repeatLine
  /// Go to a spoken line, counted from 1 as in ``DialogueNumbers``.
  case goto(line: Int)
  /// Go to the first line of a scene, counted from 1 in the order of the script.
  case gotoScene(Int)
  /// End the rehearsal.
  case stop
  /// Switch the microphone's part in it on or off.
  case setListening(Bool)
  /// Give me the next words of my line.
  case prompt
  /// Give me all of my line.
  case give
  /// The actor was heard to say these words of their line, bytes of its text, otherwise than they are written.
  case correct(Range<Int>)
  /// The actor has begun to speak while the partner does.
  case bargeIn
  /// The actor has said their line at that index in the script instead of the one at hand: the scene goes on after it.
  case jumped(toLine: Int)
  /// Judge my line by this from now on.
  case setStrictness(Strictness)
  /// Have a line, by its index in the script, played and judged so from its next time on; nil as if nothing was said of it.
  case direct(line: Int, LineDirection?)
  /// Have lines that have no strictness of their own judged so, from the next one on.
  case judge(Strictness)
}

/// What an actor did when the word was theirs.
public struct ActorTurn: Equatable, Sendable {
  /// Silence to play before the command: the time that passed, or 0 if it passed for the output, too.
  public var silenceSeconds: Double
  /// What the actor wants; nil if only time passed.
  public var command: ActorCommand?
  /// How long the actor took to begin, where the command ends a line that was heard.
  public var pickUpSeconds: Double?

  /// `command`, after `silenceSeconds` of silence.
  public init(
    after silenceSeconds: Double = 0, _ command: ActorCommand? = nil, pickUpSeconds: Double? = nil
  ) {
    self.pickUpSeconds = pickUpSeconds
    self.silenceSeconds = silenceSeconds
    self.command = command
  }
}
