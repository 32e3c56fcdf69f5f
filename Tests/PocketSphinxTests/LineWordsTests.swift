import Testing

@testable import PocketSphinxPlugin

@Suite struct `The words of a line` {
  private func keys(_ text: String) -> [String] { LineWords.words(of: text).map(\.key) }

  @Test(arguments: [
    ("To be, or not to be: that is the question.", "to be or not to be that is the question"),
    ("“Don’t—don't!” he 'said'.", "don't don't he said"),
    ("'Tis well-known, the dogs' house...", "'tis well known the dogs house"),
    ("At 5 o'clock, 1,000 men (or 3.5?)", "at 5 o'clock 1000 men or 3.5"),
    ("Meet at 9 a.m. in the U.S.", "meet at 9 a.m in the u.s"),
    ("Grüße aus Räckelwitz", "grüße aus räckelwitz"),
    ("— … !", ""),
    ("and/or", "and or"),
  ])
  func `are what is spoken, without punctuation`(text: String, expected: String) {
    #expect(keys(text).joined(separator: " ") == expected)
  }

  @Test func `The words of a line keep how they are written`() {
    #expect(LineWords.words(of: "So, Ana: I can’t.").map(\.text) == ["So", "Ana", "I", "can't"])
  }
}
