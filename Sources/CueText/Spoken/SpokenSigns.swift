/// Symbols and emoji.
struct SpokenSigns {
  let text: TextScalars
  let language: SpokenLanguage?

  func find(_ at: Int) -> SpokenFinder.Found? {
    let scalar = text.scalars[at]
    if let end = emojiEnd(at) { return emoji(at..<end) }
    switch scalar {
    case "™", "®", "©", "\u{feff}", "\u{200b}", "\u{2060}", "\u{fe0f}", "\u{200d}":
      return .init(range: at..<at + 1, words: "")
    case "&", "+", "=", "%", "‰", "§", "€", "£", "¥", "×", "÷", "±", "≈", "≠", "≤", "≥", "→", "∞",
      "@", "#", "°",
      "*", "^", "<", ">", "½", "¼", "¾", "⅓", "⅔", "√", "µ", "‚", "−", "№", "~", "$":
      return sign(scalar, at)
    default:
      // Arrows, boxes and ornaments of all kinds say nothing.
      let category = scalar.properties.generalCategory
      guard category == .otherSymbol || category == .mathSymbol, scalar.value > 0x7f else {
        return nil
      }
      return .init(range: at..<at + 1, words: "")
    }
  }

  /// `N° 5`, `n.º 5`, `No. 5`, `Nr. 5`: the word for number.
  func number(_ at: Int) -> SpokenFinder.Found? {
    guard let language else { return nil }
    if let found = abbreviated(at, language) { return found }
    guard ["fr", "it", "es", "pt"].contains(language.tag),
      text.scalars[at] == "N" || text.scalars[at] == "n"
    else { return nil }
    var end = at + 1
    if text[end] == "." { end += 1 }
    guard text[end] == "°" || text[end] == "º" else { return nil }
    end += 1
    var next = end
    while text[next] == " " || text[next] == "\u{a0}" { next += 1 }
    guard text[next].isDigit else { return nil }
    return .init(range: at..<end, words: language.word("№"))
  }

  /// The word for number in `No. 5` and `Nos. 5 and 6`.
  ///
  /// In `He said no. 5 of us left.`, it is a word and a full stop.
  private func abbreviated(_ at: Int, _ language: SpokenLanguage) -> SpokenFinder.Found? {
    guard text[at] == "N" || text[at] == "n" else { return nil }
    let word = text.word(at: at)
    guard let said = language.numberWords[word] else { return nil }
    var end = at + word.unicodeScalars.count
    if text[end] == "." { end += 1 }
    var next = end
    while text[next] == " " || text[next] == "\u{a0}" { next += 1 }
    guard next > end || text[end - 1] == ".", text[next].isDigit else { return nil }
    return .init(range: at..<end, words: next > end ? said : said + " ")
  }

  /// Whether the plus belongs to a name such as `C++` or a grade such as `A++`, and is not a sum.
  private func isOfName(_ at: Int) -> Bool {
    var start = at
    while start > 0, text[start - 1] == "+" { start -= 1 }
    var end = at
    while text[end] == "+" { end += 1 }
    return end - start == 2 && start > 0 && text[start - 1].isUpper
      && (start < 2 || !text[start - 2].isLetter) && !text[end].isDigit
  }

  private func sign(_ scalar: Unicode.Scalar, _ at: Int) -> SpokenFinder.Found? {
    guard let language else {
      // Without words for it, a sign that an engine may know stays, and a usual mark is removed.
      let isMark = "*^#@~<>".unicodeScalars.contains(scalar)
      return isMark && !isCounting(at) ? .init(range: at..<at + 1, words: "") : nil
    }
    if scalar == "#", at > 0, text[at - 1].isUpper, language.tag == "en" {
      return .init(range: at..<at + 1, words: "sharp")
    }
    if scalar == "+", isOfName(at) {
      return .init(range: at..<at + 1, words: language.word("+"))
    }
    if "<>".unicodeScalars.contains(scalar) || scalar == "*" || scalar == "^" || scalar == "~" {
      // Between numbers they count; elsewhere they are marks.
      guard nextIsDigit(at) else { return .init(range: at..<at + 1, words: "") }
    }
    // In a token that no rule took whole, the sign stays: `x$3.50`.
    if SpokenSigns.ofNumbers.contains(scalar), isWithin(at) { return nil }
    let words = language.word(String(scalar))
    return .init(range: at..<at + 1, words: words)
  }

