/// A paragraph that nobody speaks: action, a transition, a lyric, a centered text.
struct DirectionParagraph {
  private(set) var display: [String] = []
  private(set) var source: Range<Int>
  /// The first row that does not belong to it.
  private(set) var end: Int
  /// Whether a cue may follow without an empty line between.
  private(set) var isClosed = false

  init(_ rows: [Page.Row], from start: Int, isFirst: Bool) {
    source = rows[start].source
    end = start
    let opensWithBracket = Self.opensWithBracket(rows[start])
    while end < rows.count, rows[end].isText {
      let text = rows[end].text
      if end > start, startsOwn(rows[end]) { return }
      display.append(Emphasis.stripped(from: unmarked(text)))
      source = source.lowerBound..<rows[end].source.upperBound
      end += 1
      isClosed =
        text.hasPrefix(">") || (isFirst && end == start + 1 && isTransition(rows[start]))
        || (opensWithBracket && Self.closesWithBracket(rows[end - 1]))
      if isClosed { return }
    }
  }

  /// The direction as one text; brackets around the whole of it are left to the page.
  var text: String {
    let joined = display.filter { !$0.isEmpty }.joined(separator: " ")
    for (left, right) in [("(", ")"), ("[", "]")]
    where joined.hasPrefix(left) && joined.hasSuffix(right) {
      let inner = joined.dropFirst().dropLast()
      if !inner.contains(left), !inner.contains(right) { return String(trimmed(inner)) }
    }
    return joined
  }

  private func startsOwn(_ row: Page.Row) -> Bool {
    isOutline(row.text) || row.text.hasPrefix(">") || row.text.hasPrefix("!")
      || (Self.opensWithBracket(row) && Self.closesWithBracket(row))
      || Heading(row, isFirst: false) != nil
  }

  private static func opensWithBracket(_ row: Page.Row) -> Bool {
    row.text.hasPrefix("(") || row.text.hasPrefix("[")
  }

  private static func closesWithBracket(_ row: Page.Row) -> Bool {
    row.text.hasSuffix(")") || row.text.hasSuffix("]")
  }

  private func isTransition(_ row: Page.Row) -> Bool {
    row.text.hasSuffix("TO:") && !row.text.unicodeScalars.contains { $0.properties.isLowercase }
  }

  /// `text` without the marks that force it: `!`, `~`, `>` and `> <`.
  private func unmarked(_ text: String) -> String {
    if text.hasPrefix("!") { return String(text.drop { $0 == "!" }) }
    if text.hasPrefix("~") { return String(text.dropFirst()) }
    guard text.hasPrefix(">") else { return text }
    let inner = text.dropFirst()
    return String(inner.hasSuffix("<") ? inner.dropLast() : inner)
  }
}

/// A section, synopsis or page break: for the writer's eyes.
func isOutline(_ text: String) -> Bool {
  text.hasPrefix("#") || text.hasPrefix("=")
}
