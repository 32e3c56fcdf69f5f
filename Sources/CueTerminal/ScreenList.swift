/// A list that fills the screen; it scrolls if it is longer.
package struct ScreenList: Equatable, Sendable {
  /// Its rows; the first one is its title.
  private let rows: [String]

  /// A list of `rows`, of which the first is the title.
  package init(_ rows: [String]) { self.rows = rows }

  /// The highest first row at which the list still fills a screen of `size`, whose last row is the foot.
  package func lastTop(_ size: ScreenSize) -> Int { max(0, rows.count - (size.rows - 1)) }

  /// Puts it into `picture`, from the row `top` on, with `foot` below it.
  package func put(from top: Int, foot: String, into picture: inout Picture) {
    let size = picture.size
    let first = min(max(0, top), lastTop(size))
    for (row, text) in rows[first...].prefix(size.rows - 1).enumerated() {
      picture.put(text, row: row, column: 0, style: row + first == 0 ? .bold : [])
    }
    picture.put(foot, row: size.rows - 1, column: 0, style: .dim)
  }
}

extension Picture {
  /// Puts a title at the top and something at the bottom, and returns the rows between them.
  ///
  /// - Parameters:
  ///   - title: puts the first row; a screen of fewer than eight rows has none, and one of fourteen has an empty row after it
  ///   - foot: puts the last rows, and returns the first of these
  /// - Returns: the rows between
  package mutating func putFrame(
    title: (inout Picture) -> Void, foot: (inout Picture) -> Int
  ) -> Range<Int> {
    var first = 0
    if size.rows >= 8 {
      title(&self)
      first = size.rows >= 14 ? 2 : 1
    }
    return first..<foot(&self)
  }
}
