import CSQLite

/// The library of what the user keeps: one SQLite file, or one in memory for tests.
///
/// Opening it checks it, refuses what a newer program wrote, and brings older tables up to date in one transaction. One thread
/// at a time.
@safe public final class Database {
  /// Where it is.
  public enum Place: Sendable, Equatable {
    /// A file, which is made where there is none; its folder exists.
    case file(String)
    /// Gone with the object.
    case memory
  }

  /// "Cue1": tells our files from others' (`PRAGMA application_id`).
  private static let mark: Int64 = 0x4375_6531
  /// The version of what all modules share: the table of modules (`PRAGMA user_version`).
  private static let version: Int64 = 1

  /// A library up to this size is checked whole whenever it is opened, in some 20 ms; a larger one by ``check()``.
  private static let mostBytesToCheck = 1 << 20

  private let handle: OpaquePointer
  /// Statements that nobody runs at the moment, by their SQL: to read one takes longer than to run it.
  private var idle: [String: OpaquePointer] = unsafe [:]
  /// What sentences call it.
  let name: String

  /// Opens it, with the tables of `modules`.
  ///
  /// - Parameters:
  ///   - place: where it is
  ///   - modules: what is to be in it; others that are there stay as they are
  /// - Throws: a failure with its sentence; the file is as it was
  public init(_ place: Place, modules: [StoreModule]) throws(StoreFailure) {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_sqlite_is_there(&why, why.count) == 1 else {
      let reason = String(
        decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw StoreFailure(.noLibrary(reason))
    }
    let path: String
    switch place {
    case .file(let file): path = file
    case .memory: path = ":memory:"
    }
    name = place == .memory ? ":memory:" : path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = unsafe cue_sqlite_open(path, &opened, flags)
    guard let opened = unsafe opened else {
      throw StoreFailure(.noMemory(path: path))
    }
    unsafe handle = unsafe opened
    do throws(StoreFailure) {
      try check(status)
      try prepare(modules)
    } catch {
      unsafe cue_sqlite_close(handle)
      throw error
    }
  }

  deinit {
    unsafe idle.values.forEach { unsafe cue_sqlite_finalize($0) }
    unsafe cue_sqlite_close(handle)
  }

  private func prepare(_ modules: [StoreModule]) throws(StoreFailure) {
    _ = unsafe cue_sqlite_busy_timeout(handle, 5000)
    try run("PRAGMA foreign_keys = ON")
    try run("PRAGMA synchronous = FULL")
    let isNew = try number("SELECT count(*) FROM sqlite_schema") == 0
    let mark = try number("PRAGMA application_id")
    guard isNew || mark == Database.mark else {
      throw StoreFailure(.notOurs(path: name))
    }
    try checkVersions(modules, isNew)
    if try number("PRAGMA page_count") * number("PRAGMA page_size") <= Database.mostBytesToCheck {
      try check()
    }
    try run("PRAGMA journal_mode = WAL")
    try migrate(modules)
  }

  private func checkVersions(_ modules: [StoreModule], _ isNew: Bool) throws(StoreFailure) {
    guard !isNew else { return }
    let found = try number("PRAGMA user_version")
    guard found <= Database.version else {
      throw newer(nil, Int(found), Int(Database.version))
    }
    for module in modules {
      let found = try version(of: module)
      guard found <= module.migrations.count else {
        throw newer(module.name, found, module.migrations.count)
      }
    }
  }

  private func newer(_ module: String?, _ found: Int, _ known: Int) -> StoreFailure {
    StoreFailure(.newer(path: name, module: module, found: found, known: known))
  }

  /// Throws ``StoreFailure/Kind/damaged`` where a page, an index, a row or a reference is not as it should be.
  ///
  /// Some 20 ms for each megabyte. SQLite tells a page that is no page whenever it meets one; this meets all of them.
  public func check() throws(StoreFailure) {
    let found = try rows("PRAGMA integrity_check(1)") { $0.text(0) }.first ?? ""
    guard found == "ok" else { throw damaged(found) }
    guard try rows("PRAGMA foreign_key_check", read: { $0.text(0) }).isEmpty else {
      throw StoreFailure(.danglingRow(path: name))
    }
  }

  private func damaged(_ message: String) -> StoreFailure {
    StoreFailure(.damaged(path: name, sqlite: message))
  }

  private func version(of module: StoreModule) throws(StoreFailure) -> Int {
    try rows("SELECT version FROM module WHERE name = ?1", .text(module.name)) { $0.integer(0) }
      .first.map { Int($0) } ?? 0
  }

  /// Makes what is missing, all or nothing.
  private func migrate(_ modules: [StoreModule]) throws(StoreFailure) {
    let marked = try number("PRAGMA application_id") == Database.mark
    var isDue = !marked
    if marked {
      for module in modules where try version(of: module) < module.migrations.count { isDue = true }
    }
    guard isDue else { return }
    try transaction { () throws(StoreFailure) in
      // Another program may have been first.
      try run(
        "CREATE TABLE IF NOT EXISTS module(name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT")
      try run("PRAGMA application_id = \(Database.mark)")
      try run("PRAGMA user_version = \(Database.version)")
      for module in modules {
        let version = try version(of: module)
        for migration in module.migrations.dropFirst(version) { try run(migration) }
        try change(
          "INSERT INTO module(name, version) VALUES(?1, ?2) "
            + "ON CONFLICT(name) DO UPDATE SET version = excluded.version",
          .text(module.name), .integer(Int64(module.migrations.count)))
      }
    }
  }

  /// Does all of `body`, or none of it.
  @discardableResult
  public func transaction<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try run("BEGIN IMMEDIATE")
    do throws(StoreFailure) {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      _ = unsafe cue_sqlite_exec(handle, "ROLLBACK")
      throw error
    }
  }

