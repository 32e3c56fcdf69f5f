/// The paragraphs of a PDF file, which has only rows.
///
/// Some rows begin a paragraph for sure: there is a gap above them, they look different, or their first word had room on the row
/// before. Where such rows begin, and how, shows which of the others do: the first row of a paragraph may be indented, hang, or
/// open with a bold name.
struct PDFParagraphs {
  typealias Word = PDFWords.Word

  /// A paragraph, with its rows.
  struct Part {
    var rows: [PDFRows.Row]
    var paragraph: DocumentParagraphs.Paragraph
  }

  private(set) var parts: [Part] = []

  /// Places that differ by less than this share of the size are one.
  private static let placeShare = 0.4
  /// Rows further from both edges than this share of the size may be centred.
  private static let centreShare = 2.0
  /// Fonts that differ by more than this share belong to different paragraphs.
  private static let sizeShare = 0.15
  /// Rows that look alike begin paragraphs if this many do for sure, and this many times as many as do not.
  private static let fewestStarts = 3
  private static let mostly = 2
  /// No direction has more rows.
  private static let longestBracket = 60
  /// The most by which the first row of a paragraph is indented, or hangs, as a share of the size.
  private static let mostIndent = 5.0
  /// At least one in this many paragraphs of text has more than one row.
  private static let rarestLong = 8

  /// A row, as it looks.
  private struct Line {
    let row: PDFRows.Row
    let words: [Word]
    let text: String
    /// The name that it may be, in capitals, without what is added in brackets.
    let name: String
    let isUpper, isBold, isItalic: Bool
    var isCentred = false
    /// Whether it is as short as a name, stands out, and comes back.
    var isName = false
    /// Whether it opens a bracket that ends with its paragraph.
    var isBracket = false

    var x: Double { words[0].x }
    var end: Double { words[words.count - 1].end }
    var middle: Double { (x + end) / 2 }
    var size: Double { words[0].size }

    init(_ row: PDFRows.Row) {
      self.row = row
      words = row.pieces.flatMap(\.words)
      text = row.text
      name = DocumentLayout.name(text).uppercased()
      let letters = words.filter { $0.text.contains(where: \.isLetter) }
      isUpper = !text.contains(where: \.isLowercase) && text.contains(where: \.isUppercase)
      isBold = !letters.isEmpty && letters.allSatisfy(\.isBold)
      isItalic = !letters.isEmpty && letters.allSatisfy(\.isItalic)
    }
  }

  /// How a row begins: where, and how its first word differs from the last one of the row before.
  private struct Opening: Hashable {
    let place: Int
    let isBold, isItalic, isUpper, isBracket: Bool
  }

  private let rows: PDFRows
  private let size: Double
  private var lines: [Line]
  /// Where the rows that begin at a place end.
  private var edges: [Int: Double] = [:]
  /// The gap between two words.
  private var blank = 0.0
  /// Openings with which paragraphs begin.
  private var openings: Set<Opening> = []
  /// Whether authors end rows on purpose, as in verse, within paragraphs.
  private var isVerse = false

  /// Finds the paragraphs of `rows`, all of which have words.
  init(_ rows: PDFRows, of script: [PDFRows.Row]) {
    self.rows = rows
    size = rows.size
    lines = script.map(Line.init)
    findCentre()
    findNames()
    measure()
    findBrackets()
    findOpenings()
    divide()
  }

  private func place(_ x: Double) -> Int { Int((x / (PDFParagraphs.placeShare * size)).rounded()) }

  /// The commonest of `values` in steps of `step`, and how many are near it.
  private static func commonest(_ values: [Double], step: Double) -> (value: Double, count: Int)? {
    var counts: [Int: Int] = [:]
    for value in values { counts[Int((value / step).rounded()), default: 0] += 1 }
    func near(_ key: Int) -> Int { (key - 1...key + 1).reduce(0) { $0 + counts[$1, default: 0] } }
    return counts.keys.map { (Double($0) * step, near($0)) }
      .max { ($0.1, -$0.0) < ($1.1, -$1.0) }
  }

  /// Finds the rows in the middle of the page: of those that are far from both edges, more have their middle in common than their
  /// beginning.
  private mutating func findCentre() {
    let far = PDFParagraphs.centreShare * size
    let apart = lines.indices.filter {
      lines[$0].row.cell.isEmpty && lines[$0].x > rows.left + far
        && lines[$0].end < rows.right - far
    }
    let step = PDFParagraphs.placeShare * size / 2
    guard let middle = PDFParagraphs.commonest(apart.map { lines[$0].middle }, step: step),
      let place = PDFParagraphs.commonest(apart.map { lines[$0].x }, step: step),
      middle.count >= place.count
    else { return }
    for index in lines.indices
    where abs(lines[index].middle - middle.value) < 2 * step && lines[index].row.cell.isEmpty {
      let line = lines[index]
      // A heading may be as wide as the page.
      let margin = line.isUpper ? step : far
      lines[index].isCentred = line.x > rows.left + margin && line.end < rows.right - margin
    }
  }

