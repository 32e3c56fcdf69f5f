import CICU

/// Numbers in words, as ICU's rules of a language say them.
struct Spellout {
  /// The form of a number.
  enum Form: Equatable {
    case cardinal
    /// Before a noun: `un libro`, `veintiún años`.
    case masculine
    case feminine
    case neuter
    /// After a preposition in Russian and Polish: `до одного метра`.
    case genitive(NounForms.Gender)
    case ordinal
    case feminineOrdinal
    /// As after a preposition in German: `am fünften`.
    case weakOrdinal
    /// By itself in German: `fünfter`.
    case strongOrdinal
    case year
  }

  /// A primary language tag.
  let language: String

  /// `digits`, with a point before decimals, in words; nil if ICU does not know how.
  func words(_ digits: String, _ form: Form = .cardinal) -> String? {
    if language == "et", form == .ordinal {
      return Int(digits).flatMap(EstonianOrdinals.nominative)
    }
    if let words = decimalZeros(digits, form) { return words }
    for rules in names(form) {
      var buffer = [CChar](repeating: 0, count: 512)
      guard unsafe cue_spellout(language, rules, digits, &buffer, 512) == 1 else { continue }
      return String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }

  /// `3.10` and `2.0`, of which ICU takes a number without its last zeros.
  private func decimalZeros(_ digits: String, _ form: Form) -> String? {
    guard let point = digits.firstIndex(of: "."), digits.hasSuffix("0") else { return nil }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    var kept = String(digits.dropLast(zeros))
    let isBare = kept.hasSuffix(".")
    if isBare { kept += "1" }
    guard zeros <= 12, digits[point...].count > 1, let said = words(kept, form),
      let zero = words("0")
    else { return nil }
    // The last word of `two point one` is the digit that was put in.
    let base = isBare ? said.split(separator: " ").dropLast().joined(separator: " ") : said
    return base + String(repeating: " " + zero, count: zeros)
  }

  private func names(_ form: Form) -> [String] {
    switch form {
    case .cardinal:
      language == "de"
        ? ["%spellout-numbering"]
        : ["%spellout-cardinal", "%spellout-numbering", "%spellout-cardinal-masculine"]
    case .masculine: ["%spellout-cardinal-masculine"] + names(.cardinal)
    case .feminine:
      ["%spellout-cardinal-feminine", "%spellout-cardinal-reale", "%spellout-cardinal-common"]
        + names(.cardinal)
    case .neuter: ["%spellout-cardinal-neuter"] + names(.cardinal)
    case .genitive(let gender):
      switch gender {
      case .masculine: ["%spellout-cardinal-masculine-genitive"]
      case .feminine: ["%spellout-cardinal-feminine-genitive"]
      case .neuter: ["%spellout-cardinal-neuter-genitive"]
      }
    case .ordinal:
      [
        "%spellout-ordinal", "%spellout-ordinal-masculine", "%spellout-ordinal-common",
        "%spellout-ordinal-reale",
      ]
    case .feminineOrdinal: ["%spellout-ordinal-feminine"] + names(.ordinal)
    case .weakOrdinal: ["%spellout-ordinal-n"] + names(.ordinal)
    case .strongOrdinal: ["%spellout-ordinal-r"] + names(.ordinal)
    case .year: ["%spellout-numbering-year"] + names(.cardinal)
    }
  }

  /// A number before a noun: German says `ein Meter` and not `eins Meter`.
  func counting(_ digits: String, _ gender: NounForms.Gender) -> String? {
    if ["sv", "ru", "pl"].contains(language), digits.contains(".") {
      // `одна целая пять десятых` is feminine, whatever is counted.
      return words(digits, language == "ru" ? .feminine : .cardinal)
    }
    switch gender {
    case .feminine: return words(digits, .feminine)
    case .neuter: return words(digits, .neuter)
    case .masculine: break
    }
    if ["fr", "es", "it", "pt", "ru", "pl"].contains(language) { return words(digits, .masculine) }
    guard language == "de", digits == "1" else { return words(digits) }
    return "ein"
  }
}

/// Estonian ordinals, which ICU does not have.
enum EstonianOrdinals {
  private static let stems = [
    ("esimene", "esimesel"), ("teine", "teisel"), ("kolmas", "kolmandal"),
    ("neljas", "neljandal"), ("viies", "viiendal"), ("kuues", "kuuendal"),
    ("seitsmes", "seitsmendal"), ("kaheksas", "kaheksandal"), ("üheksas", "üheksandal"),
  ]
  private static let genitives = [
    "ühe", "kahe", "kolme", "nelja", "viie", "kuue", "seitsme", "kaheksa", "üheksa",
  ]

  /// 21 as `kahekümne esimene`; up to 9999.
  static func nominative(_ number: Int) -> String? { ordinal(number, "s") { $0.0 } }

  /// 21 as `kahekümne esimesel`, as before `mail`.
  static func adessive(_ number: Int) -> String? { ordinal(number, "ndal") { $0.1 } }

  /// In the case of the noun after it: `sajand`, `sajandi`, `aastal`, `aastast`; in the genitive for an unknown case.
  static func agreeing(_ number: Int, with noun: String) -> String? {
    let word = noun.lowercased()
    guard let genitive = adessive(number)?.dropLast() else { return nil }
    if ["sajand", "kord", "päev", "peatükk", "osa", "klass", "korrus", "koht"].contains(word) {
      return nominative(number)
    }
    for ending in ["sse", "st", "lt", "le", "ks"] where word.hasSuffix(ending) && word.count > 4 {
      return genitive + ending
    }
    if word.hasSuffix("l"), word.count > 3 { return adessive(number) }
    if word.hasSuffix("us") || word.hasSuffix("is") { return nominative(number) }
    if word.hasSuffix("s"), word.count > 5 { return genitive + "s" }
    let isGenitive =
      "aeiuõäöü".contains(word.last ?? " ") || word.hasSuffix("ni") || word.hasSuffix("ga")
    return isGenitive ? String(genitive) : nominative(number)
  }

  private static func ordinal(
    _ number: Int, _ ending: String, _ form: (((String, String)) -> String)
  ) -> String? {
    switch number {
    case 1000...9999:
      (number < 2000 ? "tuhande" : genitives[number / 1000 - 1] + " tuhande")
        + (number % 1000 == 0
          ? ending : ordinal(number % 1000, ending, form).map { " " + $0 } ?? "")
    case 100...999:
      (number < 200 ? "saja" : genitives[number / 100 - 1] + "saja")
        + (number % 100 == 0 ? ending : ordinal(number % 100, ending, form).map { " " + $0 } ?? "")
    case 1...9: form(stems[number - 1])
    case 10: "kümne" + ending
    case 11...19: genitives[number - 11] + "teistkümne" + ending
    case 20...99:
      number % 10 == 0
        ? genitives[number / 10 - 1] + "kümne" + ending
        : genitives[number / 10 - 1] + "kümne " + form(stems[number % 10 - 1])
    default: nil
    }
  }
}
