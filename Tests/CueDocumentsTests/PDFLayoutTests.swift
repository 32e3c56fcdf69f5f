@testable import CueDocuments
import CueScreenplay
import Testing

/// Pages as `cue-import-pdf` prints them, in a typewriter's font of 12 points.
private struct Sheets {
  private(set) var text = ""

  /// A page with rows of text, each at its place in points.
  mutating func add(_ rows: (x: Double, y: Double, text: String)..., also more: [String] = []) {
    text += "page\t612.0\t792.0\n"
    for row in rows {
      var x = row.x
      for word in row.text.split(separator: " ", omittingEmptySubsequences: false) {
        let width = 7.2 * Double(word.count)
        if !word.isEmpty {
          text += "word\t\(x)\t\(row.y)\t\(width)\t12.0\t0\t12.0\tCourier\t\(word)\n"
        }
        x += width + 7.2
      }
    }
    for line in more { text += line + "\n" }
  }

  var layout: PDFLayout { get throws { PDFLayout(try PDFWords(parsing: text + "end\n")) } }

  var speeches: [String] {
    get throws {
      let screenplay = try ScreenplayReader.read(Array(try layout.text.utf8), fileName: "a.txt")
      return try Script(screenplay).lines.filter { $0.kind == .dialogue }
        .map { "\($0.character ?? ""): \($0.text)" }
    }
  }
}

@Suite struct `A script in a PDF file` {
  private let watermark = "word\t200.0\t300.0\t80.0\t47.0\t3\t60.0\tHelvetica-Bold\tANNA"

  /// Two pages of a shooting script as casting offices send it.
  private var sheets: Sheets {
    var sheets = Sheets()
    sheets.add(
      (290, 40, "BLUE REV. 11/27/26"), (540, 40, "1."),
      (60, 80, "12"), (108, 80, "INT. HALL - NIGHT"), (533, 80, "12"),
      (108, 104, "Anna walks through the dark hall and stops."), (560, 104, "*"),
      (266, 128, "ANNA"), (180, 140, "Is there anybody in this house?"), (560, 140, "*"),
      (266, 164, "TOM"), (216, 176, "(from above)"), (180, 188, "Nobody but me, and I was about"),
      (560, 188, "*"), (266, 200, "(MORE)"), (500, 224, "(CONTINUED)"), also: [watermark])
    sheets.add(
      (290, 40, "BLUE REV. 11/27/26"), (540, 40, "2."),
      (60, 80, "12"), (108, 80, "CONTINUED:"), (533, 80, "12"),
      (266, 104, "TOM (CONT'D)"), (180, 116, "to leave."),
      (266, 140, "ANNA"), (180, 152, "Then leave."), also: [watermark])
    return sheets
  }

  @Test func `is read without what belongs to the page`() throws {
    #expect(
      try sheets.speeches == [
        "ANNA: Is there anybody in this house?", "TOM: Nobody but me, and I was about to leave.",
        "ANNA: Then leave.",
      ])
    let text = try sheets.layout.text
    for left in ["BLUE", "12", "*", "MORE", "CONTINUED", "(CONT'D)"] {
      #expect(!text.contains(left), "\(left) is left: \(text)")
    }
    #expect(text.hasPrefix("INT. HALL - NIGHT\n\nAnna walks"))
    #expect(try sheets.layout.doubts.isEmpty)
  }

  @Test func `keeps a name and a number that belong to the script`() throws {
    var sheets = Sheets()
    for page in 1...6 {
      sheets.add(
        (266, 80, "ANNA"), (180, 92, "I say it \(page) times, and you do not listen."),
        (266, 116, "TOM"), (180, 128, "42"))
    }
    let speeches = try sheets.speeches
    #expect(speeches.count == 12 && speeches[11] == "TOM: 42", "\(speeches)")
  }

  @Test func `has speeches side by side one after the other, and says so`() throws {
    var sheets = Sheets()
    sheets.add(
      (108, 80, "INT. HALL - NIGHT"), (108, 104, "They look at each other."),
      (180, 128, "ANNA"), (390, 128, "TOM"), (130, 140, "You never listen"),
      (340, 140, "I always listen to"), (130, 152, "to me."), (340, 152, "every word."))
    #expect(
      try sheets.speeches == [
        "ANNA: You never listen to me.", "TOM: I always listen to every word.",
      ])
    #expect(try sheets.layout.doubts.map(\.reason) == [.sideBySide])
  }

  @Test func `is a play in which the names stand before the speeches`() throws {
    var sheets = Sheets()
    sheets.add(
      (72, 80, "ANNA. Is there anybody in this house, or must I go"), (96, 92, "home again?"),
      (72, 112, "TOM. Nobody but me."), (108, 132, "(He comes down the stairs.)"),
      (72, 152, "ANNA. Then leave."), (72, 172, "TOM. I will."))
    #expect(
      try sheets.speeches == [
        "ANNA: Is there anybody in this house, or must I go home again?",
        "TOM: Nobody but me.", "ANNA: Then leave.", "TOM: I will.",
      ])
  }

  @Test func `a PDF with words at impossible places does no harm`() throws {
    let far = "page\t612\t792\nword\t1e300\t1\t1\t1\t0\t12\tA\tB\nend\n"
    #expect(try PDFWords(parsing: far).isEmpty)
    var text = "page\t0.0\t0.0\n"
    for x in [-99_999, 0, 99_999] {
      text += "word\t\(x).0\t\(x).0\t0.0\t0.0\t0\t0.0\tA\tWord and word\n"
    }
    #expect(try PDFLayout(PDFWords(parsing: text + "end\n")).text.utf8.count < 2000)
  }

  @Test(arguments: [
    ("word\t1\t2\n", PDFWords.Failure.line(1)), ("page\t612\tx\nend\n", .line(1)),
    ("page\t612\t792\n", .incomplete), ("page\t612\t792\nword\t1\t1\t1\t1\t0\t12\tA\n", .line(2)),
  ])
  func `is refused if the program's words are cut off or damaged`(
    text: String, failure: PDFWords.Failure
  ) {
    #expect(throws: failure) { try PDFWords(parsing: text) }
  }
}

