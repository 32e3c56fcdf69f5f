import CueSystem

/// Reads Fountain into elements, a line at a time.
///
/// What is hidden (boneyards, notes) is taken out first and put back in its place.
struct FountainReader {
  private let page: Page
  private let rows: [Page.Row]
  private let rules: FountainRules
  private var screenplay: Screenplay
  private var elements: [Element] = []
  /// The first note or boneyard that is not among the elements yet.
  private var nextHidden = 0
  /// Names in letters that have no capitals.
  private let caselessNames: Set<String>

  /// The screenplay in `source`.
  static func read(_ source: SourceText, _ rules: FountainRules) -> Screenplay {
    var reader = FountainReader(source, rules)
    let title = TitlePage(reader.page)
    for entry in title.entries { reader.screenplay.addTitle(entry.key, entry.values) }
    reader.build(from: title.rowCount)
    return reader.finished(source)
  }

  private init(_ source: SourceText, _ rules: FountainRules) {
    page = Page(source.utf8)
    rows = page.rows
    caselessNames = CaselessNames.all(in: page)
    self.rules = rules
    screenplay = Screenplay(rules == .exact ? .fountain : .plainText)
    screenplay.encoding = source.encoding
    elements.reserveCapacity(rows.count)
  }

  private mutating func finished(_ source: SourceText) -> Screenplay {
    addHidden(before: .max)
    screenplay.elements = elements
    elements = []
    if screenplay.isStagePlay { ElementPlaces.separate(&screenplay.elements, in: source.utf8) }
    if source.isTranslated {
      for index in screenplay.elements.indices {
        screenplay.elements[index].range = source.source(screenplay.elements[index].range)
      }
    }
    for (offset, mark) in page.omissions.unclosed {
      screenplay.warnings.append(
        .init(line: source.line(of: offset), doubt: .unclosed(mark)))
      if screenplay.warnings.count == 20 { break }
    }
    return screenplay
  }

  /// Adds the notes and boneyards that open ahead of `end`.
  private mutating func addHidden(before end: Int) {
    let hidden = page.omissions.found
    while nextHidden < hidden.count, hidden[nextHidden].range.lowerBound < end {
      let omission = hidden[nextHidden]
      elements.append(
        Element(omission.isBoneyard ? .boneyard : .note, omission.text, range: omission.range))
      nextHidden += 1
    }
  }

  // Outside of speeches.

  private mutating func build(from start: Int) {
    var index = start
    // After an empty line, a heading or a closed direction: where a cue may stand.
    var isFirst = true
    while index < rows.count {
      let row = rows[index]
      let content = page.content(row)
      if !row.isText {
        isFirst = true
        index += 1
      } else if content.isOutline {
        addOutline(row)
        isFirst = true
        index += 1
      } else if let heading = Heading(content, isFirst: isFirst, rules: rules),
        !(heading.maybeCue && isCue(index))
      {
        add(.sceneHeading, heading.text, row) {
          $0.sceneNumber = heading.number
          $0.isForced = heading.isForced
        }
        isFirst = true
        index += 1
      } else if isFirst, isFollowedByText(index),
        let cue = CharacterCue(content, endsInSpaces: row.endsInSpaces, rules: rules)
          ?? caselessCue(content)
      {
        index = addSpeech(cue, at: index)
      } else {
        (index, isFirst) = addDirection(at: index, isFirst: isFirst)
      }
    }
  }

  /// Whether a cue stands there and its speech follows.
  private func isCue(_ index: Int) -> Bool {
    isFollowedByText(index)
      && CharacterCue(
        page.content(rows[index]), endsInSpaces: rows[index].endsInSpaces, rules: rules) != nil
  }

  /// A name in letters without capitals that stands above speeches again and again.
  private func caselessCue(_ content: ArraySlice<UInt8>) -> CharacterCue? {
    guard !caselessNames.isEmpty, content.first.map({ $0 >= 0x80 }) ?? false,
      let name = CaselessNames.name(String(decoding: content, as: UTF8.self)),
      caselessNames.contains(name)
    else { return nil }
    return CharacterCue(
      anyCase: CaselessNames.withPlainBrackets(String(decoding: content, as: UTF8.self)))
  }

  private func isFollowedByText(_ index: Int) -> Bool {
    var next = index + 1
    while next < rows.count, rows[next].kind == .vanished { next += 1 }
    return next < rows.count && rows[next].isText
  }

  private mutating func add(
    _ kind: Element.Kind, _ text: String, _ row: Page.Row,
    _ more: (inout Element) -> Void = { _ in }
  ) {
    if nextHidden < page.omissions.found.count { addHidden(before: row.textStart) }
    var element = Element(kind, text, range: row.source)
    more(&element)
    elements.append(element)
  }

