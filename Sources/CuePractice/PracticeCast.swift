import CueModel

/// Finds the voices that a speaker asks for while practice goes on.
public protocol PracticeCast: AnyObject {
  /// The voice of that choice, as in ``PracticeSettings/voice``; the same one for the same choice.
  func voice(_ choice: String) throws(VoiceRefusal) -> any Voice

  /// Why nobody can be had for `choice`, as far as that is known before somebody speaks; nil if somebody can.
  func refusal(of choice: String) -> VoiceRefusal?
}

extension PracticeCast {
  /// Knows nothing before.
  public func refusal(of choice: String) -> VoiceRefusal? { nil }
}

/// A voice that cannot be had.
public struct VoiceRefusal: Error, Equatable, Sendable {
  /// What is wrong, as a sentence.
  public let sentence: String

  /// A refusal that `sentence` tells.
  public init(_ sentence: String) { self.sentence = sentence }
}
