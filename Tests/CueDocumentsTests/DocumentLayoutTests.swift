@testable import CueDocuments
import CueScreenplay
import Testing

/// Paragraphs as `cue-import-document` prints them.
private struct Sheet {
  private(set) var lines = "kind\tdocx\n"

  mutating func add(
    _ text: String, style: String = "_", indent: Double = 0, centred: Bool = false,
    place: String = "text"
  ) {
    lines += "paragraph\t\(place)\t\(style)\t\(indent)\t\(centred ? "center" : "left")\t\(text)\n"
  }

  mutating func addTitle(_ title: String) { lines += "title\t\(title)\n" }

  /// A scene of Nora and Tom; each paragraph is written by `write`.
  static func scene(
    _ write: (inout Sheet, _ role: String, _ text: String) -> Void
  ) -> Sheet {
    var sheet = Sheet()
    for (role, text) in [
      ("Scene Heading", "INT. KITCHEN - NIGHT"), ("Action", "Nora lights a candle. It goes out."),
      ("Character", "NORA"), ("Parenthetical", "(whispering)"),
      ("Dialogue", "Is there anybody in this house tonight?"), ("Character", "TOM"),
      ("Dialogue", "Nobody but me, and I was about to leave."),
      ("Action", "He takes his hat from the table."), ("Character", "NORA"),
      ("Dialogue", "Then leave."), ("Character", "TOM (CONT’D)"), ("Dialogue", "Good night."),
    ] {
      write(&sheet, role, text)
    }
    return sheet
  }

  static let speeches = [
    "NORA: Is there anybody in this house tonight?",
    "TOM: Nobody but me, and I was about to leave.", "NORA: Then leave.", "TOM: Good night.",
  ]

  var document: DocumentParagraphs {
    get throws { try DocumentParagraphs(parsing: lines + "end\n") }
  }

  var read: [String] {
    get throws {
      let layout = DocumentLayout(try document)
      let screenplay = try ScreenplayReader.read(
        Array(layout.text.utf8), fileName: layout.isFountain ? "a.fountain" : "a.txt")
      return try Script(screenplay).lines.filter { $0.kind == .dialogue }
        .map { "\($0.character ?? ""): \($0.text)" }
    }
  }
}

@Suite struct `A script in a document` {
  @Test(arguments: ["Scene Heading", "sceneheading"]) func `is read by the names of its styles`(
    heading: String
  ) throws {
    let sheet = Sheet.scene { sheet, role, text in
      sheet.add(
        text,
        style: heading == "sceneheading" ? role.lowercased().filter { $0 != " " } : "SP " + role)
    }
    #expect(try DocumentLayout(sheet.document).isFountain)
    #expect(try sheet.read == Sheet.speeches)
  }

  @Test func `is read by its indents, whatever they are`() throws {
    let columns: [(cue: Double, said: Double, how: Double)] = [(158.4, 72, 115.2), (216, 108, 162)]
    for (cue, said, how) in columns {
      let sheet = Sheet.scene { sheet, role, text in
        let indents = ["Character": cue, "Dialogue": said, "Parenthetical": how]
        let indent = indents[role, default: 0]
        sheet.add(text, style: "Normal", indent: indent)
      }
      #expect(try sheet.read == Sheet.speeches)
    }
  }

  @Test func `is read by tabs, with empty paragraphs between the speeches`() throws {
    let sheet = Sheet.scene { sheet, role, text in
      let tabs = ["Character": 5, "Dialogue": 2, "Parenthetical": 4][role] ?? 0
      if tabs == 0 || role == "Character" { sheet.add("") }
      sheet.add(String(repeating: "\t", count: tabs) + text)
    }
    #expect(try sheet.read == Sheet.speeches)
  }

  @Test func `is read by names in the middle of the page`() throws {
    let sheet = Sheet.scene { sheet, role, text in
      sheet.add(text, centred: role == "Character" || role == "Parenthetical")
    }
    #expect(try sheet.read == Sheet.speeches)
  }

