/// Translates IPA to espeak's own phoneme mnemonics, of which each language has its own set.
///
/// A sound of IPA may have several mnemonics (from the Kirshenbaum alphabet and similar ones), and only the engine knows which of them a
/// language has. So each is tried with the engine, and the first that is spoken as that sound is used. A sound that the language lacks
/// becomes the nearest one that it has.
struct EspeakPhonemes {
  /// The IPA that the engine speaks for a text, which may have phonemes between `[[` and `]]`.
  let spoken: (String) -> String

  /// The mnemonics of `ipa` between `[[` and `]]`; nil if the language has no sound of it.
  func mnemonics(of ipa: String) -> String? {
    var written = ""
    var stress = ""
    var last = ""
    var rest = Array(EspeakPhonemes.plain(ipa).unicodeScalars)[...]
    while let first = rest.first {
      if let mark = EspeakPhonemes.stresses[first] {
        stress = mark
        rest.removeFirst()
        continue
      }
      if first == " " {
        written += written.hasSuffix(" ") ? "" : " "
        last = ""
        rest.removeFirst()
        continue
      }
      guard let (phoneme, count, isVowel) = next(in: rest) else {
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(count)
      // espeak writes the stress before the vowel, IPA before the syllable.
      if isVowel {
        written += stress
        if !stress.isEmpty { last = "" }
        stress = ""
      }
      if !last.isEmpty, EspeakPhonemes.areOne(last, phoneme) { written += "|" }
      written += phoneme
      last = phoneme
    }
    let isSaid = written.contains { !" |".contains($0) }
    return isSaid ? "[[\(written)]]" : nil
  }

  /// The mnemonic of the longest sound at the beginning of `rest`, its length in scalars, and whether it is a vowel.
  private func next(
    in rest: ArraySlice<Unicode.Scalar>
  ) -> (String, count: Int, isVowel: Bool)? {
    for count in stride(from: min(EspeakPhonemes.longest, rest.count), through: 1, by: -1) {
      var sound = ""
      sound.unicodeScalars.append(contentsOf: rest.prefix(count))
      guard let entry = EspeakPhonemes.bySound[sound] else { continue }
      for mnemonic in entry.mnemonics where isKnown(mnemonic, as: sound, isVowel: entry.isVowel) {
        return (mnemonic, count, entry.isVowel)
      }
      // The language lacks the sound: the nearest one that it has.
      for near in entry.near {
        guard let other = EspeakPhonemes.bySound[near] else { continue }
        for mnemonic in other.mnemonics
        where isKnown(mnemonic, as: near, isVowel: other.isVowel) {
          return (mnemonic, count, entry.isVowel)
        }
      }
    }
    return nil
  }

  /// Whether the engine speaks `mnemonic` as `sound`.
  ///
  /// A consonant is tried before a vowel, because some languages harden it at the end of a word.
  private func isKnown(_ mnemonic: String, as sound: String, isVowel: Bool) -> Bool {
    let text = isVowel ? mnemonic : mnemonic + "a"
    let said = EspeakPhonemes.plain(spoken("[[\(text)]]")).unicodeScalars
      .filter { EspeakPhonemes.stresses[$0] == nil && $0 != " " }
    var plain = ""
    plain.unicodeScalars.append(contentsOf: said)
    if isVowel { return plain == sound }
    return plain.hasPrefix(sound)
      && plain.unicodeScalars.count > sound.unicodeScalars.count
  }

  /// Whether two mnemonics next to each other would be read as another one.
  private static func areOne(_ one: String, _ other: String) -> Bool {
    let both = one + other
    return allMnemonics.contains {
      $0.utf8.count > one.utf8.count && both.hasPrefix($0)
    }
  }

  /// `ipa` in the letters of ``vowels`` and ``consonants``: without tie bars, syllable dots and brackets, with `ɡ` and `ː`.
  private static func plain(_ ipa: String) -> String {
    var plain = ""
    for scalar in ipa.unicodeScalars {
      switch scalar {
      case "g": plain += "ɡ"
      case ":": plain += "ː"
      case "'": plain += "ˈ"
      case "\u{361}", "\u{35C}", ".", "‿", "/", "[", "]", "(", ")", "\u{32F}", "\u{329}", "\u{30D}",
        "ˑ":
        break
      case "\t", "\u{A0}": plain += " "
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  private static let stresses: [Unicode.Scalar: String] = ["ˈ": "'", "ˌ": ","]

  private struct Sound {
    var mnemonics: [String]
    var near: [String]
    var isVowel: Bool
  }

  /// Each sound with its mnemonics, and the sounds near to it, for languages that lack it.
  private static let vowels: [(String, [String], [String])] = [
    ("iː", ["i:"], ["i", "ɪ"]), ("i", ["i", "I"], ["iː", "ɪ"]), ("ɪ", ["I", "I2"], ["i", "iː"]),
    ("yː", ["y:"], ["y", "uː", "u"]), ("y", ["y"], ["yː", "u"]),
    ("ʏ", ["y", "Y"], ["y", "ø", "u"]),
    ("eː", ["e:"], ["e", "eɪ", "ɛː", "ɛ"]), ("e", ["e", "E"], ["ɛ", "eː"]),
    ("ɛː", ["E:"], ["ɛ", "eː", "e"]), ("ɛ", ["E", "E2"], ["e"]),
    ("øː", ["Y:", "W:"], ["ø", "œ", "ɜː"]), ("ø", ["Y", "W"], ["œ", "øː", "ɜː", "ə"]),
    ("œː", ["W:"], ["œ", "øː", "ɜː"]), ("œ", ["W"], ["ø", "ɜː", "ə"]),
    ("æː", ["a:"], ["æ", "a"]), ("æ", ["a", "&", "E"], ["a", "ɛ"]),
    ("aː", ["a:"], ["ɑː", "a", "æ"]), ("a", ["a", "a2"], ["æ", "ɑː", "ʌ"]),
    ("ɐ", ["V", "@"], ["ʌ", "a", "ə"]),
    ("ɑː", ["A:"], ["aː", "ɑ", "a"]), ("ɑ", ["A"], ["ɑː", "a", "æ"]),
    ("ɒ", ["0", "O2"], ["ɔ", "ɑː", "o"]), ("ɔː", ["O:"], ["ɔ", "oː", "o"]),
    ("ɔ", ["O", "O2"], ["ɔː", "o", "ɒ"]), ("oː", ["o:"], ["o", "ɔː", "oʊ", "əʊ"]),
    ("o", ["o"], ["ɔ", "oː", "oʊ"]), ("ɵ", ["8"], ["ø", "ʊ", "ə"]),
    ("uː", ["u:"], ["u", "ʊ"]), ("u", ["u"], ["uː", "ʊ"]), ("ʊ", ["U"], ["u", "uː"]),
    ("ʉː", ["u:"], ["uː", "u"]), ("ʉ", ["u"], ["u", "uː"]), ("ɨ", ["I"], ["ɪ", "i"]),
    ("ɯ", ["u"], ["u", "ʊ"]),
    ("ɤ", ["8", "7"], ["ɵ", "o", "ə"]), ("ʌ", ["V"], ["a", "ə"]),
    ("ɜː", ["3:"], ["ɜ", "ə", "øː", "œ"]), ("ɜ", ["3", "V"], ["ɜː", "ə"]),
    ("ɝ", ["3:"], ["ɜː", "ɚ", "ə"]), ("ɚ", ["3"], ["ə", "ɜː"]),
    ("ə", ["@", "@2"], ["ʌ", "e", "a"]),
    ("eɪ", ["eI"], ["eː", "e"]), ("aɪ", ["aI"], ["a"]), ("aʊ", ["aU"], ["a"]),
    ("ɔɪ", ["OI"], ["ɔ", "o"]),
    ("oʊ", ["oU"], ["əʊ", "oː", "o"]), ("əʊ", ["oU"], ["oʊ", "oː", "o"]),
    ("ɪə", ["i@", "i@3"], ["iə", "iː", "i"]), ("iə", ["i@"], ["iː", "i"]),
    ("eə", ["e@"], ["ɛə", "ɛː", "e"]), ("ɛə", ["e@"], ["eə", "ɛː", "ɛ"]),
    ("ʊə", ["U@"], ["uː", "u"]),
    ("ɑ̃", ["A~"], ["ɑː", "a"]), ("ɛ̃", ["E~"], ["ɛ"]), ("ɔ̃", ["O~"], ["ɔ", "o"]),
    ("œ̃", ["W~"], ["œ", "ɛ̃"]),
    ("õ", ["o~", "O~"], ["ɔ̃", "o"]), ("ã", ["a~", "A~"], ["ɑ̃", "a"]),
  ]

  private static let consonants: [(String, [String], [String])] = [
    ("p", ["p"], []), ("b", ["b"], []), ("t", ["t"], []), ("d", ["d"], []), ("k", ["k"], []),
    ("ɡ", ["g"], []), ("f", ["f"], []), ("v", ["v"], []), ("s", ["s"], []), ("z", ["z"], ["s"]),
    ("θ", ["T"], ["t", "s"]), ("ð", ["D"], ["d", "z"]), ("ʃ", ["S"], ["s"]),
    ("ʒ", ["Z"], ["ʃ", "z"]),
    ("h", ["h"], ["x"]), ("ɦ", ["h"], ["h"]), ("x", ["x"], ["h", "k"]),
    ("ç", ["C"], ["ʃ", "x", "h"]), ("χ", ["X"], ["x", "h"]),
    ("ɣ", ["Q"], ["ɡ"]), ("β", ["B"], ["v", "b"]), ("ɸ", ["f"], ["f"]),
    ("tʃ", ["tS"], []), ("dʒ", ["dZ"], []), ("ts", ["ts"], []), ("dz", ["dz"], []),
    ("pf", ["pf"], []),
    ("m", ["m"], []), ("ɱ", ["m"], ["m"]), ("n", ["n"], []), ("ŋ", ["N"], ["n"]),
    ("ɲ", ["n^"], ["n"]), ("ɴ", ["N"], ["ŋ", "n"]),
    ("l", ["l"], []), ("ɫ", ["L", "l"], ["l"]), ("ʎ", ["l^"], ["l"]), ("ɬ", ["l"], ["l"]),
    ("r", ["r", "R", "R2"], ["ɹ", "ɾ", "ʁ"]), ("ɹ", ["r"], ["r", "ɾ", "ʁ"]),
    ("ɻ", ["r"], ["ɹ", "r"]), ("ɾ", ["*", "r"], ["r", "ɹ"]),
    ("ʁ", ["r", "R"], ["r", "ɹ"]), ("ʀ", ["r", "R"], ["r", "ʁ", "ɹ"]),
    ("j", ["j"], ["i"]), ("w", ["w"], ["v", "u"]), ("ʍ", ["w"], ["w"]), ("ɥ", ["j"], ["j"]),
    ("ʋ", ["v"], ["v"]),
    ("ʔ", ["?"], []), ("ɕ", ["S;"], ["ʃ"]), ("ʑ", ["Z;"], ["ʒ"]), ("ʂ", ["s;"], ["ʃ"]),
    ("ʐ", ["z."], ["ʒ"]),
    ("c", ["c"], ["k"]), ("ɟ", ["J"], ["ɡ"]), ("q", ["q"], ["k"]),
  ]

  private static let bySound: [String: Sound] = {
    var sounds: [String: Sound] = [:]
    for (list, isVowel) in [(vowels, true), (consonants, false)] {
      for (sound, mnemonics, near) in list {
        sounds[sound] = Sound(mnemonics: mnemonics, near: near, isVowel: isVowel)
      }
    }
    return sounds
  }()

  private static let longest = bySound.keys.map(\.unicodeScalars.count).max() ?? 1
  private static let allMnemonics = Set(bySound.values.flatMap(\.mnemonics))
}
