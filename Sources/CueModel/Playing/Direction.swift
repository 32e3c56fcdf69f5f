/// What a director tells a partner about a character before the scene.
///
/// All of it may be left open.
public struct Direction: Equatable, Sendable {
  /// What the character feels, in the director's words.
  public var emotionalState: String?
  /// What the character wants from the other.
  public var objective: String?
  /// The tones to play.
  public var tones: [Tone]
  /// The manners of speaking, such as shouting.
  public var manners: [Manner] = []
  /// Anything else.
  public var notes: String?

  /// A direction with the given parts.
  public init(
    emotionalState: String? = nil, objective: String? = nil, tones: [Tone] = [],
    notes: String? = nil
  ) {
    self.emotionalState = emotionalState
    self.objective = objective
    self.tones = tones
    self.notes = notes
  }
}
