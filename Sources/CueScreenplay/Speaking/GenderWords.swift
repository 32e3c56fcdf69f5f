import CueData

/// The words for a man or a woman in one language, and words that look like those of another.
///
/// `il` is an article in Italian, `hem` is home in Swedish, `son` is his or her in French: each language has its own.
struct GenderWords {
  let he: Set<String>
  let she: Set<String>
  /// Words of the lists that are other words here.
  let otherWords: Set<String>
  /// Words after an `il` that stands for nobody.
  let impersonal: Set<String>
  /// Endings of words for women of a trade, as in `Kellnerin`.
  let feminineEndings: [String]
  /// Endings of words for men of a trade, as in `Lehrling`.
  let masculineEndings: [String]
  /// Articles of women and of men, at the beginning of a sentence.
  let femaleArticles: Set<String>
  let maleArticles: Set<String>
  /// Kinship and titles that are words of this language alone.
  let women: Set<String>
  let men: Set<String>
  /// Words by which people are addressed.
  let addresses: Set<String>
  /// Words with which people begin to speak of themselves.
  let selfOpenings: [[String]]
  /// Endings of adjectives and participles that agree with a woman, and with a man.
  let agreeingWithHer: [String]
  let agreeingWithHim: [String]
  /// Endings of further trades of women and of men; and things with the same endings.
  let womensTrades: [String]
  let mensTrades: [String]
  let things: Set<String>

  private init(_ data: DataSections.Section) {
    he = data.words("he")
    she = data.words("she")
    otherWords = data.words("other words")
    impersonal = data.words("impersonal")
    feminineEndings = data.list("feminine endings")
    masculineEndings = data.list("masculine endings")
    femaleArticles = data.words("female articles")
    maleArticles = data.words("male articles")
    women = data.words("women")
    men = data.words("men")
    addresses = women.union(men)
    selfOpenings = data.list("openings", separator: ";").map {
      $0.split(separator: " ").map(String.init)
    }
    agreeingWithHer = data.list("agreeing with her")
    agreeingWithHim = data.list("agreeing with him")
    womensTrades = data.list("women's trades")
    mensTrades = data.list("men's trades")
    things = data.words("things")
  }

  /// Those of `language`, a BCP 47 tag; none if there is no list for it.
  static func of(_ language: String) -> GenderWords {
    languages[language.lowercased().split(separator: "-").first.map(String.init) ?? ""] ?? none
  }

  /// The gender of an adjective or participle that agrees with its person: `fatiguée`, `cansado`; nil for others.
  func agreement(_ word: String) -> PartGender? {
    guard !things.contains(word) else { return nil }
    for (endings, gender) in [(agreeingWithHer, PartGender.female), (agreeingWithHim, .male)]
    where endings.contains(where: { ending in
      // Long ones are whole words, too.
      word.hasSuffix(ending)
        && (word.count > ending.count + 1 || word == ending && ending.count > 3)
    }) {
      return gender
    }
    return nil
  }

  /// Whether a noun is a woman's trade.
  func isWomansTrade(_ noun: String) -> Bool {
    (feminineEndings + womensTrades).contains { noun.count > $0.count + 1 && noun.hasSuffix($0) }
  }

  /// Whether a noun is a man's trade.
  func isMansTrade(_ noun: String) -> Bool {
    (masculineEndings + mensTrades).contains { noun.count > $0.count + 1 && noun.hasSuffix($0) }
      && !things.contains(noun)
  }

  private static let none = GenderWords(DataSections.Section())

  private static let file = DataSections(file: "words/gender.txt").sections

  /// Words of all languages together.
  static let everywhere = file.first { $0.heading == "all" } ?? DataSections.Section()

  private static let languages: [String: GenderWords] = {
    var languages: [String: GenderWords] = [:]
    for section in file where section.heading != "all" {
      let words = GenderWords(section)
      for tag in section.heading.split(separator: " ") { languages[String(tag)] = words }
    }
    return languages
  }()
}
