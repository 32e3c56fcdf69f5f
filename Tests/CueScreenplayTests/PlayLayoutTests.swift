import Testing

@testable import CueScreenplay

private func play(_ text: String, layout: ScriptLayout? = nil) throws -> Screenplay {
  try ScreenplayReader.read(Array(text.utf8), fileName: "play.txt", layout: layout)
}

/// The speeches: `ANNA: words`, a direction in brackets; `-` for the narrator, `#` for headings.
private func told(_ script: Screenplay) -> [String] {
  var found: [String] = []
  for element in script.elements {
    switch element.kind {
    case .character: continue
    case .sceneHeading: found.append("# \(element.text)")
    case .dialogue: found.append("\(element.name ?? "?"): \(element.text)")
    case .parenthetical: found.append("\(element.name ?? "?") \(element.text)")
    default: found.append("- \(element.text)")
    }
  }
  return found
}

/// A layout, four speeches as it has them, and what the file is taken for.
private struct Sample: CustomTestStringConvertible {
  let layout: ScriptLayout
  let text: String
  var names = ["ANNA", "BEN"]
  var testDescription: String { "\(layout) \(text.prefix(24))" }
}

@Suite struct `A play in a common layout` {
  private static let samples: [Sample] = [
    Sample(
      layout: .colon, text: "ANNA: Good evening.\nBEN: It is late.\nANNA: I see.\nBEN: Yes.\n"),
    Sample(
      layout: .colon,
      text: "12. ANNA: Good evening.\n13. BEN: It is late.\n14. ANNA: I see.\n15. BEN: Yes.\n"),
    Sample(
      layout: .colon,
      text:
        "[00:00:05] Anna: Good evening.\n[00:00:09] Ben: It is late.\n[00:01:00] Anna: I see.\n[00:01:02] Ben: Yes.\n"
    ),
    Sample(
      layout: .colon,
      text:
        "* **Anna:** Good evening.\n* **Ben:** It is late.\n* **Anna:** I see.\n* **Ben:** Yes.\n"),
    Sample(
      layout: .period,
      text: "ANNA. Good evening.\n\nBEN. It is late.\n\nANNA. I see.\n\nBEN. Yes.\n"),
    Sample(
      layout: .period,
      text: "ANNA.- Good evening.\n\nBEN.- It is late.\n\nANNA.- I see.\n\nBEN.- Yes.\n"),
    Sample(
      layout: .period,
      text: "ANNA. - Good evening.\n\nBEN. - It is late.\n\nANNA. - I see.\n\nBEN. - Yes.\n"),
    Sample(
      layout: .period,
      text: "ANNA.—Good evening.\n\nBEN.—It is late.\n\nANNA.—I see.\n\nBEN.—Yes.\n"),
    Sample(
      layout: .period,
      text: "_Anna._ Good evening.\n\n_Ben._ It is late.\n\n_Anna._ I see.\n\n_Ben._ Yes.\n"),
    Sample(
      layout: .period,
      text: "ANNA.\n\nGood evening.\n\nBEN.\n\nIt is late.\n\nANNA.\n\nI see.\n\nBEN.\n\nYes.\n"),
    Sample(
      layout: .period,
      text: "ANNA.\nGood evening.\n\nBEN.\nIt is late.\n\nANNA.\nI see.\n\nBEN.\nYes.\n"),
    Sample(
      layout: .dash,
      text: "ANNA - Good evening.\n\nBEN - It is late.\n\nANNA - I see.\n\nBEN - Yes.\n"),
    Sample(
      layout: .dash,
      text: "ANNA — Good evening.\n\nBEN — It is late.\n\nANNA — I see.\n\nBEN — Yes.\n"),
    Sample(
      layout: .blanks,
      text: "ANNA  Good evening.\n\nBEN  It is late.\n\nANNA\nI see.\n\nBEN  Yes.\n"),
    Sample(
      layout: .blanks, text: "Anna\tGood evening.\nBen\tIt is late.\nAnna\tI see.\nBen\tYes.\n"),
    Sample(
      layout: .capitals,
      text: "ANNA Good evening.\n\nBEN It is late.\n\nANNA I see.\n\nBEN Yes.\n"),
    Sample(
      layout: .capitals,
      text:
        "LADY ANNA Good evening.\n\nKING HENRY V It is late.\n\nLADY ANNA I see.\n\nKING HENRY V Yes.\n",
      names: ["LADY ANNA", "KING HENRY V"]),
    Sample(
      layout: .table,
      text:
        "| Who | What |\n| --- | --- |\n| Anna | Good evening. |\n| Ben | It is late. |\n| Anna | I see. |\n| Ben | Yes. |\n"
    ),
    Sample(
      layout: .spaced,
      text: "ANNA\n\nGood evening.\n\nBEN\n\nIt is late.\n\nANNA\n\nI see.\n\nBEN\n\nYes.\n"),
    Sample(
      layout: .spaced,
      text:
        "_Anna_\n\n  Good evening.\n\n_Ben_\n\n  It is late.\n\n_Anna_\n\n  I see.\n\n_Ben_\n\n  Yes.\n"
    ),
    Sample(
      layout: .above,
      text: "_Anna_\nGood evening.\n\n_Ben_\nIt is late.\n\n_Anna_\nI see.\n\n_Ben_\nYes.\n"),
    Sample(
      layout: .above,
      text:
        "Speaker 1  00:05\nGood evening.\n\nSpeaker 2  00:09\nIt is late.\n\nSpeaker 1  01:00\nI see.\n\nSpeaker 2  01:02\nYes.\n",
      names: ["SPEAKER 1", "SPEAKER 2"]),
    Sample(
      layout: .fountain,
      text: "ANNA\nGood evening.\n\nBEN\nIt is late.\n\nANNA\nI see.\n\nBEN\nYes.\n"),
    Sample(
      layout: .columns,
      text:
        "                    ANNA\n          Good evening.\n\n                    BEN\n          It is late.\n\n"
        + "                    ANNA\n          I see.\n\n                    BEN\n          Yes.\n"),
  ]

