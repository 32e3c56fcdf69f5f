/// The key and value lines that may stand ahead of a script.
struct TitlePage {
  /// The title, its lines joined; empty if none is given.
  let title: String
  /// How many rows of the page it takes.
  let rowCount: Int

  private static let keys: Set<String> = [
    "title", "credit", "author", "authors", "source", "draft date", "date", "contact",
    "copyright", "notes",
  ]

  /// Reads the title page that `rows` begin with, if there is one.
  ///
  /// It begins with a known key, so that a first line such as "FADE IN:" belongs to the script, and
  /// ends at an empty line that no known key follows.
  init(_ rows: [Page.Row]) {
    var titleLines: [String] = []
    var key = ""
    var wantsValue = false
    var index = rows.firstIndex(where: \.isText) ?? rows.count
    var end = 0
    while index < rows.count {
      let row = rows[index]
      if row.kind == .vanished {
        index += 1
        continue
      }
      guard row.isText else {
        let next = rows[index...].firstIndex(where: \.isText) ?? rows.count
        guard next < rows.count, let entry = Self.entry(rows[next]), Self.keys.contains(entry.key)
        else { break }
        index = next
        continue
      }
      if let entry = Self.entry(row), Self.keys.contains(entry.key) || (end > 0 && entry.isKeyLike)
      {
        key = entry.key
        wantsValue = entry.value.isEmpty
        if key == "title", !entry.value.isEmpty { titleLines.append(entry.value) }
      } else if end > 0, row.indent >= 3 || (wantsValue && Heading(row, isFirst: true) == nil) {
        if key == "title" { titleLines.append(row.text) }
      } else {
        break
      }
      index += 1
      end = index
    }
    title = Emphasis.stripped(from: titleLines.map(Emphasis.stripped).joined(separator: " "))
    rowCount = end
  }

  private struct Entry {
    let key: String
    let value: String
    /// Whether it may be a key nobody has heard of: "Revision: Blue", but not "CUT TO:".
    let isKeyLike: Bool
  }

  private static func entry(_ row: Page.Row) -> Entry? {
    guard row.indent < 3, let colon = row.text.utf8.prefix(40).firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let key = row.text[..<colon]
    let value = row.text[row.text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let isKeyLike =
      key.allSatisfy { $0.isLetter || $0 == " " || $0 == "-" }
      && key.contains { $0.isLowercase }
    return Entry(key: key.lowercased(), value: String(value), isKeyLike: isKeyLike)
  }
}
