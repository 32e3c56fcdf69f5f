import CueModel

/// Finds the voices that a speaker asks for while practice goes on.
public protocol PracticeCast: AnyObject {
  /// The voice of that choice, as in ``PracticeSettings/voice``; the same one for the same choice.
  func voice(_ choice: String) throws(VoiceRefusal) -> any Voice

  /// Why no voice is available for `choice`, as far as that is known before it speaks; nil if one is.
  func refusal(of choice: String) -> VoiceRefusal?
}

extension PracticeCast {
  /// Knows nothing before.
  public func refusal(of choice: String) -> VoiceRefusal? { nil }
}

/// A voice that is not available.
public struct VoiceRefusal: Error, Equatable, Sendable {
  /// What is wrong, as a sentence.
  public let sentence: String

  /// A refusal that `sentence` explains.
  public init(_ sentence: String) { self.sentence = sentence }
}
