import Testing

@testable import CueScreenplay

/// The speeches and the narration of a novel, as `NAME: words` and `words`.
private func said(_ text: String) throws -> [String] {
  let screenplay = try ScreenplayReader.read(
    Array(text.utf8), fileName: "novel.txt", layout: .prose)
  return screenplay.elements.compactMap { element in
    switch element.kind {
    case .character: nil
    case .dialogue: "\(element.name ?? ""): \(element.text)"
    default: element.text
    }
  }
}

@Suite struct `A novel as a script` {
  @Test func `a quotation belongs to the character that its tag names`() throws {
    let found = try said(
      """
      “It is late,” said Anna. “Go home,
      Tom.”

      Tom laughed. “Home?” he asked. “What home?”

      Anna answered, “The only one.”
      """)
    #expect(
      found == [
        "ANNA: It is late,", "said Anna.", "ANNA: Go home, Tom.", "Tom laughed.", "TOM: Home?",
        "he asked.", "TOM: What home?", "Anna answered,", "ANNA: The only one.",
      ])
  }

  @Test(arguments: [("\"", "\""), ("“", "”"), ("‘", "’"), ("'", "'"), ("«", "»"), ("„", "“")])
  func `knows the marks of many printers`(open: String, close: String) throws {
    let found = try said(
      """
      \(open)The boys' boat is gone,\(close) said Ida.

      \(open)It's only a boat,\(close) said Oskar. \(open)Don't cry.\(close)
      """)
    #expect(
      found == [
        "IDA: The boys' boat is gone,", "said Ida.", "OSKAR: It's only a boat,", "said Oskar.",
        "OSKAR: Don't cry.",
      ])
  }

  @Test func `takes turns where no tag stands, and doubts it`() throws {
    let text = """
      “Who is there?” said Ida.

      “A friend,” said Oskar.

      “I have no friends.”

      “Then a stranger.”
      """
    #expect(
      try said(text).filter { $0.contains(": ") } == [
        "IDA: Who is there?", "OSKAR: A friend,", "IDA: I have no friends.",
        "OSKAR: Then a stranger.",
      ])
    let reading = try ScreenplayReader.read(
      Array(text.utf8), fileName: "novel.txt", layout: .prose
    ).reading
    #expect(reading.doubtfulQuotations.map(\.line) == [5, 7])
    #expect(reading.doubtfulQuotations.map(\.speaker) == ["IDA", "OSKAR"])
    #expect(reading.doubtfulQuotations.allSatisfy { $0.reason == .turns })
  }

  @Test func `goes on over paragraphs until the speech is closed`() throws {
    let found = try said(
      """
      Ida began: “There was a king.

      “He had a boat.

      “It sank.” She was silent.
      """)
    #expect(found.filter { $0.hasPrefix("IDA: ") }.count == 3, "\(found)")
    #expect(found.last == "She was silent.")
  }

  @Test func `the narrator says the text outside quotations`() throws {
    let found = try said(
      """
      They called him “the captain” in those days, and his book was “The Sea”.

      “I saw him,” I said. “He was old.”
      """)
    #expect(found.allSatisfy { !$0.contains(": ") }, "\(found)")
    #expect(found[0].contains("“the captain”"))
  }

  @Test func `A novel as a script keeps chapters and emphasis`() throws {
    let screenplay = try ScreenplayReader.read(
      Array("# One\n\n“You *never* told me,” said Ida.\n".utf8), fileName: "novel.md",
      layout: .prose)
    #expect(screenplay.elements.map(\.kind) == [.sceneHeading, .character, .dialogue, .action])
    let speech = screenplay.elements[2]
    #expect(speech.text == "You never told me,")
    #expect(speech.emphasis.map(\.range) == [4..<9])
  }
}
