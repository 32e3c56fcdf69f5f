import CueScreenplay
import Testing

private func items(
  _ text: String, _ rules: SpeakingRules = .version1, _ options: SpeakingOptions = .init()
) throws -> [SpeakableItem] {
  let script = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
  return SpeakableItems.items(of: script, rules: rules, options: options)
}

private func words(_ item: SpeakableItem) -> [String] {
  item.pieces.map { piece in
    switch piece {
    case .words(let text, nil): text
    case .words(let text, let direction?): "(\(direction)) \(text)"
    case .silence(let milliseconds): "[\(milliseconds)]"
    }
  }
}

@Suite struct `The rules 1.0` {
  @Test(arguments: [
    ("INT. COFFEE SHOP - DAY", "Interior. COFFEE SHOP. DAY."),
    ("EXT. PARK - NIGHT", "Exterior. PARK. NIGHT."), ("INT. CAR", "Interior. CAR."),
    ("INT./EXT. CAR - DAY", "Interior/Exterior. CAR. DAY."),
    ("EXT/INT CAR", "Exterior/Interior. CAR."), ("I/E CAR", "Interior/Exterior. CAR."),
    ("EST. TOWN - DAWN", "EST. TOWN. DAWN."), ("int. Kitchen - day", "Interior. Kitchen. day."),
    ("INT. HOUSE - HALL - NIGHT", "Interior. HOUSE - HALL. NIGHT."),
    ("INT. ROOM #7#", "Interior. ROOM."), (".LATER", "LATER"), ("INT.", "Interior."),
    ("INT. SEMI-DETACHED", "Interior. SEMI-DETACHED."),
  ])
  func `The rules 1.0 say a heading as a sentence`(heading: String, text: String) throws {
    let item = try #require(try items(heading).first)
    #expect(item.text == text)
    #expect(item.kind == .narrative && item.ruleVersion == "1.0" && item.characterName == nil)
  }

  @Test func `announce a character once a scene`() throws {
    let text = """
      INT. A

      JOHN
      Hello there.

      JOHN
      Well.

      SARAH
      Oh.

      JOHN (V.O.)
      Hm.

      INT. B

      JOHN (V.O.)
      Again.

      JOHN
      And more.
      """
    let said = try items(text)
    #expect(
      said.map(\.text) == [
        "Interior. A.", "JOHN says: Hello there.", "Well.", "SARAH says: Oh.", "Hm.",
        "Interior. B.", "JOHN (V.O.) says: Again.", "And more.",
      ])
    #expect(
      said.map(\.includesAnnouncement) == [false, true, false, true, false, false, true, false])
    #expect(
      said.map(\.sceneID) == Array(repeating: "scene-1", count: 5)
        + Array(repeating: "scene-2", count: 3))
    #expect(said[4].characterName == "john" && said[4].rawCharacterName == "JOHN (V.O.)")
  }

  @Test func `make one item of a block, and count what it takes`() throws {
    let block = try #require(try items("JOHN\na.\nb.\nc.").first)
    #expect(block.text == "JOHN says: a. b. c.")
    #expect(block.elements == 0..<4 && block.orderIndex == 0 && block.sourceKind == .dialogue)
    #expect(try items("JOHN\n(low)\na.").first?.elements == 0..<3)
    #expect(try items("He.\n\nJOHN\na.\n\nShe.").map(\.orderIndex) == [0, 1, 3])
    #expect(try items("He.").first?.sceneID == "preamble")
  }

  @Test func `a speech continues after a parenthetical`() throws {
    let item = try #require(
      try items("JOHN\n(low)\nOne.\n(beat)\n(louder)\nTwo.\n[[n]]\nThree.").first)
    #expect(item.text == "JOHN says: One. Two. Three.")
    #expect(words(item) == ["John says:", "(low) One.", "[700]", "(louder) Two. Three."])
  }

  @Test func `the rules 1.0 leave out marks and unspoken text`() throws {
    let text = """
      @McCLANE
      Yes.

      !BANG
      Bang.

      ~La

      > THE END <

      > CUT TO:

      [[n]]

      # S
      = s
      ===
      BO
      (nods)
      """
    #expect(try items(text).map(\.text) == ["McCLANE says: Yes.", "BANG\nBang."])
    var options = SpeakingOptions()
    options.saysCentered = true
    #expect(try items(text, .version1, options).last?.text == "THE END")
  }

  @Test(arguments: [
    ("JOHN", "john"), ("JOHN (V.O.)", "john"), ("JOHN (V.O.) (CONT'D)", "john"),
    ("JOHN (V.O.) SMITH", "johnsmith"), ("  JOHN  ", "john"), ("YOUNG JOHN", "john"),
    ("Young JOHN", "young john"), ("JOHN (", "john ("), ("JOHN (a (b) c)", "john"),
  ])
  func `compare names without brackets and case, aliases first`(raw: String, key: String) {
    #expect(CharacterName.key(of: raw, aliases: ["YOUNG JOHN": "john"]) == key)
  }

  @Test func `say speeches side by side in order, or at once`() throws {
    let text = "A\nx\n\nB ^\ny\n\nC\nz"
    #expect(try items(text).map(\.group) == [nil, nil, nil])
    var options = SpeakingOptions()
    options.isDualTogether = true
    #expect(try items(text, .version1, options).map(\.group) == [1, 1, nil])
    #expect(try items(text).map(\.text) == ["A says: x", "B says: y", "C says: z"])
  }
}

@Suite struct `What is said` {
  static let text = """
    Title: T
    Author: Ann

    INT. HALL - DAY

    He goes.

    BO (V.O.)
    (softly)
    One.
    (beat, then loud)
    Two.
      
    Three.
    ~La

    CUT TO:

    > END <
    """