  /// Does all of `body`, or none of it, without a wait for the disk.
  ///
  /// A kill loses nothing of it; a power failure may lose the last of these, whole, and nothing else.
  @discardableResult
  public func quickTransaction<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try run("PRAGMA synchronous = NORMAL")
    defer { _ = unsafe cue_sqlite_exec(handle, "PRAGMA synchronous = FULL") }
    return try transaction(body)
  }

  // Statements.

  /// Runs SQL of ours that takes and gives nothing; more than one statement may stand in it.
  public func run(_ sql: String) throws(StoreFailure) {
    try check(unsafe cue_sqlite_exec(handle, sql))
  }

  /// Runs a statement that changes rows; returns how many it changed.
  @discardableResult
  public func change(_ sql: String, _ values: StoreValue...) throws(StoreFailure) -> Int {
    try Statement(sql, in: self).change(values)
  }

  /// The rows that a statement gives.
  public func rows<Value>(
    _ sql: String, _ values: StoreValue..., read: (borrowing StoreRow) -> Value
  ) throws(StoreFailure) -> [Value] {
    try Statement(sql, in: self).rows(values, read: read)
  }

  /// A statement to be run many times.
  public func statement(_ sql: String) throws(StoreFailure) -> Statement {
    try Statement(sql, in: self)
  }

  /// How many rows the last statement changed.
  var changes: Int { unsafe Int(cue_sqlite_changes(handle)) }

  /// The number of the row that was added last.
  public var lastRow: Int64 { unsafe cue_sqlite_last_row(handle) }

  private func number(_ sql: String) throws(StoreFailure) -> Int64 {
    try rows(sql) { $0.integer(0) }.first ?? 0
  }

  /// A statement of SQLite's for `sql`, for one at a time; goes back with ``giveBack(_:of:)``.
  func prepared(_ sql: String) throws(StoreFailure) -> OpaquePointer {
    if let statement = unsafe idle.removeValue(forKey: sql) { return unsafe statement }
    var statement: OpaquePointer?
    try check(unsafe cue_sqlite_prepare(handle, sql, Int32(sql.utf8.count), &statement))
    guard let statement = unsafe statement else { preconditionFailure("there is no SQL: \(sql)") }
    return unsafe statement
  }

  /// Keeps a statement that is rewound for the next who needs it.
  func giveBack(_ statement: OpaquePointer, of sql: String) {
    if unsafe idle[sql] == nil, unsafe idle.count < 64 {
      unsafe idle[sql] = unsafe statement
    } else {
      unsafe cue_sqlite_finalize(statement)
    }
  }

  /// Throws what a status of SQLite means, unless all is well.
  func check(_ status: Int32) throws(StoreFailure) {
    if status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE { return }
    let message = unsafe String(cString: cue_sqlite_message(handle))
    switch status & 0xff {
    case SQLITE_CORRUPT: throw damaged(message)
    case SQLITE_NOTADB:
      throw StoreFailure(.noDatabase(path: name))
    case SQLITE_BUSY, SQLITE_LOCKED:
      throw StoreFailure(.busy(path: name))
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      throw StoreFailure(.unusable(path: name, sqlite: message))
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM:
      throw StoreFailure(.inputOutput(path: name, sqlite: message))
    default: preconditionFailure("our SQL is wrong: \(message)")
    }
  }
}
