/// The script that letters are of, as far as it decides whether a voice can say them.
public enum LetterScript: String, Sendable, CaseIterable {
  case latin = "Latin"
  case greek = "Greek"
  case cyrillic = "Cyrillic"
  case armenian = "Armenian"
  case hebrew = "Hebrew"
  case arabic = "Arabic"
  case ethiopic = "Ethiopic"
  case indic = "Indic"
  case thai = "Thai"
  case georgian = "Georgian"
  case eastAsian = "East Asian"
  case korean = "Korean"

  /// The script that most letters of `text` are of; nothing where there are no letters, or of a script that is not listed.
  public static func most(of text: String) -> LetterScript? {
    var counts: [LetterScript: Int] = [:]
    var letters = 0
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        guard (0x41...0x5a).contains(scalar.value & ~0x20) else { continue }
        counts[.latin, default: 0] += 1
        letters += 1
      } else if scalar.isLetter {
        letters += 1
        if let script = script(of: scalar.value) { counts[script, default: 0] += 1 }
      }
    }
    return counts.first { $0.value * 2 > letters }?.key
  }

  /// Whether a voice of these languages, BCP 47 tags, may be able to say letters of this script.
  ///
  /// Latin letters are known to all voices, and of no language at all nothing is known.
  public func isSaid(in languages: [String]) -> Bool {
    self == .latin || languages.isEmpty
      || languages.contains { tag in
        let primary = LanguageTag.primary(tag)
        return primary.isEmpty || primary == "mul" || primary == "und"
          || LetterScript.scripts[primary, default: .latin] == self
          || (self == .eastAsian && ["zh", "ja", "yue", "cmn", "wuu"].contains(primary))
      }
  }

  private static let scripts: [String: LetterScript] = {
    var scripts: [String: LetterScript] = [:]
    for (languages, script) in [
      ("ru uk be bg mk sr kk ky tg tt ba cv mn ce os ab", LetterScript.cyrillic),
      ("el grc", .greek),
      ("hy", .armenian), ("he yi", .hebrew), ("ar fa ur ps ckb sd ug", .arabic),
      ("am ti", .ethiopic),
      ("hi mr ne sa bn as gu pa or ta te kn ml si kok bpy", .indic), ("th lo", .thai),
      ("ka", .georgian),
      ("zh ja yue cmn wuu", .eastAsian), ("ko", .korean),
    ] {
      for language in languages.split(separator: " ") { scripts[String(language)] = script }
    }
    return scripts
  }()

  private static func script(of value: UInt32) -> LetterScript? {
    switch value {
    case 0x80...0x24f, 0x1e00...0x1eff, 0x2c60...0x2c7f, 0xa720...0xa7ff, 0xff21...0xff5a: .latin
    case 0x370...0x3ff, 0x1f00...0x1fff: .greek
    case 0x400...0x52f, 0x1c80...0x1c8f: .cyrillic
    case 0x530...0x58f: .armenian
    case 0x590...0x5ff: .hebrew
    case 0x600...0x77f, 0x8a0...0x8ff, 0xfb50...0xfdff, 0xfe70...0xfeff: .arabic
    case 0x900...0xdff: .indic
    case 0xe00...0xeff: .thai
    case 0x10a0...0x10ff: .georgian
    case 0x1200...0x139f: .ethiopic
    case 0x1100...0x11ff, 0xac00...0xd7af, 0x3130...0x318f: .korean
    case 0x3040...0x30ff, 0x3400...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff: .eastAsian
    default: nil
    }
  }
}
