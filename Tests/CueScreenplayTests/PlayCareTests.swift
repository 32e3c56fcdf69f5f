import Testing

@testable import CueScreenplay

/// What is said of a page: who, and the words that a voice gets.
private func said(_ text: String, _ name: String = "play.txt") throws -> [String] {
  let script = try ScreenplayReader.read(Array(text.utf8), fileName: name)
  return SpeakableItems.items(of: script, rules: .dialogueOnly).map { item in
    let words = item.pieces.compactMap { piece -> String? in
      guard case .words(let words, _) = piece else { return nil }
      return words
    }
    return "\(item.rawCharacterName ?? "-"): \(words.joined(separator: " "))"
  }
}

/// Cues, brackets and tags that used to be read aloud.
@Suite struct `A play that is spoken` {
  @Test func `has cues alone on their lines beside others`() throws {
    let found = try said(
      "ANNA: No!\nBOB: Yes?\nANNA: Wait.\nBOB:\nWhat now?\nANNA:\n\nNothing at all.\nBOB: Good.\n")
    #expect(
      found == [
        "ANNA: No!", "BOB: Yes?", "ANNA: Wait.", "BOB: What now?", "ANNA: Nothing at all.",
        "BOB: Good.",
      ])
    let full = try said("太郎：やあ。\n花子：うん。\n太郎：\n元気？\n花子：はい。\n")
    #expect(full == ["太郎: やあ。", "花子: うん。", "太郎: 元気？", "花子: はい。"])
  }

  @Test(arguments: ["MARTHA and GEORGE", "MARTHA & GEORGE", "MARTHA AND GEORGE", "MARTHA, GEORGE"])
  func `a play may have several speakers at once`(cue: String) throws {
    let text = """
      MARTHA. Sit down.

      GEORGE. I will not.

      MARTHA. Please.

      GEORGE. No more.

      \(cue). Hello.
      """
    let script = try ScreenplayReader.read(Array(text.utf8), fileName: "play.txt")
    let speakers = Speakers(of: script)
    let last = try #require(speakers.speeches.last)
    #expect(
      speakers.members(of: last).map { speakers.parts[$0].name }.sorted() == ["GEORGE", "MARTHA"])
    #expect(script.elements.last?.text == "Hello.")
  }

  @Test func `keeps brackets that direct from voices`() throws {
    let found = try said(
      """
      ANNA: Fine. (sits) And you?
      BOB: Well (looking away) I am. (He rises.)
      ANNA: I met him (you know who) twice.
      BOB: (laughing) Go on, (beat) then.
      ANNA: (He laughs (loudly))
      Well?
      """)
    #expect(
      found == [
        "ANNA: Fine. And you?", "BOB: Well I am.", "ANNA: I met him (you know who) twice.",
        "BOB: Go on, then.", "ANNA: Well?",
      ])
    let japanese = try said("太郎：（笑って）うん。\n花子：そう（うなずく）ね。\n太郎：はい。\n花子：うん。\n")
    #expect(japanese == ["太郎: うん。", "花子: そう ね。", "太郎: はい。", "花子: うん。"])
  }

  @Test(
    arguments: [
      ("Yes. (laughs) No (beat) really.", "Yes. No really."),
      ("Stop. (to Tom) Now.", "Stop. Now."), ("Go. (walks to the door) Go.", "Go. Go."),
      ("It is (smiling) fine.", "It is fine."), ("You mean it (smiles)?", "You mean it?"),
      ("Well [ok (laughs) so", "Well [ok so"), ("See (a [b) now (beat) go", "See (a [b) now go"),
      ("I saw it (the big one) there.", "I saw it (the big one) there."),
      ("Take it (or leave it) now.", "Take it (or leave it) now."),
      ("We won (I think) twice.", "We won (I think) twice."),
      ("It is wrong. (You know why.) Go.", "It is wrong. (You know why.) Go."),
      ("Call (212) 555 now.", "Call (212) 555 now."), ("Well (and so on", "Well (and so on"),
    ])
  func `keeps inline directions of a screenplay from voices, and words in brackets for them`(
    example: (text: String, words: String)
  ) throws {
    let found = try said("INT. HALL\n\nANNA\n\(example.text)\n", "a.fountain")
    #expect(found == ["ANNA: \(example.words)"])
  }

  @Test func `of a narrator keeps its brackets`() throws {
    let script = try ScreenplayReader.read(
      Array("INT. HALL\n\nTom (laughs) and goes.\n\nANNA\nHi.\n".utf8), fileName: "a.fountain")
    let found = SpeakableItems.items(of: script, rules: .tableRead).map(\.saidText)
    #expect(found.contains("Tom (laughs) and goes."))
  }

  @Test func `goes on over an empty line, as Project Gutenberg has it`() throws {
    let found = try said(
      """
      HAMLET. To be.

      Or not to be.

      That is it.

      [_Enter Ophelia._]

      OPHELIA. My lord?

      HAMLET. Go.

      Exit Ophelia.

      OPHELIA. I go.

      ACT II. SCENE I.

      HAMLET. Words.
      """)
    #expect(
      found == [
        "HAMLET: To be. Or not to be. That is it.", "OPHELIA: My lord?", "HAMLET: Go.",
        "OPHELIA: I go.", "HAMLET: Words.",
      ])
  }

  @Test(arguments: [
    "No. Never.\n\nNo. Not now.\n\nYes. Ok.\n\nYes. Fine then.\n\nNo. Not now.\n",
    "Rain. Then sun.\n\nWind. Then rain.\n\nRain. Much of it.\n\nWind. A little wind.\n\nRain. All day.\n\nWind. All night.\n",
  ])
  func `prose with short sentences is not a play`(text: String) throws {
    let script = try ScreenplayReader.read(Array(text.utf8), fileName: "play.txt")
    #expect(!script.elements.contains { $0.kind == .character })
  }

  @Test(
    arguments: [
      ("Hi. #sad\nBye. #glad", "Hi. Bye."), ("We call it #MeToo\nNow.", "We call it MeToo Now."),
      ("We call it #MeToo.", "We call it MeToo."), ("Hi! #a #b:2\nBye.", "Hi! Bye."),
      ("Wait #take:2\nGo.", "Wait Go."), ("“Go.” #loud\nGo.", "“Go.” Go."),
      ("#whisper\nGo.", "Go."),
    ])
  func `says no tags, and words that look like them`(example: (text: String, words: String)) throws
  {
    #expect(try said("ANNA\n\(example.text)\n", "a.fountain") == ["ANNA: \(example.words)"])
  }
}