  private mutating func findNames() {
    func mayBeName(_ line: Line) -> Bool {
      (line.isUpper || line.isBold || line.isCentred) && DocumentLayout.isShort(line.name)
    }
    var counts: [String: Int] = [:]
    for line in lines where mayBeName(line) { counts[line.name, default: 0] += 1 }
    for index in lines.indices where mayBeName(lines[index]) {
      lines[index].isName = counts[lines[index].name, default: 0] > 1
    }
  }

  private mutating func measure() {
    var ends: [Int: [Double]] = [:]
    var gaps: [Double] = []
    for line in lines {
      ends[place(line.x), default: []].append(line.end)
      gaps += zip(line.words, line.words.dropFirst()).map { $1.x - $0.end }
        .filter { $0 < size }
    }
    // Where few rows begin, all of them may be short.
    edges = ends.filter { $0.value.count > PDFParagraphs.fewestStarts }
      .mapValues { ends in ends.sorted()[max(0, ends.count - 1 - ends.count / 100)] }
    blank = gaps.sorted().dropFirst(gaps.count / 2).first ?? 0.3 * size
  }

  /// Finds brackets that are paragraphs.
  private mutating func findBrackets() {
    for start in lines.indices where "([".contains(lines[start].text.first ?? " ") {
      var depth = 0
      rows: for index in lines[start...].indices.prefix(PDFParagraphs.longestBracket) {
        let text = lines[index].text
        for place in text.indices {
          depth += "([".contains(text[place]) ? 1 : ")]".contains(text[place]) ? -1 : 0
          guard depth == 0 else { continue }
          lines[start].isBracket =
            text.index(after: place) == text.endIndex
            && (index + 1 == lines.count || isSure(lines[index + 1], after: lines[index]))
          break rows
        }
      }
    }
  }

  // MARK: Where paragraphs begin

  private func isSure(_ next: Line, after line: Line) -> Bool {
    hasGap(line, next) || looksDifferent(line, next) || hadRoom(line, next)
  }

  /// Whether the first word of `next` had room on `line`.
  private func hadRoom(_ line: Line, _ next: Line) -> Bool {
    let needed = blank + next.words[0].width
    guard !line.isCentred else {
      return line.end - line.x + needed < rows.right - rows.left - 1
    }
    // Few rows begin with an indent; they end where all do.
    let edge = max(edges[place(line.x)] ?? rows.right, edges[place(next.x)] ?? rows.right)
    return line.end + needed < edge - 1
  }

  private func hasGap(_ line: Line, _ next: Line) -> Bool {
    line.row.page == next.row.page && rows.hasGap(line.row, next.row)
  }

  private func looksDifferent(_ line: Line, _ next: Line) -> Bool {
    let (last, first) = (line.words[line.words.count - 1], next.words[0])
    // Words in brackets may be in italics within a speech.
    let isInBrackets = ")]".contains(line.text.last ?? " ") || "([".contains(next.text.first ?? " ")
    return line.isCentred != next.isCentred || line.isName || next.isName
      || line.isBold != next.isBold && last.isBold != first.isBold
      || line.isItalic != next.isItalic && last.isItalic != first.isItalic && !isInBrackets
      || abs(line.size - next.size) > PDFParagraphs.sizeShare * max(line.size, next.size)
  }

  private func opening(_ line: Line, _ next: Line) -> Opening {
    let (last, first) = (line.words[line.words.count - 1], next.words[0])
    let letters = first.text.filter(\.isLetter)
    return Opening(
      place: next.isCentred ? -1 : place(next.x), isBold: first.isBold && !last.isBold,
      isItalic: first.isItalic && !last.isItalic && !"([".contains(first.text.first ?? " "),
      isUpper: letters.count > 1 && letters.allSatisfy(\.isUppercase),
      isBracket: next.isBracket)
  }

  /// Finds with which openings paragraphs begin, by the rows that begin one for sure.
  private mutating func findOpenings() {
    var sure: [Opening: Int] = [:]
    var others: [Opening: Int] = [:]
    // What follows a name on a row of its own begins in any way.
    let pairs = zip(lines, lines.dropFirst()).filter { $1.row.cell.isEmpty && !$0.isName }
    for (line, next) in pairs {
      let opening = opening(line, next)
      if isSure(next, after: line) {
        sure[opening, default: 0] += 1
      } else {
        others[opening, default: 0] += 1
      }
    }
    // There are other rows with which paragraphs go on.
    let goOn = others.filter { $0.value > sure[$0.key, default: 0] }
    openings = Set(
      sure.filter { opening, count in
        count >= PDFParagraphs.fewestStarts
          && count >= PDFParagraphs.mostly * others[opening, default: 0]
          && goOn.contains { $0.key != opening && $0.value >= others[opening, default: 0] }
      }.keys)
    let ended = pairs.count { line, next in
      !hasGap(line, next) && !looksDifferent(line, next) && hadRoom(line, next)
        && place(line.x) == place(next.x) && !openings.contains(opening(line, next))
    }
    isVerse = ended > others.values.reduce(0, +)
  }

