/// Numbers with what stands around them: amounts of money, units, dates, times, ordinals, ranges.
struct SpokenNumbers {
  let text: TextScalars
  let language: SpokenLanguage
  /// The end of the last token that rules would take only in part; no rule is tried before it.
  private(set) var end = 0
  /// The same while rules are tried, as a later rule may take the whole token.
  private var cut = 0

  init(text: TextScalars, language: SpokenLanguage) {
    self.text = text
    self.language = language
  }

  var spellout: Spellout { Spellout(language: language.tag) }

  /// The words for the number, date, time or sum that begins at `at`, if that is a whole token.
  ///
  /// It begins with a digit, a sign before one, or the sign of a currency. A token that rules would take only in part stays
  /// unchanged; see ``end``.
  mutating func find(_ at: Int) -> SpokenFinder.Found? {
    guard at >= end else { return nil }
    cut = 0
    if let found = tried(at) { return found }
    end = max(end, cut)
    return nil
  }

  private mutating func tried(_ at: Int) -> SpokenFinder.Found? {
    if let money = alone(moneyBehindSign(at)) { return money }
    if text.scalars[at] == "-" || text.scalars[at] == "−" { return negative(at) }
    guard text.scalars[at].isDigit else { return nil }
    if language.saysOnlyAmounts { return amount(at) }
    if let found = alone(date(at)) ?? alone(shortDate(at)) ?? alone(heights(at))
      ?? alone(timeRange(at)) ?? alone(time(at)) ?? alone(range(at))
    {
      return found
    }
    return alone(number(at))
  }

  /// `found` if it is a whole token, else nil.
  private mutating func alone(_ found: SpokenFinder.Found?) -> SpokenFinder.Found? {
    guard let found else { return nil }
    let token = WholeToken(text: text)
    if token.holds(found.range) { return found }
    cut = max(cut, token.end(from: found.range.upperBound))
    return nil
  }

  /// A number by itself, or with its unit or ending.
  private func number(_ at: Int) -> SpokenFinder.Found? {
    guard var number = WrittenAmount(text, at: at, language) else { return nil }
    if let foreign = WrittenAmount(text, foreignAt: at, language),
      let sum = measured(foreign), isMoney(foreign)
    {
      return sum
    }
    if number.isGroupedByBlanks {
      // `612 345 678` is a telephone number, unless what follows says what is counted.
      if let measured = measured(number) ?? scaled(number) { return measured }
      if number.decimals.isEmpty {
        guard let first = WrittenAmount(text, at: at, language, joinsBlanks: false) else {
          return nil
        }
        number = first
      }
    }
    return italianOrdinal(number) ?? measured(number) ?? ordinal(number) ?? fraction(number)
      ?? plain(number)
  }

  /// A number with its unit or currency, and a range of such: `5 km`, `5–10 kr`.
  private mutating func amount(_ at: Int) -> SpokenFinder.Found? {
    if let range = alone(range(at)) { return range }
    guard let number = WrittenAmount(text, at: at, language) else { return nil }
    return alone(measured(number))
  }

  private mutating func negative(_ at: Int) -> SpokenFinder.Found? {
    guard at == 0 || text.scalars[at - 1].isBlank || text.scalars[at - 1] == "(",
      text[at + 1].isDigit, var found = tried(at + 1)
    else { return nil }
    found.range = at..<found.range.upperBound
    found.words = language.word("−") + " " + found.words
    return found
  }

  // Amounts.

  /// `$3.50`, `€ 1.250,00`, `R$ 5`, `£3 million`.
  func moneyBehindSign(_ at: Int) -> SpokenFinder.Found? {
    guard
      let currency = language.currencies.first(where: { matches($0.sign, at) })
    else { return nil }
    var start = at + currency.sign.unicodeScalars.count
    if text[start] == " " || text[start] == "\u{a0}" { start += 1 }
    guard text[start].isDigit, let number = WrittenAmount(text, sumAt: start, language) else {
      return nil
    }
    // `$5-10`, `$5-$10` are one sum or the other.
    if number.decimals.isEmpty, text[number.end] == "-" || text[number.end] == "–",
      let last = WrittenAmount(
        text,
        sumAt: matches(currency.sign, number.end + 1)
          ? number.end + 1 + currency.sign.unicodeScalars.count : number.end + 1, language),
      !text[last.end].isLetter, !goesOn(last.end), let first = spellout.words(number.digits),
      let sum = money(last, currency, from: at, to: last.end)
    {
      return .init(range: sum.range, words: "\(first) \(language.word("–")) \(sum.words)")
    }
    return money(number, currency, from: at, to: number.end)
  }

