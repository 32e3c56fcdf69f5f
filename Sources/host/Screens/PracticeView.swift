import CueTerminal

/// Shows practice on a screen: what was said faintly, what is said large, what comes faintly, and below how it stands.
///
/// The same scene makes the same picture. A small screen shows less: first the keys go, then the title, then what is
/// before and behind.
struct PracticeView {
  let words: Messages

  /// Columns beyond which a line is tiring to read, and to say.
  private static let mostTextColumns = 64
  private static let mostCurrentColumns = 48

  /// What a screen of `size` shows.
  func picture(of scene: PracticeScene, _ size: ScreenSize) -> Picture {
    var picture = Picture(size)
    if let top = scene.help {
      putHelp(from: top, &picture)
      return picture
    }
    var body = 0..<size.rows
    if size.rows >= 8 {
      putTitle(scene, &picture)
      body = (size.rows >= 14 ? 2 : 1)..<body.upperBound
    }
    body = body.lowerBound..<putFoot(scene, &picture)
    putText(scene, rows: body, &picture)
    return picture
  }

  // Above.

  private func putTitle(_ scene: PracticeScene, _ picture: inout Picture) {
    var room = picture.size.columns - 2
    if let seconds = scene.secondsLeft, seconds > 0 {
      let left = words(.timeLeft, ["time": Messages.time(seconds)])
      let columns = Glyph.columns(of: left)
      if columns + 12 <= room {
        picture.put(left, row: 0, column: picture.size.columns - 1 - columns, style: .dim)
        room -= columns + 2
      }
    }
    picture.put(
      TextLayout.line(of: scene.title, columns: room), row: 0, column: 1, style: .bold)
  }

  // Between.

  private func putText(_ scene: PracticeScene, rows: Range<Int>, _ picture: inout Picture) {
    guard !rows.isEmpty else { return }
    let size = picture.size
    let margin = size.columns >= 40 ? 3 : size.columns >= 24 ? 1 : 0
    let columns = min(size.columns - 2 * margin, PracticeView.mostTextColumns)
    let left = (size.columns - columns) / 2
    guard scene.count > 0 else {
      picture.put(
        words(.emptySpeech), row: rows.lowerBound + rows.count / 2, column: left)
      return
    }
    let current = PracticeView.evenLines(of: scene.current, columns: columns, rows: rows.count)
    let spacing = PracticeView.spacing(of: current.count, in: rows.count)
    let height = (current.count - 1) * spacing + 1
    guard height <= rows.count else {
      putPart(of: current, of: scene, rows: rows, left: left, &picture)
      return
    }
    // The middle of the screen is the middle of what is said.
    let top = rows.lowerBound + (rows.count - height) / 2
    for (number, line) in current.enumerated() {
      put(line, of: scene, row: top + number * spacing, left, columns, &picture)
    }
    let gap = rows.count - height >= 8 ? 2 : 1
    let before = TextLayout.lines(of: scene.previous, columns: columns)
    let above = min(max(0, top - rows.lowerBound - gap), 4)
    for (number, line) in before.suffix(above).enumerated() {
      let row = top - gap - min(before.count, above) + number
      center(line, row: row, left, columns, .dim, &picture)
    }
    let behind = TextLayout.lines(of: scene.next, columns: columns)
    let below = min(max(0, rows.upperBound - top - height - gap), 4)
    for (number, line) in behind.prefix(below).enumerated() {
      center(line, row: top + height + gap + number, left, columns, .dim, &picture)
    }
  }

  /// Lines that are as long as each other, as far as words allow, and short where there is room for it.
  private static func evenLines(of text: String, columns: Int, rows: Int) -> [TextLine] {
    var columns = columns
    var lines = TextLayout.lines(of: text, columns: min(columns, mostCurrentColumns))
    if lines.count > rows / 2 {
      lines = TextLayout.lines(of: text, columns: columns)
    } else {
      columns = min(columns, mostCurrentColumns)
    }
    while lines.count > 1, lines.count <= 8 {
      columns -= 1
      let narrower = TextLayout.lines(of: text, columns: columns)
      guard narrower.count == lines.count else { break }
      lines = narrower
    }
    return lines
  }

  /// Rows from one line to the next: two, which makes it large, where that leaves room around it.
  private static func spacing(of lines: Int, in rows: Int) -> Int {
    lines > 1 && 2 * lines - 1 + 6 <= rows ? 2 : 1
  }

  /// A segment that is larger than the screen: the lines around the word that is spoken.
  private func putPart(
    of lines: [TextLine], of scene: PracticeScene, rows: Range<Int>, left: Int,
    _ picture: inout Picture
  ) {
    let spoken = lines.firstIndex { line in
      scene.word.map { line.range.upperBound > $0.lowerBound } ?? true
    }
    // A whole screen at a time would hide what comes next; a third of it shows what was before.
    let first = min(max(0, (spoken ?? 0) - rows.count / 3), lines.count - rows.count)
    for (row, line) in zip(rows, lines[first...]) {
      picture.put(
        line, row: row, column: left, style: .bold, marked: scene.word,
        markedStyle: [.bold, .reverse])
    }
  }

  private func put(
    _ line: TextLine, of scene: PracticeScene, row: Int, _ left: Int, _ columns: Int,
    _ picture: inout Picture
  ) {
    picture.put(
      line, row: row, column: left + (columns - line.columns) / 2, style: .bold,
      marked: scene.word, markedStyle: [.bold, .reverse])
  }

  private func center(
    _ line: TextLine, row: Int, _ left: Int, _ columns: Int, _ style: Style,
    _ picture: inout Picture
  ) {
    picture.put(line, row: row, column: left + (columns - line.columns) / 2, style: style)
  }
}
