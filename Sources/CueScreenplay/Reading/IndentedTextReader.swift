import CueSystem

/// Reads text whose indentation says what it is, as printed scripts have it: cues stand deeper than
/// dialogue, and dialogue deeper than action.
///
/// Empty lines say little there. Traces of page turns (page numbers, CONTINUED, (MORE), a cue
/// that is said again) goes, and the speech goes on.
struct IndentedTextReader {
  private let page: Page
  private let rows: [Page.Row]
  private let columns: Columns
  private var screenplay = Screenplay(.indentedText)
  private var speaker: String?
  /// Rows of the paragraph that is being read.
  private var gathered: [Int] = []
  private var gatheredKind = Element.Kind.action
  /// Whether the speech was broken off by a page turn.
  private var isBroken = false

  /// The screenplay in `source`; nil if the indentation does not show the kinds of lines.
  static func read(_ source: SourceText) -> Screenplay? {
    let page = Page(source.utf8, hidesNotes: false)
    guard let columns = Columns(page) else { return nil }
    var reader = IndentedTextReader(page: page, columns: columns)
    reader.screenplay.encoding = source.encoding
    let title = TitlePage(page)
    for entry in title.entries { reader.screenplay.addTitle(entry.key, entry.values) }
    for index in title.rowCount..<page.rows.count { reader.take(index) }
    reader.flush()
    if source.isTranslated {
      for index in reader.screenplay.elements.indices {
        let range = reader.screenplay.elements[index].range
        reader.screenplay.elements[index].range = source.source(range)
      }
    }
    return reader.screenplay
  }

  /// How many cues stand in their column; 0 where the indentation does not show the kinds of lines.
  static func cues(_ page: Page) -> Int {
    guard let columns = Columns(page) else { return 0 }
    return page.rows.indices.count { page.rows[$0].isText && columns.isCue(page, $0) }
  }

  private init(page: Page, columns: Columns) {
    self.page = page
    rows = page.rows
    self.columns = columns
  }

  private mutating func take(_ index: Int) {
    let row = rows[index]
    let content = page.content(row)
    guard row.isText else {
      // An empty line ends a paragraph of action; a speech ends where something else begins.
      if gatheredKind == .action { flush() }
      return
    }
    if PageFurniture.isOfPage(content, indent: row.indent, action: columns.action) { return }
    if PageFurniture.isMore(content) {
      isBroken = speaker != nil
      return
    }
    if let heading = PageFurniture.heading(page.text(row)), row.indent < columns.dialogue {
      flush()
      end()
      add(.sceneHeading, heading.text, [index]) { $0.sceneNumber = heading.number }
      return
    }
    if columns.isCue(page, index) {
      takeCue(index)
    } else if row.indent >= columns.firstOfSpeech, row.indent < columns.firstBehindCue,
      speaker != nil
    {
      takeSpoken(index)
    } else if content.isCapital, content.last == UInt8(ascii: ":") || row.indent > columns.cue + 4 {
      flush()
      end()
      add(.transition, Emphasis.squeezed(page.text(row)), [index])
    } else {
      if speaker != nil || gatheredKind != .action { flush() }
      end()
      gatheredKind = .action
      gathered.append(index)
    }
  }

  private mutating func takeCue(_ index: Int) {
    let cue = CharacterCue(anyCase: page.text(rows[index]))
    let isContinued = cue.extensions.contains { $0.uppercased().hasPrefix("CONT") }
    if isBroken, isContinued, cue.name == speaker {
      isBroken = false
      return
    }
    flush()
    end()
    add(.character, cue.text, [index]) {
      $0.name = cue.name
      $0.extensions = cue.extensions
    }
    speaker = cue.name
    gatheredKind = .dialogue
  }

  private mutating func takeSpoken(_ index: Int) {
    let content = page.content(rows[index])
    if gatheredKind == .parenthetical {
      gathered.append(index)
      if content.last == UInt8(ascii: ")") || gathered.count == 8 { flush() }
    } else if content.first == UInt8(ascii: "(") {
      flush()
      gatheredKind = .parenthetical
      gathered.append(index)
      if content.last == UInt8(ascii: ")") { flush() }
    } else {
      if gatheredKind != .dialogue { flush() }
      gatheredKind = .dialogue
      gathered.append(index)
    }
  }

  /// Ends the speech.
  private mutating func end() {
    speaker = nil
    isBroken = false
    gatheredKind = .action
  }

  private mutating func flush() {
    defer { gatheredKind = speaker == nil ? .action : .dialogue }
    guard !gathered.isEmpty else { return }
    let text = gathered.map { Emphasis.squeezed(page.text(rows[$0])) }.joined(separator: " ")
    let name = gatheredKind == .action ? nil : speaker
    add(gatheredKind, text, gathered) { $0.name = name }
    gathered.removeAll(keepingCapacity: true)
  }

  private mutating func add(
    _ kind: Element.Kind, _ text: String, _ places: [Int],
    _ more: (inout Element) -> Void = { _ in }
  ) {
    let start = rows[places[0]].source.lowerBound
    var element = Element(
      kind, text, range: start..<rows[places[places.count - 1]].source.upperBound)
    more(&element)
    screenplay.elements.append(element)
  }
}

/// Where the columns of a printed script begin.
private struct Columns {
  let action: Int
  let dialogue: Int
  let cue: Int

  /// Between action and dialogue.
  var firstOfSpeech: Int { (action + dialogue + 1) / 2 }
  /// Between dialogue and cues lie parentheticals; a cue is not that far out.
  var firstBehindCue: Int { cue + 3 }

  /// Finds the columns of `page`; nil if there are not three.
  init?(_ page: Page) {
    var small: [Int: Int] = [:]
    var capital: [Int: Int] = [:]
    for (index, row) in page.rows.enumerated() where row.isText {
      let content = page.content(row)
      let column = min(row.indent, 100)
      if content.first == UInt8(ascii: "(") { continue }
      if content.isCapital {
        guard index + 1 < page.rows.count, page.rows[index + 1].isText,
          page.rows[index + 1].indent < row.indent
        else { continue }
        capital[column, default: 0] += 1
      } else {
        small[column, default: 0] += 1
      }
    }
    // The commonest of each; the leftmost among equals.
    func commonest(_ counts: [Int: Int], _ fits: (Int) -> Bool) -> Int? {
      counts.filter { fits($0.key) }.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }
    guard let cue = commonest(capital, { $0 >= 8 }), capital[cue, default: 0] >= 2,
      let dialogue = commonest(small, { $0 >= 4 && $0 < cue - 1 && $0 >= cue / 3 })
    else { return nil }
    let action = commonest(small) { $0 < dialogue - 2 }
    self.cue = cue
    self.dialogue = dialogue
    self.action = action ?? 0
    // Dialogue stands below cues only.
    guard capital[cue, default: 0] <= 2 * small[dialogue, default: 0] else { return nil }
  }

  /// Whether a cue stands there: in capitals, at its column, and a speech below.
  func isCue(_ page: Page, _ index: Int) -> Bool {
    let row = page.rows[index]
    guard row.indent > dialogue + 1, abs(row.indent - cue) <= max(3, (cue - dialogue) / 2) else {
      return false
    }
    let content = page.content(row)
    let name = content.prefix { $0 != UInt8(ascii: "(") }
    guard !name.isEmpty, name.isCapital, !content.ends(with: "TO:"), content.count <= 200 else {
      return false
    }
    for next in page.rows[(index + 1)...].prefix(2) where next.isText {
      return next.indent >= firstOfSpeech && next.indent < row.indent
    }
    return false
  }
}
