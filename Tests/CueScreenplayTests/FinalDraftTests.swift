import CueScreenplay
import Testing

private func read(fdx content: String, more: String = "") throws(ScriptError) -> Screenplay {
  let text = """
    <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
    <FinalDraft DocumentType="Script" Version="5"><Content>\(content)</Content>\(more)</FinalDraft>
    """
  return try ScreenplayReader.read(Array(text.utf8), fileName: "a.fdx")
}

@Suite struct `A file of Final Draft` {
  @Test func `is read by the types of its paragraphs`() throws {
    let script = try read(
      fdx: """
        <Paragraph Number="3" Type="Scene Heading"><SceneProperties Length="1"><SceneArcBeats><CharacterArcBeat Name="X"><Paragraph><Text>beat</Text></Paragraph></CharacterArcBeat></SceneArcBeats></SceneProperties><Text>INT. HALL - DAY</Text></Paragraph>
        <Paragraph Type="Action"><ScriptNote><Paragraph><Text>no</Text></Paragraph></ScriptNote><Text>It </Text><Text Style="Bold+Italic">ra</Text><Text Style="Bold+Italic" RevisionID="1">ins</Text><Text> &amp; &#x70;ours.</Text></Paragraph>
        <Paragraph Type="Character"><Text>elIZABETH (o.S.)</Text></Paragraph>
        <Paragraph Type="Parenthetical"><Text>(low)</Text></Paragraph>
        <Paragraph Type="Dialogue">
          <Text>
            Pretty
            printed
          </Text>
        </Paragraph>
        <Paragraph Type="Dialogue"/><Paragraph Type="Dialogue"><Text/></Paragraph>
        <Paragraph Type="Character"><Text>(MORE)</Text></Paragraph>
        <Paragraph Type="Lyrics"><Text>La la</Text></Paragraph>
        <Paragraph Type="Transition"><Text>CUT TO:</Text></Paragraph>
        <Paragraph Type="Shot"><Text>ON THE DOOR</Text></Paragraph>
        <Paragraph Type="New Act"><Text>ACT TWO</Text></Paragraph>
        <Paragraph Type="Outline 2 (Sequences)"><Text>They meet</Text></Paragraph>
        <Paragraph Type="Strange"><Text>Kept.</Text></Paragraph>
        """,
      more:
        "<HeaderAndFooter><Content><Paragraph><Text>page</Text></Paragraph></Content></HeaderAndFooter>"
    )
    #expect(
      script.elements.map { "\($0.kind.rawValue): \($0.text)" } == [
        "scene_heading: INT. HALL - DAY", "action: It rains & pours.",
        "character: elIZABETH (o.S.)", "parenthetical: (low)", "dialogue: Pretty printed",
        "lyrics: La la", "transition: CUT TO:", "action: ON THE DOOR", "section: ACT TWO",
        "section: They meet", "action: Kept.",
      ])
    #expect(script.elements[0].sceneNumber == "3")
    #expect(script.elements[1].emphasis == [.init(range: 3..<8, style: [.bold, .italic])])
    #expect(script.elements[4].name == "elIZABETH")
    #expect(script.elements[9].level == 2)
    #expect(script.characters.map(\.name) == ["ELIZABETH"])
    #expect(script.warnings.count == 1)
    #expect(script.warnings.first?.doubt == .unknownParagraph("Strange"))
  }

  @Test(arguments: [true, false])
  func `A file of Final Draft keeps both speeches of a pair`(wrapped: Bool) throws {
    let speech = { (name: String) in
      "<Paragraph Type=\"Character\"><Text>\(name)</Text></Paragraph>"
        + "<Paragraph Type=\"Dialogue\"><Text>Hi \(name).</Text></Paragraph>"
    }
    let pair = "<DualDialogue>\(speech("A"))\(speech("B"))</DualDialogue>"
    let script = try read(fdx: (wrapped ? "<Paragraph>\(pair)</Paragraph>" : pair) + speech("C"))
    #expect(script.elements.map(\.text) == ["A", "Hi A.", "B", "Hi B.", "C", "Hi C."])
    #expect(script.elements.map(\.dual) == [.first, nil, .second, nil, nil, nil])
  }

  @Test func `says where each paragraph stands`() throws {
    let text =
      "<FinalDraft><Content><Paragraph Type=\"Action\"><Text>A</Text></Paragraph></Content></FinalDraft>"
    let script = try ScreenplayReader.read(Array(text.utf8))
    let piece = Array(text.utf8)[script.elements[0].range]
    #expect(
      String(decoding: piece, as: UTF8.self)
        == "<Paragraph Type=\"Action\"><Text>A</Text></Paragraph>")
  }

  @Test func `does not lose words without a name above them`() throws {
    let script = try read(fdx: "\n<Paragraph Type=\"Dialogue\"><Text>Hello.</Text></Paragraph>")
    #expect(script.elements.map(\.text) == ["Hello."])
    #expect(script.warnings.map(\.line) == [3])
  }

  @Test(
    arguments: [
      (
        "<!DOCTYPE FinalDraft [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><FinalDraft><Content>&a;</Content></FinalDraft>",
        1, .documentType
      ),
      (
        "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<FinalDraft>&b;</FinalDraft>",
        1, .documentType
      ),
      ("<FinalDraft>\n<Content>\n<Paragraph>", 3, .notXML("no element found")),
      ("<FinalDraft>&foo;</FinalDraft>", 1, .notXML("undefined entity")),
      ("\n<Other/>", 2, .otherElement("Other")), ("", 1, .notXML("no element found")),
      ("plain text", 1, .notXML("syntax error")),
      (String(repeating: "<FinalDraft>", count: 100), 1, .tooDeep),
    ] as [(String, Int, ScriptError.FinalDraftFault)])
  func `that is hostile or broken is refused, with the line`(
    text: String, line: Int, fault: ScriptError.FinalDraftFault
  ) {
    #expect(throws: ScriptError.notFinalDraft(line: line, fault)) {
      try ScreenplayReader.read(Array(text.utf8), fileName: "a.fdx")
    }
  }
}
