import Testing

@testable import PocketSphinxPlugin

private let dictionary = DictionaryFile(
  Array(
    """
    a AH
    a(2) EY
    read R EH D
    read(2) R IY D
    miller M IH L ER
    judge JH AH JH
    ship SH IH P
    u. Y UW
    s. EH S
    forty F AO R T IY
    two T UW

    """.utf8))

@Suite struct `A pronouncing dictionary` {
  @Test func `has all pronunciations of a word, the usual one first`() {
    #expect(dictionary.pronunciations(of: "read") == ["R EH D", "R IY D"])
    #expect(dictionary.pronunciations(of: "two") == ["T UW"])
    #expect(dictionary.wordCount == 11)
  }

  @Test(arguments: ["", "rea", "reads", "two T", "(2)", "T"])
  func `A pronouncing dictionary has no word that it has not`(word: String) {
    #expect(dictionary.pronunciations(of: word) == [])
  }

  @Test(arguments: ["", "\n\n", "word", "# a comment", "\u{0}\u{1}"])
  func `A pronouncing dictionary may be empty or nonsense`(text: String) {
    #expect(DictionaryFile(Array(text.utf8)).pronunciations(of: "word") == [])
  }
}

@Suite struct `The pronunciation of a word` {
  /// "Half" was not heard of who says it as in England.
  @Test func `is as in England, too, where that has another vowel`() {
    let dictionary = DictionaryFile(
      Array("half HH AE F\ndancing D AE N S IH NG\ncat K AE T\naunt AE N T\naunt(2) AO N T\n".utf8))
    func ways(_ key: String) -> [String] {
      Pronunciations(dictionary: dictionary).of(LineWords.Word(text: key, key: key)).phones
    }
    #expect(ways("half") == ["HH AE F", "HH AA F"])
    #expect(ways("cat") == ["K AE T"])
    #expect(ways("aunt") == ["AE N T", "AO N T", "AA N T"])
  }

  @Test(arguments: [
    ("door", ["D AO R", "D AO"]), ("here", ["HH IY R", "HH IY AH"]), ("her", ["HH ER", "HH AH"]),
    ("never", ["N EH V ER", "N EH V AH"]), ("hardly", ["HH AA R D L IY", "HH AA D L IY"]),
    ("river", ["R IH V ER", "R IH V AH"]), ("hearing", ["HH IY R IH NG"]), ("red", ["R EH D"]),
    ("street", ["S T R IY T"]), ("furry", ["F ER IY"]),
  ])
  func `a word may be said without the R after a vowel`(word: String, ways: [String]) {
    let dictionary = DictionaryFile(Array("\(word) \(ways[0])\n".utf8))
    let spoken = Pronunciations(dictionary: dictionary).of(LineWords.Word(text: word, key: word))
    #expect(spoken.phones == ways)
  }

  /// A second request's lexicon was not looked at.
  @Test func `a pronunciation from the dictionary is known`() {
    var pronunciations = Pronunciations(dictionary: dictionary)
    #expect(pronunciations.isOfDictionary("miller"))
    #expect(!pronunciations.isOfDictionary("mueller"))
    #expect(!pronunciations.adding(["miller": "M Y L ER"]).isOfDictionary("miller"))
    #expect(pronunciations.isOfDictionary("miller"), "requests are kept apart")
    pronunciations.lexicon = ["miller": "M IH L ER"]
    #expect(!pronunciations.isOfDictionary("miller"))
    let sent = pronunciations.adding(["miller": "M Y L ER"])
    #expect(sent.of(LineWords.Word(text: "Miller", key: "miller")).phones == ["M Y L ER"])
  }

  private func spoken(
    _ word: String, _ request: [String: String] = [:], _ lexicon: [String: String] = [:]
  ) -> Pronunciations.Spoken {
    Pronunciations(dictionary: dictionary, lexicon: lexicon).of(
      LineWords.Word(text: word, key: word), request: request)
  }

