/// Whether letters write a Roman number.
public enum RomanLetters {
  /// Whether `letters`, capitals, are a number from 1 to 3999 in the usual spelling.
  public static func isNumber(_ letters: String) -> Bool { RomanNumbers.value(letters) != nil }
}

/// Roman numbers after a name, a century or a part of a work: `Louis XIV`, `siglo XX`, `Act III`.
struct RomanNumbers {
  let text: TextScalars
  let language: SpokenLanguage

  func find(_ at: Int) -> SpokenFinder.Found? {
    var end = at
    var letters = ""
    while end < text.count, let letter = RomanNumbers.letters(text.scalars[end]) {
      letters += letter
      end += 1
    }
    guard end > at, let value = RomanNumbers.value(letters) else { return nil }
    // Unicode's numerals are never anything else: `Ⅳ`.
    let isSign = text.scalars[at].value > 0x7f
    let isLarge = letters.contains { "LCDM".contains($0) }
    if !isLarge, let century = century(at, end, value) { return century }
    guard !text[end].isLetter, !text[end].isDigit, text[end] != "-",
      !"'’".unicodeScalars.contains(text[end]) || isPossessive(end)
    else { return nil }
    let before = wordBefore(at)
    if language.parts.contains(before.lowercased()) {
      guard value > 1 || isSign || isNumber(at, end, after: before),
        !isLarge || isSign || RomanNumbers.isPlain(letters)
      else { return nil }
      return cardinal(value, at..<end)
    }
    if isSign, !isName(before) { return cardinal(value, at..<end) }
    guard !isLarge else { return nil }
    let after = wordAfter(end)
    if language.centuries.contains(after.lowercased()) {
      // The point of `XX. Jahrhundert` belongs to the number.
      let hasPoint = text[end] == "." && language.hasOrdinalPoints
      return ordinal(value, before: before, after: after).map {
        .init(range: at..<(hasPoint ? end + 1 : end), words: $0)
      }
    }
    guard isName(before) else { return nil }
    // `KING RICHARD III` is Richard, too.
    let name = String(before.prefix(1) + before.dropFirst().lowercased())
    guard
      isSign || end - at > 1 || (letters == "V" && RomanNumbers.rulers.contains(name))
        || (letters == "I" && isFirst(at, end, name: name))
    else { return nil }
    // `Plan II` is not a king.
    if LanguageRules.of(language.tag).lettered.contains(before.lowercased()) {
      return cardinal(value, at..<end)
    }
    return ruler(value, name: name).map { words in
      // The point of a German or Estonian ordinal, where the sentence goes on.
      let hasPoint = text[end] == "." && language.hasOrdinalPoints && goesOn(end + 1)
      return .init(range: at..<(hasPoint ? end + 1 : end), words: words)
    }
  }

  /// Whether the English `'s` of an owner stands at `end`: `Louis XIV's heir`.
  private func isPossessive(_ end: Int) -> Bool {
    language.tag == "en" && "sS".unicodeScalars.contains(text[end + 1]) && !text[end + 2].isLetter
  }

  private var numbers: Spellout { Spellout(language: language.tag) }

  /// `XIXe siècle`, `XX. Jahrhundert`, `XX sajand`.
  private func century(_ at: Int, _ end: Int, _ value: Int) -> SpokenFinder.Found? {
    for ending in language.ordinalEndings where !ending.isEmpty {
      let scalars = Array(ending.unicodeScalars)
      guard scalars.indices.allSatisfy({ text[end + $0] == scalars[$0] }),
        !text[end + scalars.count].isLetter, end - at > 1 || ending.count > 1,
        let words = ordinal(value)
      else { continue }
      return .init(range: at..<end + scalars.count, words: words)
    }
    return nil
  }

  /// Whether the English `I` after the name of a part is a number and no pronoun: `Part I.`, `Act I, Scene II`.
  private func isNumber(_ at: Int, _ end: Int, after part: String) -> Bool {
    guard language.tag == "en" else { return true }
    guard part.unicodeScalars.first?.isUpper == true else { return false }
    if part.lowercased() == "war" {
      let start = at - 1 - part.unicodeScalars.count
      if wordBefore(start).lowercased() == "world" { return true }
    }
    return ".,:;!?)]}”’\"'—–|*_/".unicodeScalars.contains(text[end]) || text[end].endsLine
  }

  /// Whether the English `I` after a name is a number: `Queen Elizabeth I in 1559`, `Charles I.`, and not `Mary I think`.
  private func isFirst(_ at: Int, _ end: Int, name: String) -> Bool {
    guard language.tag == "en" else { return false }
    let isRuler = RomanNumbers.rulers.contains(name) || RomanNumbers.queens.contains(name)
    let title = wordBefore(at - 1 - name.unicodeScalars.count).lowercased()
    if RomanNumbers.titles.contains(title) {
      let next = wordAfter(end).lowercased()
      return text[end] == "." || text[end] == "," || !RomanNumbers.verbsOfMine.contains(next)
    }
    return isRuler && (".;:!?)]}”\"—".unicodeScalars.contains(text[end]) || text[end].endsLine)
  }

  /// Words before the name of a person who may be the first of that name.
  private static let titles: Set<String> = [
    "king", "queen", "emperor", "empress", "pope", "tsar", "tsarina", "czar", "czarina", "kaiser",
    "sultan", "shah", "prince", "princess", "duke", "pharaoh",
  ]

