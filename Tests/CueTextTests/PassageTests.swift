import Testing

@testable import CueText

@Suite struct `A text that is to be said` {
  @Test func `falls into paragraphs at empty lines, with their places`() {
    let text = "One\nmore.\n\n \n  Two.  \n\nÕhtu."
    let passages = Passage.passages(of: text, byLine: false)
    #expect(passages.map(\.text) == ["One\nmore.", "Two.", "Õhtu."])
    let bytes = Array(text.utf8)
    for passage in passages {
      let end = passage.offset + passage.text.utf8.count
      #expect(Array(passage.text.utf8) == Array(bytes[passage.offset..<end]))
    }
  }

  @Test(arguments: ["a\nb\n\nc", "a\r\nb\r\n\r\nc\r\n", "a\rb\r\rc"])
  func `falls into lines whatever ends them`(text: String) {
    #expect(Passage.passages(of: text, byLine: true).map(\.text) == ["a", "b", "c"])
    #expect(Passage.passages(of: text, byLine: false).count == 2)
  }

  @Test(arguments: ["", " ", "\n\n", "\r\n \t\n"])
  func `A text that is to be said may be nothing`(text: String) {
    #expect(Passage.passages(of: text, byLine: false).isEmpty)
    #expect(Passage.passages(of: text, byLine: true).isEmpty)
  }

  @Test func `of a megabyte in one line is one passage`() {
    let text = String(repeating: "a", count: 1 << 20)
    #expect(Passage.passages(of: text, byLine: false) == [Passage(text: text, offset: 0)])
  }

  @Test func `is said without words for the eye, with the pauses that it asks for`() {
    let text =
      "Good evening. [CLICK] Thank you.\n\n[next slide]\n\n[PAUSE 2s] (smile) Look up. [PAUSE 1s] Here.\n"
    let passages = Passage.spoken(of: text, byLine: false)
    #expect(
      passages.map { $0.said.split(separator: " ").joined(separator: " ") } == [
        "Good evening. Thank you.", "Look up.", "Here.",
      ])
    #expect(passages.map(\.pauseMilliseconds) == [0, 2000, 1000])
    let bytes = Array(text.utf8)
    for passage in passages {
      let end = passage.offset + passage.text.utf8.count
      #expect(Array(passage.text.utf8) == Array(bytes[passage.offset..<end]))
      #expect(passage.said.utf8.count == passage.text.utf8.count)
    }
  }

  @Test func `a text without marks for the eye is said unchanged`() {
    let text = "He left (at last).\n\n***\n\nre-\nduce"
    #expect(
      Passage.spoken(of: text, byLine: false).map(\.said) == [
        "He left (at last).", "***", "reduce",
      ])
    #expect(Passage.spoken(of: "[CLICK]\nOne.", byLine: true).map(\.said) == ["One."])
    #expect(Passage.spoken(of: "[CLICK]", byLine: false).isEmpty)
  }
}
