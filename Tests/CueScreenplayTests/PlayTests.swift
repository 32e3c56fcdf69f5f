import Testing

@testable import CueScreenplay

private func kinds(_ text: String, _ name: String = "play.txt") throws -> [String] {
  try ScreenplayReader.read(Array(text.utf8), fileName: name).elements.map {
    "\($0.kind.rawValue): \($0.text)"
  }
}

@Suite struct `A play in plain text` {
  @Test func `A play in plain text has names before a colon`() throws {
    let found = try kinds(
      """
      ACT ONE

      The kitchen. Rain.

      Anna: Who's there?
      Tom (wet through): Only me: your husband.
      Anna: (laughing) Come in, then.
      He comes in.

      Tom: Thank you.
      Anna: Sit down. The kettle
      is on.
      """)
    #expect(
      found == [
        "scene_heading: ACT ONE", "action: The kitchen. Rain.", "character: Anna",
        "dialogue: Who's there?", "character: Tom", "parenthetical: (wet through)",
        "dialogue: Only me: your husband.", "character: Anna", "parenthetical: (laughing)",
        "dialogue: Come in, then.", "dialogue: He comes in.", "character: Tom",
        "dialogue: Thank you.", "character: Anna", "dialogue: Sit down. The kettle",
        "dialogue: is on.",
      ])
  }

  @Test func `has names before a period, as Project Gutenberg has them`() throws {
    let found = try kinds(
      """
      ACT I. SCENE I. Elsinore.

      [_Enter Bernardo and Francisco._]

      BERNARDO.
      Who's there?

      FRANCISCO.
      Nay, answer me. Stand and unfold yourself.

      BERNARDO.
      Long live the King! [_Aside._] He's late.

      FRANCISCO.
      Bernardo?
      """)
    #expect(found[0].hasPrefix("scene_heading: ACT I"))
    #expect(found.count { $0 == "character: BERNARDO" } == 2)
    #expect(found.contains("parenthetical: (Aside.)"))
    #expect(found.contains("dialogue: He's late."))
    let inline = try kinds(
      """
      ALGERNON. Did you hear what I was playing, Lane?

      LANE. I didn't think it polite to listen, sir.

      ALGERNON. I'm sorry for that. Dr. Moss will be.

      LANE. Yes, sir.
      """)
    #expect(inline.count { $0.hasPrefix("character") } == 4)
    #expect(inline[1] == "dialogue: Did you hear what I was playing, Lane?")
    #expect(inline[5] == "dialogue: I'm sorry for that. Dr. Moss will be.")
  }

  @Test func `a play may have names before a tab`() throws {
    let found = try kinds("Anna\tWho's there?\nTom\tMe.\nAnna\tCome in.\nTom\tThanks.\n")
    #expect(found.prefix(3) == ["character: Anna", "dialogue: Who's there?", "character: Tom"])
    let below = try kinds(
      "Anna\n\tWho's there?\n\nTom\n\tMe.\n\nAnna\n\tCome in.\n\nTom\n\tThanks.\n")
    #expect(below.prefix(3) == ["character: Anna", "dialogue: Who's there?", "character: Tom"])
  }

  @Test func `prose with a few colons is not a play`() throws {
    let found = try kinds(
      """
      INT. HALL - DAY

      ANNA
      Note: the list says: bread.

      TOM
      I see: bread.

      ANNA
      And: wine.
      """)
    #expect(found.count { $0.hasPrefix("character") } == 3)
    #expect(found[2] == "dialogue: Note: the list says: bread.")
  }
}

@Suite struct `A screenplay of any language` {
  @Test func `gives a cue that is followed by a speech before a scene or an act`() throws {
    let found = try kinds(
      "ACT ONE\nThe hall.\n\nSCENE PARTNER\nHello.\n\nACT 2 DANCER\nHi.\n\nSCENE 3: THE SEA\nWaves.\n",
      "a.fountain")
    #expect(found.contains("scene_heading: ACT ONE"))
    #expect(found.contains("character: SCENE PARTNER") && found.contains("dialogue: Hello."))
    #expect(found.contains("character: ACT 2 DANCER"))
    #expect(found.contains("scene_heading: SCENE 3: THE SEA"))
  }

