/// A rule by which a turn is judged: the list of all, in the order in which they are tried.
///
/// The rules of the first three stages end listening. Those of the last one say what follows: the line is over, a command was
/// said, or the actor is waited for. A trace names the rule that fired.
public enum TurnRule: String, CaseIterable, Sendable {
  // MARK: Time

  /// Nothing loud and nothing new for ``ListeningLimits/inactivity``.
  case inactivity = "inactivity"
  /// The recognizer reports nothing new for ``ListeningLimits/stable``: noise may hide the silence.
  case noNews = "no-news"
  /// Nobody has begun for ``ListeningLimits/start``.
  case noSpeech = "no-speech"
  /// Listening has lasted for ``ListeningLimits/max``.
  case tooLong = "too-long"

  // MARK: Sound

  /// Silence for ``ListeningLimits/end``, or for longer while the line is unfinished.
  case silence = "silence"

  // MARK: Words

  /// The last words of the line were heard, and a short silence follows.
  case lineEnd = "line-end"
  /// The partner's line came back from the room, and is over.
  case echoEnd = "echo-end"
  /// The end of the line was not understood, but spoken for as long as it takes; or all of it but a word was heard.
  case spokenEnd = "spoken-end"

  /// When a rule is tried.
  enum Stage {
    /// Every 10 ms, and before new words.
    case time
    /// Every 10 ms.
    case sound
    /// When the recognizer was given the sound.
    case words
  }

  var stage: Stage {
    switch self {
    case .inactivity, .noNews, .noSpeech, .tooLong: .time
    case .silence: .sound
    case .lineEnd, .echoEnd, .spokenEnd: .words
    }
  }
}
