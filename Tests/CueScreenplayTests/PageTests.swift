import CueScreenplay
import Testing

@Suite struct `A scene heading` {
  @Test(arguments: [
    ("INT. KITCHEN - NIGHT", "INT. KITCHEN - NIGHT"), ("ext. house", "ext. house"),
    ("INT HALL", "INT HALL"), ("EST. TOWN", "EST. TOWN"), ("INT./EXT. CAR", "INT./EXT. CAR"),
    ("INT/EXT CAR", "INT/EXT CAR"), ("I/E CAR", "I/E CAR"), ("I./E. CAR", "I./E. CAR"),
    ("**INT. X**", "INT. X"), ("\tINT. X", "INT. X"), (".LATER", "LATER"),
    (".44 calibre", "44 calibre"),
    ("SCENE 1", "SCENE 1"), ("Scene 2: The Roof", "Scene 2: The Roof"), ("SCENE3", "SCENE3"),
    ("ACT ONE", "ACT ONE"), ("Act ii", "Act ii"), ("SCENE - A ROOF", "SCENE - A ROOF"),
  ])
  func `opens with a place, a division or a period`(line: String, heading: String) throws {
    let script = try read("\(line)\n\nALEX\nHi.")
    #expect(script.scenes.map(\.heading) == [heading])
    #expect(script.lines[0].kind == .sceneHeading)
  }

  @Test(arguments: [
    "ESTELLA WAITS.", "INTERIOR, DAY.", "INTIMATE.", "Act natural.", "Scene of the crime.",
    "...and then", "..odd", ". X", "ACTION!", "He goes to INT. X", "SCENERY.",
  ])
  func `is not opened by a word that only looks alike`(line: String) throws {
    let script = try read("\(line)\n\nALEX\nHi.")
    #expect(script.scenes.map(\.heading) == ["Scene 1"])
    #expect(script.lines[0].kind == .stageDirection)
  }

  @Test(
    arguments: [
      ("INT. ROOM #42#", "INT. ROOM", "42"), (".ROOM #7#", "ROOM", "7"),
      ("**INT. ROOM #42#**", "INT. ROOM", "42"),
      ("INT. ROOM #237 #12-A.b#  ", "INT. ROOM #237", "12-A.b"),
      ("INT. ROOM #*X*#", "INT. ROOM #X#", nil), ("INT. ROOM #🙂#", "INT. ROOM #🙂#", nil),
      ("INT. ROOM ##", "INT. ROOM ##", nil), ("INT. ROOM #", "INT. ROOM #", nil),
    ] as [(String, String, String?)])
  func `a scene number is separated from its heading`(
    line: String, heading: String, number: String?
  ) throws {
    let scene = try #require(try read("\(line)\n\nALEX\nHi.").scenes.first)
    #expect(scene.heading == heading)
    #expect(scene.number == number)
  }

  @Test func `wins over a cue when no empty line follows`() throws {
    #expect(
      try outline("INT. KITCHEN\nShe cooks.\n\nALEX\nHi.") == [
        "# INT. KITCHEN", "- She cooks.", "ALEX: Hi.",
      ])
    #expect(try outline("INT. A\n= what happens\nALEX\nHi.") == ["# INT. A", "ALEX: Hi."])
  }

  @Test func `a heading without an empty line before it is recognized by its capitals`() throws {
    #expect(
      try outline("You have to\nACT NOW\nhe shouts.\n\nALEX\nHi.").first
        == "- You have to ACT NOW he shouts.")
    #expect(
      try outline("She goes.\nEXT. STREET\n\nALEX\nHi.") == [
        "- She goes.", "# EXT. STREET", "ALEX: Hi.",
      ])
    #expect(
      try outline("It was an\nint. of sorts.\n\nALEX\nHi.") == [
        "- It was an int. of sorts.", "ALEX: Hi.",
      ])
  }
}

