/// Judges single points: that of an abbreviation, an initial or an ordinal may end no sentence.
struct Abbreviations {
  private let text: TextScalars
  private let rules: LanguageRules

  init(_ text: TextScalars, _ rules: LanguageRules) {
    self.text = text
    self.rules = rules
  }

  /// Whether the point at `juncture` ends a sentence that began at `start`, where `next` is not a small letter.
  func endsSentence(at juncture: Juncture, next: Int, from start: Int) -> Bool {
    let point = juncture.marks.lowerBound
    let tokenStart = tokenStart(before: point, from: start)
    let token = text.string(tokenStart..<point)
    guard let first = token.unicodeScalars.first else { return true }
    if goesOnSpaced(token.lowercased(), next) { return false }
    let key = joined(token.lowercased(), tokenStart, from: start)
    let isOpener = !isInitial(next) && rules.openers.contains(text.word(at: next).lowercased())

    if text[next].isDigit { return endsBeforeNumber(key) }
    if rules.hasOrdinals, isOrdinal(token) {
      return isOpener
        || (!rules.capitalizesNouns && !isRoman(token) && isCounted(tokenStart, from: start))
    }
    if let ends = endsWithWord(token, key, next, isAtStart: tokenStart == start, isOpener) {
      return ends
    }
    if rules.never.contains(key) { return false }
    if rules.titles.contains(key) {
      return isOpener && (first.isLower || rules.inNames.contains(key))
    }
    if rules.beforeNumbers.contains(key), isLoneCapital(next) || isRoman(text.word(at: next)) {
      return false
    }
    if rules.hours.contains(key) { return !isFronted(start, point) }
    if rules.mayEnd.contains(key) { return true }
    if isInName(key) { return isOpener }
    if token.unicodeScalars.count == 1, first.isLetter {
      return endsWithLetter(key, tokenStart, from: start, isOpener: isOpener)
    }
    if isAcronym(token) || isCapitalPair(token) || lacksVowels(token, tokenStart, start) {
      return isOpener
    }
    return true
  }

  /// Whether a sentence ends with an abbreviation that is a word too; nil if it is not one.
  private func endsWithWord(
    _ token: String, _ key: String, _ next: Int, isAtStart: Bool, _ isOpener: Bool
  ) -> Bool? {
    if rules.words.contains(token) {
      // A title may open a sentence, as in `Dir. Huber`; another word alone is all of one.
      return isOpener || !(isAtStart && rules.titles.contains(key))
    }
    guard rules.nameWords.contains(token) else { return nil }
    return isOpener || !isName(next)
  }

  /// Whether a full name, an initial, or a name with a case ending follows.
  private func isName(_ next: Int) -> Bool {
    let word = text.word(at: next)
    let end = next + word.unicodeScalars.count
    if word.unicodeScalars.count == 1, text[end] == "." { return true }
    if rules.nameCases.contains(where: { word.count > $0.count + 1 && word.hasSuffix($0) }) {
      return true
    }
    return text[end] == " " && text[end + 1].isUpper
  }

  private func isCapitalPair(_ token: String) -> Bool {
    Abbreviations.isDoubled(token.lowercased()) && token.unicodeScalars.allSatisfy(\.isUpper)
  }

  /// Whether the next word goes on with an abbreviation that has blanks between its letters.
  private func goesOnSpaced(_ token: String, _ next: Int) -> Bool {
    let word = text.word(at: next)
    guard text[next + word.unicodeScalars.count] == "." else { return false }
    let other = word.lowercased()
    return rules.beginnings.contains(token + "." + other)
      || (Abbreviations.isDoubled(token) && Abbreviations.isDoubled(other))
  }

  /// `EE` of `EE. UU.`, `JJ` of `JJ. OO.`: a plural in Spanish.
  private static func isDoubled(_ token: String) -> Bool {
    token.count == 2 && token.first == token.last && token.first?.isLetter == true
  }

  /// `token` with the parts before it that belong to it: `s.r.o` of `s. r. o`.
  private func joined(_ token: String, _ tokenStart: Int, from start: Int) -> String {
    var key = token
    var at = tokenStart
    for _ in 0..<3 {
      var end = at
      while end > start, text.scalars[end - 1].isBlank { end -= 1 }
      guard end < at, end > start + 1, text.scalars[end - 1] == "." else { break }
      let first = self.tokenStart(before: end - 1, from: start)
      let longer = text.string(first..<end - 1).lowercased() + "." + key
      guard rules.knows(longer) || rules.beginnings.contains(longer) else { break }
      key = longer
      at = first
    }
    return rules.knows(key) ? key : token
  }

  /// `пгт`, `tlf`, `skt`: no word but an abbreviation, unless it is a unit after a number or a sound by itself.
  private func lacksVowels(_ token: String, _ tokenStart: Int, _ start: Int) -> Bool {
    guard !rules.hasVowellessWords, (2...5).contains(token.unicodeScalars.count),
      tokenStart > start, token.unicodeScalars.dropFirst().allSatisfy(\.isLower),
      token.lowercased().unicodeScalars.allSatisfy({ Abbreviations.consonants.contains($0) })
    else { return false }
    var at = tokenStart
    while at > start, text.scalars[at - 1].isBlank { at -= 1 }
    return at > start && !text.scalars[at - 1].isDigit
      && (text.scalars[at - 1].isLetter || text.scalars[at - 1] == "."
        || text.scalars[at - 1] == ",")
  }

