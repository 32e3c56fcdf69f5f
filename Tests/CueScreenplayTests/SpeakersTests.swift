import CueScreenplay
import Testing

@Suite struct `The speaker in a screenplay` {
  private func screenplay(_ text: String) throws -> Screenplay {
    try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
  }

  private func scene(_ cues: [String], title: String = "") throws -> Screenplay {
    try screenplay(
      title + "INT. HALL - DAY\n\n" + cues.map { "\($0)\nYes.\n\n" }.joined())
  }

  @Test func `a character is one part for all its cues, and parts are sorted by speeches`() throws {
    let speakers = Speakers(of: try scene(["BO", "ANN (V.O.)", "ANN", "ANN (CONT'D)", "@Bo"]))
    #expect(speakers.parts.map(\.key) == ["ann", "bo"])
    #expect(speakers.parts.map(\.speechCount) == [3, 2])
    #expect(speakers.parts[0].name == "ANN")
    #expect(speakers.parts[0].cues == ["ANN (V.O.)", "ANN", "ANN (CONT'D)"])
    #expect(speakers.exchanges == [0...1: 2])
  }

  @Test func `an alias of the user wins over one on the title page`() throws {
    let script = try scene(
      ["REGGIE", "REGGIE'S VOICE (O.S.)", "RADIO", "BO"],
      title: "Title: T\nAliases:\n    REGGIE'S VOICE = BO\n    RADIO = ANN\n\n")
    #expect(Speakers(of: script).parts.map(\.key) == ["bo", "reggie", "ann"])
    let given = Speakers(of: script, aliases: ["REGGIE'S VOICE": "reggie"])
    #expect(given.parts.map(\.key) == ["reggie", "ann", "bo"])
    #expect(given.parts.map(\.name) == ["REGGIE", "ANN", "BO"])
    #expect(given.aliases["REGGIE'S VOICE (O.S.)"] == "reggie")
  }

  @Test(arguments: [
    "TOM & DICK", "TOM/DICK", "TOM AND DICK", "TOM, DICK & HARRY", "TOM + DICK (O.S.)",
  ])
  func `a cue of several names belongs to the first one`(cue: String) throws {
    let speakers = Speakers(of: try scene(["DICK", "TOM", cue, cue]))
    #expect(Set(speakers.parts.map(\.key)) == ["dick", "tom"])
    #expect(speakers.parts.map(\.speechCount) == [1, 1])
    #expect(speakers.crowds.map(\.speechCount) == [2])
    #expect(speakers.crowds.first?.speakers == ["tom"])
    let own = Speakers(of: try scene(["DICK", "TOM", cue]), own: [CharacterName.key(of: cue)])
    #expect(own.parts.count == 3 && own.crowds.isEmpty)
  }