  @Test func `is what the request says, then the user, then the dictionary`() {
    #expect(spoken("read", ["read": "riːd"], ["read": "rɛd"]).phones == ["R IY D"])
    #expect(spoken("read", [:], ["read": "rɛd"]).phones == ["R EH D"])
    #expect(spoken("read").phones == ["R EH D", "R IY D"])
    #expect(!spoken("read", ["read": "riːd"]).isGuessed)
    #expect(spoken("read", ["read": "?!"]).phones.count == 2, "what cannot be read is passed over")
  }

  @Test(arguments: [
    ("miller's", ["M IH L ER Z", "M IH L AH Z"]), ("judge's", ["JH AH JH IH Z"]),
    ("ship's", ["SH IH P S"]),
  ])
  func `follows the rule of possessives`(word: String, phones: [String]) {
    #expect(spoken(word) == Pronunciations.Spoken(phones: phones))
  }

  @Test(arguments: [("42", "F AO R T IY T UW"), ("u.s", "Y UW EH S")])
  func `is guessed for digits and initials`(word: String, phones: String) {
    #expect(spoken(word) == Pronunciations.Spoken(phones: [phones], isGuessed: true))
  }

  @Test func `an unknown pronunciation is guessed from the letters`() {
    let guess = spoken("zorblatt")
    #expect(guess.isGuessed)
    #expect(Phones.parse(guess.phones[0])?.first == "Z")
    #expect(Phones.parse(guess.phones[0])?.last == "T")
    // Accents are taken off.
    #expect(spoken("zörblätt").phones != [Phones.anySpeech])
  }

  @Test func `is any speech where there are no letters`() {
    for word in ["привет", "你好", "999999999999"] {
      #expect(spoken(word) == Pronunciations.Spoken(phones: [Phones.anySpeech], isGuessed: true))
    }
  }
}

@Suite struct `The phonetic alphabet` {
  @Test(arguments: [
    ("hɛˈloʊ", "HH EH L OW"), ("ˈt͡ʃɜːt͡ʃ", "CH ER CH"), ("dʒʌdʒ", "JH AH JH"),
    ("ˈiːfə", "IY F AH"), ("θɪŋ", "TH IH NG"), ("ˈbʌtn̩", "B AH T AH N"), ("/ˈvaɪs/", "V AY S"),
    ("ɡɔːɹˈbənɐ", "G AO R B AH N AH"), ("ʁyː", "R UW"),
  ])
  func `The phonetic alphabet is read as the model's phones`(text: String, phones: String) throws {
    #expect(try IPA.phones(text).get().joined(separator: " ") == phones)
  }

  @Test func `names the sign that it does not know`() {
    #expect(IPA.phones("ab☃c") == .failure(IPA.UnknownSymbol(symbol: "☃")))
    #expect(throws: IPA.UnknownSymbol.self) { try IPA.phones("").get() }
  }

  @Test func `may be the model's own phones instead`() {
    #expect(Pronunciations.read("HH AH0 L OW1") == ["HH", "AH", "L", "OW"])
    #expect(Pronunciations.read("hh ax l ow1") == ["HH", "AH", "L", "OW"])
    #expect(Phones.parse("HH QQ") == nil)
  }

  @Test func `The phonetic alphabet is set for words of one's own`() throws {
    #expect(
      try Pronunciations.parseLexicon(" Aoife = ˈiːfə ; Cue=K Y UW;").get()
        == ["aoife": "ˈiːfə", "cue": "K Y UW"])
    #expect(Pronunciations.parseLexicon("Aoife") == .failure(.init(entry: "Aoife")))
    #expect(Pronunciations.parseLexicon("a=b; Aoife=☃") == .failure(.init(entry: "Aoife=☃")))
  }
}

@Suite struct `Numbers in words` {
  @Test(arguments: [
    ("0", "zero"), ("7", "seven"), ("20", "twenty"), ("42", "forty two"),
    ("110", "one hundred ten"), ("1850", "one thousand eight hundred fifty"),
    ("2000000", "two million"), ("007", "zero zero seven"),
    ("1234567890", "one two three four five six seven eight nine zero"),
  ])
  func `Numbers in words are what English says`(digits: String, words: String) {
    #expect(NumberWords.words(forDigits: digits).joined(separator: " ") == words)
  }
}
