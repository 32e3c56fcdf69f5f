import Testing

@testable import host

@Suite struct `A text that is to be said` {
  @Test func `falls into paragraphs at empty lines, with their places`() {
    let text = "One\nmore.\n\n \n  Two.  \n\nÕhtu."
    let passages = Texts.passages(of: text, byLine: false)
    #expect(passages.map(\.text) == ["One\nmore.", "Two.", "Õhtu."])
    let bytes = Array(text.utf8)
    for passage in passages {
      let end = passage.offset + passage.text.utf8.count
      #expect(Array(passage.text.utf8) == Array(bytes[passage.offset..<end]))
    }
  }

  @Test(arguments: ["a\nb\n\nc", "a\r\nb\r\n\r\nc\r\n", "a\rb\r\rc"])
  func `falls into lines whatever ends them`(text: String) {
    #expect(Texts.passages(of: text, byLine: true).map(\.text) == ["a", "b", "c"])
    #expect(Texts.passages(of: text, byLine: false).count == 2)
  }

  @Test(arguments: ["", " ", "\n\n", "\r\n \t\n"])
  func `may be nothing`(text: String) {
    #expect(Texts.passages(of: text, byLine: false).isEmpty)
    #expect(Texts.passages(of: text, byLine: true).isEmpty)
  }

  @Test func `must be UTF-8 without NUL, and the userError says where it is not`() throws {
    #expect(try Texts.checked([0xef, 0xbb, 0xbf, 0x41], "It") == "A")
    let latin = #expect(throws: UserError.self) {
      try Texts.checked([0x61, 0xc3, 0xb6, 0xff, 0x62], "scene.txt")
    }
    #expect(latin?.sentence.contains("scene.txt is not UTF-8") == true)
    #expect(latin?.sentence.contains("offset 3") == true)
    let zero = #expect(throws: UserError.self) { try Texts.checked([0x61, 0, 0x62], "It") }
    #expect(zero?.sentence.contains("NUL byte at offset 1") == true)
    #expect(zero?.status == .badInput)
  }

  @Test func `of a megabyte in one line is one passage`() {
    let text = String(repeating: "a", count: 1 << 20)
    #expect(Texts.passages(of: text, byLine: false) == [Passage(text: text, offset: 0)])
  }
}
