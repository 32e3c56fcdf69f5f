import CueKeys
import CuePractice
import CueTerminal

/// Shows practice on a screen: earlier text faint, the current segment large, later text faint, and the state at the bottom.
///
/// The same scene makes the same picture. A small screen shows less: first the keys disappear, then the title, then the text
/// before and after.
struct PracticeView {
  let words: Messages

  /// What a screen of `size` shows.
  func picture(of scene: PracticeScene, _ size: ScreenSize) -> Picture {
    var picture = Picture(size)
    if let top = scene.help {
      putHelp(from: top, &picture)
      return picture
    }
    let body = picture.putFrame(title: { putTitle(scene, &$0) }, foot: { putFoot(scene, &$0) })
    if let picker = scene.picker {
      put(picker, scene.items, rows: body, &picture)
    } else {
      putText(scene, rows: body, &picture)
    }
    return picture
  }

  // The top.

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

  // The middle.

  private func putText(_ scene: PracticeScene, rows: Range<Int>, _ picture: inout Picture) {
    guard !rows.isEmpty else { return }
    let place = TextPlace(scene, picture.size, rows)
    let (left, columns, current) = (place.left, place.columns, place.current)
    guard scene.count > 0 else {
      picture.put(
        words(.emptySpeech), row: rows.lowerBound + rows.count / 2, column: left)
      return
    }
    guard place.isWhole else {
      putPart(of: current, of: scene, rows: rows, left: left, &picture)
      return
    }
    let (top, height, spacing) = (place.top, place.height, place.spacing)
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

  /// A segment that is larger than the screen: the lines around the word that is spoken.
  private func putPart(
    of lines: [TextLine], of scene: PracticeScene, rows: Range<Int>, left: Int,
    _ picture: inout Picture
  ) {
    let spoken = lines.firstIndex { line in
      scene.word.map { line.range.upperBound > $0.lowerBound } ?? true
    }
    // Moving by a whole screen would hide what comes next; a third of it shows earlier text.
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

// Below the text: a note, the state, the progress, the keys.
extension PracticeView {
  /// Puts it there, and returns its first row.
  func putFoot(_ scene: PracticeScene, _ picture: inout Picture) -> Int {
    let size = picture.size
    var row = size.rows
    if size.rows >= 11 {
      row -= 1
      picture.put(joined(hints(scene), columns: size.columns - 2), row: row, column: 1, style: .dim)
    }
    if size.rows >= 7 {
      row -= 1
      putProgress(scene, row: row, &picture)
    }
    let note = TextLayout.lines(of: note(scene), columns: size.columns - 2)
    let shown = TextLayout.cut(
      note, to: size.rows >= 11 || size.rows == 5 || size.rows == 6 ? 2 : 1,
      ellipsis: Signs.fitted(" …"))
    // If there is no room for both, a note is more important than the state.
    if size.rows >= 7 || shown.isEmpty {
      row -= 1
      putStanding(scene, row: row, &picture)
    }
    row -= shown.count
    for (number, line) in shown.enumerated() {
      picture.put(line, row: row + number, column: 1, style: .bold)
    }
    // A row reserved for a note, so that the text does not move when one appears.
    return size.rows >= 11 && shown.isEmpty ? row - 1 : row
  }

  private func note(_ scene: PracticeScene) -> String {
    if let picker = scene.picker, scene.note.isEmpty {
      return picker.kind == .voices
        ? words(.takeVoice, ["voice": picker.typed + "_"])
        : words(.takePlace, ["words": picker.typed + "_"])
    }
    if !scene.entry.isEmpty { return words(.goTo, ["number": scene.entry]) }
    guard scene.note.isEmpty, let start = scene.loopStart else { return scene.note }
    return words(.loopFrom, ["number": "\(start)"])
  }

  private func hints(_ scene: PracticeScene) -> [String] {
    let space: Message =
      switch scene.phase {
      case .reading: .hintPause
      case .repeating, .repeatingUntilQuiet, .ownVoice, .sample: .hintSkip
      case .ready, .paused, .theEnd, .timeIsUp: .hintPlay
      }
    switch scene.picker?.kind {
    case .voices: return [words(.hintTake), words(.hintSample), words(.hintLeave)]
    case .text: return [words(.hintTake), words(.hintLeave)]
    case nil: return [words(space), words(.hintHelp), words(.hintEnd), words(.hintNext)]
    }
  }

  /// The phase, and how much of the pause is left.
  private func putStanding(_ scene: PracticeScene, row: Int, _ picture: inout Picture) {
    let columns = picture.size.columns
    let isSmall = picture.size.rows < 7
    let doing =
      (isSmall ? "\(scene.number)/\(scene.count) " : "") + doing(scene.phase, isShort: columns < 30)
    picture.put(doing, row: row, column: isSmall ? 0 : 1, style: .bold)
    // The bar has a fixed place, whatever the number of digits.
    let column = 24
    guard case .repeating(let left, let whole) = scene.phase, whole > 0, columns >= column + 12
    else { return }
    let cells = min(columns - column - 1, 40)
    let full = Int((left / whole * Double(cells)).rounded(.up))
    picture.put(bar(min(max(full, 0), cells), of: cells), row: row, column: column)
  }

  private func doing(_ phase: PracticeScene.Phase, isShort: Bool) -> String {
    switch phase {
    case .ready: Signs.fitted("■ ") + words(.ready)
    case .reading: Signs.fitted("► ") + words(.reading)
    case .repeating(let left, _):
      Signs.fitted("◆ ")
        + words(
          isShort ? .yourTurnInShort : .yourTurn,
          ["seconds": words.number(left, decimals: 1, least: 1)])
    case .repeatingUntilQuiet: Signs.fitted("◆ ") + words(.speakNow)
    case .ownVoice: Signs.fitted("► ") + words(.hearYourself)
    case .sample: Signs.fitted("► ") + words(.samplePlays)
    case .paused: Signs.fitted("■ ") + words(.paused)
    case .theEnd: Signs.fitted("■ ") + words(.theEnd)
    case .timeIsUp: Signs.fitted("■ ") + words(.timeIsUp)
    }
  }

  private func settings(_ scene: PracticeScene) -> [String] {
    let rate = words.number(scene.rate, decimals: 2, least: 1)
    var all = [
      scene.passes > 1
        ? words(
          .rateOfSeveral,
          ["rate": rate, "number": "\(scene.pass)", "count": "\(scene.passes)"])
        : words(.rate, ["rate": rate])
    ]
    switch scene.pause {
    case .off: all.append(words(.noPause))
    case .factor(let factor):
      all.append(words(.pause, ["factor": words.number(factor, decimals: 2)]))
    case .untilQuiet: all.append(words(.pauseUntilQuiet))
    }
    all.append(words(scene.isByParagraph ? .byParagraph : .bySentence))
    if let loop = scene.loop {
      all.insert(
        loop.count == 1
          ? words(.loopOfOne, ["number": "\(loop.lowerBound)"])
          : words(.loop, ["first": "\(loop.lowerBound)", "last": "\(loop.upperBound)"]), at: 1)
    }
    if !scene.voice.isEmpty { all.append(words(.voice, ["voice": scene.voice])) }
    return all
  }

  private func putProgress(_ scene: PracticeScene, row: Int, _ picture: inout Picture) {
    let text = "\(scene.number) / \(scene.count)"
    let columns = picture.size.columns
    let marks = marks(scene, columns)
    if !marks.areDots {
      let full = scene.number * marks.cells / max(scene.count, 1)
      // The first one is visible as soon as there is a segment.
      let bar = bar(max(full, scene.number > 0 ? 1 : 0), of: marks.cells)
      picture.put(bar, row: row, column: 1)
    } else if scene.count > 0 {
      for number in 1...scene.count {
        let dot = number < scene.number ? "•" : number == scene.number ? "◆" : "·"
        picture.put(
          Signs.fitted(dot), row: row, column: 1 + (number - 1) * marks.step,
          style: number == scene.number ? .bold : [])
      }
    }
    var at = 1 + marks.cells
    picture.put(text, row: row, column: at + 2)
    at += 2 + Glyph.columns(of: text) + 3
    guard columns - at > 8 else { return }
    let set = joined(settings(scene), columns: columns - at - 1)
    picture.put(set, row: row, column: columns - 1 - Glyph.columns(of: set), style: .dim)
  }

  /// How progress is shown: a dot for each segment, or a bar of this many columns.
  private func marks(
    _ scene: PracticeScene, _ columns: Int
  ) -> (areDots: Bool, step: Int, cells: Int) {
    let room = columns - 4 - Glyph.columns(of: "\(scene.number) / \(scene.count)")
    guard scene.count <= PracticeProgress.mostDots, scene.count <= room else {
      return (false, 1, min(room, 24))
    }
    let step = scene.count * 2 - 1 <= room ? 2 : 1
    return (true, step, max(0, scene.count * step - (step - 1)))
  }

  private func bar(_ full: Int, of cells: Int) -> String {
    Signs.fitted(BlockChart.bar(full, of: cells))
  }

  func joined(_ parts: [String], columns: Int) -> String {
    TextLayout.joined(parts, separator: Signs.fitted(" · "), columns: columns)
  }
}

// The list of keys, in place of everything else.
extension PracticeView {
  /// The highest first line of the list of keys at which the list still fills the screen.
  func lastHelpTop(_ size: ScreenSize) -> Int {
    max(0, helpLines(size.columns).count - helpRows(size))
  }

  private func helpRows(_ size: ScreenSize) -> Int { max(1, size.rows - (size.rows >= 8 ? 4 : 1)) }

  private func helpLines(_ columns: Int) -> [(key: String, text: String)] {
    let keys: [(String, Message)] = [
      (words(.keySpace), .helpPlay), (words(.keyNext), .helpNext),
      (words(.keyPrevious), .helpPrevious), (words(.keyFirst), .helpFirst),
      (words(.keyNumber), .helpJump), ("r", .helpAgain), ("a", .helpOwn),
      (words(.keyRate), .helpRate),
      ("] [", .helpPauseLength), ("e", .helpPauseMode), ("g", .helpGranularity),
      ("l", .helpLoop), ("t", .helpText), ("v", .helpVoice), ("Ctrl-L", .helpRedraw),
      ("?", .helpHelp),
      (words(.keyEnd), .helpEnd),
    ]
    let keyColumns = columns >= 44 ? 14 : 0
    return keys.flatMap { key, message in
      let lines = TextLayout.lines(
        of: keyColumns > 0 ? words(message) : "\(key): \(words(message))",
        columns: max(4, columns - 2 - keyColumns))
      return lines.enumerated().map { number, line in
        (
          keyColumns > 0 && number == 0 ? key : "",
          line.glyphs.map(\.text).joined()
        )
      }
    }
  }

  func putHelp(from top: Int, _ picture: inout Picture) {
    let size = picture.size
    let lines = helpLines(size.columns)
    let rows = helpRows(size)
    let first = min(max(0, top), lastHelpTop(size))
    var row = 0
    if size.rows >= 8 {
      picture.put(words(.helpTitle), row: 0, column: 1, style: .bold)
      row = 2
    }
    let column = size.columns >= 44 ? 15 : 1
    for line in lines[first...].prefix(rows) {
      picture.put(line.key, row: row, column: 1, style: .bold)
      picture.put(line.text, row: row, column: column)
      row += 1
    }
    let ways = (lastHelpTop(size) > 0 ? [words(.helpMore)] : []) + [words(.helpBack)]
    picture.put(
      joined(ways, columns: size.columns - 1), row: size.rows - 1, column: size.rows >= 8 ? 1 : 0,
      style: .dim)
  }
}

/// Where the text is on the screen: the current segment in the middle, with the text before and after it around.
private struct TextPlace {
  /// A longer line is tiring to read and to say, in columns.
  private static let mostTextColumns = 64
  private static let mostCurrentColumns = 48

  let left: Int
  let columns: Int
  /// The lines of the current segment.
  let current: [TextLine]
  /// Rows from one of them to the next.
  let spacing: Int
  let height: Int
  /// The row of the first line; the current segment is centred on the screen.
  let top: Int
  /// Whether all of them fit.
  let isWhole: Bool

  init(_ scene: PracticeScene, _ size: ScreenSize, _ rows: Range<Int>) {
    let margin = size.columns >= 40 ? 3 : size.columns >= 24 ? 1 : 0
    columns = min(size.columns - 2 * margin, TextPlace.mostTextColumns)
    left = (size.columns - columns) / 2
    current = TextPlace.evenLines(of: scene.current, columns: columns, rows: rows.count)
    spacing = TextPlace.spacing(of: current.count, in: rows.count)
    height = (current.count - 1) * spacing + 1
    isWhole = height <= rows.count
    top = rows.lowerBound + max(0, rows.count - height) / 2
  }

  /// Lines of equal length, as far as words allow, and short if there is enough room.
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

  /// Rows from one line to the next: two, which looks large, if that leaves room around it.
  private static func spacing(of lines: Int, in rows: Int) -> Int {
    lines > 1 && 2 * lines - 1 + 6 <= rows ? 2 : 1
  }
}

// A list of voices or of the text, shown instead of the text.
extension PracticeView {
  /// The rows of the list, and the number of its first shown item among those that match.
  private func list(
    _ picker: PracticePicker, _ count: Int, rows: Range<Int>
  ) -> (rows: Range<Int>, first: Int) {
    let first = min(max(0, (picker.marked ?? 0) - rows.count / 2), max(0, count - rows.count))
    return (rows.lowerBound..<min(rows.upperBound, rows.lowerBound + count - first), first)
  }

  private func put(
    _ picker: PracticePicker, _ items: [String], rows: Range<Int>, _ picture: inout Picture
  ) {
    guard !rows.isEmpty else { return }
    let matches = picker.matches(items)
    guard !matches.isEmpty else {
      let text = words(items.isEmpty ? .listIsComing : .listHasNone)
      return picture.put(text, row: rows.lowerBound, column: 1, style: .dim)
    }
    let (shown, first) = list(picker, matches.count, rows: rows)
    for row in shown {
      let place = first + row - shown.lowerBound
      let number = picker.kind == .text ? "\(matches[place] + 1)  " : ""
      let line = TextLayout.line(
        of: number + items[matches[place]], columns: picture.size.columns - 2)
      picture.put(line, row: row, column: 1) { _ in
        place == picker.marked ? [.bold, .reverse] : []
      }
    }
  }
}

// What a click means.
extension PracticeView {
  /// What is at a place of the screen.
  enum Target: Equatable {
    /// An item of the list, by its number among those that match.
    case item(Int)
    /// The text before the current segment, that segment, and the text after it.
    case before, current, after
    /// A segment, from 1, in the row of progress.
    case segment(Int)
  }

  /// The target under the mouse on a screen that shows `scene`; nil if none.
  func target(of report: MouseReport, _ scene: PracticeScene, _ size: ScreenSize) -> Target? {
    guard scene.help == nil else { return nil }
    var picture = Picture(size)
    let rows = picture.putFrame(title: { _ in }, foot: { putFoot(scene, &$0) })
    if let picker = scene.picker {
      let (shown, first) = list(picker, picker.matches(scene.items).count, rows: rows)
      return shown.contains(report.row) ? .item(first + report.row - shown.lowerBound) : nil
    }
    if let row = progressRow(size), report.row == row {
      return segment(at: report.column, scene, size).map { .segment($0) }
    }
    guard rows.contains(report.row), scene.count > 0 else { return nil }
    let place = TextPlace(scene, size, rows)
    if place.isWhole, report.row < place.top { return .before }
    if place.isWhole, report.row >= place.top + place.height { return .after }
    return .current
  }

  /// The row of progress; nil if there is no room for it.
  private func progressRow(_ size: ScreenSize) -> Int? {
    size.rows >= 11 ? size.rows - 2 : size.rows >= 7 ? size.rows - 1 : nil
  }

  /// The segment whose dot, or part of the bar, is in that column.
  private func segment(at column: Int, _ scene: PracticeScene, _ size: ScreenSize) -> Int? {
    let marks = marks(scene, size.columns)
    let place = column - 1
    guard (0..<marks.cells).contains(place), scene.count > 0 else { return nil }
    return marks.areDots ? place / marks.step + 1 : place * scene.count / marks.cells + 1
  }
}
