import CueAudio
import CueCasting
import CueListening
import CueModel
import CueRehearsal
import CueScreenplay
import CueStore
import CueText

/// What happens in a rehearsal, as it happens.
///
/// Its JSON form is one line of `cue rehearse --json`; see ``json(_:)``. A line is identified by its index in the script.
public enum RehearsalEvent: Sendable {
  /// The course of the rehearsal: lines, voices, words, and its end, which is the last event. A word comes `secondsAhead`
  /// before it is heard.
  case course(RehearsalReport, secondsAhead: Double = 0)
  /// What is heard of the actor.
  case hearing(ListeningReport)
  /// The level of the microphone, from 0 to 1; nil while it is closed.
  case level(Double?)
  /// The seconds before it begins; 0 when it does.
  case countdown(Int)
  /// How the run went: which lines were right, and which to work on.
  case summary(RunSummary)
  /// How the lines were worded, as the recognizer of that name judged it beside the first.
  case wording(WordingReport, judgedBy: String)
  /// A take that was recorded.
  case recorded(RehearsalTake)
  /// Something that the user should know, and that does not end the rehearsal.
  case note(RehearsalNote)
}

/// A take of a rehearsal.
public struct RehearsalTake: Equatable, Sendable {
  /// Its scene and number, as in `1.2`.
  public let name: String
  /// The folder of its sound files.
  public let folder: String
  /// Its length in frames.
  public let frames: Int
  /// Frames a second.
  public let rateHertz: Int

  init(_ take: Take) { self.init(name: take.name, folder: take.folder, frames: take.frames) }

  init(name: String, folder: String, frames: Int) {
    self.name = name
    self.folder = folder
    self.frames = frames
    rateHertz = TakeTracks.format.rateHertz
  }
}

/// Something about a rehearsal that the user should know.
public enum RehearsalNote: Sendable {
  /// What casting reports.
  case casting(CastingNote)
  /// Partners have the same voice, or voices that sound alike: see ``CastOutcome``.
  case alike(CastOutcome, among: Set<String>)
  /// Names that the voices may mispronounce, with a proposed spelling; only before the first rehearsal of a script.
  case hardNames([KnownNames.Proposal])
  /// Something cannot be kept in the library.
  case unkept(KeptMatter, StoreFailure)
  /// The actor's parts have no line among those that are rehearsed.
  case noOwnLines(roles: [String])
  /// It goes on at this spoken line, where the last rehearsal stopped.
  case goesOn(atLine: Int)
  /// The actor's lines that were chosen, by their numbers.
  case chosen([Int], RehearsalRequest.LineChoice)
  /// The seed of a random order that had none.
  case shuffled(seed: UInt64)
  /// The histories of this many lines of an earlier draft, of all that it had, were taken over.
  case historyTaken(Int, of: Int, draft: String)
  /// The directions beside the script name characters, scenes or lines that it does not have.
  case strangers([String])
  /// The directions have a recording for a spoken line that is the actor's own.
  case recordingOfOwnLine(number: Int)
  /// A reading of a line cannot be used; the voice says the line as usual.
  case readingUnused(path: String, number: Int, any Error)
  /// A recognizer cannot be used; another one hears the actor.
  case recognizerRefused(any Error)
  /// The microphone of that name is lost, or back.
  case microphone(ReconnectingMicrophone.Note, name: String)
  /// The sound of the microphone of that name shows that something is wrong with it.
  case microphoneFault(MicrophoneFault, name: String)
  /// Nothing more can be recorded.
  case recordsNoMore(any Error)
  /// What a stretch of listening came to, in the spoken line of that number.
  case trace(TurnTrace, number: Int?)
}

/// What the library keeps of a rehearsal.
public enum KeptMatter: String, Sendable {
  /// Who plays whom.
  case cast
  /// The place where the part stops.
  case place
  /// How the actor's lines go.
  case history
}

/// Why a rehearsal cannot be held as requested.
public enum RehearsalProblem: Error, Sendable {
  /// The script has no line of that number.
  case noSuchLine(RehearsalRequest.Bound, number: Int, count: Int)
  /// The script has no scene of that number.
  case noSuchScene(number: Int, count: Int)
  /// The actor's parts have no line that could be chosen.
  case nothingToRehearse(roles: [String])
  /// No line of the actor's is a trouble spot.
  case noTrouble(roles: [String])
  /// No line of the actor's is due; the next one is after that many days.
  case nothingDue(roles: [String], nextInDays: Int)
  /// The library has no script of that name.
  case noSuchScript(String)
  /// Only a script in a file has a history.
  case historyNeedsFile
}

extension RehearsalRequest {
  /// A bound of the lines that are rehearsed.
  public enum Bound: Sendable {
    case first, last, loop
  }
}

/// The actor cannot be heard: their microphone failed.
package struct ActorUnheard: Error {
  /// Why.
  package let cause: any Error
}
