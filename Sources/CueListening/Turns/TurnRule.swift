/// A rule by which a turn is judged: the list of all, in the order in which they are tried.
///
/// The rules of the first three stages end listening. Those of the last one say what follows: the line is over, a command was
/// said, or the actor is waited for. A trace names the rule that fired.
public enum TurnRule: String, CaseIterable, Sendable {
  // MARK: Time

  /// Nothing loud and nothing new for ``TurnLimits/inactivity``.
  case inactivity = "inactivity"
  /// The recognizer reports nothing new for ``TurnLimits/stable``: noise may hide the silence.
  case noNews = "no-news"
  /// Nobody has begun for ``TurnLimits/start``.
  case noSpeech = "no-speech"
  /// Listening has lasted for ``TurnLimits/max``.
  case tooLong = "too-long"

  // MARK: Sound

  /// Silence for ``TurnLimits/end``, or for longer while the line is unfinished.
  case silence = "silence"

  // MARK: Words

  /// The last words of the line were heard, and a short silence follows.
  case lineEnd = "line-end"
  /// The partner's line came back from the room, and is over.
  case echoEnd = "echo-end"
  /// The end of the line was not understood, but spoken for as long as it takes; or all of it but a word was heard.
  case spokenEnd = "spoken-end"

  // MARK: Decisions

  /// The partner's own line came back from the room: nothing was said yet.
  case echo = "echo"
  /// A noise, after the line may have been said: it is over.
  case noiseAfterLine = "noise-after-line"
  /// A noise: the actor is waited for.
  case noise = "noise"
  /// Silence, after the line may have been said: it is over.
  case silenceAfterLine = "silence-after-line"
  /// Silence, which ends a line by the actor's wish: ``TurnWay/silence``.
  case silenceByWish = "silence-by-wish"
  /// Silence: the actor is waited for.
  case nobodySpoke = "nobody-spoke"
  /// A command, and nothing else.
  case command = "command"
  /// A command after words of the line and a pause.
  case commandAfterWords = "command-after-words"
  /// Perhaps a command: the actor is waited for, and may say it again.
  case unsureCommand = "unsure-command"
  /// The partner's line was heard: it came back from the room.
  case partnersLine = "partners-line"
  /// Another line of the scene was said: the actor is waited for.
  case otherLine = "other-line"
  /// Speech that was not understood, for about as long as the line takes: it is over.
  case spokenTime = "spoken-time"
  /// The line was said as strictly as wished: it is over.
  case asWritten = "as-written"
  /// The line was heard to its end, or to the word before its last: it is over.
  case heardToEnd = "heard-to-end"
  /// The last words of the line were said, and some before were skipped: it is over, unless it is judged word-perfect.
  case lastWords = "last-words"
  /// Most words of the line were heard, in about the time that it takes: it is over.
  case mostWordsInTime = "most-words-in-time"
  /// The words that are missing at the end were spoken: it is over.
  case endWasSpoken = "end-was-spoken"
  /// It took as long as it may: it is over.
  case tookTooLong = "took-too-long"
  /// Clear speech that shares nothing with the line, for about as long as the line takes: the actor is waited for.
  case otherWords = "other-words"
  /// Speech that was not understood: the actor is waited for.
  case notUnderstood = "not-understood"
  /// Part of the line was said: the actor is waited for.
  case unfinished = "unfinished"

  /// When a rule is tried.
  enum Stage {
    /// Every 10 ms, and before new words.
    case time
    /// Every 10 ms.
    case sound
    /// When the recognizer was given the sound.
    case words
    /// When listening has ended.
    case decision
  }

  var stage: Stage {
    switch self {
    case .inactivity, .noNews, .noSpeech, .tooLong: .time
    case .silence: .sound
    case .lineEnd, .echoEnd, .spokenEnd: .words
    default: .decision
    }
  }
}
