import CueText
import TestSupport
import Testing

/// The words of a line, parted by blanks.
private func spoken(_ line: String, language: String = "en") -> String {
  SpokenWords.of(line, language: language).map(\.text).joined(separator: " ")
}

@Suite struct `The words of a line as they are spoken` {
  @Test(
    arguments: [
      ("“Well—I don’t know,” she said…", "well i don't know she said"),
      ("A well-known mother-in-law", "a well known mother in law"),
      (
        "It was 1984; he owed me $100.",
        "it was nineteen eighty four he owed me one hundred dollars"
      ),
      ("Meet at 7:30, gate 3, 5% off!", "meet at seven thirty gate three five percent off"),
      ("Dr. Who & Mr. Smith vs. the F.B.I.", "doctor who and mister smith versus the f b i"),
      ("'Tis goin' fine, ol' boy", "'tis goin' fine ol' boy"),
      ("He said 'I am goin' and left", "he said i am goin and left"),
      ("the dogs' bowl, rock 'n' roll", "the dogs bowl rock 'n roll"),
      ("Line one\r\nLine two", "line one line two"), ("R2-D2 is B4", "r two d two is b four"),
      ("naïve café", "naïve café"), ("so\u{AD}ft \u{202A}left\u{202C}", "soft left"),
      ("", ""), ("… — !?", ""), ("🎭", ""), ("Tere, õnn!", "tere õnn"),
      ("Привет, МИР!", "привет мир"),
      ("你好，世界", "你 好 世 界"), ("مرحبا، يا صديقي", "مرحبا يا صديقي"), ("สวัสดี", "ส วั ส ดี"),
      ("हिन्दी में", "हिन्दी में"), ("ありがとう、田中さん", "あ り が と う 田 中 さ ん"),
    ])
  func `have no punctuation and no digits`(line: String, words: String) {
    #expect(spoken(line) == words)
  }

  @Test func `know where they stand in the line`() {
    let line = "“Né—42” don’t, 你好!"
    let bytes = Array(line.utf8)
    let words = SpokenWords.of(line)
    #expect(words.map(\.text) == ["né", "forty", "two", "don't", "你", "好"])
    #expect(
      words.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        == ["Né", "42", "42", "don’t", "你", "好"])
  }

  @Test func `keep their digits in other languages`() {
    #expect(spoken("Kell 7:30, 5 krooni & 3.5%", language: "et-EE") == "kell 7 30 5 krooni 3 5")
  }

  @Test(arguments: 0..<40)
  func `of anything stand in it in their order, at the edges of characters`(seed: Int) {
    var random = Seeded(UInt64(seed))
    let parts = [
      "a", "Ä", "…", "🎭", " ", "\r\n", "'", "’", "-", "$", "1", "7", ":", ",", ".", "/", "%", "st",
      "½", "٤",
      "你", "か\u{3099}", "\u{200D}", "\u{200B}", "I", "'m", "\u{0}", "é", "ส", "s", " million",
    ]
    let line = (0..<200).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    let bytes = Array(line.utf8)
    let words = SpokenWords.of(line)
    #expect(words.allSatisfy { !$0.text.isEmpty && !$0.range.isEmpty })
    #expect(words.allSatisfy { String(validating: bytes[$0.range], as: UTF8.self) != nil })
    for (word, next) in zip(words, words.dropFirst()) {
      #expect(word.range == next.range || word.range.upperBound <= next.range.lowerBound, "\(line)")
    }
    let match = ExpectedLine(line).match(line)
    #expect(match.share == 1, "\(line)")
    #expect(match.isEndReached, "\(line)")
    #expect(match.judged(.wordPerfect).isAccepted, "\(line)")
  }
}