  private static let consonants = Set(
    "bcdfghjklmnpqrstvwxzßçñšžčćłńśźżďťňřľбвгджзклмнпрстфхцчшщ".unicodeScalars)

  /// Letters, digits, inner points and what else abbreviations hold; after a hyphen the part that is known.
  private func tokenStart(before point: Int, from start: Int) -> Int {
    var at = point
    while at > start, isOfToken(text.scalars[at - 1]) { at -= 1 }
    while at < point, ".-'’/".unicodeScalars.contains(text.scalars[at]) { at += 1 }
    if rules.knows(text.string(at..<point).lowercased()) { return at }
    let hyphen = (at..<point).last { text.scalars[$0] == "-" }
    if let hyphen { at = hyphen + 1 }
    // `l'Ing.`, `dell’avv.`: the article is not part of it.
    let mark = (at..<point).first { text.scalars[$0] == "'" || text.scalars[$0] == "’" }
    if let mark, rules.knows(text.string(mark + 1..<point).lowercased()) { return mark + 1 }
    return at
  }

  private func isOfToken(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetter || scalar.isDigit || scalar.properties.generalCategory == .nonspacingMark
      || ".-'’°º§/".unicodeScalars.contains(scalar)
  }

  private func endsBeforeNumber(_ key: String) -> Bool {
    if rules.hasOrdinals, isShortNumber(key) { return false }
    return
      !(rules.never.contains(key) || rules.titles.contains(key)
      || rules.beforeNumbers.contains(key) || isInName(key)
      || (isAcronym(key) && !rules.mayEnd.contains(key) && !rules.hours.contains(key)))
  }

  private func isInName(_ key: String) -> Bool {
    rules.inNames.contains(key) || rules.nameEndings.contains(where: key.hasSuffix)
  }

  /// Whether it is a number as in `3. Oktober`, `24. mai`, `XX sajand`.
  private func isOrdinal(_ token: String) -> Bool {
    isShortNumber(token) || (token.utf8.count > 1 && isRoman(token))
  }

  /// Whether a number after a word is a number and no ordinal, as in “kell 18.”.
  ///
  /// In Estonian, where names and what they name may follow an ordinal (`teenis 2. Eesti polgus`), only after some words.
  private func isCounted(_ tokenStart: Int, from start: Int) -> Bool {
    var end = tokenStart
    while end > start, text.scalars[end - 1].isBlank { end -= 1 }
    guard end > start else { return false }
    guard rules.ordinalsBeforeNames else { return true }
    if text.scalars[end - 1] == "." { end -= 1 }
    var begin = end
    while begin > start, text.scalars[begin - 1].isLetter { begin -= 1 }
    let word = text.string(begin..<end)
    let key = word.lowercased()
    return rules.beforeNumbers.contains(key) || rules.prepositions.contains(key)
      || rules.inNames.contains(key) || word.unicodeScalars.first?.isUpper == true && begin > start
  }

  private func isRoman(_ word: String) -> Bool {
    !word.isEmpty && word != "I" && word.utf8.allSatisfy { "IVXLC".utf8.contains($0) }
  }

  private func isShortNumber(_ token: String) -> Bool {
    (1...2).contains(token.utf8.count) && token.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// `И` in `А. И. Семёнов`, which is a word too.
  private func isInitial(_ index: Int) -> Bool {
    text[index].isUpper && text[index + 1] == "." && text[index + 2].isBlank
      && !text[index + 2].endsLine
  }

  /// `B` in `Fig. B shows`.
  private func isLoneCapital(_ index: Int) -> Bool {
    text[index].isUpper && !text[index + 1].isLetter
      && !rules.openers.contains(text.word(at: index).lowercased())
  }

  /// `U.S`, `J.R.R`: letters and points in turn.
  private func isAcronym(_ token: String) -> Bool {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy {
        $0.count == 1 && $0.unicodeScalars.first?.isLetter == true
      }
  }

  /// `At 5 a.m.` and no more: the sentence is still to come.
  private func isFronted(_ start: Int, _ point: Int) -> Bool {
    let words = text.string(start..<point).split(whereSeparator: \.isWhitespace)
    return words.count <= 5
      && words.first.map { rules.prepositions.contains($0.lowercased()) } == true
  }

  /// A single letter: an initial, the word `I`, or a name such as `plan B`.
  private func endsWithLetter(
    _ key: String, _ tokenStart: Int, from start: Int, isOpener: Bool
  ) -> Bool {
    var end = tokenStart
    while end > start, text.scalars[end - 1].isBlank { end -= 1 }
    var begin = end
    while begin > start, !text.scalars[begin - 1].isBlank { begin -= 1 }
    let before = text.string(begin..<end)
    if rules.lettered.contains(before.lowercased()) { return true }
    // Where no word is known, a small letter is a word, as Kurdish `e`.
    if rules.openers.isEmpty, text.scalars[tokenStart].isLower { return true }
    guard rules.letterWords.contains(key) else { return isOpener }
    let first = before.unicodeScalars.first
    let followsInitial = before.unicodeScalars.count == 2 && before.hasSuffix(".")
    let followsName = first?.isUpper == true && (begin > start || followsInitial)
    return isOpener || !(followsName || begin == end)
  }
}
