import CueAudio
import CueListening
import CueModel
import CueText

/// What a rehearsal hears, as it happens.
///
/// A line is identified by its index in the script.
public enum ListeningReport: Equatable, Sendable {
  /// The microphone follows the actor's line.
  case listening(line: Int)
  /// The microphone is open in a partner's line before the actor's.
  case listeningEarly(line: Int)
  /// Somebody has begun to speak.
  case speechBegan(line: Int)
  /// What is heard of the line so far.
  case partial(line: Int, text: String)
  /// The line is not over yet, and why.
  case waits(line: Int, TurnWait)
  /// The actor said a command.
  case command(line: Int, SpokenCommand)
  /// The actor said that the rehearsal is to end; it ends if they say so once more in this line.
  case asksToStop(line: Int)
  /// The recognizer does not know the language, a BCP 47 tag: lines end by silence, and nothing is judged.
  case languageUnknown(recognizer: String, language: String)
  /// The line is over.
  case heard(HeardLine)
  /// How a line was worded, as a second recognizer judges it while the rehearsal goes on; its number is the line.
  case wording(SecondOpinion)
  /// The microphone's sound shows that something is wrong with it.
  case microphoneFault(MicrophoneFault)
  /// The microphone is gone; the actor goes on by hand, if they can.
  case microphoneLost(MicrophoneLoss)
  /// The recognizer failed, and what follows from it.
  case recognizerFailed(ListenFailure, RecognizerLoss)
}

/// What a rehearsal does after a recognizer has failed.
public enum RecognizerLoss: Equatable, Sendable {
  /// It is started again, and hears once more what was said of the line.
  case startedAgain
  /// This line is not heard; the actor goes on by hand.
  case line
  /// The actor is no longer heard.
  case everything
}

/// Why the actor is no longer heard.
public enum MicrophoneLoss: Error, Equatable, Sendable {
  /// The sound is over; the microphone's name.
  case over(String)
  /// It failed; why, as a sentence.
  case failed(String)
}

/// How an actor's line was said.
public struct HeardLine: Equatable, Sendable {
  /// The line, by its index in the script.
  public var line: Int
  /// Why it is over.
  public var end: UserLineEnd
  /// How the words compare with the line; nil if nothing was understood.
  public var match: LineMatch?
  /// What was heard in it.
  public var text: String
  /// Whose judgement it is: the recognizer's name.
  public var source: String
  /// From the end of the partner's line, or of the listening before, to the first word; nil if nobody spoke.
  public var pickUpSeconds: Double?
  /// How long it took to say.
  public var seconds: Double

  /// A line that is over.
  package init(
    line: Int, end: UserLineEnd, match: LineMatch?, text: String, source: String,
    pickUpSeconds: Double?, seconds: Double
  ) {
    self.line = line
    self.end = end
    self.match = match
    self.text = text
    self.source = source
    self.pickUpSeconds = pickUpSeconds
    self.seconds = seconds
  }
}
