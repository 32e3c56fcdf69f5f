import CueModel
import CueText

/// What happens while somebody listens; frames are those of the sound that was given.
public enum ListenEvent: Equatable, Sendable {
  /// Something is not done as asked.
  case shortfall(Shortfall)
  /// Somebody has begun to speak at `frame`.
  case speechBegan(frame: Int)
  /// What is heard by `frame`.
  case partial(Heard, frame: Int)
  /// The last words of the expected line have been said.
  case lineEndReached(frame: Int)
  /// A word of the expected line was changed or left out, and the words after it were said; bytes of the line.
  case wordChanged(Range<Int>, frame: Int)
}

/// The result of listening.
public struct ListenResult: Equatable, Sendable {
  /// Why listening ended.
  public var reason: ListenEnd.Reason
  /// The rule that ended it; nil if something else did, such as the end of the sound.
  public var rule: TurnRule?
  /// Where and why listening ended.
  public var end: ListenEnd { ListenEnd(reason: reason, frame: frameCount, rule: rule) }
  /// Frames of the sound that were listened to.
  public var frameCount: Int
  /// What was heard, as the recognizer gave it.
  public var heard: Heard
  /// What it means, where something was expected.
  public var meaning: ListenMeaning
  /// Whether listening ended though somebody may still have spoken.
  public var wasCutOff: Bool { reason == .max || reason == .cancelled }
  /// Whether somebody began to speak, as far as the sound or the recognizer shows.
  public var hasHeardSpeech = false
  /// How long somebody spoke, from the first sound to the silence that ended it; 0 if nobody did.
  public var spokenSeconds = 0.0
  /// For how long a voice was heard in that; nil if it was not measured.
  ///
  /// A cough, a click and a door have hardly any, and a whisper has none.
  public var voicedSeconds: Double?
  /// Whether the voice stands out of the noise by so little that words may be heard that were not said.
  public var isNoisy = false
  /// How long was listened.
  public var seconds = 0.0
  /// Whether the speaker went on for as long as the words take that were not understood at the line's end, or its last words
  /// were understood: the line may be over.
  public var mayBeWhole = false
  /// It ended with another line, ``ListenSettings/echo``, and the sound from this frame on belongs to the next speaker.
  public var echoEndFrame: Int?
  /// The words as the expected line sees them; none if no line is expected.
  public var lineWords: [HeardWord] = []
  /// The sound from 300 ms before somebody began to speak, where it was to be kept.
  public var sound: AudioBuffer?
  /// The frame at which ``sound`` begins.
  public var soundStartFrame = 0

  /// Where the recognizer heard words in ``sound``, in seconds of it, as start and end; nil without words.
  public var spokenSpanSeconds: (start: Double, end: Double)? {
    let words = heard.words.filter { !$0.isOutside }
    guard let sound, let first = words.first, let last = words.last else { return nil }
    func seconds(_ frame: Int) -> Double {
      Double(frame - soundStartFrame) / Double(sound.format.rateHertz)
    }
    return (seconds(first.frames.lowerBound), seconds(last.frames.upperBound))
  }
}

/// What was heard, seen from what was expected.
public enum ListenMeaning: Equatable, Sendable {
  /// Nothing was said.
  case nothing
  /// Something was said, and the recognizer is not sure what.
  case notUnderstood
  /// The words themselves.
  case words(String)
  /// One of the names, in the list's spelling; nil if none of them was meant.
  case name(String?)
  /// A number in digits; nil for anything else.
  case number(String?)
  /// One of the phrases, as it was given; nil for anything else.
  case phrase(String?)
  /// How the line was said.
  case line(LineMatch, LineVerdict)
  /// Something else of the scene was said in the line's place.
  case otherLine(String)

  /// Whether that is what was expected.
  public var isExpected: Bool {
    switch self {
    case .nothing, .notUnderstood, .otherLine: false
    case .words: true
    case .name(let name): name != nil
    case .number(let number): number != nil
    case .phrase(let phrase): phrase != nil
    case .line(_, let verdict): verdict.isAccepted
    }
  }
}
