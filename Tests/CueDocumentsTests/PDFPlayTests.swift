@testable import CueDocuments
import CueScreenplay
import Testing

/// Sets paragraphs in rows and pages, as a word processor does, and prints them as `cue-import-pdf` does.
private struct Press {
  enum Look { case plain, bold, italic, smallCapitals }

  /// How a paragraph stands on the page, in points.
  struct Place {
    var isCentred = false
    var left = 0.0
    var first = 0.0
    /// The gap above it, in rows.
    var gap = 0.0
  }

  let rowsOnPage: Double
  var width = 420.0
  private(set) var text = ""
  private var row = 0.0

  private static let (margin, size, distance, letter, blank) = (72.0, 12.0, 15.0, 6.2, 3.8)

  init(rowsOnPage: Double) { self.rowsOnPage = rowsOnPage }

  /// A word's width, and what is printed of it at `x`.
  private static func set(_ word: Substring, _ look: Look, x: Double, y: Double) -> (
    width: Double, lines: String
  ) {
    func line(_ text: String, _ x: Double, _ size: Double) -> String {
      let font = look == .bold ? "A+Serif-Bold" : look == .italic ? "A+Serif-Italic" : "A+Serif"
      let (top, width) = (y - 0.8 * size, letter * size / Self.size * Double(text.count))
      return "word\t\(x)\t\(top)\t\(width)\t\(size)\t0\t\(size)\t\(font)\t\(text)\n"
    }
    guard look == .smallCapitals, word.count > 1 else {
      return (letter * Double(word.count), line(String(word), x, size))
    }
    let rest = line(word.dropFirst().uppercased(), x + letter, 0.8 * size)
    return (
      letter * (1 + 0.8 * Double(word.count - 1)), line(String(word.prefix(1)), x, size) + rest
    )
  }

  private mutating func open(_ rows: Double) {
    if text.isEmpty || row + rows > rowsOnPage {
      row = text.isEmpty ? rows - 1 : 0
      text += "page\t564.0\t\(2 * Self.margin + rowsOnPage * Self.distance)\n"
    } else {
      row += rows - 1
    }
    row += 1
  }

  mutating func endPage() { row = rowsOnPage }

  mutating func add(_ spans: [(text: String, look: Look)], _ place: Place = Place()) {
    var words = spans.flatMap { span in span.text.split(separator: " ").map { ($0, span.look) } }[
      ...]
    var isFirst = true
    while !words.isEmpty {
      var x = place.left + (isFirst ? place.first : 0)
      var taken: [(Substring, Look, Double)] = []
      while let (word, look) = words.first {
        let wide = Self.set(word, look, x: 0, y: 0).width
        guard taken.isEmpty || x + wide <= width else { break }
        taken.append((word, look, x))
        x += wide + Self.blank
        words.removeFirst()
      }
      open(isFirst ? 1 + place.gap : 1)
      let shift = Self.margin + (place.isCentred ? (width - x + Self.blank) / 2 : 0)
      for (word, look, x) in taken {
        text += Self.set(word, look, x: shift + x, y: Self.margin + row * Self.distance).lines
      }
      isFirst = false
    }
  }

