/// A script in a PDF file as plain text, as ``ScreenplayReader`` reads it.
package struct PDFLayout: Sendable {
  /// The script: its title page, then each row of a page in a line, with blanks for its place.
  package let text: String
  /// What may be read wrongly, in order.
  package private(set) var doubts: [ImportDoubt] = []
  /// The paragraphs of its rows.
  let paragraphs: [DocumentParagraphs.Paragraph]

  private typealias Row = PDFRows.Row

  /// The places of the texts of two people who speak at the same time, in points.
  private static let nameIndent = 158.4
  private static let directionIndent = 115.2
  private static let speechIndent = 72.0
  /// A name in the first of two columns is at least this far from the left edge, in points.
  private static let nameShare = 6.0

  /// Lays out the words of a file.
  package init(_ words: PDFWords) {
    let rows = PDFRows(words)
    let title = PDFTitlePage(rows, pages: words.pages.count)
    var layout = PDFLayout.Parts(rows)
    layout.add(rows.rows.filter { $0.page > (title == nil ? 0 : 1) })
    let written = DocumentLayout(layout.parts.map(\.paragraph), title: title?.entries ?? [])
    text = written.text
    paragraphs = (title?.paragraphs ?? []) + layout.parts.map(\.paragraph)
    doubts = layout.doubts.map { doubt in
      let isAtEnd = doubt.part == layout.parts.count
      return ImportDoubt(
        page: doubt.row.page,
        line: isAtEnd ? written.lineCount + 1 : written.lines[doubt.part] + doubt.offset,
        row: doubt.text, reason: doubt.reason)
    }
  }

  /// Paragraphs, and doubts about their rows.
  private struct Parts {
    let rows: PDFRows
    var parts: [PDFParagraphs.Part] = []
    var doubts: [(part: Int, offset: Int, row: Row, text: String, reason: ImportDoubt.Reason)] = []

    init(_ rows: PDFRows) { self.rows = rows }

    /// Adds rows; two speeches side by side become one after the other.
    mutating func add(_ all: [Row]) {
      var script: [Row] = []
      var place = 0
      while place < all.count {
        if isSideBySide(all[place]) {
          flush(&script)
          place = addColumns(all, from: place)
        } else {
          script.append(all[place])
          place += 1
        }
      }
      flush(&script)
    }

    private func isSideBySide(_ row: Row) -> Bool {
      row.pieces.count > 1 && row.pieces.allSatisfy(\.isUpper)
        && row.pieces[0].x > rows.left + PDFLayout.nameShare
    }

    private mutating func flush(_ script: inout [Row]) {
      let first = parts.count
      parts += PDFParagraphs(rows, of: script.filter { !$0.pieces.isEmpty }).parts
      var (part, offset) = (first, 0)
      for row in script {
        for words in row.margin { doubts.append((part, offset, row, words, .margin)) }
        guard !row.pieces.isEmpty else { continue }
        if row.pieces.count > 1 { doubts.append((part, offset, row, row.text, .sideBySide)) }
        offset += 1
        if offset == parts[part].rows.count { (part, offset) = (part + 1, 0) }
      }
      script = []
    }

    /// Two speeches side by side from the row at `start` on; the row that follows them.
    private mutating func addColumns(_ all: [Row], from start: Int) -> Int {
      let first = all[start]
      let between = (first.pieces[0].end + first.pieces[1].x) / 2
      var columns: [[String]] = [[], []]
      var end = start
      while end < all.count, all[end].page == first.page,
        end == start || !rows.hasGap(all[end - 1], all[end])
      {
        // A line of one column may reach over the middle of the names, but not of its own piece.
        for piece in all[end].pieces { columns[piece.x < between ? 0 : 1].append(piece.text) }
        end += 1
      }
      doubts.append((parts.count, 0, first, first.text, .sideBySide))
      for column in columns {
        for (number, line) in column.enumerated() {
          let indent =
            number == 0
            ? PDFLayout.nameIndent
            : line.hasPrefix("(") ? PDFLayout.directionIndent : PDFLayout.speechIndent
          if let last = parts.last, number > 1, last.paragraph.indent == indent {
            parts[parts.count - 1].paragraph.spans[0].text += "\u{2028}" + line
          } else {
            parts.append(
              .init(
                rows: [],
                paragraph: .init(
                  place: .text, style: "", indent: indent, isCentred: false,
                  spans: [.init(text: line)])))
          }
        }
      }
      return end
    }
  }
}