  /// Words after `I` that show it is a pronoun.
  private static let verbsOfMine = Set(
    """
    am wasn't i'm have had will would shall should can could may might must do don't did didn't know think thought believe
    guess say said saw see hear heard met meet want wanted need love loved hate hope wish promise swear remember told tell
    never always just also once still really only even cannot can't won't wouldn't couldn't
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private func cardinal(_ value: Int, _ range: Range<Int>) -> SpokenFinder.Found? {
    numbers.words(String(value), .cardinal).map { .init(range: range, words: $0) }
  }

  /// In the form that the words around it require.
  private func ordinal(_ value: Int, before: String, after: String) -> String? {
    switch language.tag {
    case "de": numbers.words(String(value), SpokenLanguage.germanOrdinal(after: before))
    case "et": EstonianOrdinals.agreeing(value, with: after)
    default: ordinal(value)
    }
  }

  private func ordinal(_ value: Int) -> String? { numbers.words(String(value), .ordinal) }

  private func ruler(_ value: Int, name: String) -> String? {
    switch language.tag {
    case "en": ordinal(value).map { "the " + $0 }
    case "de":
      numbers.words(String(value), .ordinal).map {
        (RomanNumbers.queens.contains(name) ? "die " : "der ") + $0
      }
    case "nl": ordinal(value).map { "de " + $0 }
    case "fr": value == 1 ? "premier" : numbers.words(String(value), .cardinal)
    case "es", "pt":
      value <= 10
        ? numbers.words(
          String(value),
          name.hasSuffix("a") || name.hasSuffix("l") && isQueen(name)
            ? .feminineOrdinal : .ordinal) : numbers.words(String(value), .cardinal)
    case "it":
      numbers.words(String(value), name.hasSuffix("a") ? .feminineOrdinal : .ordinal)
    default: ordinal(value)
    }
  }

  private func isQueen(_ name: String) -> Bool { name == "Isabel" || name == "Raquel" }

  /// Names of which there was a fifth: after others, a `V` by itself is a letter.
  private static let rulers = Set(
    """
    Henry Charles Louis Philip George James Edward John Pius Paul Nicholas Martin Clement Sixtus Urban Leo Alexander Benedict
    Gregory Innocent Celestine Boniface Stephen Baldwin Ferdinand Alfonso Alphonse Frederick Christian Ptolemy Ramses Ramesses
    Mohammed Muhammad Mehmed Murad Gustav Olav Harald Haakon Magnus Ladislaus Robert David Constantine Leopold Michael Rama
    Heinrich Karl Friedrich Ludwig Georg Wilhelm Johann Philipp Paulus Nikolaus Klemens Sixtus Gregor Benedikt Alexander Otto
    Henri Philippe Jean Robert Jacques Paul Nicolas Clément Sixte Urbain Benoît Grégoire Raoul Baudouin Amédée
    Enrique Carlos Felipe Fernando Juan Jacobo Sancho Ramiro Pablo Nicolás Clemente Sixto Urbano Benedicto Gregorio Jorge
    Enrico Carlo Filippo Giovanni Ferdinando Giorgio Federico Pio Paolo Martino Niccolò Sisto Benedetto Amedeo
    João Afonso Henrique Filipe Pedro Hendrik Karel Filips Willem Johan Jan Frederik Jacobus Lodewijk Karl Gustaaf
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let queens: Set<String> = [
    "Elisabeth", "Elizabeth", "Katharina", "Maria", "Margarethe", "Beatrix", "Juliana", "Johanna",
  ]

  /// The Roman letters of a scalar: itself, or the letters of one of Unicode's Roman numerals.
  private static func letters(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "I", "V", "X", "L", "C", "D", "M": String(scalar)
    case "\u{2160}"..."\u{216b}": written(Int(scalar.value) - 0x215f)
    case "\u{216c}": "L"
    case "\u{216d}": "C"
    case "\u{216e}": "D"
    case "\u{216f}": "M"
    default: nil
    }
  }

  /// Whether the letters of a large number are not also an abbreviation, as CD, DC, MD and XL are.
  static func isPlain(_ letters: String) -> Bool {
    letters.count > 2 || letters == "LI" || letters == "LV" || letters == "LX"
  }

  /// The number that `roman` writes, from 1 to 3999; nil if it is not written as usual.
  static func value(_ roman: String) -> Int? {
    let values: [Character: Int] = [
      "I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000,
    ]
    var total = 0
    var last = 0
    for letter in roman.reversed() {
      guard let value = values[letter] else { return nil }
      total += value < last ? -value : value
      last = max(last, value)
    }
    return written(total) == roman ? total : nil
  }

  private static func written(_ value: Int) -> String {
    var rest = value
    var text = ""
    for (size, letters) in [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ] {
      while rest >= size {
        text += letters
        rest -= size
      }
    }
    return text
  }

  private func wordBefore(_ at: Int) -> String {
    var end = at
    while end > 0, text.scalars[end - 1] == " " || text.scalars[end - 1] == "\u{a0}" { end -= 1 }
    guard end < at else { return "" }
    var start = end
    while start > 0, text.scalars[start - 1].isLetter { start -= 1 }
    return text.string(start..<end)
  }

  private func wordAfter(_ end: Int) -> String {
    var at = end
    if text[at] == "." { at += 1 }
    while text[at] == " " || text[at] == "\u{a0}" { at += 1 }
    return text.word(at: at)
  }

  private func isName(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    guard let first = scalars.first, first.isUpper, scalars.count > 2 else { return false }
    return (scalars.dropFirst().allSatisfy(\.isLower) || scalars.allSatisfy(\.isUpper))
      && !LanguageRules.of(language.tag).openers.contains(word.lowercased())
  }

  private func goesOn(_ index: Int) -> Bool {
    var at = index
    while text[at] == " " { at += 1 }
    return at > index && text[at].isLower
  }
}
