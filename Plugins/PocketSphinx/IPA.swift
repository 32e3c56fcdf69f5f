/// The International Phonetic Alphabet, in the model's phones.
enum IPA {
  /// Symbols of one or more characters; longer ones are tried first.
  private static let table: [(symbol: String, phones: [String])] = [
    // Diphthongs and affricates, with and without a tie.
    ("t͡ʃ", ["CH"]), ("d͡ʒ", ["JH"]), ("tʃ", ["CH"]), ("dʒ", ["JH"]), ("t͡s", ["T", "S"]),
    ("d͡z", ["D", "Z"]), ("p͡f", ["P", "F"]), ("aɪ", ["AY"]), ("ai", ["AY"]), ("aʊ", ["AW"]),
    ("au", ["AW"]), ("ɑʊ", ["AW"]), ("ɑɪ", ["AY"]), ("eɪ", ["EY"]), ("ei", ["EY"]),
    ("oʊ", ["OW"]), ("ou", ["OW"]), ("əʊ", ["OW"]), ("ɔɪ", ["OY"]), ("oi", ["OY"]),
    ("ɔʏ", ["OY"]), ("ɪə", ["IH", "R"]), ("eə", ["EH", "R"]), ("ɛə", ["EH", "R"]),
    ("ʊə", ["UH", "R"]), ("ɜː", ["ER"]), ("ɑ̃", ["AA", "N"]), ("ɔ̃", ["AO", "N"]),
    ("ɛ̃", ["AE", "N"]), ("œ̃", ["AH", "N"]),
    // Vowels.
    ("i", ["IY"]), ("ɪ", ["IH"]), ("ɨ", ["IH"]), ("y", ["UW"]), ("ʏ", ["UH"]), ("ᵻ", ["IH"]),
    ("e", ["EY"]), ("ø", ["ER"]), ("ɛ", ["EH"]), ("œ", ["ER"]), ("æ", ["AE"]), ("a", ["AA"]),
    ("ɐ", ["AH"]), ("ə", ["AH"]), ("ɘ", ["AH"]), ("ɵ", ["UH"]), ("ɜ", ["ER"]), ("ɞ", ["ER"]),
    ("ɝ", ["ER"]), ("ɚ", ["ER"]), ("ʌ", ["AH"]), ("ɑ", ["AA"]), ("ɒ", ["AA"]), ("ɔ", ["AO"]),
    ("o", ["OW"]), ("ɤ", ["AH"]), ("ɯ", ["UW"]), ("u", ["UW"]), ("ʊ", ["UH"]), ("ʉ", ["UW"]),
    // Consonants.
    ("p", ["P"]), ("b", ["B"]), ("t", ["T"]), ("d", ["D"]), ("ʈ", ["T"]), ("ɖ", ["D"]),
    ("k", ["K"]), ("ɡ", ["G"]), ("g", ["G"]), ("q", ["K"]), ("ɢ", ["G"]), ("ʔ", []),
    ("c", ["K"]), ("ɟ", ["G"]), ("m", ["M"]), ("ɱ", ["M"]), ("n", ["N"]), ("ɳ", ["N"]),
    ("ɲ", ["N", "Y"]), ("ŋ", ["NG"]), ("ɴ", ["NG"]), ("f", ["F"]), ("v", ["V"]), ("ɸ", ["F"]),
    ("β", ["V"]), ("θ", ["TH"]), ("ð", ["DH"]), ("s", ["S"]), ("z", ["Z"]), ("ʃ", ["SH"]),
    ("ʒ", ["ZH"]), ("ʂ", ["SH"]), ("ʐ", ["ZH"]), ("ɕ", ["SH"]), ("ʑ", ["ZH"]), ("ç", ["HH", "Y"]),
    ("ʝ", ["Y"]), ("x", ["K"]), ("χ", ["K"]), ("ɣ", ["G"]), ("ʁ", ["R"]), ("ħ", ["HH"]),
    ("h", ["HH"]), ("ɦ", ["HH"]), ("ʋ", ["V"]), ("w", ["W"]), ("ʍ", ["W"]), ("ɹ", ["R"]),
    ("ɻ", ["R"]), ("r", ["R"]), ("ʀ", ["R"]), ("ɾ", ["D"]), ("ɽ", ["D"]), ("j", ["Y"]),
    ("ɥ", ["W"]), ("ɰ", ["W"]), ("l", ["L"]), ("ɫ", ["L"]), ("ɬ", ["L"]), ("ɭ", ["L"]),
    ("ʎ", ["L", "Y"]),
  ]

  /// Marks of stress, length, syllables and nicety, which the model does not distinguish.
  private static let ignored = Set("ˈˌːˑ.‿|-ʰʲʷˠˤ̩̯̃̚˞̥̬̪̺̻̹̜̟̠̈̽̆̊ '’/[]()".unicodeScalars)

  /// Symbols as scalars, the longest first.
  private static let symbols: [(scalars: [Unicode.Scalar], phones: [String])] =
    table.map { (Array($0.symbol.unicodeScalars), $0.phones) }
    .sorted { $0.scalars.count > $1.scalars.count }

  /// The phones of a pronunciation, or the first symbol that is not known.
  ///
  /// Marks of stress and length are passed over, and a vowel before a syllabic consonant is put in, as the model's dictionary
  /// has it.
  static func phones(_ text: String) -> Result<[String], UnknownSymbol> {
    let scalars = Array(text.unicodeScalars)
    var phones: [String] = []
    var at = 0
    while at < scalars.count {
      if let (symbol, found) = symbols.first(where: { scalars[at...].starts(with: $0.scalars) }) {
        at += symbol.count
        if at < scalars.count, scalars[at] == "\u{329}" { phones.append("AH") }
        phones += found
      } else if ignored.contains(scalars[at]) {
        at += 1
      } else {
        return .failure(UnknownSymbol(symbol: String(scalars[at])))
      }
    }
    return phones.isEmpty ? .failure(UnknownSymbol(symbol: text)) : .success(phones)
  }

  /// A sign that is in none of these tables.
  struct UnknownSymbol: Error, Equatable {
    var symbol: String
  }
}
