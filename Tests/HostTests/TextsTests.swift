import Testing

@testable import host

@Suite struct `A text that a command reads` {
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
}