  /// Signs that belong to the number they touch.
  private static let ofNumbers: Set<Unicode.Scalar> = [
    "$", "€", "£", "¥", "%", "‰", "°", "½", "¼", "¾", "⅓", "⅔",
  ]

  /// Whether a letter, a digit or one of ``ofNumbers`` is next to it.
  private func isWithin(_ at: Int) -> Bool {
    func isOfToken(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isLetter || scalar.isDigit || SpokenSigns.ofNumbers.contains(scalar)
    }
    let isBeforeMinus = text[at + 1] == "-" && text[at + 2].isDigit
    return (at > 0 && isOfToken(text[at - 1])) || isOfToken(text[at + 1]) || isBeforeMinus
  }

  /// Whether a sign stands between letters or numbers that it joins: `5 > 3`, `anna@example.se`.
  private func isCounting(_ at: Int) -> Bool {
    if nextIsDigit(at) { return true }
    guard text.scalars[at] == "@", at > 0 else { return false }
    return (text[at - 1].isLetter || text[at - 1].isDigit)
      && (text[at + 1].isLetter || text[at + 1].isDigit)
  }

  private func nextIsDigit(_ at: Int) -> Bool {
    var after = at + 1
    while text[after] == " ", after < text.count { after += 1 }
    return text[after].isDigit
  }

  /// Where the emoji ends that begins at `at`: with its skin, its variant and what is joined to it.
  private func emojiEnd(_ at: Int) -> Int? {
    let scalar = text.scalars[at]
    guard
      scalar.properties.isEmojiPresentation
        || (scalar.value > 0xff && scalar.properties.isEmoji
          && (text[at + 1] == "\u{fe0f}" || scalar.value >= 0x2600))
    else { return nil }
    var end = at + 1
    while end < text.count {
      let next = text.scalars[end]
      if next == "\u{200d}", end + 1 < text.count {
        end += 2
      } else if next == "\u{fe0f}" || next == "\u{20e3}" || (0x1f3fb...0x1f3ff).contains(next.value)
        || (0xe0020...0xe007f).contains(next.value)
        || ((0x1f1e6...0x1f1ff).contains(next.value) && (0x1f1e6...0x1f1ff).contains(scalar.value)
          && end == at + 1)
      {
        end += 1
      } else {
        break
      }
    }
    return end
  }

  /// People; several of them in one emoji are a family.
  private static let people: Set<Unicode.Scalar> = ["👨", "👩", "🧑", "👦", "👧", "🧒", "👶", "👴", "👵"]

  /// Its name: that of Unicode in English, one of the usual ones elsewhere, else nothing.
  ///
  /// The name of a joined emoji is that of its first one. Several people in one are a family, or a couple if there is a heart.
  private func emoji(_ range: Range<Int>) -> SpokenFinder.Found {
    var scalar = text.scalars[range.lowerBound]
    let parts = text.scalars[range]
    if parts.contains("\u{200d}"), parts.count(where: SpokenSigns.people.contains) > 1 {
      scalar = parts.contains("\u{2764}") ? "💑" : "👪"
    }
    let known = language?.emoji[scalar]
    let isEnglish = language?.tag == "en" && !(0x1f1e6...0x1f1ff).contains(scalar.value)
    let name = known ?? (isEnglish ? scalar.properties.name?.lowercased() : nil) ?? ""
    return .init(range: range, words: name)
  }
}
