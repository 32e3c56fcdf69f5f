/// A number in digits, with groups and decimals as a language writes them.
struct WrittenAmount {
  let start: Int
  let end: Int
  let whole: String
  let decimals: String
  let isGrouped: Bool
  /// Whether plain blanks separate the groups, as they separate other numbers too.
  let isGroupedByBlanks: Bool

  /// A longer number is not an amount.
  private static let mostDigits = 15

  /// As ICU takes it.
  var digits: String { decimals.isEmpty ? whole : whole + "." + decimals }

  init?(
    _ text: TextScalars, at start: Int, _ language: SpokenLanguage, joinsBlanks: Bool = true
  ) {
    var at = start
    while text[at].isDigit { at += 1 }
    guard at > start else { return nil }
    let first = at
    var whole = text.string(start..<at)
    var isGrouped = false
    var isGroupedByBlanks = false
    if at - start <= 3, whole.utf8.first != 0x30 {
      while WrittenAmount.groups(text[at], language, joinsBlanks),
        (1...3).allSatisfy({ text[at + $0].isDigit }), !text[at + 4].isDigit,
        whole.utf8.count <= WrittenAmount.mostDigits
      {
        whole += text.string(at + 1..<at + 4)
        isGrouped = true
        isGroupedByBlanks = isGroupedByBlanks || text[at] == " "
        at += 4
      }
      if whole.utf8.count > WrittenAmount.mostDigits {
        at = first
        whole = text.string(start..<at)
        isGrouped = false
        isGroupedByBlanks = false
      }
    }
    var decimals = ""
    let separator = text[at]
    if separator == (language.hasDecimalComma ? "," : ".")
      || (language.hasDecimalComma && separator == "." && !isGrouped)
    {
      var end = at + 1
      while text[end].isDigit { end += 1 }
      let isOne = !(text[end] == separator && text[end + 1].isDigit)
      if end > at + 1, isOne {
        decimals = text.string(at + 1..<end)
        at = end
      }
    }
    self.start = start
    self.end = at
    self.whole = whole
    self.decimals = decimals
    self.isGrouped = isGrouped
    self.isGroupedByBlanks = isGroupedByBlanks
  }

  /// The amount of a sum, in the language's own notation or, if it can only be that, in the other one.
  init?(_ text: TextScalars, sumAt start: Int, _ language: SpokenLanguage) {
    if let foreign = WrittenAmount(text, foreignAt: start, language) {
      self = foreign
    } else {
      self.init(text, at: start, language)
    }
  }

  /// An amount with the separators of other languages: `1.234,56` and `29,99` in English, `1,234.56` in German.
  ///
  /// Nil if the language's own notation could be meant.
  init?(_ text: TextScalars, foreignAt start: Int, _ language: SpokenLanguage) {
    let (group, point): (Unicode.Scalar, Unicode.Scalar) =
      language.hasDecimalComma ? (",", ".") : (".", ",")
    var at = start
    while text[at].isDigit { at += 1 }
    guard (1...WrittenAmount.mostDigits).contains(at - start) else { return nil }
    var whole = text.string(start..<at)
    let first = at
    while at - start < 4 || at > first, text[at] == group,
      (1...3).allSatisfy({ text[at + $0].isDigit }), !text[at + 4].isDigit,
      whole.utf8.count <= WrittenAmount.mostDigits - 3
    {
      whole += text.string(at + 1..<at + 4)
      at += 4
    }
    let isGrouped = at > first
    guard text[at] == point else { return nil }
    var end = at + 1
    while text[end].isDigit { end += 1 }
    // A language with a decimal comma reads `29.99` its own way.
    guard end - at == 3, isGrouped || !language.hasDecimalComma,
      !(".,".unicodeScalars.contains(text[end]) && text[end + 1].isDigit)
    else { return nil }
    self.start = start
    self.end = end
    self.whole = whole
    decimals = text.string(at + 1..<end)
    self.isGrouped = isGrouped
    isGroupedByBlanks = false
  }

  private static func groups(
    _ scalar: Unicode.Scalar, _ language: SpokenLanguage, _ joinsBlanks: Bool
  ) -> Bool {
    switch scalar {
    case "\u{a0}", "\u{202f}", "\u{2009}": true
    case " ": joinsBlanks && language.groupsWithBlank
    case ",": !language.hasDecimalComma
    case ".", "'": language.hasDecimalComma
    default: false
    }
  }
}
