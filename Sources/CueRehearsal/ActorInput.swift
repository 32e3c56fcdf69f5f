import CueModel
import CueScreenplay

/// The actor in a rehearsal: a person at keys or a microphone, or a script of what one would do.
///
/// All calls come from the thread that runs the session, one at a time.
public protocol ActorInput: AnyObject {
  /// What the actor does at this moment, while sound is put out; nil for nothing. Does not wait.
  ///
  /// It is asked ahead of a partner's line and then at least every 40 ms of it and of the silence behind it.
  func poll(_ moment: Moment) -> ActorCommand?

  /// Waits for the actor, whose line it is or who holds the rehearsal.
  ///
  /// A turn without a command only lets time pass, and the next call follows. It must wait for
  /// something, or let some time pass now and then: the rehearsal asks for ever.
  func wait(_ moment: Moment) -> ActorTurn

  /// A partner begins a line, or has ended it (nil).
  ///
  /// Any thread may cancel `line` to be asked at once, even while a voice or a device keeps the
  /// session waiting. A line that was cancelled stops for good: do so for a command that ends it. If
  /// no command that does follows at the next ``poll(_:)``, the line counts as done and the next begins.
  func speaking(_ line: Cancellation?)

  /// The microphone is to follow this line of the actor, or is to be closed (nil).
  func listening(to line: Line?)
}

extension ActorInput {
  /// An actor who is not listened to.
  public func listening(to line: Line?) {}
}

/// Where a rehearsal is, as an actor sees it.
public struct Moment: Equatable, Sendable {
  /// What the rehearsal is doing.
  public var status: RehearsalState.Status
  /// The line it stands at; nil before the first and behind the last.
  public var line: Line?
  /// How long the line has been going: its sound and the silence behind, or the time the actor took.
  ///
  /// Pauses do not count.
  public var secondsIntoLine: Double
  /// Frames of the session put out so far; 0 until the first sound decides how long a frame is.
  public var sessionFrame: Int
  /// The rehearsal has lost its sound and tries again after so many seconds; nil otherwise.
  ///
  /// An actor who is asked to wait then waits for so long at most, and answers with a turn without a command.
  public var retryAfterSeconds: Double?

  /// A moment with the given parts.
  public init(
    status: RehearsalState.Status, line: Line?, secondsIntoLine: Double, sessionFrame: Int,
    retryAfterSeconds: Double? = nil
  ) {
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
}

/// What an actor did when the word was theirs.
public struct ActorTurn: Equatable, Sendable {
  /// Silence to put out ahead of the command: the time that passed, or 0 where it passed for the output, too.
  public var silenceSeconds: Double
  /// What the actor wants; nil if only time passed.
  public var command: ActorCommand?

  /// `command`, after `silenceSeconds` of silence.
  public init(after silenceSeconds: Double = 0, _ command: ActorCommand? = nil) {
    self.silenceSeconds = silenceSeconds
    self.command = command
  }
}