  /// Whether more of a number stands at `end`.
  private func goesOn(_ end: Int) -> Bool {
    ".,:-–/".unicodeScalars.contains(text[end]) && text[end + 1].isDigit
  }

  /// A number and its currency, with the word of millions that may follow.
  func money(
    _ number: WrittenAmount, _ currency: SpokenLanguage.Currency, from: Int, to: Int
  ) -> SpokenFinder.Found? {
    if let scale = scale(to) {
      return scaledMoney(number, scale.word, currency, from..<scale.end)
    }
    guard !text[to].isLetter, !text[to].isDigit else { return nil }
    let hasCents = number.decimals.count == 2
    let whole = hasCents ? number.whole : number.digits
    guard var words = counted(whole, currency.name, currency.name.gender, at: from) else {
      return nil
    }
    guard hasCents, number.decimals != "00", let cents = Int(number.decimals) else {
      return .init(range: from..<to, words: words)
    }
    guard let said = spellout.counting(String(cents), currency.cent.gender),
      let name = currency.cent.form(after: String(cents), language)
    else { return nil }
    if number.whole == "0" { return .init(range: from..<to, words: said + " " + name) }
    words += language.beforeCents + (language.namesCents ? said + " " + name : said)
    return .init(range: from..<to, words: words)
  }

  /// `digits` in words with a noun after them, in the case that the word before `at` requires.
  private func counted(
    _ written: String, _ noun: NounForms, _ gender: NounForms.Gender?, at start: Int
  ) -> String? {
    var digits = written
    if language.tag == "ru", digits.contains(".") {
      // Tenths and hundredths have names, and 2,0 has none.
      while digits.hasSuffix("0") { digits.removeLast() }
      if digits.hasSuffix(".") { digits.removeLast() }
    }
    if language.genitivePrepositions.contains(wordBefore(start).lowercased()),
      let name = noun.genitive(after: digits, language),
      let words = spellout.words(digits, .genitive(noun.gender))
    {
      return words + " " + name
    }
    guard let words = gender.map({ spellout.counting(digits, $0) }) ?? spellout.words(digits),
      let name = noun.form(after: digits, language)
    else { return nil }
    return words + " " + name
  }

  /// `trois millions d'euros`, `eine Million Euro`.
  private func scaledMoney(
    _ number: WrittenAmount, _ scale: String, _ currency: SpokenLanguage.Currency,
    _ range: Range<Int>
  ) -> SpokenFinder.Found? {
    let name = currency.name.plural(language)
    var words: String
    if number.digits == "1", let one = language.oneOfScale[scale] {
      words = one
    } else {
      guard let said = spellout.counting(number.digits, .masculine) else { return nil }
      words = said + " " + scale
    }
    let isElided =
      language.ofMoney == "de " && language.tag == "fr"
      && name.first.map { "aeiouéè".contains($0) } == true
    words += isElided ? " d'" : " " + language.ofMoney
    return .init(range: range, words: words + name)
  }

  /// `million` after an amount, or `bn` and `M` right after it.
  private func scale(_ at: Int) -> (word: String, end: Int)? {
    var start = at
    if text[start] == " " || text[start] == "\u{a0}" { start += 1 }
    let word = text.word(at: start)
    var end = start + word.unicodeScalars.count
    if start > at, language.scales.contains(word.lowercased()) { return (word, end) }
    guard let long = language.shortScales[word] else { return nil }
    if text[end] == ".", language.shortScales[word + "."] != nil { end += 1 }
    return (long, end)
  }

