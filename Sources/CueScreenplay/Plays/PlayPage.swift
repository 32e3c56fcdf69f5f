/// The rows of a plain-text script, without the marks before every row (numbers, times, list marks) and without rules of `=`,
/// `-`, `*` or `_`.
struct PlayPage {
  let page: Page
  /// The mark that opens its rows, if most paragraphs have one.
  let mark: RowMark?
  /// Each row's text without such marks; empty if there is none.
  let contents: [ArraySlice<UInt8>]

  /// Words of names that keep their period.
  let abbreviations: HeadAbbreviations

  var count: Int { contents.count }
  /// Whether a row begins within a bracket that an earlier row of its paragraph opens.
  private var enclosed: [Bool] = []

  func isEnclosed(_ index: Int) -> Bool { enclosed[index] }

  /// More rows are not enclosed by one bracket.
  private static let longestBracket = 24

  private func findEnclosed() -> [Bool] {
    var enclosed = Array(repeating: false, count: count)
    var depth = 0
    var rows = 0
    for index in contents.indices {
      guard isText(index) else {
        depth = 0
        continue
      }
      rows = depth > 0 ? rows + 1 : 0
      if rows > Self.longestBracket { depth = 0 }
      enclosed[index] = depth > 0
      for byte in contents[index] {
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") { depth += 1 }
        if depth > 0, byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")") { depth -= 1 }
      }
    }
    return enclosed
  }

  /// The rows of `page` from `first` on; marks are taken off where a third of the rows or of the paragraphs has them.
  init(_ page: Page, from first: Int = 0) {
    self.page = page
    var contents = page.rows.enumerated().map { index, row -> ArraySlice<UInt8> in
      guard index >= first, row.isText else { return [] }
      let content = PlayPage.withoutStar(page.content(row))
      return PlayPage.isRule(content) ? [] : content
    }
    // The head of a Markdown table.
    for index in contents.indices where PlayPage.isTableRule(contents[index]) {
      contents[index] = []
      if index > first { contents[index - 1] = [] }
    }
    PlayPage.stripNames(fromHeadings: &contents)
    let texts = contents.indices.filter { !contents[$0].isEmpty }
    // Speeches that are wrapped have a mark on the first row of each paragraph only.
    let firsts = texts.filter { $0 == 0 || contents[$0 - 1].isEmpty }
    let byParagraph = PlayPage.mark(of: firsts, contents)
    mark = PlayPage.mark(of: texts, contents) ?? byParagraph
    if mark != nil {
      let others = texts.filter { $0 > 0 && !contents[$0 - 1].isEmpty }
      let isByParagraph = byParagraph != nil && PlayPage.mark(of: others, contents) == nil
      for index in isByParagraph ? firsts : texts {
        contents[index] = RowMarks.stripped(contents[index])
      }
    }
    self.contents = contents
    abbreviations = HeadAbbreviations(rows: contents)
    enclosed = findEnclosed()
  }

  /// Removes the marks of all headings of a level on which one is repeated: `### ANNA` is a cue, as sections are not repeated.
  private static func stripNames(fromHeadings contents: inout [ArraySlice<UInt8>]) {
    var headings: [Int: (level: Int, text: ArraySlice<UInt8>)] = [:]
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for index in contents.indices where contents[index].first == UInt8(ascii: "#") {
      let rest = contents[index].drop { $0 == UInt8(ascii: "#") }
      guard rest.first?.isBlank == true else { continue }
      headings[index] = (contents[index].count - rest.count, rest.withoutBlanks)
      counts[rest.withoutBlanks, default: 0] += 1
    }
    let levels = Set(headings.values.filter { counts[$0.text, default: 0] > 1 }.map(\.level))
    for (index, heading) in headings where levels.contains(heading.level) {
      contents[index] = heading.text
    }
  }

  /// The mark that a third of `rows` has.
  private static func mark(of rows: [Int], _ contents: [ArraySlice<UInt8>]) -> RowMark? {
    var counts: [RowMark: Int] = [:]
    for row in rows {
      if let mark = RowMarks.mark(of: contents[row]) { counts[mark, default: 0] += 1 }
    }
    return counts.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
      .flatMap { $0.value >= 2 && $0.value * 3 >= rows.count ? $0.key : nil }
  }

  func isText(_ index: Int) -> Bool { !contents[index].isEmpty }
  func indent(_ index: Int) -> Int { page.rows[index].indent }
  func text(_ index: Int) -> String { String(decoding: contents[index], as: UTF8.self) }

  /// Whether the row begins a paragraph.
  func isFirst(_ index: Int) -> Bool { index == 0 || !isText(index - 1) }

  /// The row after the paragraph that `index` is in.
  func end(of index: Int) -> Int {
    var end = index
    while end < count, isText(end) { end += 1 }
    return end
  }

  /// The first row with text from `index` on; `count` if there is none.
  func nextText(_ index: Int) -> Int {
    var next = index
    while next < count, !isText(next) { next += 1 }
    return next
  }

  /// The paragraph that begins at `index` as one text.
  func paragraph(_ index: Int) -> String {
    (index..<end(of: index)).map(text).joined(separator: "\n")
  }

  /// `content` without the star of a revision at the right margin.
  private static func withoutStar(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard content.count > 3, content.last == UInt8(ascii: "*"),
      content.dropLast().suffix(2).allSatisfy({ $0.isBlank })
    else { return content }
    return content.dropLast().withoutBlanks
  }

  /// `| --- | :-- |`.
  private static func isTableRule(_ content: ArraySlice<UInt8>) -> Bool {
    content.first == UInt8(ascii: "|") && content.contains(UInt8(ascii: "-"))
      && content.allSatisfy { "|-: ".utf8.contains($0) }
  }

  /// `====`, `-----`, `* * *`: a line drawn.
  static func isRule(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first, "=-*_~#".utf8.contains(first) else { return false }
    var count = 0
    for byte in content {
      if byte == first { count += 1 } else if !byte.isBlank { return false }
    }
    return count >= 3
  }
}

