import CueData

/// The words of directions, by language, and what they ask for.
enum DirectionWords {
  /// How a word counts; see ``DirectionReader``.
  enum Kind {
    case verb, phrase, feeling, adjective, pace
  }

  struct Entry {
    var kind: Kind
    var expression: Expression
  }

  /// Entries by their words; phrases by all of them, with blanks between.
  struct Table {
    private var entries: [String: Entry] = [:]
    private var mostWords = 1

    mutating func add(_ words: [String], _ kind: Kind, _ expression: Expression) {
      let entry = Entry(kind: kind, expression: expression)
      for word in words {
        let parts = kind == .phrase ? DirectionReader.clauses(of: word).first ?? [] : [word]
        mostWords = max(mostWords, parts.count)
        entries[parts.joined(separator: " ")] = entry
      }
    }

    /// The longest entry that `words` begin with, and how many words it has.
    func match(_ words: some RandomAccessCollection<String>) -> (entry: Entry, length: Int)? {
      for length in stride(from: min(mostWords, words.count), through: 1, by: -1) {
        if let entry = entries[words.prefix(length).joined(separator: " ")] {
          return (entry, length)
        }
      }
      return nil
    }
  }

  private static let file = DataSections(file: "words/directions.txt").sections
  private static let grammar =
    file.first { $0.heading == "words" } ?? DataSections.Section()

  /// Between two clauses.
  static let joints = grammar.words("joints")
  static let articles = grammar.words("articles")
  /// A clause with one of these denies what it says.
  static let denials = grammar.words("denials")
  /// These are followed by what or whom somebody speaks to, looks at or points at.
  static let addresses = grammar.words("addresses")
  /// What may stand before what counts, and changes nothing.
  static let fillers = grammar.words("fillers")
  /// What may follow an adjective or an adverb of pace that is meant of speech.
  static let behindAdjectives = grammar.words("after adjectives")

  /// How much of what follows: a word, or two with a blank between.
  static let degrees: [String: Double] = {
    var degrees: [String: Double] = [:]
    for words in grammar.list("weaker", separator: ";") { degrees[words] = 0.6 }
    for words in grammar.list("stronger", separator: ";") { degrees[words] = 1.35 }
    return degrees
  }()

  /// All words for tones and manners, made when the first direction is read.
  static let table: Table = {
    var table = Table()
    for tone in Tone.allCases { table.add([tone.rawValue], .adjective, .init(tones: [tone])) }
    for manner in Manner.allCases { table.add([manner.rawValue], .pace, .init(manners: [manner])) }
    for section in file {
      if let tone = Tone(rawValue: section.heading) {
        add(section, adverbs: .feeling, Expression(tones: [tone]), to: &table)
      } else if let manner = Manner(rawValue: section.heading) {
        add(section, adverbs: .pace, Expression(manners: [manner]), to: &table)
      }
    }
    return table
  }()

  private static func add(
    _ section: DataSections.Section, adverbs: Kind, _ expression: Expression, to table: inout Table
  ) {
    table.add(section.list("adjectives"), .adjective, expression)
    table.add(section.list("adverbs"), adverbs, expression)
    table.add(section.list("verbs"), .verb, expression)
    table.add(section.list("phrases", separator: ";"), .phrase, expression)
  }
}
