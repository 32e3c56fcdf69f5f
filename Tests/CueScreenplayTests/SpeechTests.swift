import CueScreenplay
import Testing

@Suite struct `A speech` {
  @Test func `is one line, and keeps the lines of the page`() throws {
    let script = try read("ALEX\nFirst this.\n  Then that.\nAnd\tthen.\n\nShe goes.")
    #expect(script.lines.count == 2)
    #expect(script.lines[0].text == "First this. Then that. And then.")
    #expect(script.lines[0].displayLines == ["First this.", "Then that.", "And then."])
  }

  @Test func `goes on over a line of two spaces, and ends at one space`() throws {
    let script = try read("ALEX\nFirst.\n  \nSecond.\n \nShe goes.")
    #expect(script.lines.map(\.text) == ["First. Second.", "She goes."])
    #expect(script.lines[0].displayLines == ["First.", "", "Second."])
  }

  @Test func `takes parentheticals as delivery, not as words`() throws {
    let line = try read("ALEX\n(quietly)\nI know.\n(beat)\n(louder)\nI know!").lines[0]
    #expect(line.text == "I know. I know!")
    #expect(line.delivery == ["quietly", "louder"])
    #expect(line.beats == [Line.Beat(offset: 8, milliseconds: 700)])
    #expect(line.displayLines == ["(quietly)", "I know.", "(beat)", "(louder)", "I know!"])
  }

  @Test(arguments: [("A long silence.", 1500), ("Silence.", 700), ("(Pause.)", 700)])
  func `begins with the silence that a direction before it asks for`(
    action: String, milliseconds: Int
  )
    throws
  {
    let script = try read("ALEX\nI know.\n\n\(action)\n\nBEN\nSo do I.\n\nALEX\nGood.")
    let speeches = script.lines.filter { $0.kind == .dialogue }
    #expect(speeches.map(\.beats.count) == [0, 1, 0])
    #expect(speeches[1].beats.first == Line.Beat(offset: 0, milliseconds: milliseconds))
    #expect(script.lines[1].kind == .stageDirection, "the page shows it")
    let other = try read("ALEX\nI know.\n\nA silence falls over the house.\n\nBEN\nSo do I.")
    #expect(other.lines.flatMap(\.beats).isEmpty)
  }

  @Test(arguments: [
    ("~La la.", true), ("(softly)\n(sings)\nLa la.", true), ("La la.", false),
    ("(sings)\nLa la.\n(speaks)\nNo.", false), ("(stops singing)\nNo.", false),
    ("~La la.\nNo.", false),
  ])
  func `A speech is sung if all of it is`(speech: String, isSung: Bool) throws {
    #expect(try read("ALEX\n\(speech)").lines[0].isSung == isSung)
  }

  @Test func `a speech knows who says it together, and the speech beside it`() throws {
    let text = """
      INT. HALL

      ANNA & TOM
      Together.

      ANNA
      Left.

      TOM ^
      Right.

      TOM
      Alone.
      """
    let screenplay = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
    let script = try Script(screenplay, speakers: Speakers(of: screenplay), own: ["tom"])
    let speeches = script.lines.filter { $0.kind == .dialogue }
    #expect(speeches.map(\.character) == ["TOM", "ANNA", "TOM", "TOM"])
    #expect(speeches.map(\.companions) == [["ANNA"], [], [], []])
    #expect(speeches.map(\.beside) == [nil, 3, 2, nil])
  }

  @Test func `keeps the words after a parenthetical in the same line`() throws {
    let line = try read("ALEX\n(beat) I know.\n(a (small) sigh) (sits) So.").lines[0]
    #expect(line.text == "I know. So.")
    #expect(line.delivery == ["a (small) sigh", "sits"])
    #expect(line.beats == [Line.Beat(offset: 0, milliseconds: 700)])
  }

  @Test func `joins a parenthetical that is wrapped over lines`() throws {
    let line = try read("ALEX\n(looks at her,\nthen at\nthe door)\nGo.").lines[0]
    #expect(line.text == "Go.")
    #expect(line.delivery == ["looks at her, then at the door"])
    #expect(line.displayLines == ["(looks at her,", "then at", "the door)", "Go."])
  }