  @Test func `is read by names before the speeches, alone, in bold, or in a table`() throws {
    let speeches = Sheet.speeches.map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    let forms: [(String, String) -> (String, String)] = [
      { ("\($0): \($1)", "text") },
      { ("\($0.prefix(1))\($0.dropFirst().lowercased()). \($1)", "text") },
      { ("\u{1}\($0)\u{2}\t\($1)", "text") }, { ("\($0)\t\($1)", "row") },
      { ("\($0)\u{2028}\($1)", "text") },
    ]
    for form in forms {
      var sheet = Sheet()
      for speech in speeches + speeches {
        let (text, place) = form(speech[0], speech[1])
        sheet.add(text, place: place)
      }
      let read = try sheet.read
      #expect(
        read.map { $0.uppercased() } == (Sheet.speeches + Sheet.speeches).map { $0.uppercased() })
    }
  }

  @Test func `has directions in paragraphs that are in italics as a whole`() throws {
    var sheet = Sheet()
    for number in 1...4 {
      sheet.add("NORA: Who is there? I said \u{3}who\u{4} is there? I count to \(number).")
      sheet.add("\u{3}She goes to the door and listens.\u{4}")
      sheet.add("TOM: Only the wind, \(number) times.")
    }
    let read = try sheet.read
    #expect(read.count == 8 && !read.contains { $0.contains("goes to the door") })
    #expect(read[0] == "NORA: Who is there? I said who is there? I count to 1.")
  }

  @Test(arguments: [true, false]) func `has the title that a paragraph or the file gives it`(
    hasParagraph: Bool
  ) throws {
    var sheet = Sheet()
    sheet.addTitle("draft-3")
    if hasParagraph { sheet.add("The Lamp", style: "Title", centred: true) }
    for speech in Sheet.speeches + Sheet.speeches { sheet.add(speech) }
    let layout = DocumentLayout(try sheet.document)
    let screenplay = try ScreenplayReader.read(Array(layout.text.utf8), fileName: "a.txt")
    #expect(screenplay.title("title") == [hasParagraph ? "The Lamp" : "draft-3"])
    #expect(try sheet.read == Sheet.speeches + Sheet.speeches)
  }

  @Test func `has capitals where they are only a format`() throws {
    var sheet = Sheet()
    for _ in 1...3 {
      sheet.add("\u{5}Nora Gray\u{6}", style: "Character")
      sheet.add("Good evening.", style: "Dialogue")
    }
    #expect(try sheet.read.allSatisfy { $0 == "NORA GRAY: Good evening." })
  }

  @Test func `reports a speech without a name above it`() throws {
    var sheet = Sheet.scene { $0.add($2, style: $1) }
    sheet.add("The rain goes on.", style: "Action")
    sheet.add("Who said that?", style: "Dialogue")
    let layout = DocumentLayout(try sheet.document)
    #expect(layout.doubts.map(\.row) == ["Who said that?"])
    let rows = layout.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[layout.doubts[0].line - 1] == "Who said that?")
  }

  @Test(arguments: [
    "kind\tdocx\nparagraph\ttext\t_\t0\tleft\tHello\n",
    "paragraph\ttext\t_\tfar\tleft\tHello\nend\n",
    "paragraph\theading9\t_\t0\tleft\tHello\nend\n", "nothing\nend\n",
  ]) func `is refused if the program's output is broken`(output: String) {
    #expect(throws: DocumentParagraphs.Failure.self) { try DocumentParagraphs(parsing: output) }
  }
}

@Suite struct `The prose of a document` {
  @Test func `has its headings, and the titles of chapters once`() throws {
    let output = """
      kind\tepub
      title\tThe Sea
      chapter\tOne
      paragraph\theading1\t_\t0\tleft\tOne
      paragraph\ttext\t_\t0\tleft\tIt rained.\u{2028}It did not stop.
      paragraph\ttext\t_\t0\tleft\t
      chapter\tTwo
      paragraph\ttext\t_\t0\tleft\t\u{3}He\u{4} left.
      end

      """
    let document = try DocumentParagraphs(parsing: output)
    #expect(document.title == "The Sea")
    #expect(
      DocumentText.prose(document, marksHeadings: true)
        == "---\ntitle: The Sea\n---\n\n# One\n\nIt rained.\nIt did not stop.\n\n# Two\n\nHe left.\n"
    )
    #expect(
      DocumentText.prose(document, marksHeadings: false)
        == "One\n\nIt rained.\nIt did not stop.\n\nTwo\n\nHe left.\n")
  }
}

@Suite struct `Names in a document` {
  @Test func `stand in the middle, as do the speeches`() throws {
    let sheet = Sheet.scene { sheet, role, text in
      sheet.add(text, centred: ["Character", "Parenthetical", "Dialogue"].contains(role))
    }
    #expect(try sheet.read == Sheet.speeches)
  }

  @Test func `stand in the middle alone, and how a speech is said at the left`() throws {
    let sheet = Sheet.scene { sheet, role, text in sheet.add(text, centred: role == "Character") }
    #expect(try sheet.read == Sheet.speeches)
  }

  /// Without empty paragraphs, a name that nothing but its capitals shows was a paragraph of its own.
  @Test func `stand at the left in capitals`() throws {
    var sheet = Sheet()
    for speech in Sheet.speeches + Sheet.speeches {
      for part in speech.split(separator: ": ", maxSplits: 1) { sheet.add(String(part)) }
    }
    #expect(try DocumentLayout(sheet.document).text.contains("NORA\nIs there anybody"))
    #expect(try sheet.read == Sheet.speeches + Sheet.speeches)
  }

  @Test(arguments: ["middle", "bold", "bold alone"]) func `Names in a document need no capitals`(
    form: String
  ) throws {
    var sheet = Sheet()
    for number in 1...3 {
      for (name, words) in [("Nora", "Who is there?"), ("Tom Gray", "Only me, \(number) times.")] {
        switch form {
        case "middle":
          sheet.add(name, centred: true)
          sheet.add(words)
        case "bold": sheet.add("\u{1}\(name)\u{2} \(words)")
        default:
          sheet.add("\u{1}\(name)\u{2}")
          sheet.add(words)
        }
      }
    }
    let read = try sheet.read
    #expect(read.count == 6 && read[0] == "NORA: Who is there?", "\(read)")
    #expect(read.last == "TOM GRAY: Only me, 3 times.")
  }

  @Test func `stand in the columns of a page that was typed`() throws {
    var page = ""
    for (cue, said) in [("NORA", "Who is there?"), ("TOM", "Only me."), ("NORA", "Come in.")] {
      page += String(repeating: " ", count: 22) + cue + "\u{2028}"
      page += String(repeating: " ", count: 10) + said + "\u{2028} \u{2028}"
    }
    var sheet = Sheet()
    sheet.add(page)
    #expect(try sheet.read == ["NORA: Who is there?", "TOM: Only me.", "NORA: Come in."])
  }
}
