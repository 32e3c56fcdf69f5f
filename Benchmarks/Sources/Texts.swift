/// What is said: the same in every run.
enum Texts {
  private static let sentences = [
    "The lamp over the door had been broken since the spring, and nobody remembered who was to mend it.",
    "She put the letter down and looked at the rain.",
    "There were seventeen steps to the landing, and he had counted them every evening for eleven years.",
    "What would you have said, if they had asked you?",
    "No one came.",
    "In the kitchen the radio was playing to itself, very quietly, a waltz from before the war.",
    "He thought of the harbour, of the three boats, and of his brother's coat on the rail.",
    "Tomorrow at a quarter past nine the train would leave without them.",
  ]
  private static let subjects = [
    "The captain", "My sister", "An old friend", "Nobody", "The girl next door", "Your uncle",
    "The porter", "A stranger", "The doctor", "Our neighbour",
  ]
  private static let verbs = [
    "opened", "remembered", "carried", "lost", "painted", "described", "wanted", "forgot", "sold",
    "admired",
  ]
  private static let objects = [
    "the blue suitcase", "a letter from Vienna", "the last ticket", "seven silver spoons",
    "the garden gate", "her mother's piano", "an empty bottle", "the wrong umbrella",
    "a map of the coast", "the evening paper",
  ]

  /// A text of `characters` characters, one paragraph.
  static func long(characters: Int) -> String {
    var text = ""
    var index = 0
    while text.utf8.count < characters {
      text += sentences[index % sentences.count] + " "
      index += 1
    }
    return String(text.prefix(characters))
  }

  /// The sentence whose first sound is waited for.
  static let sentence = "She put the letter down and looked at the rain."

  /// Up to a thousand different lines of about forty characters, in an order that looks like none.
  static func lines(_ count: Int) -> [String] {
    var lines = (0..<1000).map {
      "\(subjects[$0 % 10]) \(verbs[$0 / 10 % 10]) \(objects[$0 / 100])."
    }
    var generator = RepeatableGenerator()
    lines.shuffle(using: &generator)
    return Array(lines.prefix(count))
  }
}
