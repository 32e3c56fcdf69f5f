/// The rows of a PDF file that belong to its script.
///
/// What belongs to the page and not to the script is left out: watermarks, headers, footers, numbers of pages and scenes,
/// `(MORE)`, `CONTINUED`, names that are said again over the page, and stars of revisions.
struct PDFRows: Sendable {
  typealias Word = PDFWords.Word

  /// Words side by side without a wide gap.
  struct Piece {
    var words: [Word]
    var x: Double { words[0].x }
    var end: Double { words[words.count - 1].end }
    var text: String { words.map(\.text).joined(separator: " ") }
    var isUpper: Bool {
      !text.contains(where: \.isLowercase) && text.contains(where: \.isUppercase)
    }
  }

  struct Row {
    var page: Int
    var middle: Double
    var pieces: [Piece]
    /// The words in the first column of a table; ``pieces`` are those of the second one.
    var cell: [Word] = []
    /// Text in the margins that was left out and is not a number.
    var margin: [String] = []
    /// Whether the speech of the row before goes on, after its name was said again.
    var goesOn = false
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
  /// Words that are nearer than this share of the size have no blank between them.
  private static let joinedShare = 0.12
  /// Small capitals are smaller than this share of the capital before them.
  private static let smallCapitalShare = 0.93
  /// The gap between the columns of a table is mostly wider than this share of the size.
  private static let columnShare = 0.8
  /// A table has this many rows with names, and at least one in this many of all rows.
  private static let fewestInTable = 4
  private static let rarestInTable = 12
  /// Where more than one in this many has no gap above it, rows of a table have none between them.
  private static let rarestNarrow = 4
  /// The longest name in a table, in signs.
  private static let mostInName = 40

  private(set) var rows: [Row] = []
  /// The usual size of the words.
  let size: Double
  /// The left and right edge of the text.
  private(set) var left = 0.0
  private(set) var right = Double.infinity
  /// How far apart rows are within a paragraph.
  private(set) var distance = 0.0
  /// Where the second column of a table begins; nil without one.
  private(set) var secondColumn: Double?

  /// Finds the rows in the words of a file.
  init(_ words: PDFWords) {
    let upright = words.pages.flatMap(\.words).filter { $0.turns == 0 }
    size = max(1, PDFRows.usual(upright.map { ($0.size, $0.text.count) }, step: 0.5) ?? 12)
    let marks = watermarks(words.pages)
    for (index, page) in words.pages.enumerated() {
      rows += self.rows(of: page, number: index + 1, without: marks)
    }
    rows = withoutFurniture(rows, words.pages)
    divideTable()
    measure()
    joinNames()
    dropMargins()
    dropPageTurns()
  }

  /// Whether there is a wider gap between two rows of a page than within a paragraph.
  func hasGap(_ one: Row, _ next: Row) -> Bool {
    next.middle - one.middle > PDFRows.paragraphShare * distance
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
      guard let row = large[PDFRows.height(word)], isLarge(word) else { return false }
      return !marks.contains(row) && !body.contains { PDFRows.overlap($0, word) }
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
      let words = joined(words.sorted { $0.x < $1.x })
      var pieces: [Piece] = []
      for word in words {
        if let end = pieces.last?.end, word.x - end < PDFRows.widestGap * size {
          pieces[pieces.count - 1].words.append(word)
        } else {
          pieces.append(Piece(words: [word]))
        }
      }
      return Row(page: number, middle: words[0].middle, pieces: pieces)
    }
  }

  /// `words` of a row with those put together that have no blank between them: `N` and `ora` in a smaller font are NORA in small
  /// capitals.
  private func joined(_ words: [Word]) -> [Word] {
    var joined: [Word] = []
    for word in words {
      guard let last = joined.last, word.x - last.end < PDFRows.joinedShare * size,
        word.x > last.x
      else {
        joined.append(word)
        continue
      }
      let isSmallCapital =
        word.size < PDFRows.smallCapitalShare * last.size
      joined[joined.count - 1].text += isSmallCapital ? word.text.uppercased() : word.text
      joined[joined.count - 1].width = max(last.width, word.end - last.x)
      joined[joined.count - 1].size = max(last.size, word.size)
    }
    return joined
  }

