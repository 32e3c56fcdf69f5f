import CueText

/// The key and value lines before a script, or the front matter of Markdown.
struct TitlePage {
  /// Its keys with what they say, and the source of each.
  private(set) var entries: [(key: String, values: [String])] = []
  /// How many rows of the page it takes.
  private(set) var rowCount = 0
  /// Whether two lines of dashes enclose it.
  private(set) var isFrontMatter = false

  private static let mostEntries = 500
  private static let keys: Set<String> = [
    "title", "credit", "author", "authors", "source", "draft date", "date", "contact",
    "copyright", "notes", "revision", "lexicon", "language", "alias", "format",
  ]

  /// Whether `key` is one that scripts use.
  static func isKnown(_ key: String) -> Bool { keys.contains(key.lowercased()) }

  /// Reads the title page that `page` begins with, if there is one.
  ///
  /// It begins with a known key, or has one before its first empty line: a first line such as
  /// "FADE IN:" belongs to the script. It ends at an empty line that no known key follows.
  init(_ page: Page) {
    let rows = page.rows
    if let first = rows.first, first.isText, page.content(first).elementsEqual("---".utf8),
      let matter = FrontMatter(rows.prefix(Self.mostEntries).map { page.text($0) })
    {
      entries = matter.entries.map { ($0.key, [$0.value].filter { !$0.isEmpty }) }
      rowCount = matter.rowCount
      isFrontMatter = true
      return
    }
    var wantsValue = false
    var index = rows.firstIndex(where: \.isText) ?? rows.count
    let mayBeStrange = Self.hasKnownKey(page, from: index)
    while index < rows.count, entries.count < Self.mostEntries {
      let row = rows[index]
      if row.kind == .vanished {
        index += 1
        continue
      }
      guard row.isText else {
        let next = rows[index...].firstIndex(where: \.isText) ?? rows.count
        guard next < rows.count, let entry = Self.entry(page, rows[next]), entry.isKnown
        else { break }
        index = next
        continue
      }
      if let entry = Self.entry(page, row),
        entry.isKnown || (entry.isKeyLike && (!entries.isEmpty || mayBeStrange))
      {
        wantsValue = entry.value.isEmpty
        entries.append((entry.key, entry.value.isEmpty ? [] : [entry.value]))
      } else if !entries.isEmpty,
        row.indent >= 3
          || (wantsValue
            && Heading(page.content(row), isFirst: true, rules: .stretched) == nil)
      {
        entries[entries.count - 1].values.append(page.text(row))
      } else {
        break
      }
      index += 1
      rowCount = index
    }
  }

  /// Whether a known key stands ahead of the first empty line after `start`, and keys alone before.
  private static func hasKnownKey(_ page: Page, from start: Int) -> Bool {
    for row in page.rows[start...].prefix(20) {
      guard row.isText else { return false }
      if row.indent >= 3 { continue }
      guard let entry = entry(page, row) else { return false }
      if entry.isKnown { return true }
      guard entry.isKeyLike else { return false }
    }
    return false
  }

  private struct Entry {
    let key: String
    let value: String
    /// Whether it may be an unknown key: "Revision: Blue", but not "CUT TO:".
    let isKeyLike: Bool
    let isKnown: Bool
  }

  private static func entry(_ page: Page, _ row: Page.Row) -> Entry? {
    guard row.indent < 3 else { return nil }
    let text = page.text(row)
    let start = text.unicodeScalars.prefix(40)
    guard let colon = start.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
    let key = trimmed(text[..<colon])
    let value = text[text.unicodeScalars.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let isKeyLike =
      key.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
      && key.contains { $0.isLowercase }
    return Entry(
      key: String(key), value: String(value), isKeyLike: isKeyLike,
      isKnown: isKnown(String(key)))
  }
}