  /// A number with a unit or the sign of a currency after it.
  func measured(_ number: WrittenAmount) -> SpokenFinder.Found? {
    var start = number.end
    if text[start] == " " || text[start] == "\u{a0}" || text[start] == "\u{202f}" { start += 1 }
    if let currency = language.currencies.first(where: { matches($0.sign, start) }) {
      return money(
        number, currency, from: number.start, to: start + currency.sign.unicodeScalars.count)
    }
    if let currency = language.currencies.first(where: { matches($0.code, start) }) {
      return money(
        number, currency, from: number.start, to: start + currency.code.unicodeScalars.count)
    }
    // `10 M€`, `3 Mio. €`.
    if let scale = scale(number.end) {
      var sign = scale.end
      if text[sign] == " " || text[sign] == "\u{a0}" || text[sign] == "\u{202f}" { sign += 1 }
      for currency in language.currencies {
        for name in [currency.sign, currency.code] where matches(name, sign) {
          return scaledMoney(
            number, scale.word, currency, number.start..<sign + name.unicodeScalars.count)
        }
      }
    }
    guard let unit = language.units.first(where: { matches($0.sign, start) }) else { return nil }
    var end = start + unit.sign.unicodeScalars.count
    guard !text[end].isLetter, !text[end].isDigit, text[end] != "/" else { return nil }
    if text[end] == ".", language.pointedUnits.contains(unit.sign), goesOn(behindPoint: end) {
      end += 1
    }
    // `1999 г.` is a year.
    if unit.sign == "г", text[end] == "." || (!number.isGrouped && number.whole.utf8.count == 4) {
      return nil
    }
    // A share has no gender, except where nouns have cases.
    let gender =
      ["%", "‰"].contains(unit.sign) && !language.hasCases ? nil : unit.name.gender
    return counted(number.digits, unit.name, gender, at: number.start).map {
      .init(range: number.start..<end, words: $0)
    }
  }

  /// Whether the sentence goes on after the point of an abbreviation.
  func goesOn(behindPoint point: Int) -> Bool {
    if text[point + 1] == "," || text[point + 1] == ";" { return true }
    var next = point + 1
    while next < text.count, text[next] == " " || text[next] == "\u{a0}" { next += 1 }
    guard next > point + 1, text[next].isLetter || text[next].isDigit else { return false }
    return !text[next].isUpper
      || !LanguageRules.of(language.tag).openers.contains(text.word(at: next).lowercased())
  }

  /// Whether the sign or code of a currency follows `number`.
  private func isMoney(_ number: WrittenAmount) -> Bool {
    var start = number.end
    if text[start] == " " || text[start] == "\u{a0}" || text[start] == "\u{202f}" { start += 1 }
    return language.currencies.contains { matches($0.sign, start) || matches($0.code, start) }
  }

  /// A number in groups before `millions`.
  private func scaled(_ number: WrittenAmount) -> SpokenFinder.Found? {
    guard scale(number.end) != nil else { return nil }
    return spellout.words(number.digits).map { .init(range: number.start..<number.end, words: $0) }
  }

  func matches(_ sign: String, _ at: Int) -> Bool {
    guard !sign.isEmpty else { return false }
    var index = at
    for scalar in sign.unicodeScalars {
      guard text[index] == scalar, index < text.count else { return false }
      index += 1
    }
    // A sign of letters is a word of its own.
    return sign.unicodeScalars.last?.isLetter != true
      || !(text[index].isLetter || isElision(index))
  }

  /// An apostrophe with a letter after it: what stands before it is the beginning of a word, as in `3 m'ont dit`.
  func isElision(_ at: Int) -> Bool {
    (text[at] == "'" || text[at] == "’") && text[at + 1].isLetter
  }

  // Numbers by themselves.

