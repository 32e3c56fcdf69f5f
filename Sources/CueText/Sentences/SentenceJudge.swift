/// Judges whether a sentence ends at a juncture.
struct SentenceJudge {
  let text: TextScalars
  let rules: LanguageRules
  /// Whether the text has small and capital letters, so that they say something.
  let caseTells: Bool

  /// Whether a sentence ends there.
  ///
  /// - Parameters:
  ///   - juncture: the place, which has text after it
  ///   - start: where the sentence began
  ///   - isProposed: ICU ends a sentence there
  /// - Returns: whether a sentence ends there
  func ends(_ juncture: Juncture, from start: Int, isProposed: Bool) -> Bool {
    let next = firstLetter(juncture.next)
    if isListMarker(juncture, start) || isLeading(juncture, start) { return false }
    if rules.pausesAtPoint, !juncture.marks.contains(where: isFullStop) { return false }
    if juncture.gap == juncture.next { return Unspaced(text, rules).ends(juncture) }
    if caseTells, text[next].isLower, !text[next + 1].isUpper { return false }
    if juncture.isEllipsis { return endsByEllipsis(juncture, next) }
    guard isProposed || !caseTells || isOverlooked(juncture, next) else { return false }
    let isPoint = juncture.marks.count == 1 && text.scalars[juncture.marks.lowerBound] == "."
    let isQuoted = juncture.isClosed
    guard isPoint else { return !(isQuoted && isReported(next)) }
    return isQuoted
      || Abbreviations(text, rules).endsSentence(at: juncture, next: next, from: start)
  }

  /// What ICU takes for the middle of a sentence: a dash that begins speech, a number, and names such as `iPhone`.
  private func isOverlooked(_ juncture: Juncture, _ next: Int) -> Bool {
    if juncture.hasFootnote || rules.moreStops.contains(text[juncture.marks.lowerBound]) {
      return true
    }
    if text[juncture.next].isDash { return text[next].isUpper }
    if text[next].isLower { return true }
    guard text[next].isDigit else { return false }
    let point = juncture.marks.lowerBound
    if point > 3, (1...4).allSatisfy({ text[point - $0].isLower }) { return true }
    // A short word, where abbreviations are known.
    if !rules.hasNoList, point > 3, text[point - 4].isBlank,
      (1...3).allSatisfy({ text[point - $0].isLower })
    {
      return true
    }
    return !rules.hasOrdinals && isSum(before: point)
  }

  /// Whether a number after a word of small letters ends the sentence, as at the end of a sum.
  private func isSum(before point: Int) -> Bool {
    var at = point
    while at > 0, text[at - 1].isDigit { at -= 1 }
    return at < point && at > 2 && text[at - 1].isBlank && text[at - 2].isLower
      && text[at - 3].isLower
  }

  /// Whether it ends a sentence in a language in which a point is only a pause.
  private func isFullStop(_ index: Int) -> Bool {
    text[index] != "." && text[index] != "…"
  }

  /// The first scalar of the next sentence after quotes, brackets and dashes.
  private func firstLetter(_ index: Int) -> Int {
    var at = index
    while at < text.count,
      text.scalars[at].isOpener || text.scalars[at].isDash
        || text.scalars[at].isBlank
    { at += 1 }
    return at < text.count ? at : index
  }

  /// `1. The first item`: the marks belong to what stands before the item.
  private func isListMarker(_ juncture: Juncture, _ start: Int) -> Bool {
    if ListMarker.romanEnd(text, at: start) == juncture.marks.lowerBound { return true }
    var marker = ListMarker(text, at: start)
    if case .bullet = marker?.form {
      marker = marker.flatMap { ListMarker(text, at: $0.end) ?? $0 }
    }
    return marker.map { juncture.marks.lowerBound < $0.end } ?? false
  }

  /// Marks with nothing before them: `…and so`, `(!)`, `[...]`.
  private func isLeading(_ juncture: Juncture, _ start: Int) -> Bool {
    var at = juncture.marks.lowerBound
    while at > start, text.scalars[at - 1].isBlank || text.scalars[at - 1].isDash { at -= 1 }
    if at == start { return true }
    let before = text.scalars[juncture.marks.lowerBound - 1]
    let after = text[juncture.marks.upperBound]
    return (before == "(" && after == ")") || (before == "[" && after == "]")
      || (at - 1 == start && text.scalars[at - 1].isOpener)
  }

  /// Four points end a sentence, three attached to a word too; three by themselves are a pause, unless a new sentence is plain.
  private func endsByEllipsis(_ juncture: Juncture, _ next: Int) -> Bool {
    let points = juncture.marks.reduce(0) {
      $0 + (text.scalars[$1] == "." ? 1 : text.scalars[$1] == "…" ? 3 : 0)
    }
    if points > 3 || !text[juncture.marks.lowerBound - 1].isBlank { return true }
    let word = text.word(at: next).lowercased()
    return rules.openers.contains(word) && !rules.letterWords.contains(word)
  }

  /// `“Go!” Mary said.`: the speaker is named after the quote.
  private func isReported(_ next: Int) -> Bool {
    var at = next
    for place in 0..<3 {
      let word = text.word(at: at)
      let lower = word.lowercased()
      if place > 0, rules.reporting.contains(lower) { return true }
      let isName =
        text[at].isUpper && (!rules.openers.contains(lower) || rules.letterWords.contains(lower))
      guard isName, !word.isEmpty else { return false }
      at += word.unicodeScalars.count
      if text[at] == "." { at += 1 }
      guard text[at].isBlank else { return false }
      at += 1
    }
    return false
  }
}

extension TextScalars {
  /// Letters, digits and the apostrophes between them from `index` on.
  func word(at index: Int) -> String {
    var end = index
    while end < count, isOfWord(end) { end += 1 }
    guard end > index else { return "" }
    return string(index..<end).replacingTypographicApostrophes()
  }

  private func isOfWord(_ index: Int) -> Bool {
    let scalar = scalars[index]
    if scalar == "'" || scalar == "’" || scalar == "-" { return self[index + 1].isLetter }
    return scalar.isLetter || scalar.isDigit
  }
}

extension String {
  fileprivate func replacingTypographicApostrophes() -> String {
    unicodeScalars.contains("’") ? String(map { $0 == "’" ? "'" : $0 }) : self
  }
}
