import CICU

/// Numbers in words, as ICU's rules of a language say them.
struct Spellout {
  /// The form of a number.
  enum Form {
    case cardinal
    case feminine
    case ordinal
    case feminineOrdinal
    /// As behind a preposition in German: `am fünften`.
    case weakOrdinal
    /// By itself in German: `fünfter`.
    case strongOrdinal
    case year
  }

  /// A primary language tag.
  let language: String

  /// `digits`, with a point before decimals, in words; nothing where ICU does not know how.
  func words(_ digits: String, _ form: Form = .cardinal) -> String? {
    if language == "et", form == .ordinal {
      return Int(digits).flatMap(EstonianOrdinals.nominative)
    }
    for rules in names(form) {
      var buffer = [CChar](repeating: 0, count: 512)
      guard unsafe cue_spellout(language, rules, digits, &buffer, 512) == 1 else { continue }
      return String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }

  private func names(_ form: Form) -> [String] {
    switch form {
    case .cardinal:
      language == "de"
        ? ["%spellout-numbering"]
        : ["%spellout-cardinal", "%spellout-numbering", "%spellout-cardinal-masculine"]
    case .feminine:
      ["%spellout-cardinal-feminine", "%spellout-cardinal-reale", "%spellout-cardinal-common"]
        + names(.cardinal)
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
  func counting(_ digits: String, isFeminine: Bool) -> String? {
    if isFeminine { return words(digits, .feminine) }
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

  /// 21 as `kahekümne esimene`; up to 99.
  static func nominative(_ number: Int) -> String? { ordinal(number, "s") { $0.0 } }

  /// 21 as `kahekümne esimesel`, as before `mail`.
  static func adessive(_ number: Int) -> String? { ordinal(number, "ndal") { $0.1 } }

  private static func ordinal(
    _ number: Int, _ ending: String, _ form: (((String, String)) -> String)
  ) -> String? {
    switch number {
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