  @Test(arguments: [
    (["ANN", "BO", "CY", "ANN AND BO"], ["ann", "bo"]),
    (["ANN", "BO", "CY", "ALL"], ["bo", "ann", "cy"]),
    (["ANN", "BO", "CY", "BOTH"], ["bo", "cy"]), (["ANN", "BO", "BO & DEE"], ["bo"]),
    (["ANN", "BOTH", "BO"], ["ann", "bo"]), (["ANN"], ["ann"]),
  ])
  func `a shared speech belongs to each named character`(
    cues: [String], together: [String]
  ) throws {
    let speakers = Speakers(of: try scene(cues))
    let speech = try #require(
      speakers.speeches.first { $0.crowd != nil } ?? speakers.speeches.last)
    #expect(speakers.members(of: speech).map { speakers.parts[$0].key } == together)
    #expect(speakers.members(of: speech).first == speech.part)
  }

  /// TOM may have no speech alone; the line is his all the same.
  @Test(arguments: [
    (["ANN", "ANN & TOM"], ["ann", "tom"]),
    (["TOM", "ANN AND TOM"], ["ann and tom", "tom", "ann"]),
    (["ANN AND TOM"], ["ann and tom", "ann", "tom"]),
    (["ANN", "ANN JA TOM", "TOM"], ["ann", "tom"]),
    (["ANN", "ANN UND BO/TOM"], ["ann", "bo", "tom"]), (["ANN", "BO", "KÕIK"], ["ann", "bo"]),
    (["ANN", "BO", "CY", "BEIDE"], ["bo", "cy"]), (["ANN"], ["ann"]),
  ])
  func `a shared cue counts all its characters, even those without speeches alone`(
    cues: [String], people: [String]
  ) throws {
    let speakers = Speakers(of: try scene(cues))
    let speech = try #require(
      speakers.speeches.last { $0.crowd != nil || speakers.people(of: $0).count > 1 }
        ?? speakers.speeches.last)
    #expect(Set(speakers.people(of: speech).map(\.key)) == Set(people))
    let counts = Dictionary(
      uniqueKeysWithValues: speakers.playable.map { ($0.person.key, $0.speechCount) })
    for person in people { #expect(counts[person, default: 0] > 0) }
  }

  @Test func `an actor's lines include those of aliases`() throws {
    let page = try scene(
      ["ANN", "BO'S VOICE", "ANN & BO", "BO", "BOTH"], title: "Title: T\nAlias: BO'S VOICE = BO\n\n"
    )
    func characters(_ own: Set<String>) throws -> [String?] {
      let script = try Script(page, speakers: Speakers(of: page), own: own)
      return script.lines.filter { $0.kind == .dialogue }.map(\.character)
    }
    #expect(try characters([]) == ["ANN", "BO", "ANN", "BO", "ANN"])
    #expect(try characters(["bo"]) == ["ANN", "BO", "BO", "BO", "BO"])
    let script = try Script(page, speakers: Speakers(of: page))
    #expect(script.characters.map(\.displayName) == ["ANN", "BO"])
    #expect(script.lines.compactMap(\.characterAsWritten).contains("BO'S VOICE"))
    #expect(try Script(page).characters.count == 5)
  }

  @Test func `a shared cue stays one name if its first character never speaks alone`() throws {
    #expect(
      Speakers(of: try scene(["TOM & DICK", "DICK"])).parts.map(\.key) == ["tom & dick", "dick"])
    #expect(Speakers(of: try scene(["A/C MAN", "ROCK AND ROLL"])).parts.count == 2)
  }

  @Test func `ALL is spoken by the character before the last speaker`() throws {
    func speaker(_ cues: [String]) throws -> [String] {
      Speakers(of: try scene(cues)).crowds.flatMap(\.speakers)
    }
    #expect(try speaker(["ANN", "BO", "BOTH"]) == ["ann"])
    #expect(try speaker(["ANN", "ALL"]) == ["ann"])
    #expect(try speaker(["EVERYONE", "BO"]) == ["bo"])
    let alone = Speakers(of: try scene(["ALL", "ALL"]))
    #expect(alone.parts.map(\.speechCount) == [2] && alone.crowds.isEmpty)
  }

  @Test func `every spoken item has a speaker`() throws {
    let script = try scene(["TOM", "DICK", "TOM & DICK", "ALL"])
    let speakers = Speakers(of: script)
    for rules in SpeakingRules.allCases {
      let items = SpeakableItems.items(of: script, rules: rules)
      #expect(
        items.filter { $0.kind == .character }.map { speakers.key(of: $0) } == [
          "tom", "dick", "tom", "tom",
        ])
      #expect(items.filter { $0.kind == .narrative }.allSatisfy { speakers.key(of: $0) == nil })
    }
  }

  @Test func `aliases are suggested, but not for another age`() throws {
    let script = try scene([
      "REGGIE", "REGGIE'S VOICE", "WILL", "YOUNG WILL", "WILL ON PHONE", "VOICE",
    ])
    #expect(
      Speakers(of: script).aliasHints.map { [$0.cue, $0.name] } == [
        ["WILL ON PHONE", "WILL"]
      ])
  }

  @Test func `ANNA'S VOICE is Anna`() throws {
    let script = try scene(["REGGIE", "REGGIE'S VOICE", "VOICE OF ANNA", "ANNA", "TOM'S VOICE"])
    let speakers = Speakers(of: script)
    #expect(speakers.parts.map(\.key).sorted() == ["anna", "reggie", "tom's voice"])
    #expect(speakers.parts.first { $0.key == "reggie" }?.speechCount == 2)
    let own = Speakers(of: script, own: ["reggie's voice"])
    #expect(own.parts.contains { $0.key == "reggie's voice" })
  }

  @Test func `gender follows all hints on the page, by weight`() throws {
    let script = try screenplay(
      """
      INT. HALL - DAY

      KIM WEST, a tired mother of two, waits. LEE (30s, male) comes with his wife.

      JORDAN, who is nobody. PAT'S mother calls.


      """
        + [
          ("KIM", "Good evening, sir."), ("LEE", "Uncle Taylor is here."), ("TAYLOR", "Hello."),
          ("JORDAN", "Yes."), ("PAT", "Yes, ma'am."), ("SIDNEY", "Sit down."),
          ("PAT", "Thank you, ma'am."),
          ("SIDNEY", "Good."), ("PRIYA", "Hi."), ("ARJUN", "Hi."),
        ].map { "\($0.0)\n\($0.1)\n\n" }.joined())
    let speakers = Speakers(of: script)
    let traits = PartTraits.traits(of: speakers, in: script)
    var told: [String: PartGender] = [:]
    for (part, trait) in zip(speakers.parts, traits) { told[part.name] = trait.gender }
    #expect(
      told == [
        "KIM": .female, "LEE": .male, "TAYLOR": .male, "SIDNEY": .female, "PRIYA": .female,
        "ARJUN": .male,
      ])
  }

  /// Pronouns and nouns of another language once made men of women.
  @Test(
    arguments: [
      ("PAT, the boy's mother, enters.", "PAT", PartGender.female),
      ("PAT, the boys' mother, enters.", "PAT", .female),
      ("ROBIN, the king’s daughter, is tired.", "ROBIN", .female),
      ("ROBIN, the queen's bodyguard, waits.", "ROBIN", nil),
      ("ROSSI prende il libro e il telefono. ROSSI apre il libro e il cassetto.", "ROSSI", nil),
      ("ROSSI prende il libro. Lei lo apre. Poi lei esce e lei ride.", "ROSSI", .female),
      ("KIM is er niet. Er is er nog een van het huis. Zijn jas en zijn hoed zijn er.", "KIM", nil),
      ("KIM går hem. Hem är det bästa och hem är nära. KIM går hem.", "KIM", nil),
      ("KIM er her. Der er mange og det er ikke godt. KIM er glad.", "KIM", nil),
      (
        "KIM sort. Il pleut et il fait froid. Il y a une voiture dans le parc. Il faut partir.",
        "KIM", nil
      ),
      ("KIM, eine junge Frau, kommt und sie ist nicht froh.", "KIM", .female),
      ("KIM, nun alt und nicht mehr die, wartet auf das Ende.", "KIM", nil),
      ("KIM, trött men glad, är här och det är inte bra.", "KIM", nil),
      ("KIM, son épouse, est dans le jardin et une femme rit.", "KIM", .female),
      ("Die KELLNERIN geht. Das ist nicht gut und der Tag ist lang.", "KELLNERIN", .female),
      ("Rain.", "THE GODFATHER", .male), ("Rain.", "LANDLADY", .female), ("Rain.", "MARTIN", .male),
      ("TAYLOR sits. He is tired. He sleeps. He wakes.", "TAYLOR", .male),
      ("TAYLOR geht. Er ist nicht da. Er kommt und er lacht. Die Uhr ist laut.", "TAYLOR", .male),
    ])
  func `words of another language do not decide the gender`(
    example: (text: String, name: String, gender: PartGender?)
  ) throws {
    let script = try screenplay("\(example.text)\n\n\(example.name)\nMm.\n\nUVW\nMm.\n")
    let speakers = Speakers(of: script)
    let traits = PartTraits.traits(of: speakers, in: script)
    let place = try #require(speakers.parts.firstIndex { $0.name == example.name })
    #expect(traits[place].gender == example.gender)
  }

  /// One hint that can mean nobody else is enough; there is nothing else about these parts.
  @Test(
    arguments: [
      ("UVX comes in and takes off her hat.", "UVX", "Mm.", "Mm.", "en", PartGender.female),
      ("TOM waves. UVX drops his keys.", "UVX", "Mm.", "Mm.", "en", .male),
      ("TOM waves. Behind him stands UVX.", "UVX", "Mm.", "Mm.", "en", nil),
      ("Rain.", "UVX", "Mm.", "Well said, young man.", "en", .male),
      ("Rain.", "UVX", "Mm.", "Man, that hurts.", "en", nil),
      ("Rain.", "UVX", "Mm.", "Gracias, abuela.", "es", .female),
      ("Il pleut.", "LE MARIN", "Mm.", "Mm.", "fr", .male),
      ("Il pleut.", "L'INSTITUTRICE", "Mm.", "Mm.", "fr", .female),
      ("Llueve.", "LA JUEZ", "Mm.", "Mm.", "es", .female),
      ("La UVX ride.", "UVX", "Mm.", "Mm.", "it", .female),
      ("Rain.", "LA JUEZ", "Mm.", "Mm.", "en", nil),
      ("Rain.", "OFFICER KELSEY", "Mm.", "Mm.", "en", nil),
      ("OFFICER KELSEY shows his badge.", "OFFICER KELSEY", "Mm.", "Mm.", "en", .male),
      ("Rain.", "SAILOR", "Mm.", "Mm.", "en", nil), ("Rain.", "KENJI", "Mm.", "Mm.", "en", .male),
      ("Rain.", "LAKISHA", "Mm.", "Mm.", "en", .female),
      ("Rain.", "FOLASADE", "Mm.", "Mm.", "en", .female),
      ("Rain.", "TAKESHI", "Mm.", "Mm.", "en", .male),
      ("Rain.", "UVX", "My wife is ill.", "Mm.", "en", .male),
      ("Rain.", "UVX", "My wife and my husband.", "Mm.", "en", nil),
      ("TOM waves. UVX enters. He sits down.", "UVX", "Mm.", "Mm.", "en", .male),
      ("Rain.", "UVX", "Mm.", "Ask my sister, Uvx.", "en", .female),
      ("“Mother, Uvx is here,” says somebody.", "UVX", "Mm.", "Mm.", "en", nil),
      ("UVX, épuisée, entre.", "UVX", "Mm.", "Mm.", "fr", .female),
      ("Il pleut.", "UVX", "Je suis restée là.", "Mm.", "fr", .female),
      ("UVX, épée au poing, entre.", "UVX", "Mm.", "Mm.", "fr", nil),
      ("UVX, vestido rojo, entra.", "UVX", "Mm.", "Mm.", "es", nil),
      ("Piove.", "UVX", "Sono molto stanco.", "Mm.", "it", .male),
      ("UVX, la portiera, conta le chiavi.", "UVX", "Mm.", "Mm.", "it", .female),
      ("Llueve.", "UVX", "Estoy cansada.", "Mm.", "es", .female),
      ("Llueve.", "UVX", "Estoy fuera.", "Mm.", "es", nil),
      ("Regen.", "STUDENT", "Mm.", "Mm.", "de", .male),
      ("UVX, ein Tischler, hobelt.", "UVX", "Mm.", "Mm.", "de", .male),
      ("UVX, ein Teller in der Hand, wartet.", "UVX", "Mm.", "Mm.", "de", nil),
    ])
  func `one hint that fits only one character decides its gender`(
    example: (
      text: String, name: String, own: String, answer: String, language: String, gender: PartGender?
    )
  ) throws {
    let script = try screenplay(
      "\(example.text)\n\nXYW\nMm.\n\n\(example.name)\n\(example.own)\n\nXYW\n\(example.answer)\n\n"
        + "\(example.name)\nMm.\n\nTOM\nMm.\n")
    let speakers = Speakers(of: script)
    let traits = PartTraits.traits(of: speakers, in: script, language: example.language)
    let place = try #require(speakers.parts.firstIndex { $0.name == example.name })
    #expect(traits[place].gender == example.gender)
  }

  /// Each "la" in a text was once the baker.
  @Test func `is not meant by the article of its name`() throws {
    let script = try screenplay(
      "Title: A\nLanguage: fr\n\nUVX entre, son chapeau à la main. Elle sourit.\n\nUVX\nMm.\n\nLA BOULANGÈRE\nMm.\n"
    )
    let speakers = Speakers(of: script)
    let place = try #require(speakers.parts.firstIndex { $0.name == "UVX" })
    #expect(PartTraits.traits(of: speakers, in: script)[place].gender == .female)
  }

  /// The paragraph after a speech names nobody.
  @Test func `a paragraph that begins with a pronoun continues with the same character`() throws {
    let script = try screenplay(
      "UVX\nMm.\n\nShe slams the door.\n\nXYW\nMm.\n\nThe rain falls.\n\nHe waits.\n")
    let speakers = Speakers(of: script)
    let traits = PartTraits.traits(of: speakers, in: script)
    #expect(traits.map(\.gender) == [.female, nil])
  }

  /// The user said which language it is, and the pronouns were read in another.
  @Test func `is read in the language that it is known to be in`() throws {
    let script = try screenplay("ROSSI apre. Lei esce. Lei ride.\n\nROSSI\nMm.\n\nUVW\nMm.\n")
    let speakers = Speakers(of: script)
    let place = try #require(speakers.parts.firstIndex { $0.name == "ROSSI" })
    func gender(_ language: String) -> PartGender? {
      PartTraits.traits(of: speakers, in: script, language: language)[place].gender
    }
    #expect(gender("it-IT") == .female)
    #expect(gender("en") == nil)
  }

  /// Earlier, each name was compared with all names after it.
  @Test func `a name that recurs often is read in linear time`() throws {
    let script = try screenplay(
      String(repeating: "KIM ", count: 100_000) + "\n\nKIM\nMm.\n\nUVW\nMm.\n")
    let speakers = Speakers(of: script)
    #expect(PartTraits.traits(of: speakers, in: script).count == 2)
  }

  @Test func `gender and age follow the hints on the page`() throws {
    let script = try screenplay(
      """
      INT. HALL - DAY

      ALEX looks at her watch. She sighs.

      Kim meets Sam. He bows.

      ROBIN, 9, runs in. Old PAT (70s) does not.


      """
        + [
          "ALEX", "KIM", "SAM", "ROBIN", "PAT", "MRS. HALL", "THE OLD KING", "NORA", "YOUNG WILL",
          "CHRIS", "GIRL", "DR. LIND",
        ].map { "\($0)\nYes.\n\n" }
        .joined())
    let speakers = Speakers(of: script)
    let traits = PartTraits.traits(of: speakers, in: script)
    var told: [String: String] = [:]
    for (part, trait) in zip(speakers.parts, traits) {
      told[part.name] = [trait.age, trait.gender?.rawValue ?? ""].filter { !$0.isEmpty }.joined(
        separator: " ")
    }
    #expect(
      told == [
        "ALEX": "female", "KIM": "", "SAM": "", "ROBIN": "child", "PAT": "old",
        "MRS. HALL": "female",
        "THE OLD KING": "old male", "NORA": "female", "YOUNG WILL": "young male", "CHRIS": "",
        "GIRL": "child female", "DR. LIND": "",
      ])
  }

  @Test func `the language follows the title page, or the words`() throws {
    let scene = "INT. X - DAY\n\nIt rains.\n\nANN\n(softly)\nMa ei tea.\n"
    let script = try screenplay(scene)
    #expect(ScriptLanguage.choice(of: script).source != .script)
    #expect(ScriptLanguage.choice(of: script, given: "fi").tag == "fi")
    let named = try screenplay("Title: T\nLanguage: et-EE (mostly)\n\n" + scene)
    #expect(ScriptLanguage.choice(of: named).tag == "et-EE")
    #expect(ScriptLanguage.choice(of: named, given: "de").tag == "de")
    let nonsense = try screenplay("Title: T\nLanguage: ../x\n\n" + scene)
    #expect(ScriptLanguage.choice(of: nonsense).source != .script)
  }
}
