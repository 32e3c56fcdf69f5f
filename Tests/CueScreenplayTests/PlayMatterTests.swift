import Testing

@testable import CueScreenplay

private func play(_ text: String, _ name: String = "play.txt") throws -> Screenplay {
  try ScreenplayReader.read(Array(text.utf8), fileName: name)
}

private func said(_ script: Screenplay) -> [String] {
  SpeakableItems.items(of: script, rules: .tableRead).map {
    "\($0.rawCharacterName ?? "-"): \($0.saidText)"
  }
}

@Suite struct `Text around a play` {
  private static let book = """
    The Project Gutenberg EBook of The Bakers, by Nobody

    This eBook is for the use of anyone anywhere at no cost.

    Title: The Bakers

    Author: Nobody

    Language: English

    *** START OF THIS PROJECT GUTENBERG EBOOK THE BAKERS ***

    Produced by Somebody

    THE BAKERS

    A Comedy in Two Acts

    By Nobody

    CONTENTS

    ACT I.  The shop    3
    ACT II. The yard    9

    PREFACE

    I wrote this play in a week, and I am sorry for it.

    _Persons of the Play_

      ANNA (_a baker_)
      OLD BEN, her brother
      TWO GUESTS

    ACT I

    The shop. Morning.

    ANNA. Good morning, Ben.

    [Illustration: Anna at the oven]

    BEN. Good morning.[1]

    [Footnote 1: He never says more.]

    ANNA. Is it late?

    ACT II

    BEN. It is.

    ANNA. I see.

    THE END

    Transcriber's Note: spelling was kept.

    *** END OF THIS PROJECT GUTENBERG EBOOK THE BAKERS ***

    1.F.3. LIMITED RIGHT. YOU AGREE.
    """

  @Test(arguments: ["\n", "\r\n"])
  func `Text around a play is not spoken, and listed`(end: String) throws {
    let script = try play(Self.book.replacing("\n", with: end))
    let all = said(script)
    #expect(
      all.filter { !$0.hasPrefix("-") } == [
        "ANNA: Good morning, Ben.", "BEN: Good morning.", "ANNA: Is it late?", "BEN: It is.",
        "ANNA: I see.",
      ])
    // Two acts, a place and the end.
    #expect(all.count { $0.hasPrefix("-") } == 4)
    #expect(all.contains("-: The shop. Morning."))
    // The mark of a footnote is not a direction.
    #expect(!script.elements.contains { $0.kind == .parenthetical })
    #expect(script.characters.map(\.name) == ["ANNA", "BEN"])
    #expect(script.scenes.map(\.heading) == ["ACT I", "ACT II"])
    #expect(script.title("title") == ["The Bakers"])
    let kinds = Set(script.reading.leftOut.map(\.kind))
    #expect(
      kinds.isSuperset(of: [
        .header, .transcriberNote, .titlePage, .contents, .preface, .castList, .illustration,
        .footnote, .licence,
      ]))
    #expect(script.reading.leftOut.first?.lines == 1...11)
    #expect(script.reading.castList == ["ANNA", "OLD BEN", "TWO GUESTS"])
  }

  @Test func `may stand between two books in one file`() throws {
    let script = try play(Self.book + "\n\n" + Self.book)
    #expect(!said(script).contains { $0.contains("GUTENBERG") || $0.contains("AGREE") })
    #expect(script.reading.leftOut.count { $0.kind == .header } >= 1)
  }

  @Test func `Text around a play may have names for its title`() throws {
    let speeches = String(repeating: "ANNA\n\nGood evening.\n\nBEN\n\nIt is late.\n\n", count: 12)
    let script = try play(
      "ANNA AND BEN\n\nA PLAY\n\nby Somebody\n\nCHARACTERS\n\nAnna, a baker\nBen, her brother\n\nACT I\n\n"
        + speeches)
    #expect(script.characters.map(\.name) == ["ANNA", "BEN"])
    #expect(script.characters.map(\.dialogueCount) == [12, 12])
    #expect(script.scenes.map(\.heading) == ["ACT I"])
    #expect(script.reading.leftOut.map(\.kind) == [.titlePage, .castList])
  }

  @Test func `a cast list is found without a heading of an act after it`() throws {
    let script = try play(
      "Characters in the Play\n======\nBARNARDO  sentinel\nFRANCISCO, sentinel\n\nScene 1\n=====\n\nBARNARDO  Who is there?\n\n"
        + "FRANCISCO\nNay, answer me.\n\nBARNARDO, [aside]\nHe.\n\nFRANCISCO  Come.\n")
    #expect(script.characters.map(\.dialogueCount) == [2, 2])
    #expect(script.elements.contains { $0.kind == .parenthetical && $0.text == "(aside)" })
  }

  @Test func `a heading around a play is not confused with a name that begins like it`() throws {
    let script = try play(
      "PRICE: Cast of characters, ha!\nLONDON: Contents?\nPRICE: The end.\nLONDON: Preface.\n")
    #expect(script.characters.map(\.dialogueCount) == [2, 2])
  }
}

