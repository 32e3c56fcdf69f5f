import CueSystem
import Glibc

/// What was saved of a table of a damaged library.
public struct SavedTable: Sendable, Equatable {
  /// The table.
  public let name: String
  /// The rows that were saved, as they are now.
  public let rows: Int
  /// The rows that it had; nil if that cannot be read.
  public let expected: Int?
}

extension Database {
  /// Takes all rows that can still be read of the damaged library at `path` into this one, which is new.
  ///
  /// Of a table with a page that cannot be read, the rows before and after it are taken; a row that no longer fits (its number
  /// is another's, what it refers to is lost, a value is none) is left out. What has changed and still can be a value is taken
  /// unchanged.
  ///
  /// - Parameter path: the file, which no other program uses; its journal beside it is read, too
  /// - Returns: what was saved of each table, in the order in which they refer to each other
  /// - Throws: where this library cannot be written; that nothing can be read of the other is not a failure
  public func take(remainsOf path: String) throws(StoreFailure) -> [SavedTable] {
    // SQLite would write into the file while it reads it: what its journal holds, and its end.
    let copy = try Database.copyRemains(path)
    defer { copy.discard() }
    let remains: Database?
    do throws(StoreFailure) { remains = try Database(remainsOf: copy.partialPath) } catch {
      guard error.kind == .damaged else { throw error }
      remains = nil
    }
    let tables = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        + "AND name NOT IN ('module', 'library', 'table_digest') ORDER BY rowid"
    ) { $0.text(0) }
    return try transaction { () throws(StoreFailure) in
      var saved: [SavedTable] = []
      for table in tables { saved.append(try take(table, of: remains)) }
      return saved
    }
  }

  /// Opens a temporary copy of the library at `path`, which can be read but not written.
  ///
  /// - Parameters:
  ///   - path: the library
  ///   - folder: where the copy is made
  ///   - modules: as in ``init(_:modules:)``
  /// - Returns: the copy, open
  /// - Throws: where it cannot be copied or opened
  public static func copy(
    ofReadOnly path: String, in folder: String, modules: [StoreModule]
  ) throws(StoreFailure) -> Database {
    let copy = try copyRemains(path, to: folder + "/library.db")
    // SQLite has opened all files by then, and no longer needs their names.
    defer { copy.discard() }
    return try Database(.file(copy.partialPath), modules: modules)
  }

  /// A copy of the file at `path` and of its journal, beside `place`, or beside the file.
  private static func copyRemains(
    _ path: String, to place: String? = nil
  ) throws(StoreFailure) -> PartialFile {
    let copy: PartialFile
    do throws(SystemError) { copy = try PartialFile(place ?? path, permissions: 0o600) } catch {
      throw StoreFailure(writing: place ?? path, errno: error.errno)
    }
    try append(path, to: copy.descriptor)
    guard unsafe access(path + "-wal", F_OK) == 0 else { return copy }
    let journal = unsafe open(
      copy.partialPath + "-wal", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard journal >= 0 else { throw StoreFailure(writing: copy.partialPath, errno: errno) }
    defer { close(journal) }
    try append(path + "-wal", to: journal)
    return copy
  }

  private static func append(_ path: String, to descriptor: Int32) throws(StoreFailure) {
    let source: Int32
    do throws(SystemError) { source = try UserFile.open(path) } catch {
      throw StoreFailure(reading: path, errno: error.errno)
    }
    defer { close(source) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(source, &block, block.count)
      if count == 0 { return }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw StoreFailure(reading: path, errno: errno)
      }
      let failure = Descriptor.write(Array(block[..<count]), to: descriptor)
      guard failure == 0 else { throw StoreFailure(writing: path, errno: failure) }
    }
  }

  private func take(
    _ table: String, of remains: Database?
  ) throws(StoreFailure) -> SavedTable {
    let columns = try columns(of: table)
    guard let remains else { return SavedTable(name: table, rows: 0, expected: nil) }
    // What was made by an older program lacks columns that have a value by themselves.
    let there = (try? remains.columns(of: table)) ?? []
    let shared = there.isEmpty ? columns : columns.filter(there.contains)
    let places = shared.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let add = try statement(
      "INSERT OR IGNORE INTO \(table)(\(shared.joined(separator: ", "))) VALUES(\(places))")
    var count = 0
    for row in remains.readableRows(of: table, shared) {
      do throws(StoreFailure) {
        try bearing { () throws(StoreFailure) in count += try add.change(row) }
      } catch {
        // The row is invalid; a full disk is another matter.
        guard error.kind == .damaged else { throw error }
      }
    }
    let expected = try? remains.rows(
      "SELECT row_count FROM table_digest WHERE name = ?1", .text(table), read: { $0.integer(0) })
    let number = try? remains.rows(
      "SELECT seq FROM sqlite_sequence WHERE name = ?1", .text(table), read: { $0.integer(0) })
    if let number = number?.first, number < Int64(1) << 52 {
      try change(
        "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", .text(table),
        .integer(number))
    }
    return SavedTable(name: table, rows: count, expected: expected?.first.map { Int(clamping: $0) })
  }

  private func columns(of table: String) throws(StoreFailure) -> [String] {
    try rows("SELECT name FROM pragma_table_info(?1) ORDER BY cid", .text(table)) { $0.text(0) }
  }

  /// The rows of a table up to the first that cannot be read, and then from the last one back.
  private func readableRows(of table: String, _ columns: [String]) -> [[StoreValue]] {
    let list = columns.joined(separator: ", ")
    var rows: [[StoreValue]] = []
    func read(_ order: String) -> Bool {
      do throws(StoreFailure) {
        try statement("SELECT \(list) FROM \(table) NOT INDEXED\(order)").each { row in
          var values: [StoreValue] = []
          for column in columns.indices {
            if let value = row.value(column) { values.append(value) }
          }
          if values.count == columns.count { rows.append(values) }
        }
        return true
      } catch { return false }
    }
    if read("") { return rows }
    // A table without row numbers has an order all the same.
    if !read(" ORDER BY rowid DESC") {
      _ = read(" ORDER BY \(columns.prefix(2).map { $0 + " DESC" }.joined(separator: ", "))")
    }
    return rows
  }
}
