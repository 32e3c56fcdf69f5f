/// What a language knows about where its sentences end; the data is in the folder Languages.
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
  /// What abbreviations such as those of ``inNames`` end with, as does `Bahnhofstr`.
  let nameEndings: Set<String>
  /// Abbreviations that have points within and yet end a sentence before any capital, as in `Ph.D. Berlin`.
  let mayEnd: Set<String>
  /// Times of the day, which end a sentence before a capital, but not where they are all of it, as in `At 5 a.m. Mr. Smith`.
  let hours: Set<String>
  /// Words that a sentence often begins with, and a name seldom.
  let openers: Set<String>
  /// Words that tell who cried, as in `“Go!” Mary said`.
  let reporting: Set<String>
  /// Words that begin a time at the front of a sentence, as in `At 5 a.m`.
  let prepositions: Set<String>
  /// Single capitals that are words, and so no initials, as is the English `I`.
  let letterWords: Set<String>
  /// Words behind which a single letter is no initial, as in `plan B`.
  let lettered: Set<String>
  /// Whether a point behind a short number makes an ordinal of it, as in `3. Oktober`.
  let hasOrdinals: Bool
  /// Quotes that close though a blank stands before them, as in French.
  let closesBehindBlank: Set<Unicode.Scalar>

  init(
    titles: String = "", never: String = "", beforeNumbers: String = "", inNames: String = "",
    nameEndings: String = "", mayEnd: String = "", hours: String = "", openers: String,
    reporting: String = "",
    prepositions: String = "", letterWords: String = "", lettered: String = "",
    hasOrdinals: Bool = false, closesBehindBlank: Set<Unicode.Scalar> = []
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
    self.openers = words(openers)
    self.reporting = words(reporting)
    self.prepositions = words(prepositions)
    self.letterWords = words(letterWords)
    self.lettered = words(lettered)
    self.hasOrdinals = hasOrdinals
    self.closesBehindBlank = closesBehindBlank
  }

  /// The rules of a language; nothing where ICU's are all there is.
  ///
  /// An empty tag is English.
  static func of(_ language: String) -> LanguageRules? {
    switch LanguageTag.primary(language) {
    case "en": english
    case "et": estonian
    case "de": german
    case "fr": french
    case "es": spanish
    case "it": italian
    case "" where language.isEmpty: english
    default: nil
    }
  }
}