@Suite struct `A file of Final Draft from a production` {
  private func fdx(_ paragraphs: [(String, String)]) -> [UInt8] {
    var text = "<?xml version=\"1.0\"?>\n<FinalDraft Version=\"1\"><Content>\n"
    for (type, words) in paragraphs {
      text += "<Paragraph Type=\"\(type)\"><Text>\(words)</Text></Paragraph>\n"
    }
    return Array((text + "</Content></FinalDraft>").utf8)
  }

  @Test func `has cues that were typed as something else`() throws {
    let script = try ScreenplayReader.read(
      fdx([
        ("Character", "MARTA"), ("Dialogue", "Stop."), ("Action", "Marta"),
        ("Parenthetical", "(softly)"),
        ("Dialogue", "Please."), ("General", "OLD MAN"), ("Dialogue", "No."), ("Action", "Marta"),
        ("Action", "She goes."), ("Dialogue", "Whose is this?"),
      ]), fileName: "a.fdx")
    #expect(
      script.elements.filter { $0.kind == .dialogue }.map(\.name) == [
        "MARTA", "Marta", "OLD MAN", nil,
      ])
    #expect(
      script.reading.repairs == [
        .init(line: 5, .cueTypedAs("Action", name: "Marta")),
        .init(line: 8, .cueTypedAs("General", name: "OLD MAN")),
      ])
    #expect(script.warnings.map(\.doubt) == [.speechWithoutName])
    #expect(script.warnings.map(\.line) == [12])
    #expect(script.characters.first?.name == "MARTA" && script.characters.first?.dialogueCount == 2)
  }

  @Test(arguments: [
    "1 CONTINUED: 1", "2 OMITTED 2", "(MORE)", "(CONTINUED)", "12.", "CONTINUED: (2)", "* * *",
  ])
  func `keeps from voices what a page turn left`(row: String) throws {
    let script = try ScreenplayReader.read(
      fdx([
        ("Scene Heading", "INT. HALL"), ("Action", row), ("Character", "ANNA"),
        ("Dialogue", "Continued: the rest."), ("General", row),
      ]),
      fileName: "a.fdx")
    #expect(script.elements.map(\.text) == ["INT. HALL", "ANNA", "Continued: the rest."])
    #expect(script.reading.leftOut.map(\.kind) == [.pageFurniture, .pageFurniture])
  }
}

@Suite struct `A name with invisible characters` {
  @Test(arguments: [
    "AN\u{200B}NA", "\u{FEFF}ANNA", "AN\u{AD}NA", "ANNA\u{A0}", "\u{200E}ANNA", "AN\u{2060}NA",
  ])
  func `a name with an invisible character is not a second character`(name: String) throws {
    for file in ["a.fountain", "a.txt"] {
      let script = try play("ANNA\nOne.\n\nBEN\nTwo.\n\n\(name)\nThree.\n\nBEN\nFour.\n", file)
      #expect(script.characters.map(\.dialogueCount) == [2, 2])
      #expect(Set(script.elements.compactMap(\.name)) == ["ANNA", "BEN"])
    }
    #expect(CharacterName.identity(of: name) == "ANNA")
  }

  @Test func `a name with a no-break space is the same character`() throws {
    let script = try play("OLD MAN\nOne.\n\nBEN\nTwo.\n\nOLD\u{A0}MAN\nThree.\n", "a.fountain")
    #expect(script.characters.map(\.dialogueCount) == [2, 1])
    #expect(Set(script.elements.compactMap(\.name)) == ["OLD MAN", "BEN"])
  }
}

@Suite struct `A stage play in Fountain` {
  @Test func `has acts and scenes as sections, and its format is not spoken`() throws {
    let text = "Format: Stage Play\n\n# ACT ONE\n\n## SCENE 2\n\nANNA\nHello.\n\n# Notes of mine\n"
    let script = try play(text, "a.fountain")
    #expect(script.isStagePlay)
    #expect(script.scenes.map(\.heading) == ["ACT ONE", "SCENE 2"])
    #expect(said(script).count == 3)
    let film = try play(text.replacing("Stage Play", with: "Screenplay"), "a.fountain")
    #expect(film.scenes.map(\.heading) == [""])
  }

  @Test func `has directions in square brackets within its speeches`() throws {
    let text = """
      Format: Stage Play

      ANNA
      [rising] Good evening. [She sits.]
      [to Ben,
      who is late]
      You are late [laughing].

      [Ben comes in.]

      """
    let script = try play(text, "a.fountain")
    #expect(
      script.elements.map { "\($0.kind): \($0.text)" } == [
        "character: ANNA", "parenthetical: (rising)", "dialogue: Good evening.",
        "parenthetical: (She sits.)", "parenthetical: [to Ben,\nwho is late]",
        "dialogue: You are late", "parenthetical: (laughing)", "action: [Ben comes in.]",
      ])
    for (one, next) in zip(script.elements, script.elements.dropFirst()) {
      #expect(one.range.upperBound <= next.range.lowerBound)
    }
    let film = try play(text.replacing("Stage Play", with: "Screenplay"), "a.fountain")
    #expect(!film.elements.contains { $0.kind == .parenthetical })
  }
}
