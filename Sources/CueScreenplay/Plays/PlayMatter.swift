/// Text around a play that does not belong to it, as ranges of rows.
struct PlayMatter {
  struct Block {
    let kind: Screenplay.LeftOut.Kind
    var rows: Range<Int>
  }

  private(set) var blocks: [Block] = []
  /// Whether a row is in one of them.
  private var isLeftOut: [Bool]
  /// The names in the cast lists.
  private(set) var castList = CastList()
  /// Rows of cast lists and lists of scenes, as far as they are recognized before the play's layout is known.
  private(set) var lists: [Block] = []
  /// The title and the author in a distributor's header.
  private(set) var title: [(key: String, value: String)] = []
  /// Where a header ends.
  private var bodyStart = 0
  private var bodyEnd: Int

  /// Finds what words alone show: headers, licences, notes, footnotes and lists.
  init(_ page: PlayPage) {
    isLeftOut = Array(repeating: false, count: page.count)
    bodyEnd = page.count
    takeDistributor(page)
    takeNotes(page)
    takeLists(page)
    castList.finish()
  }

  func has(_ row: Int) -> Bool { row < isLeftOut.count && isLeftOut[row] }
  /// Whether a row belongs to a list; whether it is left out depends on where the play begins.
  func isListed(_ row: Int) -> Bool { lists.contains { $0.rows.contains(row) } }

  var isEmpty: Bool { blocks.isEmpty && lists.isEmpty }

  /// The blocks with text, those of one kind side by side as one, in order.
  func leftOut(_ page: PlayPage) -> [Screenplay.LeftOut] {
    var found: [Screenplay.LeftOut] = []
    for block in blocks.sorted(by: { $0.rows.lowerBound < $1.rows.lowerBound }) {
      guard let first = block.rows.first(where: { page.page.rows[$0].isText }),
        let last = block.rows.last(where: { page.page.rows[$0].isText })
      else { continue }
      if let before = found.last, before.kind == block.kind,
        (before.lines.upperBound..<first).allSatisfy({ !page.page.rows[$0].isText })
      {
        found[found.count - 1].lines = before.lines.lowerBound...(last + 1)
      } else {
        found.append(.init(block.kind, (first + 1)...(last + 1)))
      }
    }
    return found
  }

  private mutating func leave(_ kind: Screenplay.LeftOut.Kind, _ rows: Range<Int>) {
    let rows = rows.clamped(to: isLeftOut.indices)
    guard rows.contains(where: { !isLeftOut[$0] }) else { return }
    // What is left out already keeps its kind.
    var start: Int?
    for row in rows.lowerBound...rows.upperBound {
      if row < rows.upperBound, !isLeftOut[row] {
        start = start ?? row
        isLeftOut[row] = true
      } else if let from = start {
        blocks.append(Block(kind: kind, rows: from..<row))
        start = nil
      }
    }
  }

  // A distributor's header and licence.

  private mutating func takeDistributor(_ page: PlayPage) {
    var marks: [(row: Int, isStart: Bool)] = []
    var isGutenberg = false
    for index in 0..<page.count where page.page.rows[index].isText {
      let content = page.page.content(page.page.rows[index])
      guard content.count <= 200,
        content.contains(UInt8(ascii: "G")) || content.contains(UInt8(ascii: "g"))
      else { continue }
      let text = String(decoding: content, as: UTF8.self).uppercased()
      guard text.contains("GUTENBERG") || text.contains("SMALL PRINT") else { continue }
      isGutenberg = true
      if text.contains("***"), text.contains("START OF") { marks.append((index, true)) }
      if text.contains("*END"), text.contains("SMALL PRINT") { marks.append((index, true)) }
      if Self.endings.contains(where: {
        text.hasPrefix($0) || (text.hasPrefix("***") && text.contains($0))
      }) {
        marks.append((index, false))
      }
    }
    guard isGutenberg else { return }
    if marks.first?.isStart != true, let last = headerWithoutMark(page) {
      marks.insert((last - 1, true), at: 0)
    }
    takeTitle(page, to: marks.first { $0.isStart }?.row ?? 0)
    // What is between the end of one book and the start of the next is left out.
    var open: Int? = marks.first?.isStart == true ? 0 : nil
    var kind = Screenplay.LeftOut.Kind.header
    for mark in marks {
      if mark.isStart {
        if let from = open { leave(kind, from..<mark.row + 1) }
        open = nil
        takeCredits(page, from: mark.row + 1)
        bodyStart = bodyStart == 0 ? mark.row + 1 : bodyStart
      } else if open == nil {
        open = mark.row
        kind = .licence
      }
    }
    if let from = open, kind == .licence {
      leave(kind, from..<page.count)
      bodyEnd = from
    }
  }

