import CuePractice
import CueTerminal

// Below the text: a note, the state, the progress, the keys.
extension PracticeView {
  /// Puts it there, and returns its first row.
  func putFoot(_ scene: PracticePage, _ picture: inout Picture) -> Int {
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

  /// The phase, and how much of the pause is left.
  private func putStanding(_ scene: PracticePage, row: Int, _ picture: inout Picture) {
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

  private func putProgress(_ scene: PracticePage, row: Int, _ picture: inout Picture) {
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
  func marks(
    _ scene: PracticePage, _ columns: Int
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
