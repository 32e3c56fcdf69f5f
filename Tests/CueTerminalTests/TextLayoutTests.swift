import CueTerminal
import TestSupport
import Testing

@Suite struct `A text that is cut into lines` {
  private func lines(_ text: String, _ columns: Int) -> [String] {
    TextLayout.lines(of: text, columns: columns).map { $0.glyphs.map(\.text).joined() }
  }

  @Test func `ends them at blanks, and leaves those out`() {
    #expect(lines("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(lines("the quick brown fox", 9) == ["the quick", "brown fox"])
    #expect(lines("  a \n b\t", 10) == ["a   b"])
    #expect(lines("a          b", 4) == ["a", "b"])
    #expect(lines("", 5).isEmpty && lines(" \n ", 5).isEmpty)
  }

  @Test func `ends them at hyphens and dashes, but not within a number or at a minus`() {
    #expect(lines("well-known", 6) == ["well-", "known"])
    #expect(lines("yes—no", 5) == ["yes—", "no"])
    #expect(lines("at -5 now", 5) == ["at -5", "now"])
    #expect(lines("a 10-12 b", 5) == ["a", "10-12", "b"])
    #expect(lines("so—”", 3) == ["so—", "”"])
  }

  @Test func `cuts a word that is longer than a line`() {
    #expect(lines("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"])
    #expect(lines("日本", 1) == ["日", "本"])
  }

  @Test func `keeps together what a no-break space joins`() {
    #expect(
      lines("at 10\u{a0}km off", 6)
        == ["at", "10 km", "off"].map { $0.replacing("10 ", with: "10\u{a0}") })
  }

  @Test func `ends them between wide characters, not before what closes`() {
    #expect(lines("日本語です。", 4) == ["日本", "語で", "す。"])
    #expect(lines("日本語。", 6) == ["日本", "語。"])
    #expect(lines("「日本」", 4) == ["「日", "本」"])
  }

  @Test func `knows where each line stands in it`() {
    let text = "Õun on hea — 日本語 too."
    for columns in 1...30 {
      for line in TextLayout.lines(of: text, columns: columns) {
        let bytes = Array(text.utf8)[line.range]
        #expect(String(decoding: bytes, as: UTF8.self) == line.glyphs.map(\.text).joined())
      }
    }
  }

  @Test func `loses nothing and keeps to the width, whatever it is`() {
    var random = Seeded(7)
    let letters = [
      "a", "b", " ", "  ", "-", "—", "õ", "e\u{301}", "日", "。", "「", "👩‍👩‍👧", "🇪🇪", "\n", "\u{200b}",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? ""
      }.joined()
      let columns = Int.random(in: 2...20, using: &random)
      let lines = TextLayout.lines(of: text, columns: columns)
      #expect(lines.allSatisfy { $0.columns <= columns })
      let kept = lines.flatMap(\.glyphs).filter { !$0.isBlank }
      #expect(kept == Glyph.glyphs(of: text).filter { !$0.isBlank })
    }
  }

  @Test func `a text that must fit into one line ends with an ellipsis`() {
    func line(_ text: String, _ columns: Int) -> String {
      TextLayout.line(of: text, columns: columns).glyphs.map(\.text).joined()
    }
    #expect(line("Good evening", 20) == "Good evening")
    #expect(line("Good evening", 12) == "Good evening")
    #expect(line("Good evening", 11) == "Good eveni…")
    #expect(line("Good evening", 6) == "Good…")
    #expect(line("日本語", 5) == "日本…")
    #expect(line("日本語", 4) == "日…")
    #expect(line("abc", 1) == "…")
    #expect(line("abc", 0) == "")
  }
}

@Suite struct `A character on a terminal` {
  @Test(arguments: [
    ("a", 1), ("õ", 1), ("e\u{301}", 1), ("日", 2), ("ｱ", 1), ("가", 2), ("👍", 2), ("👍🏽", 2),
    ("👩‍👩‍👧", 2), ("🇪🇪", 2), ("❤️", 2), ("…", 1), ("क्ष", 2), ("—", 1),
  ])
  func `takes as many columns as terminals give it`(text: String, columns: Int) {
    #expect(Glyph.glyphs(of: text).map(\.columns) == [columns])
  }

  @Test func `A character on a terminal is never one that commands it`() {
    let text = "a\u{1b}[2J\u{7}\u{9b}2J\r\nb\u{0}\u{7f}"
    let shown = Glyph.glyphs(of: text).map(\.text).joined()
    #expect(shown == "a [2J  2J b  ")
  }

  @Test func `that has no letter to stand on is given one, and marks of direction are not shown`() {
    #expect(Glyph.glyphs(of: "\u{301}").map(\.text) == ["◌\u{301}"])
    #expect(Glyph.glyphs(of: "a\u{202e}b\u{feff}").map(\.text).joined() == "ab")
    #expect(Glyph.columns(of: "a\u{200f}b") == 2)
  }
}