  @Test(arguments: samples)
  private func `each speech belongs to the right character`(sample: Sample) throws {
    let script = try play(sample.text)
    let (anna, ben) = (sample.names[0], sample.names[1])
    let found = told(script).map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts[0].uppercased() + ":" + (parts.count > 1 ? parts[1] : "")
    }.filter { !$0.hasPrefix("- WHO") && !$0.hasPrefix("- |") }
    #expect(
      found == ["\(anna): Good evening.", "\(ben): It is late.", "\(anna): I see.", "\(ben): Yes."])
    #expect(script.reading.layout == sample.layout)
    #expect(script.warnings.isEmpty)
  }

  @Test func `has names of several words in small letters, once too`() throws {
    let found = told(
      try play(
        """
        Sir Toby.  What a plague means my niece?

        Maria.  You must come in earlier.

        Sir Toby.  Why, let her except.

        Sir Andrew.  Sir Toby Belch! How now?

        Sir Toby.  Sweet Sir Andrew.

        Maria.  [Aside.]  He is a fool.

        Sir Toby.  Fie.

        Maria.  Well then.
        """))
    #expect(found[3] == "Sir Andrew: Sir Toby Belch! How now?")
    #expect(found[5] == "Maria (Aside.)" && found[6] == "Maria: He is a fool.")
    #expect(found.count == 9)
  }

  @Test func `a play may have names in capitals, one blank before the words`()
    throws
  {
    let found = told(
      try play(
        """
        MRS. HILL [to Anna] A fine day.

        ANNA I see. No! Mrs. Hill
        is at the door.

        MRS. HILL STOP! Who goes there?

        Anna opens the door.

        ANNA, [aside] ’Tis O’Brien.

        O’BRIEN O, I am late.

        ANNA “Late” is no word for it.

        O’BRIEN É certo.
        """))
    #expect(
      found.filter { $0.first != "-" } == [
        "MRS. HILL (to Anna)", "MRS. HILL: A fine day.", "ANNA: I see. No! Mrs. Hill",
        "ANNA: is at the door.", "MRS. HILL: STOP! Who goes there?", "ANNA (aside)",
        "ANNA: ’Tis O’Brien.", "O’BRIEN: O, I am late.", "ANNA: “Late” is no word for it.",
        "O’BRIEN: É certo.",
      ])
    #expect(found.contains("- Anna opens the door."))
  }

  @Test(arguments: ["%  ", "%. ", "%\n"])
  func `a play may have characters with ordinary words as names`(name: String) throws {
    func cue(_ who: String) -> String { name.replacing("%", with: who) }
    var text = ""
    for _ in 0..<4 {
      text += "\(cue("Oriana"))Where is the boy?\n\n\(cue("Boy"))Here, madam.\n\n"
      text += "\(cue("Mirabel"))Go, boy.\n\n\(cue("Lillia"))Stay.\n\n"
    }
    let script = try play(text)
    #expect(script.characters.map(\.dialogueCount) == [4, 4, 4, 4])
    let half = (0..<4).map { _ in
      "\(cue("Oriana"))Where is the boy?\n\n\(cue("Boy"))Here, madam.\n\n"
        + "\(cue("Mirabel"))Your wife?\n\n\(cue("Wife"))No, sir.\n\n"
    }.joined()
    #expect(try play(half).characters.map(\.dialogueCount) == [4, 4, 4, 4])
    // A third is too little to go by, and is reported.
    let third = (0..<8).map { _ in
      "\(cue("Oriana"))Where are boy and wife?\n\n\(cue("Boy"))Here, madam.\n\n"
        + "\(cue("Wife"))No, sir.\n\n"
    }.joined()
    #expect(try play(third).warnings.map(\.doubt) == [.namesNotRead(paragraphs: 16)])
  }

  @Test func `has numbers before speeches that are wrapped over rows`() throws {
    let long = "It is late,\nand I have waited here\nfor a day,\nas you know.\n\n"
    let script = try play(
      "1. ANNA: \(long)2. BEN: I was here\n20 years and a day.\n\n3. ANNA: \(long)4. BEN: Yes,\nBen.\n\nShe goes.\n"
    )
    #expect(script.reading.mark == .number)
    #expect(script.characters.map(\.dialogueCount) == [2, 2])
    #expect(told(script).contains("BEN: 20 years and a day."))
  }

  @Test func `a play in which the narrator says nearly all is reported as doubtful`() throws {
    let told = (0..<70).map { "Paragraph \($0) tells of the sea.\n\n" }.joined()
    let script = try play("ANNA\nGood evening.\n\nBEN\nYes.\n\n" + told)
    #expect(script.warnings.map(\.doubt) == [.longNarration(paragraphs: 70)])
    #expect(script.reading.sureness < 0.1)
  }

  @Test func `names in capitals within action are not cues`() throws {
    let script = try play(
      "INT. HALL\n\nANNA walks to the door. BEN waits.\n\nANNA\nGood evening.\n\nBEN looks up.\n\nBEN\nYes.\n\nANNA leaves.\n"
    )
    #expect(script.reading.layout == .fountain)
    #expect(script.characters.map(\.dialogueCount) == [1, 1])
  }

  @Test func `has directions between the name and the words`() throws {
    let found = told(
      try play(
        """
        MRS. HILL [to Freddy] Well?

        FREDDY. No.

        MRS. HILL [who has been
        waiting, tired] Go again.

        FREDDY (going). Very well.

        FREDDY, crying. I go.
        """))
    #expect(
      found == [
        "MRS. HILL (to Freddy)", "MRS. HILL: Well?", "FREDDY: No.",
        "MRS. HILL (who has been waiting, tired)", "MRS. HILL: Go again.", "FREDDY (going)",
        "FREDDY: Very well.", "FREDDY (crying)", "FREDDY: I go.",
      ])
  }

  @Test func `a text of two speeches is read as a play`() throws {
    #expect(
      told(try play("NURSE: Where have you been?\nBOY: Out.\n")) == [
        "NURSE: Where have you been?", "BOY: Out.",
      ])
    #expect(
      told(try play("NURSE. Where have you been?\n\nBOY. Out.\n")) == [
        "NURSE: Where have you been?", "BOY: Out.",
      ])
  }

  @Test func `a speech continues after a direction in brackets`() throws {
    let script = try play(
      """
      HAMLET. To be.

      Or not to be.

      [Enter Ophelia.]

      Soft you now.

      OPHELIA. My lord?

      HAMLET. Go.

      OPHELIA. I go.
      """)
    #expect(
      told(script).prefix(4) == [
        "HAMLET: To be.", "HAMLET: Or not to be.", "- [Enter Ophelia.]", "HAMLET: Soft you now.",
      ])
    #expect(script.elements.contains { $0.extensions == ["CONT'D"] })
  }

  @Test(arguments: [
    "FIRST ACT", "Act the First", "Actus primus. Scoena prima.", "ERSTER AUFZUG", "ACT II, SCENE 2",
    "III. Akt",
  ])
  func `A play in a common layout has acts by any number`(heading: String) throws {
    let found = told(
      try play("\(heading)\n\nANNA. One.\n\nBEN. Two.\n\nANNA. Three.\n\nACT DROP\n\nANNA. Four.\n")
    )
    #expect(found.first == "# \(heading)")
    #expect(found.count { $0.hasPrefix("#") } == 1)
    #expect(found.contains("- ACT DROP"))
  }

  @Test(arguments: [
    "Second act; what is the matter with it?", "The first act was dull.", "Act natural.",
  ])
  func `A play in a common layout takes no sentence for an act`(sentence: String) throws {
    let found = told(
      try play("ANNA.\n\n\(sentence)\n\nBEN.\n\nTwo.\n\nANNA.\n\nThree.\n\nBEN.\n\nFour.\n"))
    #expect(found.first == "ANNA: \(sentence)")
  }

  @Test func `has no heading within a speech that breaks before a small est or int`() throws {
    let found = told(
      try play(
        "MARCUS. Veni.\n\nQUINTUS. Hic homo bonus\nest. Vale.\n\nMARCUS. Vidi.\n\nQUINTUS. Nihil\nint. alia.\n"
      ))
    #expect(!found.contains { $0.hasPrefix("#") })
    #expect(found.count { $0.hasPrefix("QUINTUS") } == 4)
  }

  @Test func `A play in a common layout is read as the user says`() throws {
    let text = "Yes. I do.\n\nNo. You do not.\n"
    #expect(!(try play(text)).elements.contains { $0.kind == .character })
    let script = try play("ANNA. Hello there.\n", layout: .period)
    #expect(told(script) == ["ANNA: Hello there."])
    #expect(script.reading.isForced)
  }

  @Test(arguments: [1, 7, 23, 40])
  func `keeps every word, whatever breaks its rows`(width: Int) throws {
    let words = (1...60).map { "word\($0)" }
    var rows: [String] = []
    for start in stride(from: 0, to: words.count, by: width) {
      rows.append(words[start..<min(words.count, start + width)].joined(separator: " "))
    }
    let text =
      "ANNA. First.\n\nBEN. \(rows.joined(separator: "\n"))\n\nANNA. Second.\n\nBEN. Third.\n"
    let said = told(try play(text)).filter {
      $0.hasPrefix("BEN: word") || $0.hasPrefix("BEN: Third")
    }
    #expect(
      said.dropLast().flatMap { $0.dropFirst(5).split(separator: " ") }.map(String.init) == words)
  }
}

