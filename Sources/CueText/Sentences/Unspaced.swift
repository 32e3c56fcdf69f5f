/// Judges marks without a blank after them: `the end.Then`, but not `www.Example.org`.
struct Unspaced {
  private let text: TextScalars
  private let rules: LanguageRules

  init(_ text: TextScalars, _ rules: LanguageRules) {
    self.text = text
    self.rules = rules
  }

  func ends(_ juncture: Juncture) -> Bool {
    let next = juncture.next
    guard !juncture.isEllipsis, text[next].isUpper, isProse(before: juncture),
      let end = proseEnd(next)
    else { return false }
    let word = text.word(at: next).lowercased()
    return rules.openers.contains(word) || rules.titles.contains(word)
      || (end - next >= 4 && text[next + 1].isLower)
      || (end - next >= 2 && (next..<end).allSatisfy { "IVXLC".unicodeScalars.contains(text[$0]) })
  }

  /// A word of small letters, or a number, and nothing of an address.
  private func isProse(before juncture: Juncture) -> Bool {
    var at = juncture.marks.lowerBound
    var letters = 0
    while at > 0, text.scalars[at - 1].isLower || text.scalars[at - 1].isDigit {
      at -= 1
      letters += 1
    }
    if at > 0, text.scalars[at - 1].isUpper {
      at -= 1
      letters += 1
    }
    guard letters > 1 || (letters == 1 && text[juncture.marks.lowerBound - 1].isDigit) else {
      return false
    }
    while at > 0, !text.scalars[at - 1].isBlank {
      at -= 1
      if "@/\\_=.".unicodeScalars.contains(text.scalars[at]) { return false }
    }
    return true
  }

  /// Where the word at `next` ends, if blanks or a comma or the end of a sentence follow.
  private func proseEnd(_ next: Int) -> Int? {
    let end = next + text.word(at: next).unicodeScalars.count
    let after = text[end]
    if after.isBlank || after == "," || after == ";" || after == ":" { return end }
    guard after.isStop else { return nil }
    return text[end + 1].isBlank || text[end + 1].isUpper ? end : nil
  }
}
