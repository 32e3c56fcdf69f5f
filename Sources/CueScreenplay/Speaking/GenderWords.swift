/// The words that stand for a man or a woman in one language, and words that look like those of another.
///
/// `il` is an article in Italian, `hem` is home in Swedish, `son` is his or her in French: each language has its own.
struct GenderWords {
  let he: Set<String>
  let she: Set<String>
  /// Words of the lists that are other words here.
  let otherWords: Set<String>
  /// Words behind the pronoun `il` that say that it stands for nobody.
  let impersonal: Set<String>
  /// What the words for women of a trade end in, as in `Kellnerin`.
  let feminineEndings: [String]

  private init(
    _ he: String, _ she: String, other: String = "", impersonal: String = "",
    feminines: String = ""
  ) {
    self.he = NameLists.words(he)
    self.she = NameLists.words(she)
    otherWords = NameLists.words(other)
    self.impersonal = NameLists.words(impersonal)
    feminineEndings = feminines.split(separator: " ").map(String.init)
  }

  /// Those of `language`, a BCP 47 tag; where that is nil, of the language that `screenplay` gives, else of the one that its
  /// commonest words are of, else of English.
  static func of(_ screenplay: Screenplay, language: String?) -> GenderWords {
    let given = (language ?? ScriptLanguage.given(by: screenplay))?.lowercased().prefix {
      $0 != "-"
    }
    return languages[given.map { String($0) } ?? guess(screenplay)] ?? none
  }

  private static func guess(_ screenplay: Screenplay) -> String {
    ranked(screenplay).first?.language ?? "en"
  }

  /// The languages whose small words a script has, the one with the most first.
  static func ranked(_ screenplay: Screenplay) -> [(language: String, count: Int)] {
    var counts: [String: Int] = [:]
    let sample = ScriptLanguage.sample(of: screenplay)
    for word in sample.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "'" }) {
      for language in markers[String(word)] ?? [] { counts[language, default: 0] += 1 }
    }
    // Of equals English comes first, else the order of the alphabet decides, so that each run is the same.
    return counts.map { (language: $0.key, count: $0.value) }.sorted { one, other in
      (other.count, one.language == "en" ? 0 : 1, one.language)
        < (one.count, other.language == "en" ? 0 : 1, other.language)
    }
  }

  private static let none = GenderWords("", "")

  private static let languages: [String: GenderWords] = {
    let danish = GenderWords(
      "han ham hans", "hun hende hendes henne hennes", other: "men god guy")
    return [
      "en": GenderWords(
        "he him his himself", "she her hers herself", other: "re isa ema vend mees onu naine poeg"),
      "de": GenderWords(
        "er ihn ihm", "sie", other: "nun lass men god re isa son maid guy male",
        feminines:
          "erin istin ntin ztin eurin orin irtin öchin eundin öttin äfin ürstin ärin frau tochter schwester"
      ),
      "fr": GenderWords(
        "il lui-même", "elle elle-même", other: "son men re god male isa",
        impersonal:
          "y faut pleut neige fait s'agit s'agissait semble reste existe suffit manque fallait faudra vaut"
      ),
      "es": GenderWords("él", "ella", other: "son men re male isa god"),
      "it": GenderWords("lui egli", "lei ella", other: "male men son isa god"),
      "pt": GenderWords("ele dele nele", "ela dela nela", other: "men re son male isa god"),
      "nl": GenderWords("hij hem", "haar zij", other: "men god mees re son isa"),
      "sv": GenderWords("han honom hans", "hon henne hennes", other: "men god miss re isa guy"),
      "da": danish, "nb": danish, "no": danish, "nn": danish,
      "ru": GenderWords("он его ему него нём ним", "она её ее ей неё ней"),
      "uk": GenderWords("він його йому нього ним", "вона її їй неї нею"),
      "pl": GenderWords("on jego jemu niego nim", "ona jej niej nią"),
      "cs": GenderWords("on jeho jemu něho ním", "ona její jí ní"),
      // These have one pronoun for both.
      "et": GenderWords("", "", other: "men man son re god male guy on"),
      "fi": GenderWords("", "", other: "men man son re god male isa"),
    ]
  }()

  /// Small words, and the languages that they are of.
  private static let markers: [String: [String]] = {
    var markers: [String: [String]] = [:]
    for (language, words) in [
      ("en", "the and you is of what that to with it's don't he she are his her"),
      ("de", "der die das und ist nicht ein eine ich sie er den dem mit zu auf"),
      ("fr", "le les est et une pas je vous un dans des elle que sur c'est du au avec"),
      ("es", "el los que una está por es la un con las se su en él ella"),
      ("it", "il che di è una non sono la un con per gli si nella lo lui lei e del al nel alla"),
      ("pt", "o os uma que não é para um com as ele ela da na em do"),
      ("nl", "het een van niet ik de en hij zij op te dat naar haar"),
      ("sv", "och att är det en inte jag ett på han hon som till"),
      ("da", "og er det ikke jeg en et på han hun til som ikke"),
      ("ru", "и в не на что он она я ты с"), ("uk", "і в не на що він вона я ти з та"),
      ("pl", "i w nie na się to on ona z jest"), ("cs", "a v ne na se to on ona je že"),
      ("et", "ja on ei see ma ta sa mis kui oma"), ("fi", "ja on ei se hän minä että kun"),
    ] {
      for word in Set(words.split(separator: " ")) {
        markers[String(word), default: []].append(language)
      }
    }
    return markers
  }()
}
