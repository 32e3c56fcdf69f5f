/// Why the actor's line is over.
public enum UserLineEnd: String, CaseIterable, Sendable {
  /// The words were heard.
  case matched
  /// The actor spoke and then fell silent.
  case endOfSpeech
  /// Nothing was heard for so long that the actor's settings move on.
  case silenceTimeout
  /// The actor moved on by hand.
  case manual
  /// The actor said a command.
  case spokenCommand
}
