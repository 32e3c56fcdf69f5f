/// A way in which an actor's line comes to its end, besides the key that always ends it.
public enum TurnWay: String, CaseIterable, Sendable {
  /// The line's words were heard.
  case match
  /// The actor spoke, and then fell silent.
  case speech
  /// Nobody spoke for so long that the rehearsal goes on by itself.
  case silence
  /// The actor said a command: ``SpokenCommand``.
  case command
}
