/// The rules of a language for the ends of sentences; the data is in the folder Languages.
///
/// Abbreviations stand without their last point, in lower case, with inner points: `dr`, `e.g`, `ph.d`.
/// Those that end a sentence as any word does need no mention: `etc.`, `jne.`
struct LanguageRules: Sendable {
  /// Abbreviations before a name, as in `Dr. Smith`.
  ///
  /// A sentence ends with them only before a word of ``openers``, and only where they are in lower case or in ``inNames`` too.
  let titles: Set<String>
  /// Abbreviations that something always follows, as in `e.g. this`.
  let never: Set<String>
  /// Abbreviations before a number, and else words like others, as in `No. 7` and `No! I will not`.
  let beforeNumbers: Set<String>
  /// Abbreviations that end a sentence only before a word of ``openers``, as in `Acme Inc. They` and `Acme Inc. Chairman`.
  let inNames: Set<String>
  /// Endings of further abbreviations like those of ``inNames``, as in `Bahnhofstr`.
  let nameEndings: Set<String>
  /// Abbreviations that have points within and yet end a sentence before any capital, as in `Ph.D. Berlin`.
  let mayEnd: Set<String>
  /// Times of the day, which end a sentence before a capital, but not where they are all of it, as in `At 5 a.m. Mr. Smith`.
  let hours: Set<String>
  /// Abbreviations that are words too when they are written just so, as `Port` and `dir` in German.
  ///
  /// They abbreviate only before a digit or a small letter, and a title also where nothing stands before it.
  let words: Set<String>
  /// The same, where a name may follow all the same: one of several words, or one with an ending of ``nameCases``.
  let nameWords: Set<String>
  /// Endings of names after the abbreviations of ``nameWords``, as in the Russian `им. Пушкина`.
  let nameCases: [String]
  /// Words that a sentence often begins with, and a name seldom.
  let openers: Set<String>
  /// Words that follow a quotation to name its speaker, as in `“Go!” Mary said`.
  let reporting: Set<String>
  /// Words that begin a time at the front of a sentence, as in `At 5 a.m`.
  let prepositions: Set<String>
  /// Single capitals that are words, and so no initials, as is the English `I`.
  let letterWords: Set<String>
  /// Words after which a single letter is not an initial, as in `plan B`.
  let lettered: Set<String>
  /// Whether a point after a short number makes an ordinal of it, as in `3. Oktober`.
  let hasOrdinals: Bool
  /// Whether what follows an ordinal has a capital, as in German; elsewhere a number before a capital mostly ends a sentence.
  let capitalizesNouns: Bool
  /// Whether a name often follows an ordinal, so that a number before a capital is not an end by itself.
  let ordinalsBeforeNames: Bool
  /// Quotes that close though a blank stands before them, as in French.
  let closesBehindBlank: Set<Unicode.Scalar>
  /// Signs that end sentences in this language alone, as `:` in Armenian.
  let moreStops: Set<Unicode.Scalar>
  /// Whether a point is a pause within a sentence, as in Armenian.
  let pausesAtPoint: Bool
  /// Whether words may have no vowel, as in Slovak, so that their lack is not a sign of an abbreviation.
  let hasVowellessWords: Bool
  /// All abbreviations that have points within, and their beginnings: `z` and `z.b`.
  let beginnings: Set<String>

  init(
    titles: String = "", never: String = "", beforeNumbers: String = "", inNames: String = "",
    nameEndings: String = "", mayEnd: String = "", hours: String = "", words ordinary: String = "",
    nameWords: String = "", nameCases: String = "", openers: String,
    reporting: String = "",
    prepositions: String = "", letterWords: String = "", lettered: String = "",
    hasOrdinals: Bool = false, capitalizesNouns: Bool = false, ordinalsBeforeNames: Bool = false,
    closesBehindBlank: Set<Unicode.Scalar> = [],
    moreStops: Set<Unicode.Scalar> = [], pausesAtPoint: Bool = false,
    hasVowellessWords: Bool = false
  ) {
    func words(_ text: String) -> Set<String> {
      Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
    self.titles = words(titles)
    self.never = words(never)
    self.beforeNumbers = words(beforeNumbers)
    self.inNames = words(inNames)
    self.nameEndings = words(nameEndings)
    self.mayEnd = words(mayEnd)
    self.hours = words(hours)
    self.words = words(ordinary)
    self.nameWords = words(nameWords)
    self.nameCases = nameCases.split(separator: " ").map(String.init)
    self.openers = words(openers)
    self.reporting = words(reporting)
    self.prepositions = words(prepositions)
    self.letterWords = words(letterWords)
    self.lettered = words(lettered)
    self.hasOrdinals = hasOrdinals
    self.capitalizesNouns = capitalizesNouns
    self.ordinalsBeforeNames = ordinalsBeforeNames
    self.closesBehindBlank = closesBehindBlank
    self.moreStops = moreStops
    self.pausesAtPoint = pausesAtPoint
    self.hasVowellessWords = hasVowellessWords
    var beginnings: Set<String> = []
    for words in [
      self.titles, self.never, self.beforeNumbers, self.inNames, self.mayEnd, self.hours,
    ] {
      for word in words where word.contains(".") {
        beginnings.insert(word)
        for index in word.indices where word[index] == "." {
          beginnings.insert(String(word[..<index]))
        }
      }
    }
    self.beginnings = beginnings
  }

  /// Whether `scalar` may end a sentence.
  func stops(_ scalar: Unicode.Scalar) -> Bool { scalar.isStop || moreStops.contains(scalar) }

  /// Whether it is an abbreviation of any kind.
  func knows(_ key: String) -> Bool {
    titles.contains(key) || never.contains(key) || beforeNumbers.contains(key)
      || inNames.contains(key) || mayEnd.contains(key) || hours.contains(key)
  }

  /// The rules of a language; an empty tag is English.
  static func of(_ language: String) -> LanguageRules {
    let primary = LanguageTag.primary(language)
    return switch primary {
    case "en": english
    case "et": estonian
    case "de": german
    case "fr": french
    case "es": spanish
    case "it": italian
    case "pt", "gl": portuguese
    case "nl", "af": dutch
    case "da": danish
    case "sv": swedish
    case "no", "nb", "nn": norwegian
    case "fi": finnish
    case "pl": polish
    case "ru": russian
    case "uk", "be": ukrainian
    case "bg", "mk": bulgarian
    case "cs", "sk": czechAndSlovak
    case "hy": armenian
    case "" where language.isEmpty: english
    default: withOrdinals.contains(primary) ? ordinal : plain
    }
  }

  /// Whether there is no list of abbreviations, so that ICU's own are used.
  var hasNoList: Bool { never.isEmpty }

  /// Titles before a name in scripts of India.
  private static let indianTitles = "डॉ डा श्री ডা ড ডঃ ડૉ ડો ഡോ മി പ്രൊ డా ಡಾ டா ਡਾ"
  /// An unknown language: brackets, footnotes, initials and lists follow the general rules.
  private static let plain = LanguageRules(titles: indianTitles, openers: "")
  private static let ordinal = LanguageRules(openers: "", hasOrdinals: true)
  /// Languages that write ordinals with a point.
  private static let withOrdinals: Set<String> = [
    "hu", "hr", "sr", "bs", "sl", "lv", "is", "fo", "tr", "lb", "eu", "hsb", "dsb",
  ]
}
