import CueScreenplay
import Testing

/// The elements of a Fountain file, each as one short string: `action: words`.
func elements(_ text: String, name: String = "a.fountain") throws(ScriptError) -> [String] {
  try ScreenplayReader.read(Array(text.utf8), fileName: name).elements.map {
    "\($0.kind.rawValue): \($0.text)"
  }
}

@Suite struct `Fountain as it is written` {
  @Test(arguments: [
    ("INT. A", "scene_heading: INT. A"), ("int a", "scene_heading: int a"),
    ("EST. A", "scene_heading: EST. A"), ("I/E A", "scene_heading: I/E A"),
    ("INT./EXT. A", "scene_heading: INT./EXT. A"), ("INT - A", "scene_heading: INT - A"),
    ("\tINT. A", "scene_heading: INT. A"), ("**INT. A**", "scene_heading: INT. A"),
    (".A", "scene_heading: A"), (".44 magnum", "scene_heading: 44 magnum"),
    ("．屋上", "scene_heading: 屋上"),
    ("ESTELLA waits.", "action: ESTELLA waits."), ("INTIMA", "action: INTIMA"),
    ("INTERIOR", "action: INTERIOR"), ("..a", "action: ..a"), (". X", "action: . X"),
    ("...and then", "action: ...and then"), ("BANG", "action: BANG"), ("23", "action: 23"),
    ("\tTab", "action:     Tab"), ("  Two", "action:   Two"), ("a\tb", "action: a    b"),
    ("!INT. A", "action: INT. A"), ("!CUT TO:", "action: CUT TO:"), ("!!SHOT", "action: SHOT"),
    ("！黒", "action: 黒"),
    ("CUT TO:", "transition: CUT TO:"), ("   CUT TO:", "transition: CUT TO:"),
    ("CUT TO: ", "action: CUT TO:"), ("boop TO:", "action: boop TO:"),
    ("FADE OUT.", "transition: FADE OUT."), ("> FADE OUT.", "transition: FADE OUT."),
    ("FADE OUT. >", "transition: FADE OUT."), ("> THE END <", "centered: THE END"),
    ("  > THE END <", "centered: THE END"), ("~la la", "lyrics: la la"), ("～la", "lyrics: la"),
    ("# One", "section: One"), ("#One", "section: One"), ("= It", "synopsis: It"),
    ("===", "page_break: "), ("======", "page_break: "), ("== a", "synopsis: = a"),
    ("[[n]]", "note: n"), ("[[n\n  \nm]]", "note: n\n  \nm"), ("/* b\n\nc */", "boneyard: b\n\nc"),
    ("{{PAGENUMBER: 1}}", "note: {{PAGENUMBER: 1}}"), ("[22~]", "note: [22~]"),
  ])
  func `Fountain lines are recognized by their form`(line: String, element: String) throws {
    #expect(
      try elements("Before.\n\n\(line)\n\nBehind.") == [
        "action: Before.", element, "action: Behind.",
      ])
  }

  @Test(arguments: [
    "R2D2", "1ST COP", "C3PO", "COP #2", "WILL'S DATE", "WILL’S DATE", "DR. BENNET", "TOM & DICK",
    "TOM/DICK", "\"BARTHOLOMEW\"", "A", "PO", "ÉTIENNE", "ΑΛΕΞΗΣ", "ДМИТРИЙ", "FÉLIX", "MOM!",
    "BOY, 12", "A MAN WITH A VERY LONG NAME INDEED", "HE (ON THE (SMALL) RADIO)",
  ])
  func `knows a cue by its capitals, whatever else is in it`(cue: String) throws {
    #expect(try elements("\(cue)\nHi.") == ["character: \(cue)", "dialogue: Hi."])
    #expect(try elements("   \(cue) \nHi.") == ["character: \(cue)", "dialogue: Hi."])
  }

  @Test(arguments: ["23", "Alex", "黒澤", "رامي", "ALEX  ", "AND ^ (Dual)", "CUT TO:", "!ALEX", "-"])
  func `knows no cue without capitals, before two spaces, or in a transition`(line: String) throws {
    #expect(try elements("\(line)\nHi.").allSatisfy { !$0.hasPrefix("character") })
  }

  @Test func `keeps name, extensions and case of a cue`() throws {
    let text = "@McClane (V.O.)(CONT'D)\nA.\n\nJOHN (V.O.) SMITH (on the radio)\nB.\n\n＠黒澤\nC.\n"
    let cues = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain").elements
      .filter { $0.kind == .character }
    #expect(cues.map(\.name) == ["McClane", "JOHN SMITH", "黒澤"])
    #expect(cues.map(\.extensions) == [["V.O.", "CONT'D"], ["V.O.", "on the radio"], []])
    #expect(cues.map(\.isForced) == [true, false, true])
  }

  @Test func `Fountain as it is written reads a speech`() throws {
    let text = """
      STEEL
      (quietly)
      One *two*.
      (beat)
      (looks at her,
      then at the door)
        
      INT. NOT A HEADING
      .44 magnum
      ~Row
      #1 fan (almost)
      # Section
      """
    #expect(
      try elements(text) == [
        "character: STEEL", "parenthetical: (quietly)", "dialogue: One two.",
        "parenthetical: (beat)", "parenthetical: (looks at her,\nthen at the door)", "dialogue: ",
        "dialogue: INT. NOT A HEADING", "dialogue: .44 magnum", "lyrics: Row",
        "dialogue: #1 fan (almost)", "section: Section",
      ])
  }

  @Test func `gives lyrics in a speech their singer`() throws {
    let script = try ScreenplayReader.read(Array("BO\n~La\n\n~Lu".utf8), fileName: "a.fountain")
    #expect(script.elements.map(\.name) == ["BO", "BO", nil])
  }

  @Test func `pairs speeches that stand side by side`() throws {
    func duals(_ text: String) throws -> [Element.Dual?] {
      try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain").elements
        .filter { $0.kind == .character }.map(\.dual)
    }
    #expect(try duals("A\nx\n\nB ^\ny") == [.first, .second])
    #expect(try duals("A\nx\n\n[[n]]\n\nB   ^\ny") == [.first, .second])
    #expect(try duals("B^\ny") == [nil])
    #expect(try duals("A\nx\n\nHe goes.\n\nB ^\ny") == [nil, nil])
    #expect(try elements("B ^\ny").first == "character: B")
  }

  @Test(
    arguments: [
      ("INT. R #237 #42#", "INT. R #237", "42"), ("INT. R #1-A.b#  ", "INT. R", "1-A.b"),
      ("INT. R #*X*#", "INT. R #X#", nil), ("INT. R #🙂#", "INT. R #🙂#", nil),
      (".R #7#", "R", "7"),
    ] as [(String, String, String?)])
  func `Fountain as it is written takes the number off a heading`(
    line: String, text: String, number: String?
  ) throws {
    let element = try #require(
      try ScreenplayReader.read(Array(line.utf8), fileName: "a.fountain").elements.first)
    #expect(element.text == text && element.sceneNumber == number)
  }

  @Test func `reads a heading that no empty line follows`() throws {
    #expect(
      try elements("INT. A\nShe cooks.\n\nEXT. B\n= later\nALEX\nHi.") == [
        "scene_heading: INT. A", "action: She cooks.", "scene_heading: EXT. B", "synopsis: later",
        "character: ALEX", "dialogue: Hi.",
      ])
  }

  @Test func `counts sections with no empty line between, however deep`() throws {
    let script = try ScreenplayReader.read(
      Array("# A\n## B\n######## C\n#D\nText".utf8), fileName: "a.fountain")
    #expect(script.elements.map(\.level) == [1, 2, 8, 1, nil])
  }

  @Test func `notes and boneyards keep their places, and so does the text around them`() throws {
    #expect(
      try elements("CUT TO:\n/* x */\nINT. A\n\nHe [[why]] runs.\nOn.\n\nBO [[who]]\n/* y */\nHi.")
        == [
          "transition: CUT TO:", "boneyard: x", "scene_heading: INT. A", "action: He  runs.\nOn.",
          "note: why", "character: BO", "note: who", "boneyard: y", "dialogue: Hi.",
        ])
    #expect(try elements("a /* b /* c */ d */ e") == ["action: a  d */ e", "boneyard: b /* c"])
  }

  @Test func `an unclosed mark is reported with its place`() throws {
    let script = try ScreenplayReader.read(
      Array("One.\r\n\r\nTwo /* three.\r\n\r\n[[four\r\n\r\nfive]]".utf8), fileName: "a.fountain")
    #expect(script.elements.map(\.text) == ["One.", "Two /* three.", "[[four", "five]]"])
    #expect(script.warnings.map(\.line) == [3, 5])
  }

  @Test func `Fountain as it is written keeps what is emphasized`() throws {
    let element = try #require(
      try ScreenplayReader.read(
        Array("a *b* **c** _d_ ***e*** *69 \\*x".utf8), fileName: "a.fountain"
      ).elements.first)
    #expect(element.text == "a b c d e *69 *x")
    #expect(
      element.emphasis.map(\.style) == [.italic, .bold, .underline, [.italic, .bold]])
    #expect(element.emphasis.map(\.range) == [2..<3, 4..<5, 6..<7, 8..<9])
  }

  @Test func `Fountain as it is written reads the title page whole`() throws {
    let text = """
      [[draft]]
      Format: Stage
      Title:
          _**BRICK**_
      \tSTEEL
      Author: A: B
      author: C

      Draft date： 1/2/2012

      FADE IN:
      """
    let script = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
    #expect(script.titlePage.map(\.key) == ["Format", "Title", "Author", "Draft date"])
    #expect(script.title("title") == ["BRICK", "STEEL"])
    #expect(script.title("Author") == ["A: B", "C"])
    #expect(script.title("draft date") == ["1/2/2012"])
    #expect(script.elements.map(\.kind) == [.note, .transition])
  }

  @Test func `counts characters by who they are`() throws {
    let text = "@McClane\nA.\n\nMCCLANE (V.O.)\nB.\n\nBO\n(nods)\n"
    let characters = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain").characters
    #expect(characters.map(\.name) == ["MCCLANE", "BO"])
    #expect(characters.map(\.aliases) == [["McClane", "MCCLANE"], ["BO"]])
    #expect(characters.map(\.dialogueCount) == [2, 0])
  }

  @Test func `there is a preamble only if text stands before the first heading`() throws {
    func scenes(_ text: String) throws -> [String] {
      try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain").scenes.map(\.id)
    }
    #expect(try scenes("FADE IN:\n\nINT. A\n\nINT. B") == ["preamble", "scene-1", "scene-2"])
    #expect(try scenes("[[n]]\n\nINT. A") == ["scene-1"])
  }
}