  @Test(arguments: [
    "INNEN. KÜCHE - TAG", "AUSSEN. HOF - NACHT", "INNEN/AUSSEN. AUTO - TAG", "ИНТ. КВАРТИРА - ДЕНЬ",
    "НАТ. УЛИЦА - НОЧЬ", "ЭКСТ. ЛЕС", "INT。台所 - 朝", "内景. 厨房", "EXT. PARK",
    "내부. 카페 - 낮", "내부 카페 - 낮", "WNĘTRZE KUCHNIA - DZIEŃ", "חוץ. רחוב - לילה", "内景 厨房 夜",
  ])
  func `A screenplay of any language has headings in its language`(heading: String) throws {
    let found = try kinds("\(heading)\n\nSomebody waits.\n", "a.fountain")
    #expect(found.first == "scene_heading: \(heading)")
  }

  @Test(arguments: [
    "INNENSTADT", "Innen war es dunkel.", "INTERIOR", "НАТАША", "PLATZ DA", "INNEREN",
    "내부 조명이 켜진다.", "חוץ מזה, הוא לא בא.", "室内很暗。", "داخلي وخارجي", "INTERIÉR je tmavý.",
  ])
  func `takes no other words for headings`(line: String) throws {
    let found = try kinds("\(line)\n\nSomebody waits.\n", "a.fountain")
    #expect(found.first == "action: \(line)")
  }

  @Test(arguments: ["INNE (O.S.)", "НАТ (З.К.)", "INDE (O.S.)", "SISE (O.S.)", "INNE", "INNE BERG"])
  func `takes names that look like places for cues`(cue: String) throws {
    let found = try kinds("EXT. PARK\n\n\(cue)\nHallo.\n", "a.fountain")
    #expect(found.last == "dialogue: Hallo.")
    #expect(found[1] == "character: \(cue)")
  }

  @Test(
    arguments: [
      ("Language: fr\n\nINT. MAISON - JOUR\n\nElle rit.\n", "Intérieur. Maison. Jour."),
      ("Language: de\n\nINT./EXT. AUTO\n\nSie lacht.\n", "Innen und außen. Auto."),
      (
        "INT. MAISON\n\nElle est dans la maison et le chat est sur la table avec un verre et des fleurs.\n",
        "Intérieur. Maison."
      ),
      ("INT。部屋\n\n花子がいる。\n", "屋内。部屋。"),
      ("INT. CAR\n\nRain.\n", "Interior. Car."),
    ])
  func `has places said in its language`(example: (text: String, words: String)) throws {
    let script = try ScreenplayReader.read(Array(example.text.utf8), fileName: "a.fountain")
    #expect(SpeakableItems.items(of: script, rules: .tableRead).first?.saidText == example.words)
  }

  @Test(arguments: [
    "OMITTED", "OMITTED 2A-5", "OMITTED (12-14)", "SCENES 4-6 OMITTED", "SCENE 12 OMITTED",
    "Entfällt", "SZENEN 3 BIS 5 ENTFALLEN",
    "SCÈNES 4 ET 5 SUPPRIMÉES",
  ])
  func `says no heading of scenes that are omitted`(heading: String) throws {
    let script = try ScreenplayReader.read(
      Array(".\(heading)\n\nRain.\n\n.THE OMITTED GUEST\n\nSun.\n".utf8), fileName: "a.fountain")
    let said = SpeakableItems.items(of: script, rules: .tableRead).map(\.saidText)
    #expect(said == ["Rain.", "The omitted guest.", "Sun."])
  }

  @Test func `A screenplay of any language says headings in its language`() {
    #expect(SpokenHeading.text("INNEN. KÜCHE - TAG", isSpoken: true) == "Innen. KÜCHE. TAG.")
    #expect(SpokenHeading.text("INT. CAR") == "Interior. CAR.")
  }

  @Test func `A screenplay of any language has cues without capitals`() throws {
    let found = try kinds(
      "INT。台所\n\n花子\nこんにちは。\n\n太郎（小声）\nやあ。\n\n花子\n元気？\n\n太郎\n元気だ。\n", "a.fountain")
    #expect(found.count { $0.hasPrefix("character") } == 4)
    #expect(found.contains("character: 太郎(小声)") || found.contains("character: 太郎（小声）"))
    #expect(found.contains("dialogue: こんにちは。"))
  }

  @Test func `keeps marks of programs from voices, over lines too`() throws {
    let script = try ScreenplayReader.read(
      Array("ANNA\nHello {{PAGE:\n1}} there. #happy #take:2\n\nTOM\nNumber #2 is mine.\n".utf8),
      fileName: "a.fountain")
    let items = SpeakableItems.items(of: script, rules: .tableRead)
    #expect(items.map(\.saidText).joined(separator: "|") == "Hello there.|Number #2 is mine.")
  }

