/// When and why listening ended.
public struct ListenEnd: Equatable, Sendable {
  /// Why listening ended.
  public enum Reason: String, Sendable, CaseIterable {
    /// Silence after speech, or the recognizer's final text.
    case endOfSpeech
    /// The text did not change any more.
    case stable
    /// Nobody began to speak.
    case timeout
    /// It was as long as it may be.
    case max
    /// The expected words were heard.
    case matched
    /// Somebody cancelled it.
    case cancelled
    /// There was no more sound; no limit had been reached.
    case endOfSound
  }

  /// Why.
  public let reason: Reason
  /// The frame at which it ended.
  public let frame: Int
  /// The rule that found it; nil if something else ended it.
  public let rule: TurnRule?

  /// An end.
  public init(reason: Reason, frame: Int, rule: TurnRule? = nil) {
    self.reason = reason
    self.frame = frame
    self.rule = rule
  }
}