  private func isOfBody(_ word: Word) -> Bool { PDFRows.sizes.contains(word.size / size) }

  private func isLarge(_ word: Word) -> Bool { word.size / size > PDFRows.sizes.upperBound }

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
    guard words.count <= PDFRows.mostLargeWords else { return [:] }
    var rows: [Int: String] = [:]
    for word in words.sorted(by: { $0.x < $1.x }) {
      let height = PDFRows.height(word)
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
  private func withoutFurniture(_ rows: [Row], _ pages: [PDFWords.Page]) -> [Row] {
    var seen: [String: Set<Int>] = [:]
    func isAtEdge(_ row: Row) -> Bool {
      let share = row.middle / pages[row.page - 1].height
      return share < PDFRows.headerShare || share > PDFRows.footerShare
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
      if PDFRows.isPageNumber(row.text), let number = PDFRows.number(row.text) {
        offsets[number - row.page, default: 0] += 1
      }
    }
    // One number may be a word of the script, if there are more pages.
    let offset = offsets.filter { $0.value > 1 || pages.count < 3 }.max {
      ($0.value, $1.key) < ($1.value, $0.key)
    }?.key
    func isPageNumber(_ text: String, page: Int) -> Bool {
      guard PDFRows.isPageNumber(text) else { return false }
      return PDFRows.number(text).map { $0 - page == offset } ?? true
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
        !isOfPage(next) || abs(rows[next].middle - row.middle) > PDFRows.apartShare * size
      let hasNumber = isOutermost && row.text.contains(where: \.isNumber)
      let repeats = (seen[key(row)]?.count ?? 0) >= enough(row)
      return PDFRows.isPageNumber(row.text)
        ? isPageNumber(row.text, page: row.page) && (isApart || isOutermost)
        : repeats && (isApart || hasNumber)
    }
    return zip(rows, isHeader).filter { !$0.1 }.map(\.0)
  }

  /// The first number in `text`, if it is not too large.
  private static func number(_ text: String) -> Int? {
    Int(text.drop { !$0.isNumber }.prefix(while: \.isNumber).prefix(6))
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
    // A speech may end in a row with the word "more."
    guard text.hasPrefix("(") || text == text.uppercased() else { return (false, false) }
    let word = text.uppercased().filter { $0.isLetter || $0 == "'" || $0 == "’" }
    return (word == "MORE", ["CONTINUED", "CONT'D", "CONT’D"].contains(word))
  }

  /// Leaves out rows that say that a scene or speech goes on, and names that are said again over the page.
  private mutating func dropPageTurns() {
    var kept: [Row] = []
    var wasCutOff = false
    for row in rows {
      let goesOn = PDFRows.goesOn(row.text)
      if goesOn.speech { wasCutOff = true }
      if goesOn.speech || goesOn.scene {
        guard !row.margin.isEmpty else { continue }
        kept.append(row)
        kept[kept.count - 1].pieces = []
        continue
      }
      let isOver = wasCutOff && kept.last.map { $0.page != row.page } ?? false
      if isOver, row.pieces.count == 1, PDFRows.saysAgain(row.text) { continue }
      kept.append(row)
      kept[kept.count - 1].goesOn = isOver
      wasCutOff = false
    }
    rows = kept
  }

  /// Whether `text` is a name that is said again over the page, as in `NORA (CONT'D)`.
  private static func saysAgain(_ text: String) -> Bool {
    let upper = text.uppercased().replacing("’", with: "'")
    return upper.hasSuffix("(CONT'D)") || upper.hasSuffix("(CONT.)")
      || upper.hasSuffix("(CONTINUED)")
  }

  // MARK: Tables

  /// Divides the rows of a table with two columns, the first of which has names that come back.
  private mutating func divideTable() {
    var found: [Int: [(x: Double, name: String)]] = [:]
    for row in rows {
      let words = row.pieces.flatMap(\.words)
      for index in words.indices.dropFirst() where isGap(words, index) {
        let name = PDFRows.text(words[..<index])
        found[Int((words[index].x / 4).rounded()), default: []].append((words[index].x, name))
      }
    }
    guard
      let (_, column) = found.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
      column.count >= PDFRows.fewestInTable, column.count * PDFRows.rarestInTable >= rows.count
    else { return }
    var counts: [String: Int] = [:]
    for (_, name) in column { counts[name, default: 0] += 1 }
    let back = counts.filter { $0.value > 1 }
    guard back.count > 1, 2 * back.values.reduce(0, +) >= column.count else { return }
    let second = column.map(\.x).sorted()[column.count / 2]
    secondColumn = second
    // A long name leaves a narrow gap; it comes back, too.
    let places = rows.map { row in
      let words = row.pieces.flatMap(\.words)
      return words.indices.dropFirst().first { abs(words[$0].x - second) < 1.5 }
        .map { (place: $0, words: words, name: PDFRows.text(words[..<$0])) }
    }
    counts = [:]
    for found in places.compactMap(\.self) { counts[found.name, default: 0] += 1 }
    for (index, found) in places.enumerated() {
      guard let (place, words, name) = found,
        isGap(words, place) || counts[name, default: 0] > 1
      else { continue }
      rows[index].cell = Array(words[..<place])
      rows[index].pieces = [Piece(words: Array(words[place...]))]
    }
  }

  /// Joins the rows of a long name in a table whose rows have gaps between them.
  private mutating func joinNames() {
    guard let second = secondColumn else { return }
    func goesOn(_ index: Int) -> Bool {
      rows[index].page == rows[index - 1].page && !hasGap(rows[index - 1], rows[index])
    }
    let named = rows.indices.dropFirst().filter { !rows[$0].cell.isEmpty }
    guard named.count(where: goesOn) * PDFRows.rarestNarrow < named.count else { return }
    var head: Int?
    for index in rows.indices {
      guard index > 0, let name = head, goesOn(index) else {
        head = rows[index].cell.isEmpty ? nil : index
        continue
      }
      let isName = rows[index].pieces.allSatisfy { $0.end < second }
      rows[name].cell += rows[index].cell + (isName ? rows[index].pieces.flatMap(\.words) : [])
      rows[index].cell = []
      if isName { rows[index].pieces = [] }
    }
    rows.removeAll { $0.pieces.isEmpty }
  }

  /// Whether there is a gap before a word, as between two columns, and a name before the gap.
  private func isGap(_ words: [Word], _ index: Int) -> Bool {
    let name = PDFRows.text(words[..<index])
    return words[index].x - words[index - 1].end > PDFRows.columnShare * size
      && words[index].text.contains(where: \.isLetter)
      && name.count <= PDFRows.mostInName && name.contains(where: \.isLetter)
  }

  private static func text(_ words: ArraySlice<Word>) -> String {
    words.map(\.text).joined(separator: " ")
  }

  // MARK: Edges

  private mutating func measure() {
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
    left = min(left, rows.compactMap { $0.cell.first?.x }.min() ?? left)
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
  private mutating func dropMargins() {
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
        let goesOn = PDFRows.goesOn(piece.text)
        if piece.text.count > 6, !goesOn.speech, !goesOn.scene {
          margin.append(piece.text)
        }
        return true
      }
      rows[index].margin = margin
      // The number of a scene at the right edge.
      if rows[index].pieces.count > 1, let last = rows[index].pieces.last,
        PDFRows.isPageNumber(last.text)
      {
        rows[index].pieces.removeLast()
      }
      // A number that stands close before a heading.
      if let first = rows[index].pieces.first?.words.first, first.end < left - 4,
        PDFRows.isPageNumber(first.text), rows[index].pieces[0].words.count > 1
      {
        rows[index].pieces[0].words.removeFirst()
      }
    }
    rows.removeAll { $0.pieces.isEmpty && $0.margin.isEmpty }
  }
}