@Suite struct `Large or repeated text in a PDF file` {
  private func word(_ x: Double, _ y: Double, _ size: Double, _ text: String) -> String {
    let width = 0.6 * size * Double(text.count)
    return "word\t\(x)\t\(y)\t\(width)\t\(size)\t0\t\(size)\tHelvetica\t\(text)"
  }

  /// Pages of a play: the first row of each is `first`, and `more` are words of another size.
  private func pages(
    _ count: Int, first: (Int) -> String, more: (Int) -> [String]
  ) -> Sheets {
    var sheets = Sheets()
    for number in 1...count {
      sheets.add(
        (x: 72, y: 40, text: first(number)),
        (x: 72, y: 120, text: "ANNA: I said it \(number) times."),
        (x: 72, y: 144, text: "BEN: And nobody heard it, as far as I know."),
        (x: 72, y: 168, text: "ANNA: Then I say it again, and louder."), also: more(number))
    }
    return sheets
  }

  @Test func `large text that differs from page to page is a heading`() throws {
    let sheets = pages(4, first: { "BEN: This is page \($0)." }) {
      [word(72, 20, 22, "ACT"), word(140, 20, 22, ["ONE", "TWO", "THREE", "FOUR"][$0 - 1])]
    }
    let text = try sheets.layout.text
    for number in ["ONE", "TWO", "THREE", "FOUR"] {
      #expect(text.contains("ACT \(number)"), "\(text)")
    }
  }

  @Test func `is a watermark if it lies over words or stands at one place of the pages`() throws {
    let over = pages(3, first: { "BEN: This is page \($0)." }) { [word(80, 130, 60, "COPY\($0)")] }
    // The first page may be a title page, and keeps all.
    #expect(try !over.layout.text.contains("COPY2"))
    #expect(try !over.layout.text.contains("COPY3"))
    let same = pages(3, first: { "BEN: This is page \($0)." }) { _ in [word(300, 400, 60, "DRAFT")]
    }
    #expect(try same.layout.text.split(separator: "DRAFT").count == 2)
  }

  @Test func `is a speech if it is a sentence and does not stand on most pages`() throws {
    let sheets = pages(8, first: { $0 % 3 == 0 ? "BEN: Perhaps." : "ANNA: I am \($0)." }) {
      _ in []
    }
    let speeches = try sheets.speeches
    #expect(speeches.count { $0 == "BEN: Perhaps." } == 2)
    let header = pages(8, first: { _ in "The play of Anna and Ben." }) { _ in [] }
    #expect(try !header.layout.text.contains("The play of"))
  }

  @Test func `is the number of a page if it counts on with the pages`() throws {
    let sheets = pages(6, first: { $0 == 4 ? "1914" : "\($0 + 2)" }) { _ in [] }
    let text = try sheets.layout.text
    #expect(text.contains("1914") && !text.contains("5\n"), "\(text)")
  }

  @Test func `has numbers that no page can have`() throws {
    let sheets = pages(2, first: { _ in "\(Int.min)" }) { _ in [] }
    #expect(try sheets.speeches.count == 6)
  }
}
