import CueScreenplay
import Testing

@Suite struct `Reading a scene` {
  static let example = """
    SCENE 1 - COFFEE SHOP

    ALEX
    I didn't think you'd come.
    (beat)

    JAMIE
    Neither did I.
    """

  @Test func `finds one scene, two characters, two speeches and a direction`() throws {
    let script = try read(Self.example, title: "Coffee")
    #expect(script.title == "Coffee")
    #expect(script.scenes == [Scene(index: 0, heading: "SCENE 1 - COFFEE SHOP", lines: 0..<4)])
    #expect(script.characters.map(\.name) == ["ALEX", "JAMIE"])
    #expect(script.characters.map(\.dialogueCount) == [1, 1])
    #expect(
      try outline(Self.example) == [
        "# SCENE 1 - COFFEE SHOP", "ALEX: I didn't think you'd come.", "- beat",
        "JAMIE: Neither did I.",
      ])
    #expect(script.lines[2].displayLines == ["(beat)"])
    #expect(script.lines[2].character == "ALEX")
    #expect(script.lines.map(\.sceneIndex) == [0, 0, 0, 0])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `reads the same whatever ends its lines`(lineEnd: String) throws {
    let text = String(Self.example.map { $0 == "\n" ? lineEnd : String($0) }.joined())
    #expect(try outline(text) == outline(Self.example))
  }

  @Test func `Reading a scene reads mixed line ends`() throws {
    let text = "INT. A\r\n\r\nALEX\nHi.\r\rJAMIE\r\nHo.\n\nHe goes.\r\n"
    #expect(try outline(text) == ["# INT. A", "ALEX: Hi.", "JAMIE: Ho.", "- He goes."])
  }

  @Test func `Reading a scene drops a byte order mark`() throws {
    #expect(try outline("\u{FEFF}ALEX\nHi.") == ["ALEX: Hi."])
    #expect(try outline("\u{FEFF}INT. A\n\nALEX\nHi.").first == "# INT. A")
    #expect(try read("\u{FEFF}Title: T\n\nALEX\nHi.").title == "T")
  }

  @Test func `says where each line stands in the source`() throws {
    let text = "\u{FEFF}INT. CAFÉ\r\n\r\nALEX /* x */\r\nHi.\r\n(beat)\r\n\r\nHe goes.\r\n"
    let bytes = Array(text.utf8)
    let pieces = try read(text).lines.map { String(decoding: bytes[$0.source], as: UTF8.self) }
    #expect(
      pieces == ["\u{FEFF}INT. CAFÉ", "ALEX /* x */\r\nHi.", "(beat)", "He goes."])
  }

  @Test func `makes one scene of lines without a heading`() throws {
    let script = try read("ALEX\nHi.\n\nJAMIE\nHo.")
    #expect(script.scenes == [Scene(index: 0, heading: "Scene 1", lines: 0..<2)])
    #expect(script.lines.map(\.sceneIndex) == [0, 0])
  }

  @Test func `lines before the first heading have no scene`() throws {
    let script = try read("FADE IN:\n\nINT. A\n\nALEX\nHi.\n\nEXT. B\n\nALEX\nHo.")
    #expect(script.lines.map(\.sceneIndex) == [nil, 0, 0, 1, 1])
    #expect(script.scenes.map(\.lines) == [1..<3, 3..<5])
  }

  @Test func `lists who speaks most first, then who speaks first`() throws {
    let script = try read("BO\n1\n\nAL\n2\n\nCY\n3\n\nCY\n4\n\nDEE\n(nods)\n\nAL (V.O.)\n5")
    #expect(script.characters.map(\.name) == ["AL", "CY", "BO"])
    #expect(script.characters.map(\.dialogueCount) == [2, 2, 1])
  }

  @Test func `finds a character by name in any case`() throws {
    let script = try read("@McClane\nHi.\n\nO’NEIL\nHo.")
    #expect(script.character(named: "mcclane")?.displayName == "McClane")
    #expect(script.character(named: " MCCLANE ")?.name == "MCCLANE")
    #expect(script.character(named: "o'neil")?.displayName == "O’NEIL")
    #expect(script.character(named: "nobody") == nil)
  }

  @Test func `takes the given title, then the title page's, then none`() throws {
    #expect(try read("Title: Page\n\nA\nHi.", title: "Given").title == "Given")
    #expect(try read("Title: Page\n\nA\nHi.", title: "  ").title == "Page")
    #expect(try read("A\nHi.").title == "Untitled Script")
  }
}

@Suite struct `A script that cannot be rehearsed` {
  @Test(arguments: ["", "\n\n", "\u{FEFF}", "  \r\n\t", "/* all\n\nof it */", "[[note]]"])
  func `A script that cannot be rehearsed is refused when it is empty`(text: String) {
    #expect(throws: ScriptError.empty) { try read(text) }
  }

  @Test(arguments: ["INT. A\n\nHe waits.", "ALEX", "ALEX\n\nHello.", "Title: T", "A\n(nods)"])
  func `A script that cannot be rehearsed is refused when nobody speaks`(text: String) {
    #expect(throws: ScriptError.noCharacters) { try read(text) }
  }

  @Test func `a script with control characters is refused with the line`() throws {
    for byte: UInt8 in [0, 1, 8, 27] {
      #expect(throws: ScriptError.notText(byteOffset: 3, line: 2)) {
        try SceneReader.read([0x41, 0x0A, 0x42, byte, 0x0A])
      }
    }
  }

  @Test(
    arguments: [
      ("%PDF-1.7\n", .pdf), ("{\\rtf1 A}", .richText), ("PK\u{3}\u{4}xx", .archive),
      ("<html><p>ALEX", .webPage),
    ] as [(String, ScriptError.FileKind)])
  func `is refused when it is a file of another kind`(text: String, kind: ScriptError.FileKind) {
    #expect(throws: ScriptError.otherKind(kind)) { try read(text) }
  }

  @Test func `is refused when no screenplay is as long`() {
    let bytes = [UInt8](repeating: 0x41, count: SourceLimit.bytes + 1)
    #expect(throws: ScriptError.tooLong(bytes: bytes.count)) { try SceneReader.read(bytes) }
  }
}

private enum SourceLimit {
  static let bytes = 32 << 20
}