@Suite struct `A play with short names` {
  /// A speech of each name, so often, each with other words.
  private func speeches(_ names: [String], times: Int = 4, stop: String = ".  ") -> String {
    (1...times).map { round in
      names.enumerated().map { "\($1)\(stop)Words of round \(round), speech \($0).\n\n" }.joined()
    }.joined()
  }

  /// `L. Maior.` was taken for somebody called L who says "Maior".
  @Test(arguments: [".  ", ". "])
  func `reads names that keep a period within them`(stop: String) throws {
    let names = ["L. Maior", "Firke", "Mist. Open", "1. Gent", "L. Nol"]
    let script = try play(speeches(names, times: 6, stop: stop))
    #expect(script.reading.layout == .period || script.reading.layout == .blanks)
    let speakers = Set(script.characters.flatMap(\.aliases).map { $0.filter { $0 != "." } })
    #expect(speakers == ["L Maior", "Firke", "Mist Open", "1 Gent", "L Nol"])
    #expect(!script.elements.contains { $0.kind == .action })
  }

  @Test func `joins them to the cast list where only one name can be meant`() throws {
    let list = """
      DRAMATIS PERSONAE

      Marcus Cicero, a consul
      Petillius, a captain
      Lucius, a boy
      Lucia, a girl

      ACT I


      """
    let script = try play(list + speeches(["M. Cic", "Petill", "Luc"]))
    #expect(Set(script.elements.compactMap(\.name)) == ["Marcus Cicero", "Petillius", "Luc"])
    #expect(
      script.reading.repairs.map(\.kind) == [
        .shortName("M. Cic", name: "Marcus Cicero"), .shortName("Petill", name: "Petillius"),
      ])
    #expect(script.reading.repairs.map(\.line) == [10, 12])
  }

  @Test func `keeps a name apart from the whole one that speaks, too`() throws {
    let list = "CHARACTERS\n\nANNABEL, a baker\nBEN, her brother\n\nACT I\n\n"
    let script = try play(list + speeches(["ANNABEL", "BEN", "ANN"], stop: ". "))
    #expect(Set(script.elements.compactMap(\.name)) == ["ANNABEL", "BEN", "ANN"])
    #expect(script.reading.repairs.isEmpty)
  }

  @Test func `says that short heads are not read where all else is a speech`() throws {
    let more = (1...4).map { "\($0).  What the guest of that number says.\n\n" }.joined()
    let script = try play(speeches(["Anna", "Ben", "Clara"], times: 12) + more)
    #expect(script.warnings.map(\.doubt) == [.namesNotRead(paragraphs: 4)])
  }
}