@Suite struct `A note or boneyard in a script` {
  @Test(arguments: [
    "CUT TO:", "FADE OUT.", "> FADE TO BLACK.", "> THE END <", ">ALEX<", "!ALEX", "! INT. X",
    "!!CLOSE ON ALEX", "~la la la", "boop TO:",
  ])
  func `is a direction when the page shows it`(line: String) throws {
    let script = try read("BO\nHi.\n\n\(line)\n\nBO\nHo.")
    #expect(script.lines.map(\.kind) == [.dialogue, .stageDirection, .dialogue])
    let text = script.lines[1].text
    #expect(!text.hasPrefix(">") && !text.hasPrefix("!") && !text.hasPrefix("~"))
    #expect(!text.hasSuffix("<") && !text.hasPrefix(" "))
  }

  @Test(arguments: [
    "# Act One", "### Deep", "= They meet.", "===", "=====", "/* cut */", "[[note]]",
    "/* cut\n\nALEX\nNo.\n\n*/", "[[note\n  \ngoes on]]", "# One\n# Two\n# Three",
  ])
  func `is gone when the page does not show it`(text: String) throws {
    #expect(try outline("BO\nHi.\n\n\(text)\n\nCY\nHo.") == ["BO: Hi.", "CY: Ho."])
  }

  @Test func `a removed note leaves its neighbours unchanged`() throws {
    #expect(try outline("ALEX\nOne/* x */ two [[y]] three.") == ["ALEX: One two three."])
    #expect(try outline("ALEX\nOne/*\n\n*/two.") == ["ALEX: One two."])
    #expect(
      try outline("BO\nHi.\n\nCUT TO:\n/*\nx\n*/\nINT. A\n\nBO\nHo.")
        == ["BO: Hi.", "- CUT TO:", "# INT. A", "BO: Ho."])
    #expect(try outline("/* a */ALEX\nHi.\n/* b */\nHo.") == ["ALEX: Hi. Ho."])
    #expect(try outline("ALEX\nOne /* a /* b */ two.") == ["ALEX: One two."])
  }

  @Test func `A note or boneyard in a script has an end, or it is text`() throws {
    #expect(try outline("ALEX\nOne /* two.") == ["ALEX: One /* two."])
    #expect(
      try outline("ALEX\nOne [[two.\n\nShe goes]].") == ["ALEX: One [[two.", "- She goes]]."])
    #expect(
      try outline("ALEX\n[[a]] One [[two.\n\nBO\n[[b]] Three.") == [
        "ALEX: One [[two.", "BO: Three.",
      ])
  }
}

@Suite struct `A title page` {
  @Test func `A title page is read and not shown`() throws {
    let text = """
      Title:
          _**BRICK & STEEL**_
          _**FULL RETIRED**_
      Credit: Written by
      Author: A: B
      Revision: Blue
      Draft date: 1/20/2012
      Contact:
      \tNext Door

      INT. A

      ALEX
      Hi.
      """
    #expect(try read(text).title == "BRICK & STEEL FULL RETIRED")
    #expect(try outline(text) == ["# INT. A", "ALEX: Hi."])
  }

  @Test(arguments: [
    "TITLE: T\n\n", "title:T\r\n\r\n", "[[n]]\nTitle: T\n\n", "/* x */\n\nTitle: T\n\n",
    "Title: T\n\nAuthor: B\n\n", "Title: T\n", "Title:\nT\n", "Title:\nT\n\n", "\n\nTitle: T\n\n",
  ])
  func `A title page may be written in many ways`(page: String) throws {
    let script = try read(page + "INT. A\n\nALEX\nHi.")
    #expect(script.title == "T")
    #expect(script.lines.map(\.text) == ["INT. A", "Hi."])
  }

  @Test(arguments: ["FADE IN:", "CUT TO:", "Note to self: run", "ALEX: hi", "12:30", ":"])
  func `does not begin with a line that merely has a colon`(line: String) throws {
    let script = try read("\(line)\n\nALEX\nHi.")
    #expect(script.lines.map(\.text) == [line, "Hi."])
  }

  @Test func `A title page ends where the script begins`() throws {
    #expect(try outline("Title: T\nINT. A\nALEX\nHi.") == ["# INT. A", "ALEX: Hi."])
    #expect(try outline("Title: T\n\nNote: x\n\nALEX\nHi.") == ["- Note: x", "ALEX: Hi."])
  }
}