  /// `21st`, `3.º`, `2e`, `5. Mai`, `May 5`.
  private func ordinal(_ number: WrittenAmount) -> SpokenFinder.Found? {
    guard number.decimals.isEmpty, !number.isGrouped, number.whole.utf8.count <= 4 else {
      return nil
    }
    let end = number.end
    for (ending, isFeminine) in language.numberEndings where matches(ending, end) {
      let after = end + ending.unicodeScalars.count
      guard !text[after].isLetter, !text[after].isDigit,
        var words = spellout.words(number.whole, isFeminine ? .feminineOrdinal : .ordinal)
      else { continue }
      // `primer`, `tercer`.
      if language.tag == "es", ending.hasSuffix("er"), words.hasSuffix("o") { words.removeLast() }
      return .init(range: number.start..<after, words: words)
    }
    guard let value = Int(number.whole), value > 0 else { return nil }
    if language.tag == "en", value <= 31 { return englishDay(number) }
    guard language.hasOrdinalPoints, text[end] == ".", text[end + 1].isBlank,
      value < (language.tag == "et" ? 3000 : 100), !text[end + 1].endsLine
    else { return nil }
    var next = end + 1
    while text[next] == " " || text[next] == "\u{a0}" { next += 1 }
    let word = text.word(at: next)
    let isMonth = language.isMonth(word)
    guard
      isMonth || text[next].isLower
        || (language.tag == "de" && text[next].isUpper && number.start > 0
          && !LanguageRules.german.openers.contains(word.lowercased())
          && text[number.start - 1] == " " && text[number.start - 2].isLower)
    else { return nil }
    let words: String? =
      if language.tag == "et" {
        isMonth && !word.lowercased().hasSuffix("l")
          ? EstonianOrdinals.nominative(value) : EstonianOrdinals.agreeing(value, with: word)
      } else if language.tag == "de" {
        spellout.words(
          number.whole, SpokenLanguage.germanOrdinal(after: wordBefore(number.start)))
      } else {
        spellout.words(number.whole, .ordinal)
      }
    return words.map { .init(range: number.start..<end + 1, words: $0) }
  }

  /// `3° posto`, but not `30° all'ombra`.
  private func italianOrdinal(_ number: WrittenAmount) -> SpokenFinder.Found? {
    guard language.tag == "it", text[number.end] == "°", text[number.end + 1] == " ",
      text[number.end + 2].isLower, let value = Int(number.whole), (1...100).contains(value)
    else { return nil }
    let next = text.word(at: number.end + 2).lowercased()
    let article = next.prefix { $0 != "'" }
    guard next.count > 2, !["all", "dell", "nell"].contains(article),
      ![
        "alla", "nel", "nella", "sotto", "sopra", "con", "per", "gradi", "nord", "sud", "est",
        "ovest", "celsius",
        "fahrenheit", "centigradi", "fuori", "oggi", "domani", "fino",
      ].contains(next)
    else { return nil }
    let form: Spellout.Form = next.hasSuffix("a") ? .feminineOrdinal : .ordinal
    return spellout.words(number.whole, form).map {
      .init(range: number.start..<number.end + 1, words: $0)
    }
  }

  private func englishDay(_ number: WrittenAmount) -> SpokenFinder.Found? {
    let before = wordBefore(number.start)
    guard !text[number.end].isLetter else { return nil }
    if isMonth(before) {
      guard isDay(number, of: before) else { return nil }
      return spellout.words(number.whole, .ordinal).map {
        .init(range: number.start..<number.end, words: $0)
      }
    }
    guard text[number.end] == " ", isMonth(text.word(at: number.end + 1)) else {
      return nil
    }
    return spellout.words(number.whole, .ordinal).map {
      .init(
        range: number.start..<number.end,
        words: (before.lowercased() == "the" ? "" : "the ") + $0 + " of")
    }
  }

  /// Months have a capital: `may` and `march` are verbs.
  private func isMonth(_ word: String) -> Bool {
    word.unicodeScalars.first?.isUpper == true && language.isMonth(word)
  }

  /// Whether the number after `month` is a day: a mark, a year or the line's end follows it, or a word before it requires a
  /// day.
  private func isDay(_ number: WrittenAmount, of month: String) -> Bool {
    var at = number.start - 1
    if text[at] == " " || text[at] == "\u{a0}" { at -= 1 }
    // A point ends a sentence, unless the month is shortened by it.
    if text[at] == "." {
      guard month.count < 5, month != "May", month != "June", month != "July" else { return false }
      at -= 1
    }
    let end = number.end
    if ".,;:!?)]}”’\"'—–-".unicodeScalars.contains(text[end]) || text[end].endsLine { return true }
    if text[end] == " " {
      var year = end + 1
      while text[year].isDigit { year += 1 }
      if year - end == 5, !text[year].isLetter { return true }
    }
    let start = at + 1 - month.unicodeScalars.count
    return SpokenNumbers.daysAreAskedFor.contains(wordBefore(start).lowercased())
  }