  /// A row of a table: a name, and its words from `column` on.
  mutating func add(_ name: String, _ words: String, column: Double) {
    let before = text
    var cell = Press(rowsOnPage: rowsOnPage)
    cell.width = width
    (cell.text, cell.row) = (text, row)
    cell.add([(words, .plain)], Place(left: column))
    // The name stands on the first row of its words.
    let isNewPage = before.isEmpty || row + 1 > rowsOnPage
    let y = Self.margin + (isNewPage ? 1 : row + 1) * Self.distance
    var added = String(cell.text.dropFirst(before.count))
    var x = Self.margin
    var lines = ""
    for word in name.split(separator: " ") {
      let set = Self.set(word, .plain, x: x, y: y)
      lines += set.lines
      x += set.width + Self.blank
    }
    let start =
      added.hasPrefix("page")
      ? added.index(after: added.firstIndex(of: "\n")!) : added.startIndex
    added.insert(contentsOf: lines, at: start)
    (text, row) = (before + added, cell.row)
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

/// Speeches of three people, of many lengths.
private enum Play {
  static let speeches: [(name: String, words: String)] = (0..<60).map { number in
    let words = [
      "There is", "always a train,", "and the question", "is whether", "it stops", "at the old",
      "station before", "you have", "bought", "a ticket", "for someone", "who waits.",
    ]
    let length = [1, 4, 2, 19, 7, 3, 11, 33, 5, 2, 14][number % 11]
    let said = (0..<length).map { words[(number * 7 + $0 * 5) % words.count] }
    return (
      ["Nora", "Tom Gray", "Irma", "Nora", "Irma"][number % 5],
      "Well, " + said.joined(separator: " ") + " that is number \(number)."
    )
  }

  /// Speeches of one person side by side are one.
  static var expected: [String] { speeches.map { "\($0.name.uppercased()): \($0.words)" } }
}

@Suite struct `A stage play in a PDF file` {
  @Test(arguments: [
    ("capitals", 9.0), ("capitals", 46), ("small capitals", 9), ("small capitals", 46),
    ("bold", 9), ("bold", 46), ("centred capitals", 9), ("centred capitals", 46),
    ("centred small capitals", 46), ("centred", 46), ("centred bold", 9),
  ]) func `has names on rows of their own, and no gaps`(form: String, rows: Double) throws {
    var press = Press(rowsOnPage: rows)
    for speech in Play.speeches {
      let look: Press.Look =
        form.hasSuffix("bold") ? .bold : form.hasSuffix("small capitals") ? .smallCapitals : .plain
      let name =
        form.hasSuffix("capitals") && look == .plain ? speech.name.uppercased() : speech.name
      press.add([(name, look)], .init(isCentred: form.hasPrefix("centred")))
      press.add([(speech.words, .plain)])
    }
    let speeches = try press.speeches
    let wrong = zip(speeches, Play.expected).first { $0 != $1 }
    #expect(speeches == Play.expected, "\(wrong.map { "\($0)" } ?? "")")
  }

  @Test(arguments: ["bold", "bold, indented", "bold, hanging", "small capitals", "bold, with gaps"])
  func `has names before the speeches`(form: String) throws {
    var press = Press(rowsOnPage: 30)
    let place: Press.Place =
      form.hasSuffix("indented")
      ? .init(first: 18)
      : form.hasSuffix("hanging")
        ? .init(left: 24, first: -24) : .init(gap: form.hasSuffix("gaps") ? 0.5 : 0)
    for (number, speech) in Play.speeches.enumerated() {
      let look: Press.Look = form.hasPrefix("bold") ? .bold : .smallCapitals
      press.add([(speech.name + ".", look), (speech.words, .plain)], place)
      if number % 9 == 8 {
        press.add([("She goes to the window and looks for the train.", .italic)], place)
      }
    }
    #expect(try press.speeches == Play.expected)
  }

  @Test func `has names and speeches in the columns of a table`() throws {
    var press = Press(rowsOnPage: 40)
    press.width = 330
    for speech in Play.speeches { press.add(speech.name.uppercased(), speech.words, column: 90) }
    #expect(try press.speeches == Play.expected)
  }

  @Test func `has a title page, which nobody says`() throws {
    var press = Press(rowsOnPage: 40)
    for row in ["The Last Train", "by", "A. N. Author", "Third draft, 12 March 2026"] {
      press.add([(row, .plain)], .init(isCentred: true, gap: 3))
    }
    for row in ["Revised 14 March 2026", "Writers House", "12 Harbour Street", "020 7946 0000"] {
      press.add([(row, .plain)])
    }
    press.endPage()
    for speech in Play.speeches {
      press.add([(speech.name.uppercased(), .plain)])
      press.add([(speech.words, .plain)])
    }
    let text = try press.layout.text
    #expect(
      text.hasPrefix("Title: The Last Train\nAuthor: A. N. Author\nNotes: Third draft"), "\(text)")
    let screenplay = try ScreenplayReader.read(Array(text.utf8), fileName: "a.txt")
    #expect(screenplay.title("title") == ["The Last Train"])
    #expect(!screenplay.elements.contains { $0.text.contains("Harbour") })
    #expect(try press.speeches == Play.expected)
  }
}

@Suite struct `Prose in a PDF file` {
  /// Without gaps, only indents show where paragraphs begin; pages end within them.
  @Test func `has a paragraph at each indent, also over pages`() throws {
    var press = Press(rowsOnPage: 11)
    for speech in Play.speeches { press.add([(speech.words, .plain)], .init(first: 20)) }
    let paragraphs = try press.layout.paragraphs.map(\.inOneRow.text)
    #expect(paragraphs == Play.speeches.map(\.words))
  }
}
