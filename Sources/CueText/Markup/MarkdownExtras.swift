/// Removes extensions of Markdown that are not said and that CommonMark does not know: tables, footnotes, struck-out words.
///
/// Words that are divided at the end of a row are joined, and `<<marks>>` are kept from being read as tags.
enum MarkdownExtras {
  /// The Markdown of `rows` without them; blocks of code stay as they are.
  static func removed(from rows: ArraySlice<Substring>) -> String {
    let rows = Array(rows)
    var kept: [Substring] = []
    kept.reserveCapacity(rows.count)
    var index = 0
    var isCode = false
    while index < rows.count {
      let row = rows[index]
      let start = row.drop { $0 == " " }
      if start.hasPrefix("```") || start.hasPrefix("~~~") { isCode.toggle() }
      if !isCode {
        if row.contains("|"), index + 1 < rows.count, isDelimiter(rows[index + 1]) {
          // A table goes on to the first row without a bar.
          while index < rows.count, rows[index].contains("|") { index += 1 }
          kept.append("")
          continue
        }
        if start.hasPrefix("[^"), let close = start.firstIndex(of: "]"),
          start[start.index(after: close)...].hasPrefix(":")
        {
          // The text of a footnote, with the indented rows below it.
          index += 1
          while index < rows.count, rows[index].hasPrefix("  ") || rows[index].hasPrefix("\t") {
            index += 1
          }
          continue
        }
      }
      kept.append(isCode ? row : Substring(withoutMarks(row)))
      index += 1
    }
    return LineEndHyphens.joined(kept.joined(separator: "\n"), keepsPlaces: false)
  }

  /// Whether the row above is the head of a table: `|---|:--:|`.
  private static func isDelimiter(_ row: Substring) -> Bool {
    row.contains("-") && row.contains("|") && row.allSatisfy { "|:- \t".contains($0) }
  }

  /// `row` without `[^1]` and `~~this~~`.
  private static func withoutMarks(_ row: Substring) -> String {
    let row = row.contains("<<") ? Substring(row.replacing("<<", with: "\\<\\<")) : row
    guard row.utf8.contains(where: { "~^".utf8.contains($0) }) else { return String(row) }
    let parts = row.components(separatedBy: "~~")
    // The last mark of an odd number closes nothing.
    var text = ""
    for (place, part) in parts.enumerated() {
      let isStruck = place % 2 == 1 && place + 1 < parts.count
      if place % 2 == 1, !isStruck { text += "~~" }
      if !isStruck { text += part }
    }
    var rest = text[...]
    var kept = ""
    while let open = rest.firstRange(of: "[^") {
      guard let close = rest[open.upperBound...].firstIndex(of: "]"),
        rest.distance(from: open.upperBound, to: close) < 40
      else { break }
      kept += rest[..<open.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return kept + rest
  }
}

extension Substring {
  /// The pieces between occurrences of `mark`.
  fileprivate func components(separatedBy mark: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self
    while let found = rest.firstRange(of: mark) {
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    parts.append(rest)
    return parts
  }
}
