import CICU
import CueData

/// How a language says signs, amounts, dates and times; each has a data file in `words/spoken`.
struct SpokenLanguage: Sendable {
  /// The name of a currency.
  struct Currency: Sendable {
    var sign: String
    var code: String
    var name: NounForms
    var cent: NounForms

    /// `sign|code|one|many|one cent|many cents|gender`, or with four forms each
    /// `sign|code|forms|forms of cents|gender|gender of cents`; nil for anything else.
    init?(_ row: [String]) {
      guard row.count >= 4, row.count >= 6 || row[2].contains(",") else { return nil }
      sign = row[0]
      code = row[1]
      if row[2].contains(",") {
        let genders = row.dropFirst(4)
        name = NounForms(columns: [row[2]] + genders.prefix(1))
        cent = NounForms(columns: [row[3]] + genders.dropFirst())
      } else {
        name = NounForms(columns: [row[2], row[3]] + row.dropFirst(6))
        cent = NounForms(columns: [row[4], row[5]])
      }
    }
  }

  /// The name of a unit.
  struct Unit: Sendable {
    var sign: String
    var name: NounForms
  }

  /// How a date is said: `{d}` the day, `{o}` the day as an ordinal, `{m}` the month, `{y}` the year.
  let dates: String
  /// How a time is said: `{h}` and `{m}`; the second is for full hours.
  let times: (String, String)
  let tag: String
  /// Whether only numbers with a unit or a currency become words: in Slavic languages other numbers take their case and gender
  /// from the words around them.
  let saysOnlyAmounts: Bool
  /// Words after which a number and its noun are in the genitive.
  let genitivePrepositions: Set<String>
  let isMonthFirst: Bool
  let hasDecimalComma: Bool
  let groupsWithBlank: Bool
  let hasOrdinalPoints: Bool
  let usesHourLetter: Bool
  let months: [String]
  let currencies: [Currency]
  let units: [Unit]
  let beforeCents: String
  let namesCents: Bool
  /// The word between a million and its currency, as in `millones de euros`.
  let ofMoney: String
  let scales: Set<String>
  let shortScales: [String: String]
  /// One of a scale: `eine Million`.
  let oneOfScale: [String: String]
  /// Units that are abbreviated with a point.
  let pointedUnits: Set<String>
  /// Words after a time: `Uhr`.
  let hours: [String]
  let beforeTimes: Set<String>
  /// Endings that make an ordinal of a number, and whether it is feminine.
  let numberEndings: [(String, Bool)]
  /// The same after a Roman number.
  let ordinalEndings: [String]
  /// Words before a Roman cardinal: acts, chapters, wars.
  let parts: Set<String>
  /// Words after a Roman ordinal: centuries.
  let centuries: Set<String>
  let fractions: [String: String]
  let emoji: [Unicode.Scalar: String]
  /// Abbreviations of the word for number, without their points, and the words for them.
  let numberWords: [String: String]
  private let words: [String: String]

  /// The language of `tag`; nil if its data file is missing.
  ///
  /// - Parameters:
  ///   - tag: a primary language tag
  ///   - isAmerican: whether dates are those of the United States
  private init?(_ tag: String, isAmerican: Bool = false) {
    guard let data = DataSections(file: "words/spoken/\(tag).txt").sections.first else {
      return nil
    }
    let traits = data.words("traits")
    self.tag = tag
    isMonthFirst = isAmerican
    saysOnlyAmounts = traits.contains("says-only-amounts")
    hasDecimalComma = !traits.contains("has-decimal-point")
    groupsWithBlank = traits.contains("groups-with-blank")
    hasOrdinalPoints = traits.contains("has-ordinal-points")
    usesHourLetter = traits.contains("uses-hour-letter")
    namesCents = !traits.contains("leaves-out-cents")
    genitivePrepositions = data.words("genitive prepositions")
    months = data.list("months")
    dates = data.text(isAmerican ? "american date" : "date")
    times = (data.text("time"), data.text("full hour"))
    currencies = data.rows("currency").compactMap { Currency(Self.columns($0)) }
    // The longest first: `km/h` before `km`.
    units = Self.units(of: data, tag).sorted { $0.sign.count > $1.sign.count }
    func word(_ key: String) -> String {
      let word = data.text(key)
      return word.isEmpty ? "" : word + " "
    }
    beforeCents = " " + word("before cents")
    ofMoney = word("of money")
    func pairs(_ key: String) -> [String: String] {
      Dictionary(
        data.list(key, separator: ";").compactMap(Self.pair), uniquingKeysWith: { $1 })
    }
    scales = data.words("scales")
    shortScales = pairs("short scales")
    oneOfScale = pairs("one of scale")
    pointedUnits = data.words("pointed units")
    hours = data.list("hours")
    beforeTimes = data.words("before times")
    numberEndings = data.list("number endings").map { ending in
      ending.hasSuffix("+") ? (String(ending.dropLast()), true) : (String(ending), false)
    }
    ordinalEndings = data.list("ordinal endings")
    parts = data.words("parts")
    centuries = data.words("centuries")
    fractions = pairs("fractions")
    numberWords = pairs("number words")
    words = pairs("signs")
    emoji = Dictionary(
      pairs("emoji").compactMap { pair in pair.key.unicodeScalars.first.map { ($0, pair.value) } },
      uniquingKeysWith: { $1 })
  }