  @Test func `A screenplay of any language keeps Roman numbers for voices`() throws {
    let script = try ScreenplayReader.read(
      Array("ANNA\nLouis XIV left.\n".utf8), fileName: "a.fountain")
    let said = SpeakableItems.items(of: script, rules: .tableRead).map(\.saidText)
    #expect(said == ["Louis XIV left."])
  }

  @Test func `does not say scenes that are omitted`() throws {
    let script = try ScreenplayReader.read(
      Array("INT. HALL\n\nRain.\n\n.OMITTED #2#\n\nINT. SEA\n".utf8), fileName: "a.fountain")
    let said = SpeakableItems.items(of: script, rules: .tableRead).map(\.saidText)
    #expect(said == ["Interior. Hall.", "Rain.", "Interior. Sea."])
  }
}

@Suite struct `A file that another program wrote` {
  private func fdx(_ content: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?><FinalDraft Version=\"1\"><Content>\(content)".utf8)
  }

  @Test func `gives what it contains where it breaks off`() throws {
    let paragraph = { (type: String, text: String) in
      "<Paragraph Type=\"\(type)\"><Text>\(text)</Text></Paragraph>"
    }
    let whole = paragraph("Character", "ANNA") + paragraph("Dialogue", "Hello there.")
    for more in ["", "<Paragraph Type=\"Dia", "<Paragraph Type=\"Dialogue\"><Text>And th"] {
      let script = try ScreenplayReader.read(fdx(whole + more), fileName: "a.fdx")
      #expect(script.elements.prefix(2).map(\.text) == ["ANNA", "Hello there."])
      #expect(script.warnings.map(\.doubt).contains(.brokenOff))
    }
    #expect(throws: ScriptError.self) { try ScreenplayReader.read(fdx(""), fileName: "a.fdx") }
  }

  @Test func `gives all of it in spite of a bare ampersand`() throws {
    let paragraph = { (type: String, text: String) in
      "<Paragraph Type=\"\(type)\"><Text>\(text)</Text></Paragraph>"
    }
    let text =
      paragraph("Character", "ANNA") + paragraph("Dialogue", "Hi &amp; bye.")
      + paragraph("Character", "TOM & SON") + paragraph("Dialogue", "Q&A; rock &roll")
      + "</Content></FinalDraft>"
    let script = try ScreenplayReader.read(fdx(text), fileName: "a.fdx")
    #expect(script.elements.map(\.text) == ["ANNA", "Hi & bye.", "TOM & SON", "Q&A; rock &roll"])
  }

  @Test func `a file gives the content before its XML breaks`() throws {
    let whole = "<Paragraph Type=\"Action\"><Text>Rain.</Text></Paragraph>"
    for more in ["<Paragraph Type=\"Action\"><Text>Go</Paragraph>", "<Paragraph <", "<1>"] {
      let script = try ScreenplayReader.read(fdx(whole + more), fileName: "a.fdx")
      #expect(script.elements.first?.text == "Rain.")
      #expect(script.warnings.map(\.doubt).contains(.brokenOff))
    }
  }

  @Test func `keeps the commas of Trelby's title`() throws {
    let text =
      "#Version 3\n#Title-String 0.0,68.5,24,cb,Helvetica,Anna, my love\n#Start-Script\n.._Rain\n"
    let script = try ScreenplayReader.read(Array(text.utf8), fileName: "a.trelby")
    #expect(script.title("title") == ["Anna, my love"])
  }

  @Test func `does not have its cast lists read aloud`() throws {
    let script = try ScreenplayReader.read(
      fdx(
        "<Paragraph Type=\"Cast List\"><Text>Anna, Tom</Text></Paragraph><Paragraph Type=\"Action\"><Text>Rain.</Text></Paragraph></Content></FinalDraft>"
      ), fileName: "a.fdx")
    #expect(SpeakableItems.items(of: script, rules: .tableRead).map(\.saidText) == ["Rain."])
  }

  @Test func `A file that another program wrote may be Trelby's`() throws {
    let text = """
      #Version 3
      #Begin-Auto-Completion 1
      key:value
      #End-Auto-Completion
      #Start-Script
      .\\INT. KITCHEN - DAY
      >.Anna waits for the
      ..kettle.
      ._ANNA (V.O.)
      .((softly)
      >:Where are
      .:you?
      ./CUT TO:
      .%a note
      """
    let script = try ScreenplayReader.read(Array(text.utf8), fileName: "a.trelby")
    #expect(
      script.elements.map { "\($0.kind.rawValue): \($0.text)" } == [
        "scene_heading: INT. KITCHEN - DAY", "action: Anna waits for the kettle.",
        "character: ANNA (V.O.)", "parenthetical: (softly)", "dialogue: Where are you?",
        "transition: CUT TO:", "note: a note",
      ])
  }

  /// Each line once copied all before it.
  @Test func `may be Trelby's with a paragraph of many lines`() throws {
    let text =
      "#Version 3\n#Start-Script\n._ANNA\n" + String(repeating: ">:hello\n", count: 400_000)
    let script = try ScreenplayReader.read(Array(text.utf8), fileName: "a.trelby")
    #expect(script.elements.last?.text.utf8.count == 400_000 * 6 - 1)
  }

  /// A ZIP archive of stored files, without anything that a reader can do without.
  private func zip(_ files: [(name: String, text: String)]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 0xff) }
    }
    var table: [UInt32] = (0..<256).map { UInt32($0) }
    for index in table.indices {
      for _ in 0..<8 {
        table[index] = table[index] & 1 == 1 ? table[index] >> 1 ^ 0xEDB8_8320 : table[index] >> 1
      }
    }
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in files {
      let bytes = Array(text.utf8)
      let sum = ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xff)] ^ $0 >> 8 }
      let common =
        little(20, 2) + little(0x800, 2) + little(0, 2) + little(0, 4) + little(Int(sum), 4)
        + little(bytes.count, 4)
        + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
      directory +=
        little(0x0201_4b50, 4) + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2)
        + little(0, 4)
        + little(archive.count, 4) + Array(name.utf8)
      archive += little(0x0403_4b50, 4) + common + Array(name.utf8) + bytes
    }
    return archive + directory + little(0x0605_4b50, 4) + little(0, 4) + little(files.count, 2)
      + little(files.count, 2) + little(directory.count, 4) + little(archive.count, 4)
      + little(0, 2)
  }

  @Test func `may be a packed text bundle, as Highland's are`() throws {
    let bytes = zip([
      ("My.textbundle/info.json", "{}"), ("__MACOSX/._text.md", "x"),
      ("My.textbundle/text.md", "INT. HALL - DAY\n\nANNA\nHello.\n"),
    ])
    for name in ["a.highland", "a.textpack"] {
      let script = try ScreenplayReader.read(bytes, fileName: name)
      #expect(script.elements.map(\.text) == ["INT. HALL - DAY", "ANNA", "Hello."])
    }
  }

  @Test func `A file that another program wrote may be Fade In's`() throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="Open Screenplay Format document" version="30"><info title="The Sea"/>
      <paragraphs>
      <para><style basestylename="Scene Heading"/><text>INT. HALL - DAY</text></para>
      <para><style basestylename="Character"/><text>ANNA</text></para>
      <para><style basestylename="Dialogue"/><text>Hel</text><text bold="1">lo.</text></para>
      </paragraphs></document>
      """
    let script = try ScreenplayReader.read(zip([("document.xml", xml)]), fileName: "a.fadein")
    #expect(script.elements.map(\.text) == ["INT. HALL - DAY", "ANNA", "Hello."])
    #expect(script.title("title") == ["The Sea"])
  }

  @Test func `is refused where no script is packed in it`() {
    #expect(throws: ScriptError.otherKind(.archive)) {
      try ScreenplayReader.read(zip([("a.bin", "x")]), fileName: "a.zip")
    }
    #expect(throws: ScriptError.otherKind(.archive)) {
      try ScreenplayReader.read(Array("PK\u{3}\u{4}broken".utf8), fileName: "a.highland")
    }
  }
}

@Suite struct `Brackets after a name` {
  @Test func `says where the voice comes from, or how the words are said`() throws {
    let play = try ScreenplayReader.read(
      Array(
        """
        EDWARD (V.O.): There are fish that cannot be caught.

        WILL (O.S.)(CONT'D): You told me that.

        EDWARD (whispering, V.O.): Will.

        WILL (sad): Father.
        """.utf8), fileName: "a.txt")
    let cues = play.elements.filter { $0.kind == .character }
    #expect(cues.map(\.extensions) == [["V.O."], ["O.S.", "CONT'D"], ["V.O."], []])
    #expect(cues.map(\.name) == ["EDWARD", "WILL", "EDWARD", "WILL"])
    let directions = play.elements.filter { $0.kind == .parenthetical }.map(\.text)
    #expect(directions == ["(whispering)", "(sad)"])
  }
}
