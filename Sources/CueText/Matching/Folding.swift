/// Text without case, accents and typography, for comparison.
///
/// Works on scalars and without a locale, so that the result is the same everywhere. Texts are compared as `String`, which
/// takes composed and decomposed forms for the same.
enum Folding {
  /// `text` in lower case, without accents, ligatures, full-width forms and invisible characters.
  ///
  /// Only marks that a reader may leave out go: Latin, Greek and Cyrillic accents (й becomes и, as its decomposed form
  /// does), Hebrew points, Arabic vowel signs. The vowel signs of Indic scripts and the voicing marks of Japanese stay.
  static func folded(_ text: some Sequence<Unicode.Scalar>) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text {
      if scalar.isASCII {
        let value = scalar.value
        folded.append((65...90).contains(value) ? Unicode.Scalar(UInt8(value + 32)) : scalar)
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        append(lower, to: &folded)
      }
    }
    return String(folded)
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    if scalar.isASCII { return folded.append(scalar) }
    if isAccent(scalar) || scalar.isInvisible { return }
    if let letters = spelledOut[scalar] { return folded.append(contentsOf: letters.unicodeScalars) }
    if let base = bases[scalar] { return folded.append(base) }
    if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      return folded.append(contentsOf: narrow.properties.lowercaseMapping.unicodeScalars)
    }
    folded.append(scalar)
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7,
      0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E8, 0x6EA...0x6ED,
      0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  private static let spelledOut: [Unicode.Scalar: String] = [
    "æ": "ae", "ǽ": "ae", "ǣ": "ae", "œ": "oe", "ß": "ss", "ĳ": "ij", "þ": "th", "ŉ": "n",
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
  ]

  /// Letters with an accent, and the letter without it.
  ///
  /// Unicode names a precomposed letter after its base: "LATIN SMALL LETTER E WITH ACUTE".
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [
      "ı": "i", "ς": "σ", "й": "и", "ё": "е", "ѐ": "е", "ѝ": "и", "ї": "і", "ў": "у", "ѓ": "г",
      "ќ": "к", "آ": "ا", "أ": "ا", "إ": "ا", "ؤ": "و", "ئ": "ي",
    ]
    let blocks: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0xDF...0x24F, 0x37A...0x3CE, 0x1E00...0x1EFF, 0x1F00...0x1FFF,
    ]
    var named: [String: Unicode.Scalar] = [:]
    let letters = blocks.joined().compactMap(Unicode.Scalar.init)
    for letter in letters { named[letter.properties.name ?? ""] = letter }
    for letter in letters {
      let name = letter.properties.name ?? ""
      guard let with = name.firstIndex(ofWord: " WITH "), let base = named[String(name[..<with])]
      else { continue }
      bases[letter] = base
    }
    return bases
  }()
}

extension String {
  /// Where `word` first stands.
  fileprivate func firstIndex(ofWord word: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(word) }
  }
}

extension Unicode.Scalar {
  /// Whether it is invisible: joiners, direction marks, soft hyphens, byte order marks.
  var isInvisible: Bool {
    !isASCII && properties.generalCategory == .format && value != 0x200B
  }

  /// Whether words end here: blanks, line ends, and the zero-width blank that separates words in Khmer and Thai.
  var isBlank: Bool {
    isASCII
      ? value == 0x20 || (0x09...0x0D).contains(value)
      : properties.isWhitespace || value == 0x200B
  }

  /// Whether it is one of the hyphens and dashes, or the minus sign.
  var isDash: Bool {
    isASCII ? value == 0x2D : properties.generalCategory == .dashPunctuation || value == 0x2212
  }

  /// Whether it is an apostrophe, or the quotation mark that stands for one.
  var isApostrophe: Bool {
    switch value {
    case 0x27, 0x2018, 0x2019, 0x201B, 0x2BC, 0xFF07: true
    default: false
    }
  }

  /// Whether it is a letter, or a mark that belongs to one.
  var isLetter: Bool {
    if isASCII { return (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) }
    if isApostrophe { return false }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      true
    default: isMark
    }
  }

  /// Whether it is a mark on the letter before it.
  var isMark: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: value == 0x30FC || value == 0xFF70
    }
  }

  /// The decimal digit it is, in any script.
  var digit: UInt8? {
    if isASCII { return (0x30...0x39).contains(value) ? UInt8(value - 0x30) : nil }
    guard properties.generalCategory == .decimalNumber, let number = properties.numericValue
    else { return nil }
    return UInt8(number)
  }

  /// Whether its script puts no blanks between words, so that each character counts as a word.
  var standsAlone: Bool {
    switch value {
    case 0..<0x0E00: false
    case 0x0E00...0x0E4F, 0x0E5A...0x0ECF, 0x0EDA...0x0EFF, 0x1000...0x103F, 0x1050...0x109F,
      0x1780...0x17DF, 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D:
      isLetter
    default: properties.isIdeographic
    }
  }
}
