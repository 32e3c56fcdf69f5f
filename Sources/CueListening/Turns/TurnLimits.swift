/// How long listening goes on; each in seconds, and no limit if it is 0 or less.
public struct TurnLimits: Equatable, Sendable {
  /// Without any speech.
  public var start = TurnRules.noSpeechSeconds
  /// With silence after speech.
  public var end = TurnRules.silenceSeconds
  /// Added to ``end`` and ``inactivity`` after speech that lasted less than ``TurnRules/shortSpeechSeconds``: a first word is
  /// often followed by others.
  public var endExtra = 0.0
  /// With a partial text that does not change.
  public var stable = TurnRules.noNewsSeconds
  /// In all, also while somebody speaks.
  public var max = TurnRules.longestSeconds
  /// With nothing loud and nothing new in the text, once there is one.
  ///
  /// VoiceIO's one limit; it replaces ``end`` if that is 0.
  public var inactivity = 0.0

  /// The limits that suit a line of dialogue.
  public init() {}
}
