import Testing

@testable import CueScreenplay

private func play(
  _ text: String, _ name: String = "play.txt", layout: ScriptLayout? = nil
) throws -> Screenplay {
  try ScreenplayReader.read(Array(text.utf8), fileName: name, layout: layout)
}

/// The speeches with their speakers; after a dash, what the narrator says.
private func told(_ script: Screenplay) -> [String] {
  script.elements.compactMap { element in
    switch element.kind {
    case .dialogue: "\(element.name ?? "?"): \(element.text)"
    case .action: "- \(element.text)"
    default: nil
    }
  }
}

@Suite struct `A play whose speeches have no empty rows between them` {
  @Test func `is read where the names are in small letters`() throws {
    let script = try play(
      """
      Actus primus. Scaena prima.

      Enter Corvin and Benno.

      Corvin. If this be fortune, let her frown again.
      Benno. My liege, the barges wait upon the tide.
      Corvin. Then let them wait. I am not ready yet;
      The sea was here before the two of us.
      Benno. Here is the coat.
      Corvin. It is not mine.
      Benno. It is.

      Actus secundus.

      Enter Benno.

      Benno. They are gone, and I am left to lock the doors.
      Corvin. Not so alone.
      """)
    #expect(script.reading.layout == .period)
    #expect(script.elements.count { $0.kind == .sceneHeading } == 2)
    #expect(
      told(script).filter { $0.hasPrefix("-") } == [
        "- Enter Corvin and Benno.", "- Enter Benno.",
      ])
    #expect(script.elements.count { $0.kind == .character } == 8)
    #expect(script.warnings.isEmpty)
  }

  @Test func `names that recur within paragraphs are reported if no speech is found`() throws {
    let verse = "And all the bells are ringing in the town,\nas if they knew, and would be heard.\n"
    let speeches = (1...4).map { _ in "Corvin. Is it late?\n\(verse)Benno. Not yet.\n\(verse)" }
    let script = try play(speeches.joined())
    #expect(!script.elements.contains { $0.kind == .character })
    #expect(script.warnings.map(\.doubt) == [.nobodySpeaks(paragraphs: 8)])
    // As the doubt says, a named layout reads it.
    let named = try play(speeches.joined(), layout: .period)
    #expect(named.elements.count { $0.kind == .character } == 8)
  }

  @Test(arguments: ["", "[00:00:05] ", "- "])
  func `A play whose speeches have no empty rows between them has a part that speaks once`(
    mark: String
  ) throws {
    let rows = [
      "Anna: Can you hear me?", "Ben: Loud and clear.", "Anna: Shall we start?",
      "Ben: If we must.", "Dr. Weiss: I am here as well.",
    ]
    let script = try play(rows.map { mark + $0 + "\n" }.joined())
    #expect(told(script) == rows)
  }

  @Test func `names a doubt where a word of the text may be a name, too`() throws {
    let script = try play(
      """
      Corvin. The lord is late.
      Benno. He is.
      Lord. Not so.
      Corvin. There he comes.
      Benno. At last.
      Corvin. Good evening.
      Benno. Good evening, sir.
      Lord. I heard you.
      """)
    #expect(script.warnings.map(\.doubt) == [.namesNotRead(paragraphs: 2)])
  }
}

@Suite struct `A play with names in italics above their speeches` {
  /// One sentence on a row of its own looks like a name that speaks once, if a direction that is set in follows it.
  @Test func `a sentence in italics is not taken for a name`() throws {
    let speeches = [
      ("Halla", "Are you there?", ""), ("Kari", "I have been here all day.", ""),
      ("Halla", "And what did he say?", ""),
      ("Kari", "Distance makes mountains blue.", "Enter the Boy, running."),
      ("Halla", "What is it now?", ""), ("Kari", "Nobody came.", "He goes to the door."),
      ("Halla", "I'll hold my peace.", "A long silence."),
      ("Kari", "You had better.", "She sits down."), ("Halla", "Good night.", ""),
    ]
    let script = try play(
      speeches.map { name, words, direction in
        "_\(name)._\n\n\(words)\n\n" + (direction.isEmpty ? "" : "      _\(direction)_\n\n")
      }.joined())
    let said = script.elements.filter { $0.kind == .dialogue }
    #expect(said.map { $0.name ?? "" } == speeches.map { $0.0 })
    #expect(said.map(\.text) == speeches.map { $0.1 })
  }
}