  /// Whether `next` begins a paragraph after `line`, which is the first row of one or not.
  private func begins(_ next: Line, after line: Line, isFirst: Bool) -> Bool {
    if next.row.goesOn { return false }
    if hasGap(line, next) || looksDifferent(line, next)
      || openings.contains(opening(line, next))
    {
      return true
    }
    if next.isCentred { return hadRoom(line, next) }
    let isMoved = place(line.x) != place(next.x)
    if hadRoom(line, next) { return !isVerse || isMoved }
    // Only the first row of a paragraph begins at another place, and not far from the others.
    return isMoved && !(isFirst && abs(line.x - next.x) < PDFParagraphs.mostIndent * size)
  }

  // MARK: Paragraphs

  private mutating func divide() {
    var groups: [[Line]] = []
    var isInTable = false
    for line in lines {
      let last = groups.last?.last
      let isInColumn =
        isInTable && line.row.cell.isEmpty
        && rows.secondColumn.map { abs(line.x - $0) < PDFParagraphs.placeShare * size } == true
      let isNew: Bool
      if !line.row.cell.isEmpty {
        isNew = true
      } else if isInColumn, let last {
        // A direction in the second column stands in a row of its own.
        isNew =
          line.row.page == last.row.page
          ? hasGap(last, line) && (line.isItalic || line.text.hasPrefix("("))
          : line.isItalic && !line.text.hasPrefix("(") && !isWithinItalics(last)
      } else if isInTable {
        isNew = true
      } else {
        isNew =
          last.map { begins(line, after: $0, isFirst: groups[groups.count - 1].count == 1) } ?? true
      }
      if isNew { groups.append([line]) } else { groups[groups.count - 1].append(line) }
      isInTable = !line.row.cell.isEmpty || isInColumn
    }
    // Where paragraphs go on whose first row begins at a place: many of these have more rows.
    var following: [Int: [Double]] = [:]
    var starts: [Int: Int] = [:]
    for group in groups where !group[0].isCentred {
      starts[place(group[0].x), default: 0] += 1
      guard group.count > 1 else { continue }
      following[place(group[0].x), default: []].append(min(group[0].x, group[1].x))
    }
    let bodies = following.filter { $1.count * PDFParagraphs.rarestLong >= starts[$0, default: 0] }
      .compactMapValues {
        PDFParagraphs.commonest($0, step: PDFParagraphs.placeShare * size)?.value
      }
    parts = groups.map { part($0, bodies) }
  }

  /// Whether words in italics that go on may end a row.
  private func isWithinItalics(_ line: Line) -> Bool {
    line.words[line.words.count - 1].isItalic && !line.text.hasSuffix(")")
  }

  private func part(_ group: [Line], _ bodies: [Int: Double]) -> Part {
    let first = group[0]
    var spans: [DocumentParagraphs.Span] = []
    func add(_ text: String, _ word: Word) {
      if let last = spans.last, last.isBold == word.isBold, last.isItalic == word.isItalic {
        spans[spans.count - 1].text += text
      } else {
        spans.append(.init(text: text, isBold: word.isBold, isItalic: word.isItalic))
      }
    }
    for (number, word) in first.row.cell.enumerated() {
      add((number > 0 ? " " : "") + word.text, word)
    }
    let isRow =
      !first.row.cell.isEmpty
      || rows.secondColumn.map { abs(first.x - $0) < PDFParagraphs.placeShare * size } == true
    if isRow { add("\t", first.words[0]) }
    // A heading is one row, however narrow the page is.
    let isHeading = group.allSatisfy { $0.isUpper || $0.isCentred }
    for (row, line) in group.enumerated() {
      for (number, word) in line.words.enumerated() {
        let isFirst = number == 0 && row == 0
        add((isFirst ? "" : number > 0 || isHeading ? " " : "\u{2028}") + word.text, word)
      }
    }
    let x = group.count > 1 ? min(first.x, group[1].x) : bodies[place(first.x)] ?? first.x
    return Part(
      rows: group.map(\.row),
      paragraph: .init(
        place: isRow ? .row : .text, style: "",
        indent: first.isCentred || isRow ? 0 : max(0, x - rows.left),
        isCentred: first.isCentred, spans: spans))
  }
}
