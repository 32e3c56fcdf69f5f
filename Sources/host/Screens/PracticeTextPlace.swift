import CueTerminal

/// Where the text is on the screen: the current segment in the middle, with the text before and after it around.
struct TextPlace {
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

  init(_ scene: PracticePage, _ size: ScreenSize, _ rows: Range<Int>) {
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
