/// Turns pictures into the bytes that a terminal must be sent.
///
/// Rows that have not changed are not sent. The rest is sent in one piece. A terminal with synchronized output
/// (mode 2026) shows it at once, so nothing flickers.
public struct Painter: Sendable {
  private var shown: Picture?

  /// A painter for a screen of unknown content.
  public init() {}

  /// The content of the screen is no longer known; the next picture is painted whole.
  public mutating func forget() { shown = nil }

  /// The bytes that make the screen show `picture`; empty if it already does.
  public mutating func paint(_ picture: Picture) -> String {
    guard picture != shown else { return "" }
    let before = shown?.size == picture.size ? shown : nil
    var text = "\u{1b}[?2026h"
    if before == nil { text += "\u{1b}[0m\u{1b}[2J" }
    for (number, row) in picture.rows.enumerated() where row != before?.rows[number] {
      if before == nil, row.allSatisfy({ $0 == Picture.Cell() }) { continue }
      text += Painter.row(row, number)
    }
    shown = picture
    return text + "\u{1b}[?2026l"
  }

  private static func row(_ row: [Picture.Cell], _ number: Int) -> String {
    var text = "\u{1b}[\(number + 1);1H"
    if row.contains(where: isDoubtful) { text += "\u{1b}[2K" }
    var style: Style = []
    let blank = Picture.Cell()
    let end = (row.lastIndex { $0 != blank } ?? -1) + 1
    var wasDoubtful = false
    for (column, cell) in row[..<end].enumerated() where !cell.text.isEmpty {
      if wasDoubtful { text += "\u{1b}[\(column + 1)G" }
      if cell.style != style { text += Painter.code(cell.style) }
      style = cell.style
      text += cell.text
      wasDoubtful = isDoubtful(cell)
    }
    if style != [] { text += Painter.code([]) }
    return end < row.count ? text + "\u{1b}[K" : text
  }

  /// Whether terminals disagree about its width; what follows is then placed explicitly.
  private static func isDoubtful(_ cell: Picture.Cell) -> Bool {
    cell.text.unicodeScalars.count > 1
  }

  private static func code(_ style: Style) -> String {
    var codes = ["0"]
    if style.contains(.bold) { codes.append("1") }
    if style.contains(.dim) { codes.append("2") }
    if style.contains(.underline) { codes.append("4") }
    if style.contains(.reverse) { codes.append("7") }
    if style.contains(.red) { codes.append("31") }
    if style.contains(.green) { codes.append("32") }
    if style.contains(.cyan) { codes.append("36") }
    return "\u{1b}[\(codes.joined(separator: ";"))m"
  }
}
