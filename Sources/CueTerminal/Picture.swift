/// How a character looks: attributes that every terminal has on its own colours, dark or light, and three of its colours.
public struct Style: OptionSet, Sendable, Hashable {
  /// The set bits.
  public let rawValue: UInt8
  /// The style with those bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier, and on some terminals brighter.
  public static let bold = Style(rawValue: 1)
  /// Fainter.
  public static let dim = Style(rawValue: 2)
  /// A line below.
  public static let underline = Style(rawValue: 4)
  /// Colours of letter and ground exchanged.
  public static let reverse = Style(rawValue: 8)
  /// The terminal's green.
  public static let green = Style(rawValue: 16)
  /// The terminal's cyan.
  public static let cyan = Style(rawValue: 32)
  /// The terminal's red.
  public static let red = Style(rawValue: 64)
}

/// How large a screen is.
public struct ScreenSize: Sendable, Hashable {
  /// Characters in a row.
  public let columns: Int
  /// Rows.
  public let rows: Int

  /// A size; at least one character.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}

/// What a screen is to show: rows of styled characters.
public struct Picture: Sendable, Hashable {
  /// A place for one column of a character.
  struct Cell: Sendable, Hashable {
    /// Empty in the columns after a wide character's first.
    var text = " "
    var style: Style = []
  }

  /// How large it is.
  public let size: ScreenSize
  private(set) var rows: [[Cell]]

  /// An empty picture.
  public init(_ size: ScreenSize) {
    self.size = size
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  /// Puts `line` at a place; what does not fit on the screen is left out.
  ///
  /// - Parameters:
  ///   - line: what is put there
  ///   - row: from the top; the first is 0
  ///   - column: from the left; the first is 0
  ///   - style: how it looks
  ///   - marked: bytes of the text of `line` that look like `markedStyle`
  ///   - markedStyle: how they look
  public mutating func put(
    _ line: TextLine, row: Int, column: Int, style: Style = [], marked: Range<Int>? = nil,
    markedStyle: Style = []
  ) {
    put(line, row: row, column: column) { glyph in
      marked.map(glyph.range.overlaps) ?? false ? markedStyle : style
    }
  }

  /// Puts `line` at a place, each of its glyphs in the style that `style` gives; what does not fit on the screen is left out.
  public mutating func put(
    _ line: TextLine, row: Int, column: Int, style: (Glyph) -> Style
  ) {
    guard rows.indices.contains(row) else { return }
    var at = column
    for glyph in line.glyphs where glyph.columns > 0 {
      defer { at += glyph.columns }
      guard at >= 0, at + glyph.columns <= size.columns else { continue }
      clear(row, at)
      clear(row, at + glyph.columns - 1)
      for after in 0..<glyph.columns {
        rows[row][at + after] = Cell(
          text: after == 0 ? glyph.text : "", style: style(glyph))
      }
    }
  }

  /// Puts `text` at a place; see ``put(_:row:column:style:marked:markedStyle:)``.
  public mutating func put(_ text: String, row: Int, column: Int, style: Style = []) {
    put(
      TextLayout.line(of: text, columns: size.columns - column), row: row, column: column,
      style: style)
  }

  /// A wide character that is partly overwritten is removed.
  private mutating func clear(_ row: Int, _ column: Int) {
    var start = column
    while start > 0, rows[row][start].text.isEmpty { start -= 1 }
    var end = column + 1
    while end < size.columns, rows[row][end].text.isEmpty { end += 1 }
    guard end - start > 1 else { return }
    for at in start..<end { rows[row][at] = Cell() }
  }

  /// The picture for a screen that is seen in a mirror: each row begins at the right.
  ///
  /// A character stays whole, however wide it is; brackets and arrows point the other way.
  public var mirrored: Picture {
    var picture = self
    for row in rows.indices {
      var cells: [Cell] = []
      for cell in rows[row] {
        if cell.text.isEmpty {
          // The second column of a wide character stays after its first.
          cells.insert(cell, at: min(1, cells.count))
        } else {
          var turned = cell
          turned.text = Picture.turned[cell.text] ?? cell.text
          cells.insert(turned, at: 0)
        }
      }
      picture.rows[row] = cells
    }
    return picture
  }

  private static let turned: [String: String] = {
    let pairs = [
      ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("«", "»"), ("‹", "›"), ("“", "”"),
      ("‘", "’"), ("←", "→"), ("◀", "▶"), ("◄", "►"), ("▌", "▐"), ("/", "\\"), ("（", "）"),
      ("「", "」"), ("『", "』"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($0.1, $0.0) })
  }()

  /// The text of each row, without blanks at its end.
  public var text: [String] {
    rows.map { row in
      let text = row.map(\.text).joined()
      return String(
        text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
    }
  }

  /// The text that looks like `style`, row by row, without rows that have none.
  public func text(styled style: Style) -> [String] {
    rows.compactMap { row in
      let text = row.map { $0.style.isSuperset(of: style) ? $0.text : " " }.joined()
      let words = text.split(separator: " ")
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }
}
