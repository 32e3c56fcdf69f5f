import Testing

@testable import CueText

@Suite(.enabled(if: MarkdownText.refusal == nil, "cmark is not installed"))
struct `A Markdown text` {
  private func paragraphs(_ markdown: String) -> [String] {
    Segments.paragraphs(of: MarkdownText(markdown).text).map(\.text)
  }

  @Test func `loses its marks and keeps its words`() {
    let text = """
      # The *Wedding*

      Dear **friends**, see [the map](https://map.example) and `note`.
      It goes on.

      > Love is _patient_.

      ## Thanks
      - to Anna
      - to Jüri, who
        sang

      1. First
      2. Second

      ---
      ![a picture](cake.png) <b>Bold</b> &amp; done.

      <!-- a note to myself -->
      """
    #expect(MarkdownText(text).title == "The Wedding")
    #expect(
      paragraphs(text) == [
        "Dear friends, see the map and note. It goes on.", "Love is patient.", "Thanks", "to Anna",
        "to Jüri, who sang", "First", "Second", "Bold & done.",
      ])
  }

  @Test func `may have its title in front, or none`() {
    let front = MarkdownText("---\ntitle: \"A Toast\"\ndate: today\n---\nHello.\n")
    #expect(front.title == "A Toast")
    #expect(Segments.paragraphs(of: front.text).map(\.text) == ["Hello."])
    #expect(MarkdownText("Hello.\n\n# Later").title == nil)
    #expect(paragraphs("Hello.\n\n# Later") == ["Hello.", "Later"])
    #expect(paragraphs("---\n\nHello.") == ["Hello."])
  }

  @Test(arguments: ["", "#", "***", "<div>", "![x](y)", "[a]: b"])
  func `may have nothing to say`(markdown: String) {
    #expect(paragraphs(markdown).isEmpty)
  }
}

@Suite struct `The time to read` {
  @Test(arguments: [
    (0, "Empty"), (1, "1 sec"), (112, "45 sec"), (113, "45 sec"), (300, "2 min"),
    (375, "2 min 30 sec"), (9000, "1 hr"), (9750, "1 hr 5 min"), (9752, "1 hr 5 min"),
  ])
  func `is told in the largest parts that matter`(words: Int, told: String) {
    #expect(ReadingTime(words: words).description == told)
  }

  @Test func `counts words with a letter or a digit`() {
    #expect(ReadingTime(of: " — Dr. Lind, 3 don't-s … 你好 !\n\u{301}").words == 5)
    #expect(ReadingTime(of: "").words == 0)
  }
}

@Suite struct `A search` {
  @Test(arguments: [("õnn", true), ("ONN", true), ("zzz", false), ("", true), ("e. õ", true)])
  func `does not mind case and accents`(words: String, isFound: Bool) {
    #expect(TextSearch(words).isIn("Tere. Õnne!") == isFound)
  }
}
