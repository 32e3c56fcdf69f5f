import CueScreenplay
import Testing

@Suite struct `Text in columns` {
  static let page = """
    12   INT. HALL - NIGHT                                      12

    Rain on a roof. Somebody
    WAITS in the dark.

                              NORA
                        (quietly, as if to
                         herself)
                  Is there still a
                  train tonight?
                              (MORE)
                                                              4.
    CONTINUED: (2)
                              NORA (CONT'D)
                  Or a bus?

                              OSKAR (O.S.)
                  Always.
                        (beat)
                  NO.
    He puts the lamp out.

                                                      CUT TO:

    EXT. TRACKS - DAY
    """

  @Test(arguments: ["\n", "\r\n"])
  func `is read by where its lines begin`(end: String) throws {
    let bytes = Array(Self.page.replacing("\n", with: end).utf8)
    let script = try ScreenplayReader.read(bytes, fileName: "a.txt")
    #expect(script.format == .indentedText)
    #expect(
      script.elements.map { "\($0.kind.rawValue): \($0.text)" } == [
        "scene_heading: INT. HALL - NIGHT", "action: Rain on a roof. Somebody WAITS in the dark.",
        "character: NORA", "parenthetical: (quietly, as if to herself)",
        "dialogue: Is there still a train tonight? Or a bus?", "character: OSKAR (O.S.)",
        "dialogue: Always.", "parenthetical: (beat)", "dialogue: NO.",
        "action: He puts the lamp out.", "transition: CUT TO:", "scene_heading: EXT. TRACKS - DAY",
      ])
    #expect(script.elements[0].sceneNumber == "12")
    #expect(script.elements[8].name == "OSKAR")
    let range = script.elements[9].range
    #expect(String(decoding: bytes[range], as: UTF8.self) == "He puts the lamp out.")
  }

  @Test func `that has no columns is read as Fountain is, with more freedom`() throws {
    let script = try ScreenplayReader.read(Array("SCENE 1\n\nALEX\nHi.\n\nBO\nHo.".utf8))
    #expect(script.format == .plainText)
    #expect(script.elements.map(\.kind.rawValue).first == "scene_heading")
  }
}