  private static func columns(_ row: String) -> [String] {
    row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
  }

  /// `sign:words`; the sign may be a colon itself.
  private static func pair(_ text: String) -> (String, String)? {
    guard let colon = text.dropFirst().firstIndex(of: ":") ?? text.firstIndex(of: ":") else {
      return nil
    }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  /// The units of a language: those that ICU has words for, and its own.
  private static func units(of data: DataSections.Section, _ tag: String) -> [Unit] {
    let (feminine, neuter) = (data.words("feminine units"), data.words("neuter units"))
    let measured = data.list("units").compactMap { sign -> Unit? in
      guard let name = icuUnits[sign] else { return nil }
      let gender: NounForms.Gender =
        feminine.contains(name) ? .feminine : neuter.contains(name) ? .neuter : .masculine
      // A blank within a sign is an underscore in the file.
      return Unit(
        sign: sign.replacing("_", with: " "), name: NounForms(unit: name, gender: gender))
    }
    return measured
      + data.rows("unit").map(columns).filter { $0.count > 1 }.map { row in
        Unit(sign: row[0], name: NounForms(columns: Array(row.dropFirst())))
      }
  }

  /// From the sign of a unit to ICU's name for it.
  private static let icuUnits: [String: String] = {
    var units: [String: String] = [:]
    for section in DataSections(file: "words/units.txt").sections {
      for (name, signs) in section.lines {
        for sign in signs.flatMap({ $0.split(separator: " ") }) { units[String(sign)] = name }
      }
    }
    return units
  }()

  private static let american = SpokenLanguage("en", isAmerican: true)
  private static let english = SpokenLanguage("en")
  private static let german = SpokenLanguage("de")
  private static let french = SpokenLanguage("fr")
  private static let spanish = SpokenLanguage("es")
  private static let italian = SpokenLanguage("it")
  private static let portuguese = SpokenLanguage("pt")
  private static let dutch = SpokenLanguage("nl")
  private static let estonian = SpokenLanguage("et")
  private static let swedish = SpokenLanguage("sv")
  private static let russian = SpokenLanguage("ru")
  private static let polish = SpokenLanguage("pl")

  /// That of a BCP 47 tag; nil if there are no words.
  ///
  /// English of the United States puts the month first.
  static func of(_ language: String) -> SpokenLanguage? {
    let primary = LanguageTag.primary(language)
    switch primary {
    case "en":
      let isAmerican = language.utf8.count == 2 || language.lowercased().hasSuffix("us")
      return isAmerican ? american : english
    case "" where language.isEmpty: return american
    case "de": return german
    case "fr": return french
    case "es": return spanish
    case "it": return italian
    case "pt": return portuguese
    case "nl": return dutch
    case "et": return estonian
    case "sv": return swedish
    case "ru": return russian
    case "pl": return polish
    default: return nil
    }
  }

  /// Whether nouns have cases, and other forms after some numbers.
  var hasCases: Bool { !genitivePrepositions.isEmpty }

  /// ICU's word for a unit after `digits`; nil if it has none.
  func unit(_ name: String, after digits: String) -> String? {
    // ICU drops zeros at the end: after 1.0, the form is that of other decimals.
    let number = digits.contains(".") && digits.hasSuffix("0") ? digits.dropLast() + "5" : digits
    var buffer = [CChar](repeating: 0, count: 256)
    // The words are those of Portugal, like those of the data file.
    let locale = tag == "pt" ? "pt_PT" : tag
    guard unsafe cue_unit_name(locale, name, number, &buffer, 256) == 1 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The word for a sign; nothing if there is none.
  func word(_ sign: String) -> String { words[sign] ?? "" }

  /// The form of a German ordinal after `word`: `am fünften`, `der fünfte`, `fünfter`.
  static func germanOrdinal(after word: String) -> Spellout.Form {
    switch word.lowercased() {
    case "am", "vom", "zum", "beim", "im", "dem", "den", "des", "ab", "seit", "bis", "zur", "einem",
      "einen", "eines",
      "diesem", "diesen", "dieses", "jedem", "meinem", "seinem", "ihrem", "unserem":
      .weakOrdinal
    case "die", "das", "der", "diese", "jede", "eine", "meine", "seine", "ihre", "unsere": .ordinal
    default: .strongOrdinal
    }
  }

  func isOne(_ digits: String) -> Bool {
    digits == "1"
      || (tag == "fr" && (digits == "0" || digits.hasPrefix("0.") || digits.hasPrefix("1.")))
  }

  /// Whether `word` is a month, in full, by its first letters, or with an ending: `mail`.
  func isMonth(_ word: String) -> Bool {
    let lower = word.lowercased()
    guard lower.count > 2 || tag == "et" else { return false }
    return months.contains { month in
      let name = month.lowercased()
      return name == lower || (lower.count == 3 && name.hasPrefix(lower) && tag != "et")
        || (tag == "et"
          && (lower == name + "l" || lower == name.dropLast() + "l" || lower == name + "il"))
    }
  }

  func year(_ value: Int, _ spellout: Spellout) -> String? {
    // ICU says `nineteen oh-five`.
    spellout.words(String(value), ["en", "de", "nl"].contains(tag) ? .year : .cardinal)
  }

  /// A date in words.
  func date(_ day: Int, _ month: Int, _ year: Int, _ spellout: Spellout, after word: String)
    -> String?
  {
    let ordinal = tag == "de" ? SpokenLanguage.germanOrdinal(after: word) : .ordinal
    guard let cardinal = tag == "fr" && day == 1 ? "premier" : spellout.words(String(day)),
      let said = self.year(year, spellout)
    else { return nil }
    return SpokenLanguage.filled(
      dates,
      [
        "d": cardinal, "o": spellout.words(String(day), ordinal) ?? cardinal,
        "m": months[month - 1], "y": said,
      ])
  }

  /// A time in words.
  func time(_ hours: Int, _ minutes: Int, _ spellout: Spellout, isOfTwelve: Bool) -> String? {
    let isFeminine = ["fr", "es", "it", "pt"].contains(tag)
    guard
      let hour = tag == "de" && hours == 1
        ? "ein" : spellout.counting(String(hours), isFeminine ? .feminine : .masculine),
      let minute = spellout.words(String(minutes))
    else { return nil }
    let zero = tag == "en" && minutes < 10 ? "oh " : ""
    if minutes == 0, isOfTwelve { return hour }
    var words = SpokenLanguage.filled(
      minutes == 0 ? times.1 : times.0, ["h": hour, "m": zero + minute])
    if tag == "en", minutes == 0, hours == 0 || hours > 12 { words = hour + " hundred hours" }
    if tag == "fr", hours < 2 { words = words.replacing("heures", with: "heure") }
    return words
  }

  /// The place after the word `Uhr` at `end`; nil if there is none.
  func hourWord(after end: Int, _ text: TextScalars) -> Int? {
    var start = end
    while text[start] == " " || text[start] == "\u{a0}" { start += 1 }
    let word = text.word(at: start)
    return start > end && hours.contains(word) ? start + word.unicodeScalars.count : nil
  }

  private static func filled(_ template: String, _ values: [String: String]) -> String {
    var text = template
    for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
    return text
  }
}
