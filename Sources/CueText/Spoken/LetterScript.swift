/// The script of letters, as far as it decides whether a voice can say them.
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
  case khmer = "Khmer"
  case burmese = "Burmese"
  case tibetan = "Tibetan"
  case mongolian = "Mongolian"
  case cherokee = "Cherokee"
  /// Letters of a script that is not listed.
  case other = "other"

  /// The script of most letters of `text`; nil if there are no letters.
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
        counts[script(of: scalar), default: 0] += 1
      }
    }
    return counts.first { $0.value * 2 > letters }?.key
  }

  /// The scripts of the words of `text`, those with the most letters first.
  ///
  /// A letter by itself is not a word but a sign, as in `π` and `Ω`, unless there are no others.
  public static func all(in text: String) -> [LetterScript] {
    var counts: [LetterScript: Int] = [:]
    var signs: [LetterScript: Int] = [:]
    var word: (script: LetterScript, letters: Int)?
    func close() {
      guard let (script, letters) = word else { return }
      if letters > 1 || script == .eastAsian || script == .latin {
        counts[script, default: 0] += letters
      } else {
        signs[script, default: 0] += letters
      }
      word = nil
    }
    for scalar in text.unicodeScalars {
      let isASCII = scalar.value < 0x80
      let isLetter =
        isASCII ? (0x41...0x5a).contains(scalar.value & ~0x20) : scalar.isLetter
      guard isLetter else {
        // Marks belong to the letter before them.
        let category: Unicode.GeneralCategory =
          isASCII ? .otherPunctuation : scalar.properties.generalCategory
        if category != .nonspacingMark && category != .spacingMark && category != .format {
          close()
        }
        continue
      }
      let script: LetterScript = isASCII ? .latin : script(of: scalar)
      if word?.script != script { close() }
      word = (script, (word?.letters ?? 0) + 1)
    }
    close()
    return (counts.isEmpty ? signs : counts).sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }
    .map { $0.key }
  }

  /// Whether a voice of these languages, BCP 47 tags, may be able to say letters of this script.
  ///
  /// All voices can say Latin letters, and a voice without known languages may say anything.
  public func isSaid(in languages: [String]) -> Bool {
    self == .latin || languages.isEmpty
      || languages.contains { tag in
        let primary = LanguageTag.primary(tag)
        // A voice of known languages cannot say a script without a name here.
        if self == .other {
          return LetterScript.scripts[primary] == nil && !LetterScript.inLatin.contains(primary)
        }
        return primary.isEmpty || primary == "mul" || primary == "und"
          || LetterScript.scripts[primary, default: .latin] == self
          || (self == .eastAsian && ["zh", "ja", "yue", "cmn", "wuu"].contains(primary))
      }
  }

  private static let inLatin = Set(
    """
    en de fr es it pt nl et fi sv da nb nn no is fo pl cs sk sl hr bs hu ro lt lv sq tr az uz tk ca gl eu oc ast cy ga gd br mt
    af sw zu xh id ms jv su tl vi eo ia la ku kl haw mi ht pap qu gn cu lb fy
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let scripts: [String: LetterScript] = {
    var scripts: [String: LetterScript] = [:]
    for (languages, script) in [
      ("ru uk be bg mk sr kk ky tg tt ba cv mn ce os ab", LetterScript.cyrillic),
      ("el grc", .greek),
      ("hy", .armenian), ("he yi", .hebrew), ("ar fa ur ps ckb sd ug", .arabic),
      ("am ti", .ethiopic),
      ("hi mr ne sa bn as gu pa or ta te kn ml si kok bpy", .indic), ("th lo", .thai),
      ("ka", .georgian),
      ("zh ja yue cmn wuu", .eastAsian), ("ko", .korean), ("km", .khmer), ("my shn mnw", .burmese),
      ("bo dz", .tibetan), ("chr", .cherokee),
    ] {
      for language in languages.split(separator: " ") { scripts[String(language)] = script }
    }
    return scripts
  }()

  private static func script(of scalar: Unicode.Scalar) -> LetterScript {
    switch scalar.value {
    case 0x80...0x2ff, 0x1d00...0x1dbf, 0x2071...0x209c, 0x2100...0x214f, 0xab30...0xab6f,
      0xfb00...0xfb06, 0x1d400...0x1d7ff,
      0x1e00...0x1eff, 0x2c60...0x2c7f, 0xa720...0xa7ff, 0xff21...0xff5a:
      .latin
    case 0x370...0x3ff, 0x1f00...0x1fff: .greek
    case 0x400...0x52f, 0x1c80...0x1c8f, 0x2de0...0x2dff, 0xa640...0xa69f: .cyrillic
    case 0x530...0x58f: .armenian
    case 0x590...0x5ff: .hebrew
    case 0x600...0x77f, 0x8a0...0x8ff, 0xfb50...0xfdff, 0xfe70...0xfeff: .arabic
    case 0x900...0xdff: .indic
    case 0xe00...0xeff: .thai
    case 0xf00...0xfff: .tibetan
    case 0x1000...0x109f, 0xa9e0...0xa9ff, 0xaa60...0xaa7f: .burmese
    case 0x1780...0x17ff: .khmer
    case 0x1800...0x18af: .mongolian
    case 0x13a0...0x13ff, 0xab70...0xabbf: .cherokee
    case 0x10a0...0x10ff, 0x1c90...0x1cbf, 0x2d00...0x2d2f: .georgian
    case 0x1200...0x139f: .ethiopic
    case 0x1100...0x11ff, 0xac00...0xd7af, 0x3130...0x318f: .korean
    case 0xffa0...0xffdc: .korean
    case 0x3005...0x3007, 0x3040...0x312f, 0x31a0...0x31bf, 0x31f0...0x31ff, 0xff66...0xff9f,
      0x3400...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff:
      .eastAsian
    default: .other
    }
  }
}
