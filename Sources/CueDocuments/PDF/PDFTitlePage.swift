/// The title page of a script in a PDF file: its first page, if nobody speaks there.
///
/// It has few words, none of its rows is full, and none opens as rows of other pages do.
struct PDFTitlePage {
  /// Keys of Fountain's title page with their values.
  let entries: [(key: String, values: [String])]
  /// Its rows.
  let paragraphs: [DocumentParagraphs.Paragraph]

  private static let mostWords = 100
  private static let mostFullRows = 1
  /// Words before the name of an author, in small letters.
  private static let credits: Set<String> = [
    "by", "written by", "a play by", "screenplay by", "von", "de", "par", "di", "door", "av",
  ]

  /// Finds the title page of a file with that many pages; nil if there is none.
  init?(_ rows: PDFRows, pages: Int) {
    let page = rows.rows.filter { $0.page == 1 && !$0.pieces.isEmpty }
    let others = rows.rows.filter { $0.page > 1 && !$0.pieces.isEmpty }
    guard pages > 1, !page.isEmpty, !others.isEmpty,
      page.reduce(0, { $0 + $1.pieces.reduce(0) { $0 + $1.words.count } })
        <= PDFTitlePage.mostWords
    else { return nil }
    // A row of a name, or one that opens with a name.
    func openings(_ row: PDFRows.Row) -> [String] {
      let word = row.pieces[0].words[0].text
      let isHead = word.last.map { ":.".contains($0) } == true && word.count > 2
      return isHead ? [word, row.text] : [row.text]
    }
    var counts: [String: Int] = [:]
    for opening in others.flatMap(openings) { counts[opening, default: 0] += 1 }
    let speaks = page.contains { row in
      !row.cell.isEmpty || openings(row).contains { counts[$0, default: 0] > 1 }
    }
    // Where text goes on, the first word of a row had no room on the row before.
    let full = zip(page, page.dropFirst()).count { row, next in
      let (last, first) = (row.pieces[row.pieces.count - 1], next.pieces[0])
      return abs(row.pieces[0].x - first.x) < 1
        && last.end + first.words[0].width > rows.right
    }
    // A script begins at the top of its pages, as the next page does.
    let top = others[0].middle
    let isLow = page[0].middle > top + 2 * rows.distance
    let size = page.map { $0.pieces[0].words[0].size }.max() ?? 0
    guard !speaks, full <= PDFTitlePage.mostFullRows, isLow || size > 1.2 * rows.size else {
      return nil
    }
    var title: [String] = []
    var author: [String] = []
    var notes: [String] = []
    var isAfterCredit = false
    let titleSize = size > 1.2 * rows.size ? size : page[0].pieces[0].words[0].size
    for row in page {
      let words = row.text
      let isTitleSize = abs(row.pieces[0].words[0].size - titleSize) < 0.5
      if isAfterCredit, author.isEmpty {
        author.append(words)
      } else if PDFTitlePage.credits.contains(words.lowercased()) {
        isAfterCredit = true
      } else if title.isEmpty ? isTitleSize : isTitleSize && size > 1.2 * rows.size {
        title.append(words)
      } else {
        notes.append(words)
      }
    }
    entries = [
      ("Title", [title.joined(separator: " ")]), ("Author", author), ("Notes", notes),
    ].filter { !$0.values.isEmpty }
    paragraphs = page.map {
      .init(place: .text, style: "", indent: 0, isCentred: false, spans: [.init(text: $0.text)])
    }
  }
}