  @Test(
    arguments: [
      (.tableRead, ["Interior. HALL. DAY.", "He goes.", "One. Two. Three. La", "CUT TO:"]),
      (
        .allOn,
        [
          "Interior. HALL. DAY.", "He goes.", "BO (V.O.)", "softly", "One.", "beat, then loud",
          "Two. Three. La", "CUT TO:", "END",
        ]
      ), (.dialogueOnly, ["One. Two. Three. La"]),
      (.version1, ["Interior. HALL. DAY.", "He goes.", "BO (V.O.) says: One. Two. Three."]),
    ] as [(SpeakingRules, [String])])
  func `spoken items follow the rules`(rules: SpeakingRules, said: [String]) throws {
    let items = try items(Self.text, rules)
    #expect(items.map(\.text) == said)
    #expect(items.allSatisfy { $0.ruleVersion == rules.rawValue })
  }

  @Test func `has silence for beats and empty lines, and directions for the rest`() throws {
    let item = try #require(try items(Self.text, .dialogueOnly).first)
    #expect(
      words(item) == [
        "(softly) One.", "[700]", "(then loud) Two.", "[500]", "(then loud) Three. La",
      ])
    #expect(item.isSung && item.extensions == ["V.O."])
  }

  @Test func `may begin with title and author`() throws {
    var options = SpeakingOptions()
    options.announcesTitle = true
    let first = try #require(try items(Self.text, .tableRead, options).first)
    #expect(first.text == "T. Ann." && first.orderIndex == -1)
  }

  @Test func `leaves a bracket that opens a line to the manner`() throws {
    #expect(try words(items("BO\n(beat) I know.", .tableRead)[0]) == ["[700]", "I know."])
    #expect(try words(items("BO\nI (almost) know.", .tableRead)[0]) == ["I (almost) know."])
    #expect(try words(items("BO\n...", .tableRead)[0]) == ["[500]"])
  }

  @Test(arguments: [
    ("The FBI and the NYPD.", "The FBI and the NYPD."), ("STOP IT NOW!", "Stop it now!"),
    ("He says NO.", "He says no."), ("R2D2 beeps at U.S.A. TV.", "R2D2 beeps at U.S.A. TV."),
    ("BO enters, ÉTIENNE too.", "Bo enters, étienne too."), ("THE FBI'S HERE", "The FBI's here"),
    ("IT WAS US", "It was us"), ("DR. WHO? YES", "Dr. Who? Yes"), ("I am A. B.", "I am A. B."),
    ("HMM, SHH", "Hmm, shh"), ("She says: STOP IT!", "She says: stop it!"),
    ("He was in the US FBI.", "He was in the US FBI."),
    ("IT IS US, she says.", "It is us, she says."),
  ])
  func `spoken text is not in capitals, except for spelled words`(written: String, said: String)
    throws
  {
    let all = try items("\(written)\n\nBO\nHi.", .tableRead)
    #expect(words(all[0]) == [said])
    #expect(all[0].text == written)
  }

  @Test func `What is said is pronounced by the lexicon`() throws {
    var options = SpeakingOptions()
    options.lexicon = try Lexicon(parsing: "# names\n\nAoife = EE-fa\nNew York=Noo Yawk\n")
    #expect(
      try words(items("AOIFE's in New York, Aoifes not.", .tableRead, options)[0])
        == ["EE-fa's in Noo Yawk, Aoifes not."])
    #expect(try words(items("Title: T\nLexicon: Bo = Beau\n\nBO\nBo.", .tableRead)[0]) == ["Beau."])
    let names = try Lexicon(parsing: "Aoife = EE-fa-fa\nNew York = Noo Yawk City")
    let respelled = names.respelled("Oh, Aoife in New York!")
    #expect(respelled.text == "Oh, EE-fa-fa in Noo Yawk City!")
    let places = [0..<2, 4..<12, 4..<6, 13..<15, 16..<19, 20..<24, 25..<29, 29..<30]
    #expect(
      places.map { respelled.written($0) }
        == [0..<2, 4..<9, 4..<9, 10..<12, 13..<21, 13..<21, 13..<21, 21..<22])
    let failure = #expect(throws: Lexicon.Failure.self) { try Lexicon(parsing: "a = b\nc") }
    #expect(failure?.line == 2)
  }

  @Test func `words with sounds in the lexicon stay as written, and the voice gets the sounds`()
    throws
  {
    var options = SpeakingOptions()
    options.lexicon = try Lexicon(parsing: "Aoife = /ˈiːfə/\nBo = Beau")
    let all = try items("Aoife's here.\n\nBO\nOh, Aoife! Bo.\n\nBO\nNo.", .tableRead, options)
    #expect(all.map { words($0)[0] }.prefix(1) == ["Aoife's here."])
    #expect(all[0].lexicon == ["aoife": "ˈiːfə"])
    #expect(all.last?.lexicon.isEmpty == true, "a line without the word")
    // The entry that was added last counts, whatever it is.
    let first = try Lexicon(parsing: "Aoife = EE-fa\nBo = /bəʊ/")
    let merged = first.merged(with: try Lexicon(parsing: "aoife = /iːfə/\nBO = Beau"))
    #expect(merged.spoken("Aoife, Bo") == "Aoife, Beau")
    #expect(merged.pronunciations(in: "AOIFE, Bo") == ["aoife": "iːfə"])
    let failure = #expect(throws: Lexicon.Failure.self) {
      try Lexicon(parsing: "New York = /njuː jɔːk/")
    }
    #expect(failure?.line == 1, "sounds are reported word by word")
  }
}