  private mutating func addOutline(_ row: Page.Row) {
    let content = page.content(row)
    if content.isPageBreak { return add(.pageBreak, "", row) }
    if content.first == UInt8(ascii: "=") {
      let (text, runs) = Emphasis.read(content.dropFirst().withoutBlanks, squeezes: true)
      return add(.synopsis, text, row) { $0.emphasis = runs }
    }
    let rest = content.drop { $0 == UInt8(ascii: "#") }
    let (text, runs) = Emphasis.read(rest.withoutBlanks, squeezes: true)
    // The acts and scenes of a stage play are sections.
    if screenplay.isStagePlay, Division(text) != nil {
      return add(.sceneHeading, text, row) { $0.emphasis = runs }
    }
    add(.section, text, row) {
      $0.level = content.count - rest.count
      $0.emphasis = runs
    }
  }

  /// Adds elements without a speaker: action, a transition, a lyric, a centered text.
  ///
  /// Returns the first row after it, and whether a cue may follow without an empty line.
  private mutating func addDirection(at start: Int, isFirst: Bool) -> (end: Int, isClosed: Bool) {
    let row = rows[start]
    let content = page.content(row)
    if let rest = content.after(">") {
      let isCentered = rest.last == UInt8(ascii: "<")
      let (text, runs) = Emphasis.read(
        (isCentered ? rest.dropLast() : rest).withoutBlanks, squeezes: true)
      add(isCentered ? .centered : .transition, text, row) {
        $0.emphasis = runs
        $0.isForced = !isCentered
      }
      return (start + 1, true)
    }
    if let rest = content.after("~") {
      let (text, runs) = Emphasis.read(rest.withoutBlanks, squeezes: true)
      add(.lyrics, text, row) { $0.emphasis = runs }
      return (start + 1, false)
    }
    if isFirst, content.ends(with: "TO:"), content.isCapital, content.after("!") == nil,
      isLast(start) || rules == .stretched,
      !row.endsInSpace || rules == .stretched
    {
      let (text, runs) = Emphasis.read(content, squeezes: true)
      add(.transition, text, row) { $0.emphasis = runs }
      return (start + 1, true)
    }
    if isFirst, isLast(start), content.ends(with: " >"), content.after("!") == nil {
      // Highland sets this to the right.
      let (text, runs) = Emphasis.read(content.dropLast().withoutBlanks, squeezes: true)
      add(.transition, text, row) {
        $0.emphasis = runs
        $0.isForced = true
      }
      return (start + 1, true)
    }
    return addAction(at: start)
  }

  /// Whether no text follows the row at once.
  private func isLast(_ index: Int) -> Bool { index + 1 >= rows.count || !rows[index + 1].isText }

  private mutating func addAction(at start: Int) -> (end: Int, isClosed: Bool) {
    var text: [String] = []
    var runs: [Emphasis.Run] = []
    var length = 0
    var end = start
    let isForced = page.content(rows[start]).after("!") != nil
    let opensWithBracket = rules == .stretched && opensBracket(start)
    var isClosed = false
    while end < rows.count, rows[end].isText, end == start || !startsOwn(end) {
      let row = rows[end]
      var content = page.content(row)
      if end == start, isForced { content = withoutShouts(content) }
      var (line, found) = Emphasis.read(content, squeezes: false)
      // The text of a forced action follows its mark.
      if row.indent > 0, !(end == start && isForced) {
        line = String(repeating: " ", count: min(row.indent, 200)) + line
        for index in found.indices {
          found[index].range = shifted(found[index].range, min(row.indent, 200))
        }
      }
      for run in found { runs.append(.init(range: shifted(run.range, length), style: run.style)) }
      length += line.utf8.count + 1
      text.append(line)
      end += 1
      if opensWithBracket, closesBracket(end - 1) {
        isClosed = true
        break
      }
    }
    let range = rows[start].source.lowerBound..<rows[end - 1].source.upperBound
    add(.action, text.joined(separator: "\n"), rows[start]) {
      $0.range = range
      $0.emphasis = runs
      $0.isForced = isForced
    }
    return (end, isClosed)
  }

  private func shifted(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
    range.lowerBound + offset..<range.upperBound + offset
  }

  /// Without the marks of a forced action; Beat's shots have two.
  private func withoutShouts(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = content
    while let next = rest.after("!") { rest = next }
    return rest
  }

  /// Whether the row ends the paragraph before it.
  private func startsOwn(_ index: Int) -> Bool {
    let content = page.content(rows[index])
    if content.isOutline || content.after(">") != nil || content.after("!") != nil
      || content.after("~") != nil
    {
      return true
    }
    return rules == .stretched
      && ((opensBracket(index) && closesBracket(index))
        || Heading(content, isFirst: false, rules: rules) != nil)
  }

