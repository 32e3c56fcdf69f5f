import CueText
import TestSupport
import Testing

/// The pieces as text.
private func pieces(_ text: String, most: Int = 1000, everySentence: Bool = true) -> [String] {
  let bytes = Array(text.utf8)
  return TextPieces.pieces(
    of: text, language: "", mostBytes: most, everySentence: everySentence
  ).map {
    String(decoding: bytes[$0], as: UTF8.self)
  }
}

@Suite struct `A long text` {
  @Test func `a long text is cut after each sentence and its blanks`() {
    #expect(
      pieces("One. Two!  Three?\nFour… Five") == ["One. ", "Two!  ", "Three?\n", "Four… ", "Five"])
  }

  @Test func `is cut after the quotes and brackets that close a sentence`() {
    #expect(
      pieces("“Go.” He went. (At last.) 'So?' [No.] Ends.")
        == ["“Go.” ", "He went. ", "(At last.) ", "'So?' ", "[No.] ", "Ends."])
  }

  @Test func `is not cut where no blank follows`() {
    #expect(pieces("3.14 is www.example.org here") == ["3.14 is www.example.org here"])
  }

  @Test func `A long text is whole where it fits`() {
    #expect(pieces("One. Two. Three.", most: 16, everySentence: false) == ["One. Two. Three."])
  }

  @Test func `is cut at the last sentence that fits`() {
    #expect(
      pieces("One. Two. Three and more.", most: 15, everySentence: false)
        == ["One. Two. ", "Three and more."])
  }

  @Test func `is cut at a blank where a sentence is too long`() {
    #expect(
      pieces("a long sentence without an end", most: 10, everySentence: false)
        == ["a long ", "sentence ", "without an", " end"]
        || pieces("a long sentence without an end", most: 10, everySentence: false)
          == ["a long ", "sentence ", "without ", "an end"]
    )
  }

  @Test func `is cut between characters where a word is too long`() {
    #expect(pieces("ääääää", most: 5, everySentence: false) == ["ää", "ää", "ää"])
    #expect(pieces("🎭🎭🎭", most: 4, everySentence: false) == ["🎭", "🎭", "🎭"])
    #expect(pieces("🎭🎭🎭", most: 7, everySentence: false) == ["🎭", "🎭", "🎭"])
  }

  @Test func `without anything in it has no pieces`() {
    #expect(pieces("") == [])
  }

  @Test func `A long text of blanks alone is one piece`() {
    #expect(pieces(" \n ") == [" \n "])
  }

  @Test(arguments: 0..<20)
  func `of anything is the sum of its pieces, none too long, no character torn`(seed: Int) {
    var random = Seeded(UInt64(seed))
    let parts = ["a", "Ä", "…", "🎭", " ", "  ", "\n", ".", "!", "?", "”", ")", "word", "\u{0}"]
    for most in [4, 5, 7, 40, 1000] {
      let text = (0..<300).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      for everySentence in [true, false] {
        let ranges = TextPieces.pieces(
          of: text, language: "", mostBytes: most, everySentence: everySentence)
        #expect(ranges.first?.lowerBound == 0)
        #expect(ranges.last?.upperBound == text.utf8.count)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(ranges.allSatisfy { !$0.isEmpty && $0.count <= most })
        let bytes = Array(text.utf8)
        #expect(ranges.allSatisfy { String(validating: bytes[$0], as: UTF8.self) != nil })
      }
    }
  }
}
