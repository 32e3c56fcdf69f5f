/// How a language says signs, amounts, dates and times; the data is in the folder Words.
struct SpokenLanguage: Sendable {
  /// The name of a currency.
  struct Currency: Sendable {
    var sign: String
    var code: String
    var name: NounForms
    var cent: NounForms
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

  init(
    tag: String, saysOnlyAmounts: Bool = false, genitivePrepositions: String = "",
    isMonthFirst: Bool = false, hasDecimalComma: Bool = true,
    groupsWithBlank: Bool = false, hasOrdinalPoints: Bool = false, usesHourLetter: Bool = false,
    months: String = "", dates: String = "", times: (String, String) = ("", ""), currencies: String,
    units: String,
    beforeCents: String, namesCents: Bool = true, ofMoney: String = "", scales: String = "",
    shortScales: [String: String] = [:], hours: String = "", beforeTimes: String = "",
    oneOfScale: [String: String] = [:], pointedUnits: String = "",
    numberEndings: String = "", ordinalEndings: String = "", parts: String = "",
    centuries: String = "",
    fractions: String = "", numberWords: [String: String] = [:], signs: String, emoji: String
  ) {
    func split(_ text: String, _ separator: Character) -> [String] {
      text.split(separator: separator, omittingEmptySubsequences: false).map { part in
        let trimmed = part.drop { $0 == " " || $0 == "\n" }
        return String(trimmed.reversed().drop { $0 == " " || $0 == "\n" }.reversed())
      }
    }
    func rows(_ text: String) -> [[String]] {
      split(text, "\n").filter { !$0.isEmpty }.map { split($0, "|") }
    }
    func pairs(_ text: String) -> [(String, String)] {
      split(text, ";").compactMap { pair in
        guard let place = pair.firstIndex(of: ":") else { return nil }
        // The sign may be a colon itself.
        let at = place == pair.startIndex ? pair.index(after: place) : place
        return (String(pair[..<at]), split(String(pair[pair.index(after: at)...]), ";")[0])
      }
    }
    func set(_ text: String) -> Set<String> {
      Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
    self.tag = tag
    self.saysOnlyAmounts = saysOnlyAmounts
    self.genitivePrepositions = set(genitivePrepositions)
    self.isMonthFirst = isMonthFirst
    self.hasDecimalComma = hasDecimalComma
    self.groupsWithBlank = groupsWithBlank
    self.hasOrdinalPoints = hasOrdinalPoints
    self.usesHourLetter = usesHourLetter
    self.months = months.split(separator: " ").map(String.init)
    self.dates = dates
    self.times = times
    func gender(_ row: [String], _ column: Int) -> NounForms.Gender {
      row.count > column ? NounForms.Gender(rawValue: row[column]) ?? .masculine : .masculine
    }
    self.currencies = rows(currencies).map { row in
      row[2].contains(",")
        ? Currency(
          sign: row[0], code: row[1], name: NounForms(list: row[2], gender: gender(row, 4)),
          cent: NounForms(list: row[3], gender: gender(row, 5)))
        : Currency(
          sign: row[0], code: row[1],
          name: NounForms(one: row[2], many: row[3], gender: gender(row, 6)),
          cent: NounForms(one: row[4], many: row[5]))
    }
    // The longest first: `km/h` before `km`.
    self.units = rows(units).map { row in
      Unit(
        sign: row[0],
        name: row[1].contains(",")
          ? NounForms(list: row[1], gender: gender(row, 2))
          : NounForms(one: row[1], many: row[2], gender: gender(row, 3)))
    }.sorted { $0.sign.count > $1.sign.count }
    self.beforeCents = beforeCents
    self.namesCents = namesCents
    self.ofMoney = ofMoney
    self.scales = set(scales)
    self.shortScales = shortScales
    self.oneOfScale = oneOfScale
    self.pointedUnits = set(pointedUnits)
    self.hours = hours.split(separator: " ").map(String.init)
    self.beforeTimes = set(beforeTimes)
    self.numberEndings = numberEndings.split(separator: " ").map { ending in
      ending.hasSuffix("+") ? (String(ending.dropLast()), true) : (String(ending), false)
    }
    self.ordinalEndings = ordinalEndings.split(separator: " ").map(String.init)
    self.parts = set(parts)
    self.centuries = set(centuries)
    self.fractions = Dictionary(pairs(fractions), uniquingKeysWith: { $1 })
    self.emoji = Dictionary(
      pairs(emoji).compactMap { pair in pair.0.unicodeScalars.first.map { ($0, pair.1) } },
      uniquingKeysWith: { $1 })
    self.numberWords = numberWords
    words = Dictionary(pairs(signs), uniquingKeysWith: { $1 })
  }

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

  /// The word for a sign; nothing if there is none.
  func word(_ sign: String) -> String { words[sign] ?? "" }

  /// The form of a German ordinal after `word`: `am fünften`, `der fünfte`, `fünfter`.
  static func germanOrdinal(behind word: String) -> Spellout.Form {
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
  func date(_ day: Int, _ month: Int, _ year: Int, _ spellout: Spellout, behind word: String)
    -> String?
  {
    let ordinal = tag == "de" ? SpokenLanguage.germanOrdinal(behind: word) : .ordinal
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
  func hourWord(behind end: Int, _ text: TextScalars) -> Int? {
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