  @Test func `says a bracket that never closes`() throws {
    #expect(
      try read("ALEX\n(which is why\nI left.\n\nShe goes.").lines[0].text
        == "(which is why I left.")
  }

  @Test func `reads emphasized and square brackets as parentheticals`() throws {
    let line = try read("ALEX\n*(low)*\nYes.\n[thunder]\nNo.").lines[0]
    #expect(line.text == "Yes. No.")
    #expect(line.delivery == ["low", "thunder"])
  }

  @Test func `keeps an aside in the middle of a sentence`() throws {
    #expect(try read("ALEX\nI was (almost) there.").lines[0].text == "I was (almost) there.")
  }

  /// A recording has them as a rehearsal has: they were spoken where they stood in the middle of a row.
  @Test(arguments: [
    ("I know. (beat) But still.", ["I know.", "[700]", "But still."]),
    ("Well (long pause), no.", ["Well,", "[1500]", "no."]),
    ("I was (almost) there.", ["I was (almost) there."]),
  ])
  func `has its beats in a recording, too`(speech: String, pieces: [String]) throws {
    let page = try ScreenplayReader.read(Array("ALEX\n\(speech)\n".utf8))
    let said = SpeakableItems.items(of: page, rules: .dialogueOnly).flatMap(\.pieces).map { piece in
      switch piece {
      case .words(let words, _): words
      case .silence(let milliseconds): "[\(milliseconds)]"
      }
    }
    #expect(said == pieces)
  }

  @Test func `parentheticals after a speech become stage directions`() throws {
    let script = try read("ALEX\nGo.\n(sits)\n(beat)\n\nBO\nNo.")
    #expect(script.lines.map(\.text) == ["Go.", "sits", "beat", "No."])
    #expect(script.lines.map(\.kind) == [.dialogue, .stageDirection, .stageDirection, .dialogue])
    #expect(script.lines[0].delivery == [])
    #expect(script.lines[0].beats == [Line.Beat(offset: 3, milliseconds: 700)])
  }

  @Test(arguments: ["(nods)", "...", "[[later]]", "* * *", "—", "(beat) ..."])
  func `without a word is not a line to rehearse`(body: String) throws {
    let script = try read("BO\nHi.\n\nALEX\n\(body)")
    #expect(script.characters.map(\.name) == ["BO"])
    #expect(script.lines.count { $0.kind == .dialogue } == 1)
  }

  @Test func `A speech of a number alone is a line`() throws {
    #expect(try outline("ALEX\n42!") == ["ALEX: 42!"])
  }

  @Test func `sings its lyrics, passes page breaks, and ends at a forced action`() throws {
    #expect(
      try outline("ALEX\n~Row, row\n===\n~your boat\n!He stops.\n\nBO\nOh.") == [
        "ALEX: Row, row your boat", "- He stops.", "BO: Oh.",
      ])
  }

  @Test func `remains of a page turn are not spoken`() throws {
    let line = try read("ALEX\nFirst.\n(MORE)\nSecond.").lines[0]
    #expect(line.text == "First. Second.")
    #expect(line.delivery == [])
  }
}

@Suite struct `Emphasis marks` {
  @Test(arguments: [
    ("a *b* c", "a b c"), ("**b**", "b"), ("***b***", "b"), ("_b_", "b"), ("_**b**_", "b"),
    ("**a *b***", "a b"), ("***a* b**", "a b"), ("*69 and then *23", "*69 and then *23"),
    ("*69 and then 23*", "69 and then 23"), ("_69 and 23 _", "_69 and 23 _"),
    (#"\*9765\*"#, "*9765*"), (#"**\*9765\***"#, "*9765*"), ("MOLODOY_VASYA_X", "MOLODOY_VASYA_X"),
    ("5 * 3 * 2", "5 * 3 * 2"), ("F**K", "F**K"), ("a*", "a*"), (#"a\b \_c_"#, #"a\b _c_"#),
    ("a ****b****", "a ****b****"), ("“*quoted*”", "“quoted”"),
  ])
  func `are not said, and other asterisks stay`(written: String, said: String) throws {
    #expect(try read("ALEX\nx \(written)").lines[0].text == "x \(said)")
  }

  @Test func `Emphasis marks pair within one line only`() throws {
    #expect(try read("ALEX\nOne *two\nthree* four.").lines[0].text == "One *two three* four.")
  }
}
