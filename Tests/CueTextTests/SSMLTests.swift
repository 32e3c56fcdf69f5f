import Testing

@testable import CueText

@Suite struct `SSML for a voice that does not read it` {
  @Test(arguments: [
    ("<speak>Good <emphasis level=\"strong\">evening</emphasis>.</speak>", "Good evening."),
    ("<speak>One<break time=\"2s\"/>two<break time='100ms'/>three</speak>", "One. two, three"),
    ("<p><s>One</s><s>Two!</s></p>", "One. Two!  "),
    ("Tom &amp; Anna &lt;3 &#233;t&#xe9;", "Tom & Anna <3 été"),
    ("<sub alias=\"World Wide Web\">WWW</sub> <!-- a > b --><?xml x?>now", "World Wide Web now"),
    ("5 < 6 and <unclosed", "5 < 6 and <unclosed"), ("Yes.<break/>No", "Yes. No"),
    ("<mark name=\"a\"/>Hi<mark name='b'/>", "Hi"),
  ])
  func `is its words, with breaks as points and commas`(ssml: String, words: String) {
    #expect(NormalizedText(ssml: ssml).text == words)
  }

  @Test func `keeps its marks, and the places of its words`() {
    let ssml = "<speak>Hi <mark name=\"here\"/>you<mark name='end'/></speak>"
    #expect(SSMLMark.all(in: ssml).map(\.name) == ["here", "end"])
    let spoken = NormalizedText(ssml: ssml)
    #expect(spoken.text == "Hi you")
    let range = spoken.source(3..<6)
    #expect(String(decoding: Array(ssml.utf8)[range], as: UTF8.self) == "you")
    #expect(SSMLMark.all(in: ssml)[0].offset <= range.lowerBound)
    #expect(SSMLMark.all(in: ssml)[1].offset >= range.upperBound)
  }
}
