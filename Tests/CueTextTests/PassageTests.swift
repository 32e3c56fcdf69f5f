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
  func `may be nothing`(text: String) {
    #expect(Passage.passages(of: text, byLine: false).isEmpty)
    #expect(Passage.passages(of: text, byLine: true).isEmpty)
  }

  @Test func `of a megabyte in one line is one passage`() {
    let text = String(repeating: "a", count: 1 << 20)
    #expect(Passage.passages(of: text, byLine: false) == [Passage(text: text, offset: 0)])
  }
}