@Suite struct `A side of a few speeches` {
  @Test func `has names of several words before a stop`() throws {
    let script = try play(
      "Lady Orme.  You have been late before.\n\nCecil.  Never.\n\nLady Orme.  Twice.\n")
    #expect(
      told(script) == [
        "Lady Orme: You have been late before.", "Cecil: Never.", "Lady Orme: Twice.",
      ])
  }

  @Test func `is no story whose paragraphs begin with short sentences`() throws {
    let script = try play(
      "Rain. The rain fell all night.\n\nPaper. He wrote it down.\n\nRain. It went on.\n")
    #expect(!script.elements.contains { $0.kind == .character })
  }

  @Test func `dashes and directions may follow names in capitals`() throws {
    let script = try play(
      "ANNA - You came back.\n\nBEN (to ANNA) I never left.\n\nANNA (softly) You did.\n")
    #expect(told(script) == ["ANNA: You came back.", "BEN: I never left.", "ANNA: You did."])
  }
}

@Suite struct `A play in Markdown` {
  @Test func `front matter of Markdown is not spoken`() throws {
    let script = try play(
      "---\ntitle: The Ferry\ndraft: true\n---\n\nANNA: Late?\n\nBEN: Late.\n\nANNA: Again.\n\nBEN: Yes.\n",
      "ferry.md")
    #expect(told(script) == ["ANNA: Late?", "BEN: Late.", "ANNA: Again.", "BEN: Yes."])
    #expect(script.title("title") == ["The Ferry"])
    let prose = try ScreenplayReader.readProse(
      Array("---\ntitle: Rain\ntags:\n  - wet\n---\nIt rained.\n".utf8), fileName: "rain.md")
    #expect(told(prose) == ["- It rained."])
    #expect(prose.title("title") == ["Rain"])
  }

  @Test func `has headings that are no directions`() throws {
    let script = try play(
      "# The Ferry\n\n**ANNA:** Late?\n\n**BEN:** Late.\n\n**ANNA:** Again.\n\n**BEN:** Yes.\n\n## Two\n",
      "ferry.md")
    #expect(told(script) == ["ANNA: Late?", "BEN: Late.", "ANNA: Again.", "BEN: Yes."])
    #expect(script.elements.filter { $0.kind == .section }.map(\.text) == ["The Ferry", "Two"])
  }

  @Test(arguments: ["**ANNA**", "**Anna**"])
  func `has line breaks of two blanks after the names`(anna: String) throws {
    let ben = anna.replacing("ANNA", with: "BEN").replacing("Anna", with: "Ben")
    let script = try play(
      "# Act One\n\n\(anna)  \nWhere is it?\n\n\(ben)  \nGone.\n\n\(anna)  \nGone?\n\n\(ben)  \nYes.\n",
      "ferry.md")
    #expect(
      told(script).map { $0.replacing("Anna", with: "ANNA").replacing("Ben", with: "BEN") } == [
        "ANNA: Where is it?", "BEN: Gone.", "ANNA: Gone?", "BEN: Yes.",
      ])
  }

  @Test func `A play in Markdown has names that are headings`() throws {
    let script = try play(
      "# Act One\n\n### ANNA\n\nWhere is it?\n\n### BEN\n\nGone.\n\n### ANNA\n\nGone?\n\n### BEN\n\nYes.\n",
      "ferry.md")
    #expect(told(script) == ["ANNA: Where is it?", "BEN: Gone.", "ANNA: Gone?", "BEN: Yes."])
    #expect(script.elements.first?.kind == .sceneHeading)
  }
}

@Suite struct `A cue of a play` {
  @Test func `a direction in italics may follow the name`() throws {
    let script = try play(
      "MARINA\nWhere?\n\nSILVIO _within._\nHere.\n\nMARINA\nI see.\n\nSILVIO\nYes.\n")
    #expect(
      told(script) == ["MARINA: Where?", "SILVIO: Here.", "MARINA: I see.", "SILVIO: Yes."])
  }

  @Test func `a list of the characters on stage is not a cue`() throws {
    let script = try play(
      """
      SCÈNE PREMIÈRE

      ANNA, PAUL.

      ANNA. - Tu viens ?

      PAUL. - Je ne sais pas.

      ANNA. - Alors, reste.

      PAUL. - Oui.
      """)
    #expect(told(script).first == "- ANNA, PAUL.")
    #expect(script.characters.map(\.name).sorted() == ["ANNA", "PAUL"])
  }
}
