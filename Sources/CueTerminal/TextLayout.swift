/// A line of a text that was broken to a width.
public struct TextLine: Sendable, Hashable {
  /// Its characters, without the blanks at its ends.
  public let glyphs: ArraySlice<Glyph>
  /// The columns it takes.
  public let columns: Int

  /// Its place in the text, in bytes of UTF-8.
  public var range: Range<Int> {
    guard let first = glyphs.first, let last = glyphs.last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }
}

/// Breaks texts to the width of a screen.
public enum TextLayout {
  /// `text` in lines of at most `columns`; none if nothing in it is visible.
  ///
  /// A line ends at a blank, after a hyphen or a dash, or between wide characters (as Chinese has them); a word that is
  /// longer than a line is broken at the end of the line.
  public static func lines(of text: String, columns: Int) -> [TextLine] {
    let glyphs = Glyph.glyphs(of: text)
    var lines: [TextLine] = []
    var start = glyphs.startIndex
    while true {
      while start < glyphs.endIndex, glyphs[start].isBlank { start += 1 }
      guard start < glyphs.endIndex else { return lines }
      let end = end(of: glyphs, from: start, columns: max(1, columns))
      var last = end
      while last > start, glyphs[last - 1].isBlank { last -= 1 }
      lines.append(TextLine(glyphs[start..<last]))
      start = end
    }
  }

  /// The rows of a page that scrolls: each of `lines` by itself, as verse needs it, broken at words if `columns` are known.
  ///
  /// A line begins `indent` columns from the left, and its continuation two columns further; an empty line
  /// stays empty.
  public static func rows(of lines: [String], indent: Int, columns: Int?) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard let columns else { return lines.map { $0.isEmpty ? "" : margin + $0 } }
    return lines.flatMap { line -> [String] in
      let whole = TextLayout.lines(of: line, columns: max(1, columns - indent))
      // If everything fits, no indentation is needed.
      let cut =
        whole.count < 2
        ? whole : TextLayout.lines(of: line, columns: max(1, columns - indent - 2))
      guard !cut.isEmpty else { return [""] }
      return cut.enumerated().map { number, row in
        margin + (number > 0 ? "  " : "") + row.glyphs.map(\.text).joined()
      }
    }
  }

  /// `text` as one line of at most `columns`, with an ellipsis in place of what does not fit.
  public static func line(of text: String, columns: Int) -> TextLine {
    let glyphs = Glyph.glyphs(of: text)
    var taken = 0
    var count = 0
    for glyph in glyphs {
      guard taken + glyph.columns <= columns else { break }
      taken += glyph.columns
      count += 1
    }
    guard count < glyphs.count, columns > 0 else { return TextLine(glyphs[..<count]) }
    while count > 0, taken + 1 > columns || glyphs[count - 1].isBlank {
      count -= 1
      taken -= glyphs[count].columns
    }
    return TextLine((glyphs[..<count] + Glyph.glyphs(of: "…"))[...])
  }

  /// The first `most` of `lines`; `ellipsis`, after the last of them, shows that there were more.
  public static func cut(_ lines: [TextLine], to most: Int, ellipsis: String) -> [TextLine] {
    guard lines.count > most, let last = lines.prefix(most).last else { return lines }
    let text = last.glyphs.map(\.text).joined() + ellipsis
    return lines.prefix(most - 1) + [line(of: text, columns: last.columns)]
  }

  /// As many of `parts`, from the first, as fit in `columns`, with `separator` between them.
  public static func joined(_ parts: [String], separator: String, columns: Int) -> String {
    var text = ""
    for part in parts {
      let longer = text.isEmpty ? part : text + separator + part
      guard Glyph.columns(of: longer) <= columns else { continue }
      text = longer
    }
    return text
  }

  /// The index after the last glyph of the line that begins at `start`.
  private static func end(of glyphs: [Glyph], from start: Int, columns: Int) -> Int {
    var taken = 0
    var chance = start
    var at = start
    while at < glyphs.endIndex {
      // Blanks at a line's end take no room.
      guard glyphs[at].isBlank || taken + glyphs[at].columns <= columns else {
        return chance > start ? chance : max(at, start + 1)
      }
      taken += glyphs[at].columns
      at += 1
      if at < glyphs.endIndex, mayBreak(glyphs, before: at) { chance = at }
    }
    return glyphs.endIndex
  }

  private static func mayBreak(_ glyphs: [Glyph], before index: Int) -> Bool {
    let (left, right) = (glyphs[index - 1], glyphs[index])
    if left.isBlank { return !right.isBlank }
    if right.isBlank { return false }
    switch left.text {
    case "—", "–": return !closes(right)
    case "-", "‐", "/":
      // Neither before a number's sign nor in "-5".
      return index >= 2 && isLetter(glyphs[index - 2]) && isLetter(right)
    default: break
    }
    let isWide = left.columns == 2 && isLetter(left) || right.columns == 2 && isLetter(right)
    return isWide && !closes(right) && !opens(left)
  }

  private static func isLetter(_ glyph: Glyph) -> Bool { glyph.text.first?.isLetter ?? false }

  /// Belongs to the character before it.
  private static func closes(_ glyph: Glyph) -> Bool {
    guard let scalar = glyph.text.unicodeScalars.first else { return true }
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation: return true
    default: return scalar.value == 0x30fc || scalar.value == 0x3005
    }
  }

  /// Belongs to the character after it.
  private static func opens(_ glyph: Glyph) -> Bool {
    guard let scalar = glyph.text.unicodeScalars.first else { return false }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: return true
    default: return false
    }
  }
}

extension TextLine {
  init(_ glyphs: ArraySlice<Glyph>) {
    self.init(glyphs: glyphs, columns: glyphs.reduce(0) { $0 + $1.columns })
  }
}
