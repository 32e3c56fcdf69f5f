/// Reads scenes as actors have them: Fountain, and plain text with names in capitals.
///
/// Line ends may be LF, CRLF, CR or all of them; a byte order mark is dropped. Title pages, notes,
/// boneyards, sections, synopses, page breaks and emphasis marks are understood and not shown.
/// The time taken is in proportion to the length, whatever the text.
public enum SceneReader {
  /// The script that `bytes` hold.
  ///
  /// Its title is `title`; if that is blank, the one of its title page; failing that, "Untitled
  /// Script". A text that nobody speaks in is refused.
  public static func read(_ bytes: [UInt8], title: String = "") throws(ScriptError) -> Script {
    let rows = try Page(bytes).rows
    guard rows.contains(where: \.isText) else { throw .empty }
    let titlePage = TitlePage(rows)
    var builder = SceneBuilder(rows)
    builder.build(from: titlePage.rowCount)

    let titles = [String(trimmed(title[...])), titlePage.title]
    let script = Script(
      title: titles.first { !$0.isEmpty } ?? "Untitled Script",
      scenes: builder.scenes(), lines: builder.lines)
    guard !script.characters.isEmpty else { throw .noCharacters }
    return script
  }
}

/// Puts rows together into lines: headings, speeches, and paragraphs of direction.
private struct SceneBuilder {
  private let rows: [Page.Row]
  private(set) var lines: [Line] = []
  private var headings: [(heading: Heading, line: Int)] = []

  init(_ rows: [Page.Row]) {
    self.rows = rows
  }

  mutating func build(from start: Int) {
    var index = start
    // After an empty line, a heading or a closed direction: where a cue may stand.
    var isFirst = true
    while index < rows.count {
      let row = rows[index]
      if !row.isText || isOutline(row.text) {
        isFirst = true
        index += 1
      } else if let heading = Heading(row, isFirst: isFirst) {
        add(heading, row)
        isFirst = true
        index += 1
      } else if isFirst, isFollowedByText(index), let cue = CharacterCue(row) {
        let speech = Speech(rows, from: index + 1)
        add(speech, of: cue, row)
        index = speech.end
      } else {
        let paragraph = DirectionParagraph(rows, from: index, isFirst: isFirst)
        add(.stageDirection, paragraph.text, paragraph.display, paragraph.source)
        isFirst = paragraph.isClosed
        index = paragraph.end
      }
    }
  }

  /// The scenes of the lines so far; lines without any heading are one scene.
  mutating func scenes() -> [Scene] {
    guard !headings.isEmpty else {
      for index in lines.indices { lines[index].sceneIndex = 0 }
      return [Scene(index: 0, heading: "Scene 1", lines: lines.indices)]
    }
    return headings.indices.map { index in
      let (heading, line) = headings[index]
      let end = index + 1 < headings.count ? headings[index + 1].line : lines.count
      return Scene(index: index, heading: heading.text, number: heading.number, lines: line..<end)
    }
  }

  private func isFollowedByText(_ index: Int) -> Bool {
    rows[(index + 1)...].first { $0.kind != .vanished }?.isText ?? false
  }

  private mutating func add(_ heading: Heading, _ row: Page.Row) {
    headings.append((heading, lines.count))
    add(.sceneHeading, heading.text, [heading.text], row.source)
  }

  private mutating func add(
    _ kind: Line.Kind, _ text: String, _ display: [String], _ source: Range<Int>,
    cue: CharacterCue? = nil, delivery: [String] = []
  ) {
    guard !text.isEmpty || kind == .sceneHeading else { return }
    lines.append(
      Line(
        index: lines.count, kind: kind, character: cue.map { CharacterName.identity(of: $0.name) },
        characterAsWritten: cue?.name, extensions: cue?.extensions ?? [], text: text,
        displayLines: display, delivery: delivery, source: source,
        sceneIndex: headings.isEmpty ? nil : headings.count - 1))
  }

  /// Adds a speech as one line of dialogue, and what trails it as directions.
  ///
  /// A speech without a word is all direction: nobody can say it, and the page still shows it.
  private mutating func add(_ speech: Speech, of cue: CharacterCue, _ row: Page.Row) {
    let parts = speech.parts
    var end = 0
    if parts.contains(where: { hasWords($0.spoken) }),
      let last = parts.lastIndex(where: { !$0.spoken.isEmpty })
    {
      end = last + 1
      let body = parts[..<end]
      add(
        .dialogue, body.map(\.spoken).filter { !$0.isEmpty }.joined(separator: " "),
        body.flatMap(\.display), row.source.lowerBound..<parts[end - 1].source.upperBound,
        cue: cue, delivery: body.flatMap(\.delivery))
    }
    for part in parts[end...] {
      let text = (part.delivery + [part.spoken]).filter { !$0.isEmpty }.joined(separator: " ")
      add(.stageDirection, text, part.display, part.source, cue: cue)
    }
  }
}