  private func opensBracket(_ index: Int) -> Bool {
    let first = page.content(rows[index]).first
    return first == UInt8(ascii: "(") || first == UInt8(ascii: "[")
  }

  private func closesBracket(_ index: Int) -> Bool {
    let last = page.content(rows[index]).last
    return last == UInt8(ascii: ")") || last == UInt8(ascii: "]")
  }

  // Speeches.

  /// Adds a cue and all up to the empty line that ends its speech; returns the row after.
  ///
  /// Inside a speech every row is spoken, whatever it looks like elsewhere, except for parentheticals,
  /// page breaks and what is for the writer's eyes, and a forced action, which ends it.
  private mutating func addSpeech(_ cue: CharacterCue, at start: Int) -> Int {
    add(.character, cue.text, rows[start]) {
      $0.name = cue.name
      $0.extensions = cue.extensions
      $0.isForced = cue.isForced
    }
    if cue.isDual { pair(elements.count - 1) }
    var index = start + 1
    while index < rows.count {
      let row = rows[index]
      switch row.kind {
      case .blank: return index
      case .vanished: index += 1
      case .spaces:
        add(.dialogue, "", row) { $0.name = cue.name }
        index += 1
      case .text:
        let content = page.content(row)
        if content.after("!") != nil || isOutlineInSpeech(content) { return index }
        index = addSpoken(at: index, cue.name)
      }
    }
    return index
  }

  /// `# Section`, `= Synopsis`; "#1 fan" may be said.
  private func isOutlineInSpeech(_ content: ArraySlice<UInt8>) -> Bool {
    guard content.isOutline, !content.isPageBreak else { return false }
    let rest = content.drop { $0 == content.first }
    return content.first == UInt8(ascii: "=")
      ? rest.count == content.count - 1 && rest.first == .space
      : rest.first == .space
  }

  private mutating func addSpoken(at index: Int, _ name: String) -> Int {
    let row = rows[index]
    let content = page.content(row)
    if content.isPageBreak {
      add(.pageBreak, "", row)
      return index + 1
    }
    if let rest = content.after("~") {
      let (text, runs) = Emphasis.read(rest.withoutBlanks, squeezes: true)
      add(.lyrics, text, row) {
        $0.emphasis = runs
        $0.name = name
      }
      return index + 1
    }
    let (text, runs) = Emphasis.read(content, squeezes: true)
    if let wrapped = parenthetical(text, from: index) {
      let range = row.source.lowerBound..<rows[wrapped.end - 1].source.upperBound
      add(.parenthetical, wrapped.text, row) {
        $0.range = range
        $0.name = name
      }
      return wrapped.end
    }
    if screenplay.isStagePlay, let pieces = PlayDirections.pieces(of: text) {
      for (text, isDirection) in pieces {
        add(isDirection ? .parenthetical : .dialogue, text, row) { $0.name = name }
      }
      return index + 1
    }
    add(.dialogue, text, row) {
      $0.emphasis = runs
      $0.name = name
    }
    return index + 1
  }

  // A parenthetical that is not closed within this much is not a parenthetical; it is said.
  private static let longestWrap = (rows: 5, bytes: 600)

  /// The rows from `start` on, of which `first` is the text of one, if they are a bracket's contents.
  private func parenthetical(_ first: String, from start: Int) -> (text: String, end: Int)? {
    guard
      var bracket = Bracket(opening: first, squares: rules == .stretched || screenplay.isStagePlay)
    else { return nil }
    var text = first
    var last = first
    var index = start + 1
    var count = 1
    while !bracket.isClosed(by: last) {
      while index < rows.count, rows[index].kind == .vanished { index += 1 }
      guard count < Self.longestWrap.rows, text.utf8.count < Self.longestWrap.bytes,
        index < rows.count, rows[index].isText
      else { return nil }
      last = Emphasis.read(page.content(rows[index]), squeezes: true).text
      text += "\n" + last
      index += 1
      count += 1
    }
    guard bracket.closesAtEnd(of: last) else { return nil }
    return (text, index)
  }

  /// Marks the cue at `place` and the one of the speech directly before it as said at once.
  private mutating func pair(_ place: Int) {
    var before = place - 1
    while before >= 0, elements[before].belongsToSpeech { before -= 1 }
    guard before >= 0, elements[before].kind == .character,
      elements[before..<place].contains(where: { $0.name != nil && $0.kind != .character })
    else { return }
    if elements[before].dual == nil { elements[before].dual = .first }
    elements[place].dual = .second
  }
}
