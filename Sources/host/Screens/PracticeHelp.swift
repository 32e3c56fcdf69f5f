import CueTerminal

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