  /// The first words of the last line of a book, in capitals.
  private static let endings = [
    "END OF THE PROJECT GUTENBERG", "END OF THIS PROJECT GUTENBERG", "END OF PROJECT GUTENBERG",
    "END OF THE PROJECT GUTENBERG'S",
    "END OF THIS ETEXT", "THE END OF THE PROJECT GUTENBERG",
  ]

  /// `Produced by …` and similar lines follow the header.
  private mutating func takeCredits(_ page: PlayPage, from start: Int) {
    var index = page.nextText(start)
    while index < min(page.count, start + 60) {
      let opening = page.text(index).lowercased()
      guard Self.credits.contains(where: opening.hasPrefix) else { break }
      let end = page.end(of: index)
      leave(.transcriberNote, index..<end)
      index = page.nextText(end)
    }
  }

  private static let credits = [
    "produced by", "e-text prepared by", "this etext was", "this ebook was", "transcribed from",
    "prepared by", "etext prepared",
    "(this file was", "scanned by", "updated editions", "note: project gutenberg",
    "html version by",
  ]

  /// A header that no mark ends: paragraphs that speak of Project Gutenberg.
  private func headerWithoutMark(_ page: PlayPage) -> Int? {
    var last: Int?
    var index = page.nextText(0)
    var count = 0
    while index < page.count, count < 30 {
      let end = page.end(of: index)
      if page.paragraph(index).uppercased().contains("GUTENBERG") { last = end }
      count += 1
      index = page.nextText(end)
    }
    return last
  }

  private mutating func takeTitle(_ page: PlayPage, to end: Int) {
    for index in 0..<min(end, 80) where page.page.rows[index].isText {
      let row = page.page.text(page.page.rows[index])
      for key in ["Title", "Author", "Language"] where row.hasPrefix(key + ": ") {
        var value = String(trimmed(row.dropFirst(key.count + 1)))
        if key == "Language" {
          guard let tag = Self.languages[value.lowercased()] else { continue }
          value = tag
        }
        if !title.contains(where: { $0.key == key }) { title.append((key, value)) }
      }
    }
  }

  private static let languages = [
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it",
    "dutch": "nl", "swedish": "sv",
    "danish": "da", "norwegian": "no", "finnish": "fi", "portuguese": "pt", "latin": "la",
    "estonian": "et", "polish": "pl",
    "russian": "ru", "czech": "cs", "hungarian": "hu",
  ]

  // Notes within the play.

  private mutating func takeNotes(_ page: PlayPage) {
    var index = bodyStart
    while index < bodyEnd {
      guard page.isText(index), !has(index), page.isFirst(index) else {
        index += 1
        continue
      }
      let opening = page.text(index)
      let end = page.end(of: index)
      if let kind = Self.noteKind(opening) {
        // A bracket may hold several paragraphs.
        var last = end
        if opening.hasPrefix("["), !Self.closes(page.paragraph(index)) {
          var next = page.nextText(end)
          var count = 0
          while next < bodyEnd, count < 6 {
            let close = page.end(of: next)
            count += 1
            if page.paragraph(next).hasSuffix("]") {
              last = close
              break
            }
            next = page.nextText(close)
          }
        }
        leave(kind, index..<last)
        index = last
      } else {
        index = end
      }
    }
  }

  private static func closes(_ text: String) -> Bool {
    text.filter { $0 == "[" }.count <= text.filter { $0 == "]" }.count
  }

  /// The kind of the note that begins with `opening`; nil if it is not a note.
  private static func noteKind(_ opening: String) -> Screenplay.LeftOut.Kind? {
    let start = opening.prefix(40).lowercased().filter { $0 != "_" && $0 != "*" }
    if ["[illustration", "[music]", "[music:", "[picture", "[image", "{illustration"].contains(
      where: start.hasPrefix)
    {
      return .illustration
    }
    if [
      "[transcriber", "[transcribers", "transcriber's note", "transcriber’s note",
      "transcribers' note", "transcriber's notes", "transcribers note", "[etext editor",
    ].contains(where: start.hasPrefix) {
      return .transcriberNote
    }
    if start.hasPrefix("[footnote") || start.hasPrefix("footnote ") { return .footnote }
    // `[1] A note.`, `[^1]: A note.`, `{1} A note.`.
    guard let first = start.first, "[{".contains(first) else { return nil }
    var rest = start.dropFirst()
    if rest.first == "^" { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isNumber }
    guard !digits.isEmpty, digits.count <= 3 else { return nil }
    rest = rest.dropFirst(digits.count)
    guard rest.first == "]" || rest.first == "}" else { return nil }
    return rest.dropFirst().first.map { $0 == " " || $0 == ":" } == true ? .footnote : nil
  }

  // Lists of people and of scenes.

