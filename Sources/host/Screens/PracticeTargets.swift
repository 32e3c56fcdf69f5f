import CueKeys
import CueTerminal

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
  func target(of report: MouseReport, _ scene: PracticePage, _ size: ScreenSize) -> Target? {
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
  private func segment(at column: Int, _ scene: PracticePage, _ size: ScreenSize) -> Int? {
    let marks = marks(scene, size.columns)
    let place = column - 1
    guard (0..<marks.cells).contains(place), scene.count > 0 else { return nil }
    return marks.areDots ? place / marks.step + 1 : place * scene.count / marks.cells + 1
  }
}
