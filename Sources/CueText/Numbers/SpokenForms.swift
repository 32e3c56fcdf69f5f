/// A word of a line, with all that may be said for it.
struct SpeakableToken: Sendable {
  var range: Range<Int>
  /// The ways to say it, the usual one first, each at least one word in lower case.
  var readings: [[String]]
  /// The readings, folded, as they are compared.
  var labels: [[String]]

  /// Its form if only its letters are known.
  var plain: String { labels[0].joined() }
}

/// From what is written to what is said.
struct SpokenForms: Sendable {
  /// Whether numbers, signs, contractions and fillers are understood.
  let isEnglish: Bool

  /// The forms of the language with that BCP 47 tag; empty: English.
  init(language: String) {
    let primary = language.unicodeScalars.prefix { $0 != "-" && $0 != "_" }
    let folded = Folding.folded(primary)
    isEnglish = folded.isEmpty || folded == "en" || folded == "eng"
  }

  func tokens(of line: String) -> [SpeakableToken] {
    Tokens.of(line).compactMap { token in
      let readings = EnglishNumbers.unique(readings(of: token.kind))
      guard !readings.isEmpty else { return nil }
      return SpeakableToken(
        range: token.range, readings: readings,
        labels: readings.map { $0.map(Self.label) })
    }
  }

  /// The form of a word for comparison: folded, without apostrophes unless these make it another word.
  static func label(_ word: String) -> String {
    let folded = Folding.folded(word.unicodeScalars)
    guard folded.utf8.contains(0x27), !EnglishForms.needsApostrophe.contains(folded) else {
      return folded
    }
    return folded.filter { $0 != "'" }
  }

  func isFiller(_ token: SpeakableToken) -> Bool {
    isEnglish && token.readings[0].count == 1
      && EnglishForms.fillers.contains(token.labels[0][0])
  }

  private func readings(of kind: Token.Kind) -> [[String]] {
    switch kind {
    case .word(let word): readings(ofWord: word)
    case .initials(let letters): [letters.map(Self.lowered)] + readings(ofWord: letters.joined())
    case .abbreviation(let word):
      if isEnglish, let long = EnglishForms.abbreviations[Folding.folded(word.unicodeScalars)] {
        [long.split(separator: " ").map(String.init)] + readings(ofWord: word)
      } else {
        readings(ofWord: word)
      }
    case .number(let number): readings(of: number)
    case .sign(let sign): isEnglish ? EnglishForms.readings(of: sign) : []
    }
  }

  private func readings(ofWord word: String) -> [[String]] {
    let lowered = Self.lowered(word)
    guard isEnglish else { return [[lowered]] }
    var readings = [[lowered]] + EnglishForms.expansions(of: Folding.folded(word.unicodeScalars))
    let letters = word.unicodeScalars
    if (2...5).contains(letters.count), letters.allSatisfy({ (0x41...0x5A).contains($0.value) }) {
      readings.append(letters.map { Self.lowered(String($0)) })
    }
    return readings
  }

  private func readings(of number: WrittenNumber) -> [[String]] {
    if isEnglish { return NumberReadings.readings(of: number) }
    if case .fraction(let sign) = number.form { return [[String(sign)]] }
    let parts =
      switch number.form {
      case .time(let minutes): [number.whole, minutes]
      case .ratio(let below): [number.whole, below]
      default: number.decimals.isEmpty ? [number.whole] : [number.whole, number.decimals]
      }
    return [
      parts.filter { !$0.isEmpty }.map { String(decoding: $0.map { $0 + 0x30 }, as: UTF8.self) }
    ]
  }

  private static func lowered(_ word: String) -> String {
    var lowered = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      lowered.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(lowered)
  }
}