  private mutating func takeLists(_ page: PlayPage) {
    var index = bodyStart
    while index < bodyEnd {
      guard page.isText(index), !has(index) else {
        index += 1
        continue
      }
      let text = page.text(index)
      let heading = Self.heading(text)
      let isCast =
        page.isFirst(index) && heading.first?.isUppercase == true
        && StageWords.isHeading(heading, StageWords.castLists)
      let isContents = page.isFirst(index) && StageWords.isHeading(heading, StageWords.contents)
      guard isCast || isContents else {
        index += 1
        continue
      }
      let end = isCast ? endOfCast(index + 1, page) : endOfContents(index + 1, page)
      if isCast, end > index + 1 {
        for row in (index + 1)..<end where page.isText(row) { castList.take(page.text(row)) }
      }
      if end > index + 1 {
        lists.append(Block(kind: isCast ? .castList : .contents, rows: index..<end))
      }
      index = max(end, index + 1)
    }
  }

  /// A heading without its marks, `Original cast` after it, and `# `.
  private static func heading(_ text: String) -> String {
    var heading = text[...]
    while heading.first == "#" { heading = heading.dropFirst() }
    // `CHARACTERS                  ORIGINAL CAST`.
    if let gap = heading.firstRange(of: "   ") { heading = heading[..<gap.lowerBound] }
    return String(trimmed(heading.filter { $0 != "_" && $0 != "*" }[...]))
  }

  /// A cast list goes on up to an act, a scene, or a paragraph that is not a list.
  private func endOfCast(_ start: Int, _ page: PlayPage) -> Int {
    var index = page.nextText(start)
    var last = start
    var count = 0
    while index < bodyEnd, count < 200 {
      if has(index) { break }
      let text = page.text(index)
      if Division(text) != nil, index > page.nextText(start) { break }
      if Self.opensPlay(text) || StageWords.isHeading(Self.heading(text), StageWords.contents) {
        break
      }
      let end = page.end(of: index)
      // A long paragraph is narration.
      let rows = index..<end
      let letters = rows.reduce(0) { $0 + page.contents[$1].count }
      if rows.count > 3, letters > 60 * rows.count { break }
      // A division within the paragraph ends the list.
      if let division = rows.dropFirst().first(where: { Division(page.text($0)) != nil }) {
        last = division
        break
      }
      last = end
      count += 1
      index = page.nextText(end)
    }
    return last
  }

  private static func opensPlay(_ text: String) -> Bool {
    let bare = text.prefix(24).uppercased().filter { $0 != "_" && $0 != "*" }
    return [
      "SCENE.", "SCENE:", "SCENE--", "SCENE—", "SCENE -", "TIME:", "TIME.", "PLACE:", "SETTING:",
      "AT RISE",
    ].contains(where: bare.hasPrefix)
  }

  /// A list of scenes goes on while its rows are short and no speech begins.
  private func endOfContents(_ start: Int, _ page: PlayPage) -> Int {
    var index = page.nextText(start)
    var last = start
    while index < bodyEnd {
      let end = page.end(of: index)
      guard (index..<end).allSatisfy({ page.contents[$0].count < 90 }), !has(index) else { break }
      // Two or more empty rows end it, unless the list goes on.
      let gap = last > start ? index - last : 0
      if gap > 2 { break }
      let text = page.text(index)
      if StageWords.isHeading(Self.heading(text), StageWords.castLists) { break }
      // `PREFACE` without a page's number, alone in its paragraph, opens one.
      if end == index + 1, StageWords.isHeading(text, StageWords.prefaces) { break }
      // The same act again is the play's.
      if let division = Division(text), division.isBare, !isNumbered(text) { break }
      last = end
      index = page.nextText(end)
    }
    return last
  }

  private func isNumbered(_ text: String) -> Bool {
    text.last?.isNumber == true && text.contains("  ")
  }

  // Where the play begins and ends.

  /// Leaves out the rows before `start` and after `end`, once the layout shows where speeches are.
  mutating func close(_ page: PlayPage, playFrom start: Int?, playTo end: Int?) {
    if let start { takeFront(page, to: start) }
    for list in lists where start.map({ list.rows.lowerBound >= $0 }) ?? true {
      leave(list.kind, list.rows)
    }
    if let end, end < bodyEnd { leave(.afterword, end..<bodyEnd) }
  }

  private mutating func takeFront(_ page: PlayPage, to start: Int) {
    for list in lists where list.rows.lowerBound < start {
      leave(list.kind, list.rows.lowerBound..<min(list.rows.upperBound, start))
    }
    // A book has more in front than a title.
    let isBook = !blocks.isEmpty || !lists.isEmpty
    var kind = Screenplay.LeftOut.Kind.titlePage
    var index = page.nextText(bodyStart)
    while index < start {
      let end = page.end(of: index)
      if !has(index) {
        let heading = Self.heading(page.text(index))
        if StageWords.isHeading(heading, StageWords.prefaces) {
          kind = .preface
        } else if kind == .titlePage, page.paragraph(index).utf8.count > 500 {
          kind = .preface
        }
        if isBook || kind == .titlePage && end - index <= 3 { leave(kind, index..<min(end, start)) }
      }
      index = page.nextText(max(end, index + 1))
    }
  }
}