/// Numbers, times and list marks before the words of a row.
enum RowMarks {
  /// The mark that `content` begins with.
  static func mark(of content: ArraySlice<UInt8>) -> RowMark? {
    take(content)?.mark
  }

  /// `content` without all marks that it begins with.
  static func stripped(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = content
    while let taken = take(rest), !taken.rest.isEmpty { rest = taken.rest }
    return rest
  }

  private static func take(_ content: ArraySlice<UInt8>) -> (
    mark: RowMark, rest: ArraySlice<UInt8>
  )? {
    guard let first = content.first else { return nil }
    if "-*+".utf8.contains(first) {
      let rest = content.dropFirst()
      guard let next = rest.first, next.isBlank else { return nil }
      return (.listItem, rest.withoutBlanks)
    }
    if first == 0xE2, content.starts(with: "• ".utf8) {
      return (.listItem, content.dropFirst(4).withoutBlanks)
    }
    var rest = content
    let isBracketed = first == UInt8(ascii: "[") || first == UInt8(ascii: "(")
    if isBracketed { rest = rest.dropFirst() }
    let digits = rest.prefix { isDigit($0) }
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    var after = rest.dropFirst(digits.count)
    if after.first == UInt8(ascii: ":") {
      after = after.drop { isDigit($0) || ":.,".utf8.contains($0) }
      // `[00:05 - 00:08]`, `00:05 --> 00:08`.
      if isBracketed {
        guard
          let close = after.firstIndex(where: {
            $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ")")
          }),
          close - after.startIndex < 24
        else { return nil }
        after = after[(close + 1)...]
      }
      guard after.isEmpty || after.first!.isBlank || ":-".utf8.contains(after.first!) else {
        return nil
      }
      return (
        .time,
        after.drop { $0.isBlank || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
          .withoutBlanks
      )
    }
    guard !isBracketed, digits.count <= 4 else { return nil }
    if after.first == UInt8(ascii: ".") || after.first == UInt8(ascii: ")") {
      after = after.dropFirst()
    }
    guard let next = after.first, next.isBlank else { return nil }
    return (.number, after.withoutBlanks)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
