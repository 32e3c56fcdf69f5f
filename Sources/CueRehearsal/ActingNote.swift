import CueModel

/// A word in a partner's ear on how to play a line, never spoken.
public enum ActingNote {
  /// The note for a character under `direction` and a line with the parentheticals `delivery`.
  ///
  /// In this order, with commas between: a cue for the most intense of the tones, what the character
  /// feels, what it tries to get, anything else the director said, what the scene is about, and the line's own parentheticals.
  public static func text(
    _ direction: Direction, context: String? = nil, delivery: [String] = []
  ) -> String {
    let cue = byIntensity.first { direction.tones.contains($0.tone) }?.cue
    let objective = said(direction.objective).map { "trying to \($0)" }
    let notes = [
      cue, said(direction.emotionalState), objective, said(direction.notes), said(context),
    ]
    return (notes + delivery.map(said)).compactMap { $0 }.joined(separator: ", ")
  }

  private static func said(_ text: String?) -> String? {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// Every tone, the most intense first, with what is said to an actor for it.
  private static let byIntensity: [(tone: Tone, cue: String)] = [
    (.desperate, "with nothing left to lose"),
    (.angry, "angry, holding it in"),
    (.fearful, "afraid"),
    (.vulnerable, "fragile and open"),
    (.intimate, "softly, very close"),
    (.defiant, "standing up to the other"),
    (.bitter, "with a bitter edge"),
    (.sad, "heavy with sadness"),
    (.hopeful, "with rising hope"),
    (.loving, "warm and loving"),
    (.tense, "tense, ready to snap"),
    (.urgent, "in a hurry"),
    (.mysterious, "keeping a secret"),
    (.playful, "playful, teasing"),
    (.comedic, "light, with comic timing"),
  ]
}
