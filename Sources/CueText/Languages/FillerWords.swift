/// Words and sounds without meaning that fill a speaker's pauses: "um", "you know".
///
/// They count only if the speaker adds them: a filler in the text has to be said.
public enum FillerWords {
  private struct Table {
    /// Where the list is from.
    let source: String
    let words: [String]
  }

  /// The lists, by language.
  ///
  /// English: the sounds of Clark and Fox Tree, "Using uh and um in spontaneous speaking", Cognition 84 (2002), with their
  /// British spellings; the phrases of Fox Tree and Schrock, "Basic meanings of you know and I mean", Journal of Pragmatics
  /// 34 (2002), and of Laserna, Seih and Pennebaker, "Um … who like says you know", Journal of Language and Social
  /// Psychology 33 (2014).
  /// German: Belz, "Die Phonetik von äh und ähm", Springer 2021. Estonian: Hennoste, "Sissejuhatus suulisesse eesti keelde",
  /// Akadeemia 2000 to 2001. French: Candea, "Contribution à l'étude des pauses silencieuses et des phénomènes dits
  /// d'hésitation", thesis, Paris 3, 2000.
  private static let tables: [String: Table] = [
    "en": Table(
      source: "Clark and Fox Tree 2002; Fox Tree and Schrock 2002; Laserna et al. 2014",
      words: ["uh", "um", "er", "erm", "you know", "i mean", "like"]),
    "de": Table(source: "Belz 2021", words: ["äh", "ähm", "öh", "öhm", "hm"]),
    "et": Table(source: "Hennoste 2000–2001", words: ["ee", "eee", "õõ", "mm", "noh", "nagu"]),
    "fr": Table(source: "Candea 2000", words: ["euh", "heu", "hum", "ben"]),
  ]

  /// The languages that have a list, as their first subtags.
  public static var languages: [String] { tables.keys.sorted() }

  /// Where the list of a language is from; nil if it has none.
  public static func source(_ language: String) -> String? { table(language)?.source }

  /// The fillers among `words`, in order, repetitions included; of phrases, the longest counts.
  ///
  /// - Parameters:
  ///   - words: what was said beside the text, word by word; case and accents do not count
  ///   - language: a BCP 47 tag; empty is English
  /// - Returns: the fillers as the list has them
  public static func found(in words: [String], language: String) -> [String] {
    guard let table = table(language) else { return [] }
    let phrases = table.words.map { (text: $0, words: keys($0)) }
      .sorted { ($1.words.count, $0.text) < ($0.words.count, $1.text) }
    let spoken = words.map { keys($0).joined(separator: " ") }
    var found: [String] = []
    var at = 0
    while at < spoken.count {
      let rest = spoken[at...]
      if let phrase = phrases.first(where: { rest.starts(with: $0.words) }) {
        found.append(phrase.text)
        at += phrase.words.count
      } else {
        at += 1
      }
    }
    return found
  }

  private static func table(_ language: String) -> Table? {
    let tag = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return tables[tag.isEmpty ? "en" : tag]
  }

  private static func keys(_ text: String) -> [String] {
    Folding.folded(text.unicodeScalars).split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
