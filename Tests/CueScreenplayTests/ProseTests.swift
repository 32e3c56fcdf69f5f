import Testing

@testable import CueScreenplay

private func prose(_ text: String, _ name: String = "a.txt") throws -> Screenplay {
  try ScreenplayReader.readProse(Array(text.utf8), fileName: name)
}

private func headings(_ play: Screenplay) -> [String] {
  play.elements.filter { $0.kind == .sceneHeading }.map(\.text)
}

private func paragraphs(_ play: Screenplay) -> [String] {
  play.elements.filter { $0.kind == .action }.map(\.text)
}

@Suite struct `Prose` {
  @Test func `has a chapter where a heading stands alone`() throws {
    let book = try prose(
      """
      The Sea
      by Somebody

      CHAPTER I
      The Harbour

      It rained, and it
      rained all day.

      Chapter two of his life was short, he thought.

      Chapter II. The Ship

      Nobody came.

      III

      She left. *Nobody* saw it.

      * * *

      Epilogue

      It rains still.
      """)
    #expect(
      headings(book) == ["CHAPTER I The Harbour", "Chapter II. The Ship", "III", "Epilogue"])
    #expect(
      paragraphs(book) == [
        "The Sea by Somebody", "It rained, and it rained all day.",
        "Chapter two of his life was short, he thought.", "Nobody came.",
        "She left. Nobody saw it.",
        "It rains still.",
      ])
    #expect(book.scenes.map(\.id).prefix(3) == ["preamble", "scene-1", "scene-2"])
  }

  /// Lists of contents that follow a word for one, or are one by their look.
  @Test(arguments: [
    "CONTENTS\n\nChapter I. The Sea\nChapter II. The Hill\nChapter III. The End",
    "CONTENTS\n\n  I. The Sea    3\n\n  II. The Hill    17\n\n  III. The End    29",
    "Table of Contents\nThe Sea .... 3\nThe Hill .... 17",
    "Inhalt:\n\nThe Sea\n\nThe Hill\n\nThe End",
    "Chapter I. The Sea\nChapter II. The Hill\nChapter III. The End",
  ])
  func `the table of contents is not part of the text`(list: String) throws {
    let isNamed = list.contains("Chapter") || list.contains("I. ")
    func heading(_ number: String, _ title: String) -> String {
      isNamed ? "Chapter \(number). \(title)" : title
    }
    let book = try prose(
      """
      A Story

      \(list)

      \(heading("I", "The Sea"))

      It rained.

      \(heading("II", "The Hill"))

      She was content, and so was he.

      \(heading("III", "The End"))

      It ended in 1907
      """)
    let titles = [heading("I", "The Sea"), heading("II", "The Hill"), heading("III", "The End")]
    let said = ["It rained.", "She was content, and so was he.", "It ended in 1907"]
    #expect(headings(book) == (isNamed ? titles : []))
    #expect(
      paragraphs(book)
        == ["A Story"] + (isNamed ? said : zip(titles, said).flatMap { [$0, $1] }))
  }

  @Test func `keeps what stands under a word that only looks like the one for contents`() throws {
    let book = try prose("Contents\n\nThe box held a knife.\n\nIt was hers.\n")
    #expect(paragraphs(book) == ["Contents", "The box held a knife.", "It was hers."])
  }

  @Test func `has the headings that Markdown marks`() throws {
    let text = "# One #\nIt rains.\n\nTwo\n===\n\n> It does.\n\n## Three\n\n---\n\nNo # heading.\n"
    #expect(headings(try prose(text, "a.md")) == ["One", "Two", "Three"])
    #expect(paragraphs(try prose(text, "a.md")) == ["It rains.", "It does.", "No # heading."])
    #expect(headings(try prose(text)).isEmpty)
  }

  @Test func `has no list of contents, and nothing that Project Gutenberg puts around it`() throws {
    let book = try prose(
      """
      The Project Gutenberg eBook of The Sea

      Title: The Sea

      *** START OF THE PROJECT GUTENBERG EBOOK THE SEA ***

      Chapter 1

      Chapter 2

      Chapter 3

      Chapter 4

      Part One

      Chapter 1

      It rained.

      *** END OF THE PROJECT GUTENBERG EBOOK THE SEA ***

      Please donate.
      """)
    #expect(headings(book) == ["Chapter 1"])
    #expect(paragraphs(book) == ["It rained."])
    #expect(book.title("title") == ["The Sea"])
  }

  @Test(arguments: [
    ("Kapitel 3", true), ("Peatükk IV", true), ("Глава 2", true), ("Chapter Twenty-one", true),
    ("XII.", true), ("12", true), ("Part of the crew", false), ("Letter by letter", false),
    ("Did", false), ("Mix", false), ("1984", false), ("Two", false),
    ("Book one, of course, was better", false),
  ])
  func `Prose knows what opens a chapter`(line: String, expected: Bool) {
    #expect(BookHeading.isHeading([line]) == expected)
  }

  @Test func `prose is distinguished from plays and scenes`() throws {
    func looksLikeProse(_ text: String, _ name: String = "a.txt") throws -> Bool {
      try ScreenplayReader.read(Array(text.utf8), fileName: name).looksLikeProse
    }
    let story = """
      It rained, and nobody came to the harbour that day.

      The boats lay still. Somebody had left a lamp burning on the pier.

      Towards evening the wind turned, and a bell rang far out.

      She went home along the wall, counting the steps.

      At the corner a dog barked twice and fell silent.

      Nothing else happened until the morning.


      """
    #expect(try looksLikeProse(story))
    #expect(try looksLikeProse("CHAPTER I.\nDown the hole\n\n" + story))
    #expect(
      try looksLikeProse("CHAPTER I.\nHe said: go.\n\n\(story)CHAPTER II.\nShe went.\n\n" + story))
    #expect(try !looksLikeProse("INT. HALL - DAY\n\n" + story))
    #expect(try !looksLikeProse(story, "a.fountain"))
    #expect(
      try !looksLikeProse("ANNA\nNo.\n\nBEN\nYes, I do.\n\nANNA\nWhere is it?\n\nBEN\nHere.\n"))
    let talk = "ANNA: Go.\n\nBEN: Where?\n\nANNA: Home.\n\nBEN: "
    #expect(try !looksLikeProse(story + talk + story))
  }

  @Test func `of nothing is empty, and of other kinds is refused`() {
    #expect(throws: ScriptError.empty) { try prose("\n\n") }
    #expect(throws: ScriptError.otherKind(.pdf)) { try prose("%PDF-1.4\nx") }
  }
}