@Suite struct `A play that is doubtful` {
  @Test func `says that a name of its cast list never speaks`() throws {
    let script = try play(
      "CHARACTERS\n\nANNA, a baker\nBEN, her brother\nCLARA, a ghost\n\nACT I\n\nANNA. One.\n\nBEN. Two.\n\nANNA. Three.\n"
    )
    #expect(script.warnings.map(\.doubt) == [.silentInCastList(["CLARA"], of: 1)])
    #expect(script.reading.castList == ["ANNA", "BEN", "CLARA"])
  }

  @Test func `a play without speeches whose paragraphs begin with names is reported`() throws {
    let text = (1...6).map { "ANNA (\($0)); words of hers.\n\nBEN (\($0)); words of his.\n\n" }
      .joined()
    let script = try play(text, layout: .colon)
    #expect(!script.elements.contains { $0.kind == .character })
    #expect(
      script.warnings.contains {
        if case .nobodySpeaks = $0.doubt { return true }
        return false
      })
  }

  @Test func `says that some paragraphs are not read as the others`() throws {
    var text = ""
    for number in 1...10 { text += "ANNA: Words \(number).\n\nBEN: Words.\n\n" }
    text += "ANNA - A dash now.\n\nBEN - And here.\n\n"
    let script = try play(text)
    #expect(script.warnings.map(\.doubt) == [.namesNotRead(paragraphs: 2)])
    #expect(script.reading.sureness < 1)
  }

  @Test func `says that a long stretch is the narrator's`() throws {
    let speeches = "ANNA: One.\n\nBEN: Two.\n\nANNA: Three.\n\nBEN: Four.\n\n"
    let prose = (1...20).map { "Somebody told a story, the part \($0) of it.\n\n" }.joined()
    let script = try play(speeches + prose + speeches)
    #expect(script.warnings.map(\.doubt) == [.longNarration(paragraphs: 20)])
  }
}
