/// How words are spoken: as the request says, then the user's own lexicon, then the model's dictionary, then a guess.
struct Pronunciations {
  /// How a word is spoken.
  struct Spoken: Equatable {
    /// Each a way to say it, as phones with blanks between; the first is the usual one.
    var phones: [String]
    /// The pronunciation was guessed.
    var isGuessed = false
  }

  let dictionary: DictionaryFile
  /// The user's own, by words in lower case.
  var lexicon: [String: String] = [:]

  /// How `word` is spoken; `request` holds what was sent with the line, by words in lower case.
  func of(_ word: LineWords.Word, request: [String: String] = [:]) -> Spoken {
    if let told = request[word.key] ?? lexicon[word.key], let phones = Pronunciations.read(told) {
      return Spoken(phones: [phones.joined(separator: " ")])
    }
    let known = dictionary.pronunciations(of: word.key)
    if !known.isEmpty {
      return Spoken(phones: SilentR.adding(to: known + BroadA.further(word.key, known)))
    }
    if let possessive = possessive(word.key) {
      return Spoken(phones: SilentR.adding(to: possessive))
    }
    let guess = number(word.key) ?? initials(word.key) ?? LetterToSound.phones(word.key)
    return Spoken(phones: [guess?.joined(separator: " ") ?? Phones.anySpeech], isGuessed: true)
  }

  /// These, and those that were sent with a request, which go before the user's own.
  func adding(_ request: [String: String]) -> Pronunciations {
    var all = self
    all.lexicon.merge(request) { _, request in request }
    return all
  }

  /// Whether `key` is spoken as the dictionary has it, and no lexicon says otherwise.
  func isOfDictionary(_ key: String) -> Bool {
    lexicon[key] == nil && !dictionary.pronunciations(of: key).isEmpty
  }

  /// Reads a pronunciation in IPA, or in the model's own phones.
  static func read(_ text: String) -> [String]? {
    if let phones = Phones.parse(text) { return phones }
    return try? IPA.phones(text).get()
  }

  /// A possessive of a word that the dictionary has.
  private func possessive(_ key: String) -> [String]? {
    guard key.hasSuffix("'s") || key.hasSuffix("s'") else { return nil }
    let known = dictionary.pronunciations(
      of: String(key.dropLast(2)) + (key.hasSuffix("s'") ? "s" : ""))
    guard !known.isEmpty else { return nil }
    if key.hasSuffix("s'") { return known }
    return known.map { phones in
      let last = phones.split(separator: " ").last ?? ""
      if ["S", "Z", "SH", "ZH", "CH", "JH"].contains(last) { return phones + " IH Z" }
      return phones + (["P", "T", "K", "F", "TH"].contains(last) ? " S" : " Z")
    }
  }

  /// A number in digits.
  private func number(_ key: String) -> [String]? {
    let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), let whole = parts.first
    else { return nil }
    var words = NumberWords.words(forDigits: whole)
    if parts.count > 1 {
      words.append("point")
      words += parts[1].flatMap { NumberWords.words(forDigits: String($0)) }
    }
    return joined(words)
  }

  /// Letters with points between, said one by one.
  private func initials(_ key: String) -> [String]? {
    let letters = key.split(separator: ".")
    guard letters.count > 1, letters.allSatisfy({ $0.count == 1 }) else { return nil }
    return joined(letters.map { "\($0)." })
  }

  private func joined(_ words: [String]) -> [String]? {
    let spoken = words.map { dictionary.pronunciations(of: $0).first }
    guard !spoken.isEmpty, !spoken.contains(nil) else { return nil }
    return spoken.compactMap { $0 }.flatMap { $0.split(separator: " ").map(String.init) }
  }

  /// Reads the lexicon that a user sets: `word=IPA; word=IPA`.
  ///
  /// The failure names a line without `=`, and a pronunciation with an unknown sign.
  static func parseLexicon(_ text: String) -> Result<[String: String], BadEntry> {
    var lexicon: [String: String] = [:]
    for entry in text.split(separator: ";") {
      let sides = entry.split(separator: "=", maxSplits: 1).map { trimmed(String($0)) }
      if sides.allSatisfy(\.isEmpty) { continue }
      guard sides.count == 2, !sides[0].isEmpty, read(sides[1]) != nil else {
        return .failure(BadEntry(entry: trimmed(String(entry))))
      }
      lexicon[sides[0].lowercased()] = sides[1]
    }
    return .success(lexicon)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// An entry that says no pronunciation.
  struct BadEntry: Error, Equatable {
    var entry: String
  }
}

/// Words that England says with the vowel of "father", and the model's dictionary, which is American, with that of "cat".
enum BroadA {
  private static let words = Set(
    """
    advance advantage after afternoon afterwards answer ask aunt basket bath blast branch brass calf can't cast castle
    chance chant clasp class command craft dance demand draft enchant example fast fasten flask france gasp ghastly glance
    glass grant graph grasp grass half halve lance last laugh laughter mask mast master nasty pass past pastor path
    photograph plant raft rascal rather sample shaft shan't slander slant staff task vast
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Further ways to say `key`, which the dictionary has as `known`.
  static func further(_ key: String, _ known: [String]) -> [String] {
    let endings = ["", "s", "es", "ed", "d", "ing", "er", "ly", "y", "'s"]
    guard
      endings.contains(where: {
        key.hasSuffix($0) && words.contains(String(key.dropLast($0.count)))
      })
    else { return [] }
    return known.compactMap { phones in
      var all = phones.split(separator: " ").map(String.init)
      guard let place = all.firstIndex(of: "AE") else { return nil }
      all[place] = "AA"
      let broad = all.joined(separator: " ")
      return known.contains(broad) ? nil : broad
    }
  }
}

/// Words that England, New York and many others say without the R after a vowel: "door" as "daw", "never" as "nevah".
///
/// Of right lines said by voices of eSpeak NG with such an accent, 12 in 44 were rejected without this, and 8 with it; changed
/// words were noticed as often.
enum SilentR {
  private static let vowels = Set(
    "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split(separator: " ").map(String.init))
  /// After these the R leaves a vowel: "here", "there", "sure".
  private static let gliding: Set = ["IH", "IY", "EH", "UH"]

  /// Ways to say a word, and those of them without the R.
  static func adding(to known: [String]) -> [String] {
    known
      + known.reduce(into: []) { further, phones in
        let other = without(phones)
        if !known.contains(other), !further.contains(other) { further.append(other) }
      }
  }

  private static func without(_ phones: String) -> String {
    let all = phones.split(separator: " ").map(String.init)
    var said: [String] = []
    for (index, phone) in all.enumerated() {
      let isAheadOfVowel = index + 1 < all.count && vowels.contains(all[index + 1])
      let before = index > 0 ? all[index - 1] : ""
      if phone == "ER", !isAheadOfVowel {
        said.append("AH")
      } else if phone == "R", !isAheadOfVowel, vowels.contains(before) {
        if gliding.contains(before) { said.append("AH") }
      } else {
        said.append(phone)
      }
    }
    return said.joined(separator: " ")
  }
}
