import CueAudio
import CueListening
import CueModel
import CueScreenplay
import CueText

/// What happens in a rehearsal, as it happens, for display.
///
/// A line is identified by its index in the script; ``DialogueNumbers`` has the number people call it by. A
/// frame is one of the session's output, counted from 0. Silence ahead of the first sound has no frames
/// until that sound decides how long they are; the first ``speaking(line:character:voice:frame:)`` counts it.
public enum RehearsalReport: Equatable, Sendable {
  /// A rehearsal begins.
  case started(title: String)
  /// The rehearsal does something else, or the same at another line.
  case state(from: RehearsalState.Status, to: RehearsalState.Status, line: Int)
  /// A line comes before the actor's eyes: a heading, a direction, or a speech with its number; `isOwn` if the actor is to say it.
  case shown(Line, number: Int?, isOwn: Bool)
  /// A voice begins to be heard. It is reported again when another voice says the line from its start.
  case speaking(line: Int, character: String, voice: String, frame: Int)
  /// A word begins: bytes of the line's text.
  case word(line: Int, textRange: Range<Int>, frame: Int, isEstimated: Bool = false)
  /// Words of the actor's line are given to them: bytes of its text. `isCorrection`: they had said others.
  case prompted(line: Int, textRange: Range<Int>, isCorrection: Bool)
  /// The actor's line is judged otherwise from now on.
  case judged(line: Int, by: Strictness)
  /// A line is over, and how.
  case lineDone(line: Int, LineEnd)
  /// A voice failed in a line, and this one says it from its start.
  case standIn(line: Int, voice: String, because: PluginFailure)
  /// No voice could say the line; its sound so far is dropped, and the rehearsal goes on.
  case failed(line: Int, because: PluginFailure)
  /// Every voice of the cast has been given up. Reported once.
  case voicesGivenUp
  /// A voice could not do as it was asked.
  case shortfall(line: Int, Shortfall)
  /// Nothing was done, and why.
  case ignored(ActorCommand, why: RehearsalRefusal)
  /// Everything is held from this frame on.
  case paused(line: Int, frame: Int)
  /// It goes on at this frame.
  case resumed(line: Int, frame: Int)
  /// The sound has no place to go; the rehearsal waits for one and says the line again from its start.
  case outputLost(line: Int, because: PluginFailure)
  /// The line that was lost is heard again from its start.
  case outputBack(line: Int)
  /// The lines are rehearsed once more; the number of the round, from 2.
  case roundBegins(Int)
  /// The script came to its end.
  case finished(RehearsalOutcome)
  /// The actor ended it.
  case stopped(RehearsalOutcome)
  /// The output failed; the error is thrown next.
  case brokenOff(RehearsalOutcome)
}

/// How a line came to its end.
public enum LineEnd: Equatable, Sendable {
  /// The partner said it.
  case said
  /// The actor silenced the partner in mid-line.
  case cut
  /// No voice could say it.
  case failed
  /// The actor's own line is over.
  case actor(UserLineEnd)
}

/// What a rehearsal came to.
public struct RehearsalOutcome: Equatable, Sendable {
  /// Whether the script came to its end.
  public var isFinished = false
  /// Lines the partners said, a line as often as it was said; one that the actor silenced counts.
  public var partnerLines = 0
  /// Lines the actor did, a line as often as it was done.
  public var ownLines = 0
  /// Partners' lines that no voice could say.
  public var failedLines = 0
  /// Different spoken lines that were done.
  public var completedLines = 0
  /// Those of them that are the actor's.
  public var completedOwnLines = 0
  /// Spoken lines the script has.
  public var spokenLines = 0
  /// The length of the session.
  public var frames = 0
  /// Frames a second; that of the default format where there was no sound.
  public var rateHertz = AudioFormat.ofSilence.rateHertz

  /// Nothing yet.
  public init() {}
}
