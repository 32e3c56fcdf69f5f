import CueModel
import CueText

/// Listens to the speaker who repeats a segment.
///
/// All calls come from the thread that runs the session, one at a time; each ``begin(_:model:)`` is followed by one ``end()`` or
/// ``drop()``.
public protocol PracticeListener: AnyObject {
  /// The speaker is about to repeat `segment`, for which the voice took `model`.
  func begin(_ segment: Segment, model: Duration) throws(MicrophoneLost)

  /// Listens on, for at most this long; returns early when it is cancelled.
  func listen(atMost duration: Duration, cancellation: Cancellation) throws(MicrophoneLost)
    -> ListeningSlice

  /// Says how it was repeated; nil if that is not known after all, or was cancelled before it was known. The ranges
  /// are bytes of the whole text.
  func end(cancellation: Cancellation) -> Repetition?

  /// Forgets what was heard.
  func drop()

  /// What the speaker said of `segment`, also if they are saying it; else what they said last; nil if nothing was recorded.
  func recording(near segment: Segment) -> OwnRecording?

  /// What is known better by now of repetitions that ``end(cancellation:)`` gave, counted from 0 in their order; waits for
  /// that a while. Nothing is repeated any more.
  func reconsidered() -> [(number: Int, repetition: Repetition)]
}

extension PracticeListener {
  /// Nothing was recorded.
  public func recording(near segment: Segment) -> OwnRecording? { nil }

  /// All stays as it was given.
  public func reconsidered() -> [(number: Int, repetition: Repetition)] { [] }
}

/// What listening for a while came to.
public struct ListeningSlice: Equatable, Sendable {
  /// How long the sound is that was listened to.
  public var passed: Duration
  /// Whether the speaker has come to an end.
  public var hasEnded: Bool
  /// Whether the speaker has begun, and has not come to an end.
  public var isSpeaking: Bool

  /// That long, and whether it was the end.
  public init(passed: Duration, hasEnded: Bool, isSpeaking: Bool = false) {
    self.passed = passed
    self.hasEnded = hasEnded
    self.isSpeaking = isSpeaking
  }
}

/// The speaker cannot be heard any more.
public struct MicrophoneLost: Error, Equatable, Sendable {
  /// Why, as a sentence.
  public let sentence: String

  /// A loss that `sentence` explains.
  public init(_ sentence: String) { self.sentence = sentence }
}
