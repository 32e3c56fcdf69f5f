/// A script in a PDF file as plain text in columns, as ``ScreenplayReader`` reads it.
///
/// What belongs to the page and not to the script is left out: watermarks, headers, footers, numbers of pages and scenes,
/// `(MORE)`, `CONTINUED`, and stars of revisions. Speeches go on over pages.
package struct PDFLayout: Sendable {
  /// The script, a row of the page in a line, with blanks for its place.
  package var text: String { rows.text }
  /// What may be read wrongly, in order.
  package private(set) var doubts: [ImportDoubt] = []

  private var rows = RowText()

  private typealias Word = PDFWords.Word

  /// Words side by side without a wide gap.
  private struct Piece {
    var words: [Word]
    var x: Double { words[0].x }
    var end: Double { words[words.count - 1].end }
    var text: String { words.map(\.text).joined(separator: " ") }
    var isUpper: Bool {
      !text.contains(where: \.isLowercase) && text.contains(where: \.isUppercase)
    }
  }

  private struct Row {
    var page: Int
    var middle: Double
    var pieces: [Piece]
    /// Text in the margins that was left out and is not a number.
    var margin: [String] = []
    var text: String { pieces.map(\.text).joined(separator: " ") }
  }

  /// A gap this many times as wide as the font is high divides a row.
  private static let widestGap = 2.2
  /// Words are not part of the script if their size is outside these shares of its size.
  private static let sizes = 0.6...1.4
  /// A page with more large words than this has no headings in them.
  private static let mostLargeWords = 200
  /// The parts of a page's height in which headers and footers stand.
  private static let headerShare = 0.12
  private static let footerShare = 0.90
  /// Headers and footers are further from the next row than this many times the height of the font.
  private static let apartShare = 1.6
  /// Rows further apart than this share of the usual distance have an empty row between them.
  private static let paragraphShare = 1.25
  /// No row of a page begins further right, in signs.
  private static let mostBlanks = 200
  /// The width of a sign of a typewriter font, as a share of its size.
  private static let signShare = 0.6

  private let size: Double
  /// The left and right edge of the text.
  private var left = 0.0
  private var right = Double.infinity
  /// How far apart rows are.
  private var distance = 0.0

  /// Lays out the words of a file.
  package init(_ words: PDFWords) {
    let upright = words.pages.flatMap(\.words).filter { $0.turns == 0 }
    size = max(1, PDFLayout.usual(upright.map { ($0.size, $0.text.count) }, step: 0.5) ?? 12)
    var rows: [Row] = []
    let marks = watermarks(words.pages)
    for (index, page) in words.pages.enumerated() {
      rows += self.rows(of: page, number: index + 1, without: marks)
    }
    dropFurniture(&rows, words.pages)
    measure(rows)
    dropMargins(&rows)
    write(rows)
  }

  // MARK: Rows

  private func rows(
    of page: PDFWords.Page, number: Int, without marks: Set<String>
  ) -> [Row] {
    let isTitle = number == 1
    let body = page.words.filter { $0.turns == 0 && isOfBody($0) }
    let large = largeRows(of: page)
    let words = page.words.filter { word in
      guard word.turns == 0 else { return false }
      if isTitle || isOfBody(word) { return true }
      // A heading may be large; a watermark lies over other words, or comes back.
      guard let row = large[PDFLayout.height(word)], isLarge(word) else { return false }
      return !marks.contains(row) && !body.contains { PDFLayout.overlap($0, word) }
    }
    var rows: [[Word]] = []
    for word in words.sorted(by: { ($0.middle, $0.x) < ($1.middle, $1.x) }) {
      if let first = rows.last?.first, abs(first.middle - word.middle) < 0.45 * size {
        rows[rows.count - 1].append(word)
      } else {
        rows.append([word])
      }
    }
    return rows.map { words in
      let words = words.sorted { $0.x < $1.x }
      var pieces: [Piece] = []
      for word in words {
        if let end = pieces.last?.end, word.x - end < PDFLayout.widestGap * size {
          pieces[pieces.count - 1].words.append(word)
        } else {
          pieces.append(Piece(words: [word]))
        }
      }
      return Row(page: number, middle: words[0].middle, pieces: pieces)
    }
  }

  private func isOfBody(_ word: Word) -> Bool { PDFLayout.sizes.contains(word.size / size) }

  private func isLarge(_ word: Word) -> Bool { word.size / size > PDFLayout.sizes.upperBound }

  /// Rows of large words that stand at the same place of several pages.
  private func watermarks(_ pages: [PDFWords.Page]) -> Set<String> {
    var seen: [String: Int] = [:]
    for page in pages {
      for row in largeRows(of: page).values { seen[row, default: 0] += 1 }
    }
    return Set(seen.filter { $0.value >= max(2, pages.count / 5) }.keys)
  }

  /// The rows of a page's large words with their places, by their height on the page; none on a page that has too many for
  /// headings.
  private func largeRows(of page: PDFWords.Page) -> [Int: String] {
    let words = page.words.filter { isLarge($0) && $0.turns == 0 }
    guard words.count <= PDFLayout.mostLargeWords else { return [:] }
    var rows: [Int: String] = [:]
    for word in words.sorted(by: { $0.x < $1.x }) {
      let height = PDFLayout.height(word)
      rows[height, default: "\(height)"] += " \(Int((word.x / 6).rounded())) \(word.text)"
    }
    return rows
  }

  private static func height(_ word: Word) -> Int { Int((word.y / 6).rounded()) }

  private static func overlap(_ one: Word, _ other: Word) -> Bool {
    one.x < other.end && other.x < one.end && one.middle > other.y
      && one.middle < other.y + other.height
  }

  // MARK: What belongs to the page

  /// Leaves out headers, footers, numbers of pages, and what says that a scene or speech goes on.
  private func dropFurniture(_ rows: inout [Row], _ pages: [PDFWords.Page]) {
    var seen: [String: Set<Int>] = [:]
    func isAtEdge(_ row: Row) -> Bool {
      let share = row.middle / pages[row.page - 1].height
      return share < PDFLayout.headerShare || share > PDFLayout.footerShare
    }
    func key(_ row: Row) -> String {
      // Numbers of any length are alike.
      let words = row.text.split(whereSeparator: \.isNumber).joined(separator: "#")
      return "\(Int((row.middle / 6).rounded())) " + words
    }
    // Numbers of pages count on with the pages.
    var offsets: [Int: Int] = [:]
    for row in rows where isAtEdge(row) {
      seen[key(row), default: []].insert(row.page)
      if PDFLayout.isPageNumber(row.text), let number = Int(row.text) {
        offsets[number - row.page, default: 0] += 1
      }
    }
    let offset = offsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    func isPageNumber(_ text: String, page: Int) -> Bool {
      guard PDFLayout.isPageNumber(text) else { return false }
      return Int(text).map { $0 - page == offset } ?? true
    }
    // A sentence may stand first on several pages; one on most of them is a header.
    func enough(_ row: Row) -> Int {
      let isSentence =
        row.text.contains(where: \.isLowercase) && ".!?…”\"’'".contains(row.text.last ?? " ")
      return max(2, isSentence ? pages.count / 2 + 1 : pages.count / 5)
    }
    // A name or a speech may stand first on several pages: a header stands apart, or has the number of the page.
    let isHeader = rows.indices.map { place in
      let row = rows[place]
      guard isAtEdge(row) else { return false }
      let isAbove = row.middle < pages[row.page - 1].height / 2
      func isOfPage(_ other: Int) -> Bool {
        rows.indices.contains(other) && rows[other].page == row.page
      }
      let next = isAbove ? place + 1 : place - 1
      let isOutermost = !isOfPage(isAbove ? place - 1 : place + 1)
      let isApart =
        !isOfPage(next) || abs(rows[next].middle - row.middle) > PDFLayout.apartShare * size
      let hasNumber = isOutermost && row.text.contains(where: \.isNumber)
      let repeats = (seen[key(row)]?.count ?? 0) >= enough(row)
      return PDFLayout.isPageNumber(row.text)
        ? isPageNumber(row.text, page: row.page) && (isApart || isOutermost)
        : repeats && (isApart || hasNumber)
    }
    rows = zip(rows, isHeader).filter { !$0.1 }.map(\.0)
  }

  /// Whether `text` is a number as pages and scenes have it: `12.`, `- 12 -`, `Page 12`, `12A`, `1/12`.
  private static func isPageNumber(_ text: String) -> Bool {
    var words = text.split { !$0.isLetter && !$0.isNumber }
    if let first = words.first, ["page", "p"].contains(first.lowercased()) { words.removeFirst() }
    if words.count == 3, words[1] == "of" { words.remove(at: 1) }
    if words.count == 2, words[1].allSatisfy(\.isNumber) { words.removeLast() }
    guard words.count == 1, let word = words.first, word.first?.isNumber == true else {
      return false
    }
    return word.count <= 5 && word.drop(while: \.isNumber).count <= 1
  }

  /// Whether `text` says that a speech goes on over the page, or a scene.
  private static func goesOn(_ text: String) -> (speech: Bool, scene: Bool) {
    let word = text.uppercased().filter { $0.isLetter || $0 == "'" || $0 == "’" }
    return (word == "MORE", ["CONTINUED", "CONT'D", "CONT’D"].contains(word))
  }

  // MARK: Edges

  private mutating func measure(_ rows: [Row]) {
    // Many rows of several words begin at the edge of the text; numbers of scenes stand further left.
    var starts: [Int: Int] = [:]
    var ends: [Double] = []
    for row in rows {
      for piece in row.pieces
      where piece.words.count(where: { $0.text.contains(where: \.isLetter) }) >= 3 {
        starts[Int((piece.x / 3).rounded()), default: 0] += 1
        ends.append(piece.end)
      }
    }
    let many = max(1, starts.values.reduce(0, +) / 50)
    left =
      starts.filter { $0.value >= many }.keys.min().map { 3 * Double($0) } ?? rows.map {
        $0.pieces[0].x
      }.min() ?? 0
    right = ends.sorted().dropLast(ends.count / 50).last ?? .infinity
    // Within a paragraph, rows are nearest to each other.
    var distances: [Int: Int] = [:]
    for (one, next) in zip(rows, rows.dropFirst()) where one.page == next.page {
      distances[Int(next.middle - one.middle), default: 0] += 1
    }
    let often = distances.values.reduce(0, +) / 12
    distance =
      distances.filter { $0.value >= often && $0.key > 0 }.keys.min().map(Double.init) ?? size
  }

  /// The value that most weight falls on, in steps of `step`; nil without values.
  private static func usual(_ values: [(Double, Int)], step: Double) -> Double? {
    var weights: [Int: Int] = [:]
    for (value, weight) in values { weights[Int((value / step).rounded()), default: 0] += weight }
    return weights.max { ($0.value, -$0.key) < ($1.value, -$1.key) }.map { step * Double($0.key) }
  }

  /// Leaves out numbers of scenes in the margins, and stars of revisions.
  private mutating func dropMargins(_ rows: inout [Row]) {
    var stars: [Int: Int] = [:]
    func column(_ word: Word) -> Int { Int((word.x / 4).rounded()) }
    func isStar(_ word: Word) -> Bool { word.text.allSatisfy { $0 == "*" } }
    for row in rows {
      if let word = row.pieces.last?.words.last, isStar(word) {
        stars[column(word), default: 0] += 1
      }
    }
    for index in rows.indices {
      if let word = rows[index].pieces.last?.words.last, isStar(word),
        word.x > right || (stars[column(word)] ?? 0) >= 3
      {
        let piece = rows[index].pieces.count - 1
        rows[index].pieces[piece].words.removeLast()
        if rows[index].pieces[piece].words.isEmpty { rows[index].pieces.removeLast() }
      }
      var margin: [String] = []
      rows[index].pieces.removeAll { piece in
        let isLeft = piece.end < left - 4
        let isRight = piece.x > right + 4
        guard isLeft || isRight else { return false }
        let goesOn = PDFLayout.goesOn(piece.text)
        if piece.text.count > 6, !goesOn.speech, !goesOn.scene {
          margin.append(piece.text)
        }
        return true
      }
      rows[index].margin = margin
      // The number of a scene at the right edge.
      if rows[index].pieces.count > 1, let last = rows[index].pieces.last,
        PDFLayout.isPageNumber(last.text)
      {
        rows[index].pieces.removeLast()
      }
      // A number that stands close before a heading.
      if let first = rows[index].pieces.first?.words.first, first.end < left - 4,
        PDFLayout.isPageNumber(first.text), rows[index].pieces[0].words.count > 1
      {
        rows[index].pieces[0].words.removeFirst()
      }
    }
    rows.removeAll { $0.pieces.isEmpty && $0.margin.isEmpty }
  }

  // MARK: The text

  private mutating func write(_ rows: [Row]) {
    let sign = PDFLayout.signShare * size
    var before: Row?
    var wasCutOff = false
    var place = 0
    while place < rows.count {
      let row = rows[place]
      place += 1
      for words in row.margin { doubt(row.page, words, .margin) }
      if row.pieces.isEmpty { continue }
      let goesOn = PDFLayout.goesOn(row.text)
      if goesOn.speech { wasCutOff = true }
      if goesOn.speech || goesOn.scene { continue }
      defer {
        before = row
        wasCutOff = false
      }
      if let last = before {
        if last.page != row.page {
          // The name is said again over the page; the speech goes on.
          if wasCutOff, row.pieces.count == 1, PDFLayout.saysAgain(row.text) {
            continue
          }
          if !wasCutOff, !goesOnOver(last, row) { self.rows.addEmpty() }
        } else if row.middle - last.middle > PDFLayout.paragraphShare * distance {
          self.rows.addEmpty()
        }
      }
      if row.pieces.count > 1, row.pieces.allSatisfy(\.isUpper), row.pieces[0].x > left + 6 {
        place = writeColumns(rows, from: place - 1)
        continue
      }
      if row.pieces.count > 1 {
        doubt(row.page, row.text, .sideBySide)
      }
      let column = Int(((row.pieces[0].x - left) / sign).rounded())
      let blanks = String(repeating: " ", count: min(max(0, column), PDFLayout.mostBlanks))
      var words = row.text[...]
      // In plays with names above the speeches, a direction stands before the speech.
      if let before, before.pieces[0].isUpper, before.pieces[0].x > left + 6, words.hasPrefix("("),
        let end = words.firstIndex(of: ")"), words.index(after: end) < words.endIndex
      {
        self.rows.add(blanks + words[...end])
        words = words[words.index(after: end)...].drop { $0 == " " }
      }
      self.rows.add(blanks + words)
    }
  }

  private mutating func doubt(_ page: Int, _ row: String, _ reason: ImportDoubt.Reason) {
    doubts.append(ImportDoubt(page: page, line: rows.next, row: row, reason: reason))
  }

  /// Whether a speech or paragraph may go on over the page: the next row begins where the last one does, or the last one is a name.
  private func goesOnOver(_ last: Row, _ next: Row) -> Bool {
    let (last, next) = (last.pieces[0], next.pieces[0])
    guard !next.isUpper else { return false }
    return abs(last.x - next.x) < 6 || last.isUpper && last.x > left + 6
  }

  /// Whether `text` is a name that is said again over the page, as in `NORA (CONT'D)`.
  private static func saysAgain(_ text: String) -> Bool {
    let upper = text.uppercased().replacing("’", with: "'")
    return upper.hasSuffix("(CONT'D)") || upper.hasSuffix("(CONT.)")
      || upper.hasSuffix("(CONTINUED)")
  }

  /// Two speeches side by side from the row at `start` on, one after the other; the row that follows them.
  private mutating func writeColumns(_ rows: [Row], from start: Int) -> Int {
    let between = (rows[start].pieces[0].end + rows[start].pieces[1].x) / 2
    var columns: [[(x: Double, text: String)]] = [[], []]
    var end = start
    while end < rows.count, rows[end].page == rows[start].page,
      end == start || rows[end].middle - rows[end - 1].middle < PDFLayout.paragraphShare * distance
    {
      // A line of one column may reach over the middle of the names, but not of its own piece.
      for piece in rows[end].pieces {
        columns[piece.x < between ? 0 : 1].append((piece.x, piece.text))
      }
      end += 1
    }
    doubt(rows[start].page, rows[start].text, .sideBySide)
    for (number, column) in columns.enumerated() where !column.isEmpty {
      if number > 0 { self.rows.addEmpty() }
      let name = column[0]
      self.rows.add(String(repeating: " ", count: 22) + name.text)
      for line in column.dropFirst() {
        self.rows.add(String(repeating: " ", count: line.text.hasPrefix("(") ? 16 : 10) + line.text)
      }
    }
    return end
  }
}
