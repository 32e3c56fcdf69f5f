/// Digests of all tables, by which a change is noticed that no program made: a row's words, a number, a row that is gone.
///
/// For each table there is the sum of the digests of its rows, which triggers keep with every change, in the same transaction
/// (SQLite's own check sees pages, indexes and references, and believes every value). The digest of `sqlite_schema` is that of
/// all tables, indexes and triggers.
struct TableDigests {
  /// What the table of digests says of another table.
  private struct Kept: Equatable {
    var rows: Int64
    var digest: Int64
    /// The highest number that a row ever had, for tables that never use one again; else 0.
    var lastNumber: Int64
  }

  /// A table and its columns.
  private struct Table {
    var name: String
    var columns: [String]
    /// The column whose numbers are never used again.
    var numbers: String?

    func row(_ prefix: String) -> String {
      "cue_row(" + columns.map { "\(prefix)\"\($0)\"" }.joined(separator: ", ") + ")"
    }
  }

  private static let schema = "sqlite_schema"
  private let database: Database

  init(_ database: Database) { self.database = database }

  // MARK: - Keeping

  /// Takes the triggers away, so that tables can be changed.
  func suspend() throws(StoreFailure) {
    let triggers = try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'digest\\_%' ESCAPE '\\'"
    ) { $0.text(0) }
    for trigger in triggers { try database.run("DROP TRIGGER \(trigger)") }
  }

  /// Takes all tables as they are now for right, and keeps their digests from now on.
  func begin() throws(StoreFailure) {
    try database.run(
      "CREATE TABLE IF NOT EXISTS table_digest(name TEXT PRIMARY KEY, row_count INTEGER NOT NULL, "
        + "digest INTEGER NOT NULL, last_number INTEGER NOT NULL) STRICT, WITHOUT ROWID")
    try database.run("DELETE FROM table_digest")
    for table in try tables() {
      try put(table.name, try found(table))
      try database.run(TableDigests.triggers(of: table))
    }
    try put(TableDigests.schema, try foundSchema())
  }

  private func put(_ name: String, _ kept: Kept) throws(StoreFailure) {
    try database.change(
      "INSERT INTO table_digest(name, row_count, digest, last_number) VALUES(?1, ?2, ?3, ?4)",
      .text(name), .integer(kept.rows), .integer(kept.digest), .integer(kept.lastNumber))
  }

  private static func triggers(of table: Table) -> String {
    let last = table.numbers.map { ", last_number = max(last_number, NEW.\($0))" } ?? ""
    func trigger(_ event: String, _ rows: String, _ digest: String) -> String {
      "CREATE TRIGGER digest_\(event.lowercased())_\(table.name) AFTER \(event) ON \(table.name) "
        + "BEGIN UPDATE table_digest SET \(rows)digest = \(digest) WHERE name = '\(table.name)'; END;"
    }
    let without = "cue_difference(digest, \(table.row("OLD.")))"
    return trigger(
      "INSERT", "row_count = row_count + 1\(last), ", "cue_sum(digest, \(table.row("NEW.")))")
      + trigger("DELETE", "row_count = row_count - 1, ", without)
      + trigger("UPDATE", "", "cue_sum(\(without), \(table.row("NEW.")))")
  }

  // MARK: - Checking

  /// Throws where tables, indexes and triggers, or the list of modules, are not as they were made.
  func checkSchema() throws(StoreFailure) {
    guard try kept(TableDigests.schema) == foundSchema() else {
      throw StoreFailure(.changedSchema(path: database.name))
    }
    for table in try tables(like: "module") { try check(table) }
  }

  /// Throws where any row is not as it was written, is gone or has come from elsewhere.
  func check() throws(StoreFailure) {
    try checkSchema()
    let tables = try tables()
    for table in tables { try check(table) }
    let known = Set(tables.map(\.name) + [TableDigests.schema])
    let all = try database.rows("SELECT name FROM table_digest") { $0.text(0) }
    guard Set(all) == known else {
      throw StoreFailure(.changedSchema(path: database.name))
    }
  }

  private func check(_ table: Table) throws(StoreFailure) {
    let found = try found(table)
    let known = try kept(table.name)
    let isSame =
      known?.rows == found.rows && known?.digest == found.digest
      && (known?.lastNumber ?? 0) <= found.lastNumber
    guard isSame else {
      throw StoreFailure(
        .changedTable(
          path: database.name, table: table.name, rows: Int(found.rows),
          expected: Int(clamping: known?.rows ?? 0)))
    }
  }

  private func kept(_ name: String) throws(StoreFailure) -> Kept? {
    try database.rows(
      "SELECT row_count, digest, last_number FROM table_digest WHERE name = ?1", .text(name)
    ) { Kept(rows: $0.integer(0), digest: $0.integer(1), lastNumber: $0.integer(2)) }.first
  }

  // MARK: - Finding

  private func found(_ table: Table) throws(StoreFailure) -> Kept {
    var found = Kept(rows: 0, digest: 0, lastNumber: 0)
    _ = try database.rows("SELECT \(table.row("")) FROM \(table.name) NOT INDEXED") {
      found.rows += 1
      found.digest &+= $0.integer(0)
    }
    guard table.numbers != nil else { return found }
    found.lastNumber =
      try database.rows("SELECT seq FROM sqlite_sequence WHERE name = ?1", .text(table.name)) {
        $0.integer(0)
      }.first ?? 0
    return found
  }

  private func foundSchema() throws(StoreFailure) -> Kept {
    var found = Kept(rows: 0, digest: 0, lastNumber: 0)
    _ = try database.rows("SELECT cue_row(type, name, tbl_name, sql) FROM sqlite_schema") {
      found.rows += 1
      found.digest &+= $0.integer(0)
    }
    return found
  }

  /// All tables that hold rows of Cue's, or those of that name.
  private func tables(like name: String = "%") throws(StoreFailure) -> [Table] {
    let tables = try database.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' "
        + "ESCAPE '\\' AND name <> 'table_digest' AND name LIKE ?1 ORDER BY name", .text(name)
    ) { (name: $0.text(0), sql: $0.text(1)) }
    var all: [Table] = []
    for (name, sql) in tables {
      let columns = try database.rows(
        "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid", .text(name)
      ) { (name: $0.text(0), isKey: $0.integer(1) == 1) }
      all.append(
        Table(
          name: name, columns: columns.map(\.name),
          numbers: sql.uppercased().contains("AUTOINCREMENT")
            ? columns.first(where: \.isKey)?.name : nil))
    }
    return all
  }
}
