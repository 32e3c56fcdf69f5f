/// Judges single points: that of an abbreviation, an initial or an ordinal may end no sentence.
struct Abbreviations {
  private let text: TextScalars
  private let rules: LanguageRules

  init(_ text: TextScalars, _ rules: LanguageRules) {
    self.text = text
    self.rules = rules
  }

  /// Whether the point at `juncture` ends a sentence that began at `start`, where `next` is no small letter.
  func endsSentence(at juncture: Juncture, next: Int, from start: Int) -> Bool {
    let point = juncture.marks.lowerBound
    let tokenStart = tokenStart(before: point, from: start)
    let token = text.string(tokenStart..<point)
    guard let first = token.unicodeScalars.first else { return true }
    let key = token.lowercased()
    let isOpener = rules.openers.contains(text.word(at: next).lowercased())

    if text[next].isDigit { return endsBeforeNumber(key, first) }
    if rules.hasOrdinals, isOrdinal(token) { return isOpener }
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
    return isAcronym(token) ? isOpener : true
  }

  /// Letters, digits, inner points and what else abbreviations hold; behind a hyphen the part that is known.
  private func tokenStart(before point: Int, from start: Int) -> Int {
    var at = point
    while at > start, isOfToken(text.scalars[at - 1]) { at -= 1 }
    while at < point, ".-'’/".unicodeScalars.contains(text.scalars[at]) { at += 1 }
    guard let hyphen = (at..<point).last(where: { text.scalars[$0] == "-" }) else { return at }
    let whole = text.string(at..<point).lowercased()
    return rules.inNames.contains(whole) || rules.never.contains(whole) ? at : hyphen + 1
  }

  private func isOfToken(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetter || scalar.isDigit || scalar.properties.generalCategory == .nonspacingMark
      || ".-'’°º§/".unicodeScalars.contains(scalar)
  }

  private func endsBeforeNumber(_ key: String, _ first: Unicode.Scalar) -> Bool {
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

  private func isRoman(_ word: String) -> Bool {
    !word.isEmpty && word != "I" && word.utf8.allSatisfy { "IVXLC".utf8.contains($0) }
  }

  private func isShortNumber(_ token: String) -> Bool {
    (1...2).contains(token.utf8.count) && token.utf8.allSatisfy { (0x30...0x39).contains($0) }
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
        $0.unicodeScalars.count == 1 && $0.unicodeScalars.first?.isLetter == true
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
    guard rules.letterWords.contains(key) else { return isOpener }
    let followsName = before.unicodeScalars.first?.isUpper == true && begin > start
    return isOpener || !(followsName || begin == end)
  }
}
