import CueTerminal
import TestSupport
import Testing

@Suite struct `A picture on a screen` {
  @Test func `is seen where and as it was put`() {
    var picture = Picture(ScreenSize(columns: 10, rows: 3))
    picture.put("hello", row: 0, column: 3, style: .dim)
    picture.put("too long for it", row: 2, column: 0, style: [.bold, .underline])
    picture.put("nowhere", row: 3, column: 0)
    #expect(picture.text == ["   hello", "", "too long…"])
    #expect(picture.text(styled: .dim) == ["hello"])
    #expect(picture.text(styled: .underline) == ["too long…"])
  }

  @Test func `marks the bytes of a word, on whatever line it stands`() {
    let text = "Õhtu on ilus"
    var picture = Picture(ScreenSize(columns: 5, rows: 3))
    for (row, line) in TextLayout.lines(of: text, columns: 5).enumerated() {
      picture.put(line, row: row, column: 0, marked: 6..<8, markedStyle: .reverse)
    }
    #expect(picture.text == ["Õhtu", "on", "ilus"])
    #expect(picture.text(styled: .reverse) == ["on"])
  }

  @Test func `shows no half of a wide character`() {
    var picture = Picture(ScreenSize(columns: 4, rows: 1))
    picture.put("日本", row: 0, column: 0)
    picture.put("x", row: 0, column: 1)
    #expect(picture.text == [" x本"])
    picture.put(TextLayout.line(of: "語", columns: 2), row: 0, column: 3)
    #expect(picture.text == [" x本"])
  }

  @Test func `is turned for a pane of glass, with characters whole and brackets the other way`() {
    var picture = Picture(ScreenSize(columns: 12, rows: 2))
    picture.put("a日(e\u{301}) 👩‍👩‍👧b", row: 0, column: 0, style: .bold)
    let mirrored = picture.mirrored
    #expect(mirrored.text == ["  b👩‍👩‍👧 (e\u{301})日a", ""])
    #expect(mirrored.text(styled: .bold) == ["b👩‍👩‍👧 (e\u{301})日a"])
    #expect(mirrored.mirrored == picture)
  }

  @Test func `has a style for each glyph, and colours`() {
    var picture = Picture(ScreenSize(columns: 8, rows: 1))
    picture.put(TextLayout.line(of: "go on", columns: 8), row: 0, column: 0) {
      $0.range.lowerBound < 2 ? [.green, .bold] : .cyan
    }
    #expect(picture.text(styled: .green) == ["go"] && picture.text(styled: .cyan) == ["on"])
    var painter = Painter()
    let sent = painter.paint(picture)
    #expect(sent.contains("\u{1b}[0;1;32mgo") && sent.contains("\u{1b}[0;36m on"))
  }

  @Test func `is sent once, and then only the rows that change`() {
    var painter = Painter()
    var picture = Picture(ScreenSize(columns: 20, rows: 3))
    picture.put("first", row: 0, column: 0)
    picture.put("second", row: 2, column: 0)
    #expect(painter.paint(picture).contains("first"))
    #expect(painter.paint(picture) == "")
    picture.put("third ", row: 2, column: 0)
    let sent = painter.paint(picture)
    #expect(sent.contains("third") && !sent.contains("first"))
    painter.forget()
    #expect(painter.paint(picture).contains("first"))
  }

  /// A terminal that does what it is sent is the judge.
  @Test func `is the same on the screen, from whatever was there before`() {
    var random = Seeded(3)
    let words = ["a", "word", "õäöü", "日本語", "👩‍👩‍👧", "e\u{301}", "  ", "👍🏽x"]
    for _ in 0..<100 {
      var painter = Painter()
      var size = ScreenSize(columns: 12, rows: 4)
      var screen = ScreenReader(size)
      for _ in 0..<8 {
        if Int.random(in: 0..<5, using: &random) == 0 {
          size = ScreenSize(
            columns: .random(in: 1...30, using: &random), rows: .random(in: 1...6, using: &random))
          screen = ScreenReader(size)
          screen.read(String(repeating: "#", count: 200))
        }
        var picture = Picture(size)
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          picture.put(
            words.randomElement(using: &random) ?? "", row: .random(in: 0..<8, using: &random),
            column: .random(in: 0..<30, using: &random),
            style: Style(rawValue: .random(in: 0..<16, using: &random)))
        }
        screen.read(painter.paint(picture))
        #expect(screen.text == picture.text)
        for style in [Style.bold, .dim, .underline, .reverse] {
          #expect(screen.text(styled: style) == picture.text(styled: style))
        }
        #expect(!screen.isSynchronizing)
      }
    }
  }
}
