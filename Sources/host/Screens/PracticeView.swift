import CueKeys
import CueTerminal

/// Shows practice on a screen: earlier text faint, the current segment large, later text faint, and the state at the bottom.
///
/// The same scene makes the same picture. A small screen shows less: first the keys disappear, then the title, then the text
/// before and after.
struct PracticeView {
  let words: Messages

  /// What a screen of `size` shows.
  func picture(of scene: PracticePage, _ size: ScreenSize) -> Picture {
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

  private func putTitle(_ scene: PracticePage, _ picture: inout Picture) {
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

  private func putText(_ scene: PracticePage, rows: Range<Int>, _ picture: inout Picture) {
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
    let after = TextLayout.lines(of: scene.next, columns: columns)
    let below = min(max(0, rows.upperBound - top - height - gap), 4)
    for (number, line) in after.prefix(below).enumerated() {
      center(line, row: top + height + gap + number, left, columns, .dim, &picture)
    }
  }

  /// A segment that is larger than the screen: the lines around the word that is spoken.
  private func putPart(
    of lines: [TextLine], of scene: PracticePage, rows: Range<Int>, left: Int,
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
    _ line: TextLine, of scene: PracticePage, row: Int, _ left: Int, _ columns: Int,
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

// A list of voices or of the text, shown instead of the text.
extension PracticeView {
  /// The rows of the list, and the number of its first shown item among those that match.
  func list(
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
