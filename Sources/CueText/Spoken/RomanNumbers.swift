/// Roman numbers behind a name, a century or a part of a work: `Louis XIV`, `siglo XX`, `Act III`.
struct RomanNumbers {
  let text: TextScalars
  let language: SpokenLanguage

  func find(_ at: Int) -> SpokenFinder.Found? {
    var end = at
    while end < text.count, "IVX".unicodeScalars.contains(text.scalars[end]) { end += 1 }
    guard end > at, let value = RomanNumbers.value(text.string(at..<end)) else { return nil }
    if let century = century(at, end, value) { return century }
    guard !text[end].isLetter, !text[end].isDigit, text[end] != "'", text[end] != "’",
      text[end] != "-"
    else { return nil }
    let before = wordBefore(at)
    if language.parts.contains(before.lowercased()) {
      guard value > 1 || isNumber(at, end, behind: before) else { return nil }
      return cardinal(value, at..<end)
    }
    let behind = wordBehind(end)
    if language.centuries.contains(behind.lowercased()) {
      // The point of `XX. Jahrhundert` is of the number.
      let hasPoint = text[end] == "." && language.hasOrdinalPoints
      return ordinal(value, before: before, behind: behind).map {
        .init(range: at..<(hasPoint ? end + 1 : end), words: $0)
      }
    }
    guard isName(before) else { return nil }
    guard end - at > 1 || (text.scalars[at] == "V" && RomanNumbers.rulers.contains(before)) else {
      return nil
    }
    // `Plan II` is no king.
    if LanguageRules.of(language.tag).lettered.contains(before.lowercased()) {
      return cardinal(value, at..<end)
    }
    return ruler(value, name: before).map { words in
      // The point of a German or Estonian ordinal, where the sentence goes on.
      let hasPoint = text[end] == "." && language.hasOrdinalPoints && goesOn(end + 1)
      return .init(range: at..<(hasPoint ? end + 1 : end), words: words)
    }
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

  /// Whether the English `I` behind the name of a part is a number and no pronoun: `Part I.`, `Act I, Scene II`.
  private func isNumber(_ at: Int, _ end: Int, behind part: String) -> Bool {
    guard language.tag == "en" else { return true }
    guard part.unicodeScalars.first?.isUpper == true else { return false }
    if part.lowercased() == "war" {
      let start = at - 1 - part.unicodeScalars.count
      if wordBefore(start).lowercased() == "world" { return true }
    }
    return ".,:;!?)]}”’\"'—–|*_/".unicodeScalars.contains(text[end]) || text[end].endsLine
  }

  private func cardinal(_ value: Int, _ range: Range<Int>) -> SpokenFinder.Found? {
    numbers.words(String(value), .cardinal).map { .init(range: range, words: $0) }
  }

  /// In the form that the words around it ask for.
  private func ordinal(_ value: Int, before: String, behind: String) -> String? {
    switch language.tag {
    case "de": numbers.words(String(value), SpokenLanguage.germanOrdinal(behind: before))
    case "et": EstonianOrdinals.agreeing(value, with: behind)
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

  /// Names of which there was a fifth: behind others, a `V` by itself is a letter.
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

  /// `of`, in Roman letters of numbers below 50.
  static func value(_ roman: String) -> Int? {
    let values: [Character: Int] = ["I": 1, "V": 5, "X": 10]
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
    for (size, letters) in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
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

  private func wordBehind(_ end: Int) -> String {
    var at = end
    if text[at] == "." { at += 1 }
    while text[at] == " " || text[at] == "\u{a0}" { at += 1 }
    return text.word(at: at)
  }

  private func isName(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    guard let first = scalars.first, first.isUpper, scalars.count > 2 else { return false }
    return scalars.dropFirst().allSatisfy(\.isLower)
      && !LanguageRules.of(language.tag).openers.contains(word.lowercased())
  }

  private func goesOn(_ index: Int) -> Bool {
    var at = index
    while text[at] == " " { at += 1 }
    return at > index && text[at].isLower
  }
}
