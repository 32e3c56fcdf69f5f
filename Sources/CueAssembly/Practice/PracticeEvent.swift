import CueAudio
import CueCasting
import CueListening
import CueModel
import CuePractice
import CueStore

/// What happens in practice, as it happens.
///
/// Its JSON form is one line of `cue practice --json`.
public enum PracticeEvent: Sendable {
  /// The course of practice: segments, words, pauses, repetitions, and its end, which is the last event.
  case course(PracticeReport)
  /// Something that the user should know, and that does not end practice.
  case note(PracticeNote)
}

/// Something about practice that the user should know.
public enum PracticeNote: Sendable {
  /// What the choice of a voice for the language reports.
  case casting(CastingNote)
  /// No voice speaks the language; these speak.
  case otherLanguage(String, voices: [String])
  /// Places, settings or history cannot be kept.
  case unkept(StoreFailure)
  /// The voice of the last time is not available; the usual one speaks.
  case voiceGone(String, VoiceAbsence)
  /// A speed was moved to the nearest that there is.
  case rateMoved(from: Double, to: Double)
  /// The factor of pauses was moved to the nearest that there is.
  case pauseFactorMoved(from: Double, to: Double)
  /// A recognizer cannot be used; another one hears the speaker.
  case recognizerRefused(any Error)
  /// The microphone of that name is lost, or back.
  case microphone(ReconnectingMicrophone.Note, name: String)
  /// The sound of the microphone of that name shows that something is wrong with it.
  case microphoneFault(MicrophoneFault, name: String)
  /// One repetition is not compared with the text, because the recognizer failed.
  case notCompared(ListenFailure)
}

/// Why a text cannot be practised as requested.
public enum PracticeProblem: Error, Sendable {
  /// The text has no segment of that number.
  case noSuchSegment(number: Int, count: Int, isParagraph: Bool, isLoop: Bool)
}
