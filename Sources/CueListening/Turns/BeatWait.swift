/// How long an actor may be silent within a line before the partner goes on.
///
/// It depends on what is unsaid: a line that was said to its last words is over sooner than one that stopped in the middle.
public enum BeatWait: String, CaseIterable, Sendable {
  /// A pause of some seconds ends the line if most of it was heard.
  case short
  /// The partner does not go on while more than three words are unsaid.
  case natural
  /// The partner does not go on while a word is unsaid.
  case long

  /// How many words may be unsaid when the line is over; nil for any number.
  var mostUnsaidWords: Int? {
    switch self {
    case .short: nil
    case .natural: TurnRules.mostUnsaidWords
    case .long: 0
    }
  }
}