  /// Words after which a month has a day.
  private static let daysAreAskedFor: Set<String> = [
    "on", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// `1/2`, `2½`, `3/4`.
  private func fraction(_ number: WrittenAmount) -> SpokenFinder.Found? {
    guard number.decimals.isEmpty else { return nil }
    if let half = language.fractions[String(text[number.end])] {
      return whole(number.whole).map {
        .init(
          range: number.start..<number.end + 1, words: "\($0) \(language.word("and ½")) \(half)")
      }
    }
    guard text[number.end] == "/", text[number.end + 1].isDigit, !text[number.end + 2].isDigit,
      let words = language.fractions["\(number.whole)/\(text[number.end + 1])"],
      text[number.end + 2] != "/"
    else { return nil }
    return .init(range: number.start..<number.end + 2, words: words)
  }

  private func plain(_ number: WrittenAmount) -> SpokenFinder.Found? {
    let next = text[number.end]
    // `3D`, `5-aastane`, `1.2.3`, and what begins with 0 is read by its digits, as engines do.
    guard !next.isLetter,
      !(".,:/-–'’".unicodeScalars.contains(next)
        && (text[number.end + 1].isDigit
          || (text[number.end + 1].isLetter && language.tag != "en"))),
      number.whole.utf8.count <= 15, number.whole == "0" || number.whole.utf8.first != 0x30
    else { return decade(number) }
    // Digits in groups are a telephone number or a code.
    if !number.isGrouped, number.whole.utf8.count >= 7 || isOfCode(number) { return nil }
    if number.decimals.isEmpty, CountedNoun.agrees(number.whole, language.tag),
      text[number.end] == " " || text[number.end] == "\u{a0}", text[number.end + 1].isLetter,
      case let noun = text.word(at: number.end + 1), !language.isMonth(noun),
      !CountedNoun.isLink(noun)
    {
      // Its gender decides; where it is not known, the engine may know.
      return CountedNoun.words(number.whole, before: noun, spellout).map {
        .init(range: number.start..<number.end, words: $0)
      }
    }
    guard
      let words = number.decimals.isEmpty && !number.isGrouped
        ? whole(number.whole) : spellout.words(number.digits)
    else { return nil }
    return .init(range: number.start..<number.end, words: words)
  }

  private func isOfCode(_ number: WrittenAmount) -> Bool {
    (text[number.end] == " " && (text[number.end + 1].isDigit || isAreaCode(number.end + 1)))
      || (text[number.end] == ")" && number.start > 0 && text[number.start - 1] == "("
        && (text[number.end + 1].isDigit
          || (text[number.end + 1] == " " && text[number.end + 2].isDigit)))
      || (number.start > 2 && text[number.start - 1] == " " && text[number.start - 2] == ")"
        && text[number.start - 3].isDigit)
      || (number.start > 1 && text[number.start - 1] == " " && text[number.start - 2].isDigit)
      || (number.start > 0 && "+#/".unicodeScalars.contains(text[number.start - 1])
        && number.whole.utf8.count > 3)
  }

  /// `(212)` with more digits after it.
  private func isAreaCode(_ at: Int) -> Bool {
    guard text[at] == "(" else { return false }
    var end = at + 1
    while text[end].isDigit, end - at < 6 { end += 1 }
    return end > at + 1 && text[end] == ")"
  }

  /// `1990s`.
  private func decade(_ number: WrittenAmount) -> SpokenFinder.Found? {
    guard language.tag == "en", text[number.end] == "s", !text[number.end + 1].isLetter,
      number.decimals.isEmpty, !number.isGrouped, let words = whole(number.whole)
    else { return nil }
    let plural =
      words.hasSuffix("y")
      ? words.dropLast() + "ies" : words.hasSuffix("x") ? words + "es" : words + "s"
    return .init(range: number.start..<number.end + 1, words: plural)
  }

  /// A whole number; one of four digits may be a year.
  func whole(_ digits: String) -> String? {
    guard digits.utf8.count == 4, let value = Int(digits), (1100...2099).contains(value),
      !(2000...2009).contains(value)
    else { return spellout.words(digits) }
    return language.year(value, spellout)
  }

  func wordBefore(_ at: Int) -> String {
    var end = at
    while end > 0, text.scalars[end - 1] == " " || text.scalars[end - 1] == "." { end -= 1 }
    var start = end
    while start > 0, text.scalars[start - 1].isLetter { start -= 1 }
    return text.string(start..<end)
  }
}
