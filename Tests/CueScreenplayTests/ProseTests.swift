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
  func `knows what opens a chapter`(line: String, expected: Bool) {
    #expect(BookHeading.isHeading([line]) == expected)
  }

  @Test func `is told from plays and scenes`() throws {
    func looksLikeProse(_ text: String, _ name: String = "a.txt") throws -> Bool {
      try ScreenplayReader.read(Array(text.utf8), fileName: name).looksLikeProse
    }
    let story = String(
      repeating: "It rained, and nobody came to the harbour that day.\n\n", count: 9)
    #expect(try looksLikeProse(story))
    #expect(try looksLikeProse("CHAPTER I.\nDown the hole\n\n" + story))
    #expect(
      try looksLikeProse("CHAPTER I.\nHe said: go.\n\n\(story)CHAPTER II.\nShe went.\n\n" + story))
    #expect(try !looksLikeProse("INT. HALL - DAY\n\n" + story))
    #expect(try !looksLikeProse(story, "a.fountain"))
    #expect(
      try !looksLikeProse("ANNA\nNo.\n\nBEN\nYes, I do.\n\nANNA\nWhere is it?\n\nBEN\nHere.\n"))
    #expect(try !looksLikeProse(story + "\nANNA: Go.\n\nBEN: " + story))
  }

  @Test func `of nothing is empty, and of other kinds is refused`() {
    #expect(throws: ScriptError.empty) { try prose("\n\n") }
    #expect(throws: ScriptError.otherKind(.pdf)) { try prose("%PDF-1.4\nx") }
  }
}
