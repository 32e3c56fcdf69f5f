import Testing

@testable import CueText

@Suite(.enabled(if: MarkdownText.refusal == nil, "cmark is not installed"))
struct `A Markdown text` {
  private func paragraphs(_ markdown: String) -> [String] {
    Segments.paragraphs(of: MarkdownText(markdown).text).map(\.text)
  }

  @Test func `joins words that are divided at the ends of rows`() {
    let text = "We re-\nduce costs, as is well-  \nknown.\n\n- two para-\n  graphs\n  of verse\n"
    #expect(
      paragraphs(text) == ["We reduce costs, as is well-known.", "two paragraphs of verse"])
  }

  @Test func `keeps marks in angle brackets for the eye`() {
    #expect(paragraphs("Now <<next slide>> we go.") == ["Now <<next slide>> we go."])
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
        "to Jüri, who sang", "1. First", "2. Second", "Bold & done.",
      ])
  }

  @Test func `tables, footnotes and struck-out text of Markdown are left out`() {
    let text = """
      Before[^1] ~~and not~~ this.

      | a | b |
      |---|:-:|
      | 1 | 2 |

      3. Third
         - inner
      4. Fourth

      [^1]: A note
        that goes on.

      After | all, ~~ this.
      """
    #expect(
      paragraphs(text) == [
        "Before  this.", "3. Third", "inner", "4. Fourth", "After | all, ~~ this.",
      ])
  }

  @Test func `a Markdown text may have a title in front matter, or none`() {
    let front = MarkdownText("---\ntitle: \"A Toast\"\ndate: today\n---\nHello.\n")
    #expect(front.title == "A Toast")
    #expect(Segments.paragraphs(of: front.text).map(\.text) == ["Hello."])
    #expect(MarkdownText("Hello.\n\n# Later").title == nil)
    #expect(paragraphs("Hello.\n\n# Later") == ["Hello.", "Later"])
    #expect(paragraphs("---\n\nHello.") == ["Hello."])
  }

  @Test(arguments: ["", "#", "***", "<div>", "![x](y)", "[a]: b"])
  func `A Markdown text may have nothing to say`(markdown: String) {
    #expect(paragraphs(markdown).isEmpty)
  }
}

@Suite struct `The time to read` {
  @Test(arguments: [
    (0, "Empty"), (1, "1 sec"), (112, "45 sec"), (113, "45 sec"), (300, "2 min"),
    (375, "2 min 30 sec"), (9000, "1 hr"), (9750, "1 hr 5 min"), (9752, "1 hr 5 min"),
  ])
  func `the reading time is given in its largest units`(words: Int, told: String) {
    #expect(ReadingTime(words: words).description == told)
  }

  @Test func `counts words with a letter or a digit`() {
    #expect(ReadingTime(of: " — Dr. Lind, 3 don't-s … 你好 !\n\u{301}").words == 5)
    #expect(ReadingTime(of: "").words == 0)
  }

  /// 320 characters a minute in Japanese, 240 in Chinese; it was one word from blank to blank.
  @Test(arguments: [
    ("本日は晴天なり。", 1...2), ("こんばんは、皆さん。今日は来てくれてありがとう。", 3...5),
    (String(repeating: "昨日の夜、私は友達と一緒に映画を見に行きました。", count: 14), 55...67),
    (String(repeating: "大家晚上好，感谢你们来到这里。", count: 18), 54...66),
    (String(repeating: "สวัสดีครับผมชื่อ", count: 45), 30...60),
  ])
  func `of a script without blanks counts characters`(text: String, seconds: ClosedRange<Int>) {
    let time = ReadingTime(of: text)
    #expect(seconds.contains(time.seconds), "\(time.seconds)")
    #expect(time.words > 1)
  }
}

@Suite struct `A search` {
  @Test(arguments: [("õnn", true), ("ONN", true), ("zzz", false), ("", true), ("e. õ", true)])
  func `A search does not mind case and accents`(words: String, isFound: Bool) {
    #expect(TextSearch(words).isIn("Tere. Õnne!") == isFound)
  }
}
