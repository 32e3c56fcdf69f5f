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

    mutating func add(_ words: String, _ kind: Kind, _ expression: Expression) {
      let entry = Entry(kind: kind, expression: expression)
      if kind == .phrase {
        for phrase in words.split(separator: ";") {
          let parts = DirectionReader.clauses(of: String(phrase)).first ?? []
          mostWords = max(mostWords, parts.count)
          entries[parts.joined(separator: " ")] = entry
        }
      } else {
        for word in words.split(separator: " ") { entries[String(word)] = entry }
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

  /// Between two clauses.
  static let joints: Set<String> = [
    "and", "then", "but", "und", "dann", "aber", "ja", "siis", "aga", "et", "puis", "mais", "y",
    "e", "luego", "poi",
    "pero", "ma",
  ]

  static let articles: Set<String> = Set(
    """
    a an the his her my your their its our some great
    der die das den dem ein eine einem einer einen seinem seiner ihrem ihrer seine ihre
    un une le la les du des son sa ses leur l d
    una el los las su sus
    il lo gli i suo sua
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// A clause with one of these denies what it says.
  static let denials: Set<String> = Set(
    """
    not no never without less longer stops stopping stopped isn't doesn't hardly barely unable
    nicht ohne kein keine keinen nie
    mitte ilma ei pole enam
    pas sans non jamais
    sin nunca
    senza mai
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// These are followed by what or whom somebody speaks to, looks at or points at.
  static let addresses: Set<String> = Set(
    """
    to into onto at toward towards about re regarding over after through from
    zu zum zur an
    à au aux vers
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// What may stand before what counts, and changes nothing.
  static let fillers: Set<String> = Set(
    """
    suddenly still now again becoming getting growing increasingly being sounding sounds speaking speaks speak talking talks
    says saying said starts starting begins beginning keeps voice in with of is he she they all both here mock almost
    plötzlich noch wieder jetzt spricht sprechend sagt mit wird im
    äkki ikka jälle nüüd räägib öeldes
    soudain encore toujours maintenant parle parlant dit avec en voix
    de repente todavía ahora habla hablando dice con voz
    improvvisamente ancora adesso parla parlando dice voce
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// How much of what follows: a word, or two with a blank between.
  static let degrees: [String: Double] = {
    var degrees: [String: Double] = [:]
    for word in """
    slightly somewhat mildly little bit half rather quite pretty fairly kinda sorta etwas leicht halb bisschen wenig irgendwie
    veidi natuke pisut veidike peu légèrement presque plutôt assez algo ligeramente poco medio bastante leggermente po
    piuttosto abbastanza
    """.split(whereSeparator: \.isWhitespace) { degrees[String(word)] = 0.6 }
    for words in ["kind of", "sort of"] { degrees[words] = 0.6 }
    for word in """
    very really extremely utterly so too sehr äußerst ganz zu väga üliväga très vraiment muy demasiado molto
    """.split(whereSeparator: \.isWhitespace) { degrees[String(word)] = 1.35 }
    return degrees
  }()

  /// What may follow an adjective or an adverb of pace that is meant of speech.
  static let behindAdjectives: Set<String> = Set(
    """
    voice tone tones whisper voiced spoken laugh smile outburst
    stimme ton hääl häälel hääle toon tooniga ton voix voz tono voce
    because though for as
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
