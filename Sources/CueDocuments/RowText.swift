/// Text that is written row by row.
struct RowText: Sendable {
  private(set) var text = ""
  /// The number of the next row, from 1.
  private(set) var next = 1

  var isEmpty: Bool { text.isEmpty }

  /// Adds rows; `row` has line breaks between them, and none at its end.
  mutating func add(_ row: String) {
    text += row + "\n"
    next += 1 + row.utf8.count { $0 == 10 }
  }

  /// Adds an empty row.
  mutating func addEmpty() { add("") }
}
