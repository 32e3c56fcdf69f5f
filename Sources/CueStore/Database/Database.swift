import CSQLite
import CueSystem
import Glibc

/// The library of what the user keeps: one SQLite file, or one in memory for tests.
///
/// Opening it checks it, refuses what a newer program wrote, and brings older tables up to date in one transaction. One thread
/// at a time.
@safe public final class Database {
  /// Where it is.
  public enum Place: Sendable, Equatable {
    /// A file, which is made if there is none; its folder exists.
    case file(String)
    /// Gone with the object.
    case memory
  }

  /// "Cue1": distinguishes Cue's files from others (`PRAGMA application_id`).
  private static let mark: Int64 = 0x4375_6531
  /// For so long another program may hold it.
  private static let busyMilliseconds = 5000
  /// The version of what all modules share: the tables of modules, digests and the library's id (`PRAGMA user_version`).
  private static let version: Int64 = 2

  /// A library up to this size is checked whole whenever it is opened, in some 20 ms; a larger one by ``check()``.
  private static let mostBytesToCheck = 1 << 20

  private var handle: OpaquePointer
  /// Statements that are not in use, by their SQL: to prepare one takes longer than to run it.
  private var idle: [String: OpaquePointer] = unsafe [:]
  /// What sentences call it.
  let name: String
  /// Whether its tables, indexes and triggers are known to be Cue's: what SQLite refuses then is Cue's fault or a damaged row.
  private var isTrusted = false
  private var isChecking = false
  private var isInTransaction = false

  /// Opens it, with the tables of `modules`.
  ///
  /// - Parameters:
  ///   - place: where it is
  ///   - modules: what is to be in it; others that are there stay as they are
  /// - Throws: a failure with its sentence; the file is as it was
  public init(_ place: Place, modules: [StoreModule]) throws(StoreFailure) {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_sqlite_is_there(&why, why.count) == 1 else {
      let reason = textOfC(why)
      throw StoreFailure(.noLibrary(reason))
    }
    let path: String
    switch place {
    case .file(let file): path = file
    case .memory: path = ":memory:"
    }
    name = place == .memory ? ":memory:" : path
    unsafe handle = unsafe try Database.opened(path)
    do throws(StoreFailure) {
      do throws(StoreFailure) { try prepare(modules, LibraryMark(place)) } catch {
        guard error.kind == .inputOutput else { throw error }
        // Where the disk has no room for the index of the log, which programs share, this one reads alone: its index is in
        // memory.
        let again = unsafe try Database.opened(path)
        closeHandle()
        unsafe handle = unsafe again
        try run("PRAGMA locking_mode = EXCLUSIVE")
        try prepare(modules, LibraryMark(place))
      }
    } catch {
      closeHandle()
      throw error
    }
  }

  /// `isMade`: whether the file is made if there is none.
  private static func opened(
    _ path: String, isMade: Bool = true
  ) throws(StoreFailure) -> OpaquePointer {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (isMade ? SQLITE_OPEN_CREATE : 0)
    let status = unsafe cue_sqlite_open(path, &opened, flags)
    guard let opened = unsafe opened else { throw StoreFailure(.noMemory(path: path)) }
    guard status == SQLITE_OK else {
      let message = unsafe String(cString: cue_sqlite_message(opened))
      unsafe cue_sqlite_close(opened)
      throw StoreFailure(.unusable(path: path, sqlite: message))
    }
    return unsafe opened
  }

  private func closeHandle() {
    unsafe idle.values.forEach { unsafe cue_sqlite_finalize($0) }
    unsafe idle = unsafe [:]
    unsafe cue_sqlite_close(handle)
  }

  deinit { closeHandle() }

  /// Makes an empty file for a library at `path` that only the user can read, if there is none: what was known of one that
  /// was removed is forgotten.
  public static func makeFile(_ path: String) throws(StoreFailure) {
    var descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      unsafe unlink(LibraryMark.path(path))
    } else if errno == EEXIST {
      // The path may be a link to a file elsewhere.
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw StoreFailure(.cannotOpen(path: path, errno: errno)) }
    close(descriptor)
  }

  /// Whether a library was at `path`, and its file is gone.
  public static func isGone(_ path: String) -> Bool {
    unsafe access(path, F_OK) != 0 && LibraryMark.id(of: path) != nil
  }

  /// Opens what is left of a damaged one, to read rows from it: nothing is checked, made or changed.
  init(remainsOf path: String) throws(StoreFailure) {
    name = path
    unsafe handle = unsafe try Database.opened(path, isMade: false)
    do throws(StoreFailure) {
      // A table whose SQL is damaged does not keep the others from being read.
      try run("PRAGMA writable_schema = ON")
    } catch {
      unsafe cue_sqlite_close(handle)
      throw error
    }
  }

  private func prepare(_ modules: [StoreModule], _ place: LibraryMark?) throws(StoreFailure) {
    _ = unsafe cue_sqlite_busy_timeout(handle, Int32(Database.busyMilliseconds))
    try check(unsafe cue_sqlite_add_digests(handle))
    try run("PRAGMA foreign_keys = ON")
    try run("PRAGMA synchronous = FULL")
    let isNew = try number("SELECT count(*) FROM sqlite_schema") == 0
    let mark = try number("PRAGMA application_id")
    guard isNew || mark == Database.mark else {
      throw StoreFailure(.notOurs(path: name))
    }
    if isNew, let place, place.wasThere { throw StoreFailure(.emptied(path: name)) }
    try checkVersions(modules, isNew)
    if !isNew {
      // Another program may be about to bring the tables up to date.
      try unchanging { () throws(StoreFailure) in
        guard try hasDigests() else { return }
        try TableDigests(self).checkSchema()
        isTrusted = true
      }
    }
    if try number("PRAGMA page_count") * number("PRAGMA page_size") <= Database.mostBytesToCheck {
      try checkStructure()
    }
    try useWriteAheadLog()
    try migrate(modules)
    isTrusted = true
    if let place, let id = try rows("SELECT id FROM library", read: { $0.text(0) }).first {
      place.keep(id)
    }
  }

  /// Has changes written to a log first, so that others can read meanwhile.
  ///
  /// If two programs create one library at the same moment, SQLite refuses one at once, without the configured wait, as
  /// each would wait for the other. When the other one is done, there is nothing left to do.
  private func useWriteAheadLog() throws(StoreFailure) {
    let clock = MonotonicClock()
    let end = clock.milliseconds + Int64(Database.busyMilliseconds)
    while true {
      do throws(StoreFailure) { return try run("PRAGMA journal_mode = WAL") } catch {
        guard error.kind == .busy, clock.milliseconds < end else { throw error }
        usleep(10_000)
      }
    }
  }

  /// Whether digests are kept; those that are there belong to the version that says so.
  private func hasDigests() throws(StoreFailure) -> Bool {
    let version = try number("PRAGMA user_version")
    let isThere = try number("SELECT count(*) FROM sqlite_schema WHERE name = 'table_digest'") == 1
    guard version > 0, isThere == (version >= 2) else {
      throw StoreFailure(.changedSchema(path: name))
    }
    return isThere
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

  /// Throws ``StoreFailure/Kind/damaged`` where anything is not as it was written: a page, an index, a reference, a value in a
  /// row, a table, a row that is gone.
  ///
  /// Some 30 ms for each megabyte. SQLite reports an invalid page whenever it reads one; this reads all of them.
  public func check() throws(StoreFailure) {
    isChecking = true
    defer { isChecking = false }
    try unchanging { () throws(StoreFailure) in
      try checkStructure()
      guard try number("PRAGMA user_version") == Database.version,
        try number("PRAGMA auto_vacuum") == 0,
        try rows("PRAGMA encoding", read: { $0.text(0) }) == ["UTF-8"]
      else { throw StoreFailure(.changedSchema(path: name)) }
      try TableDigests(self).check()
    }
  }

  /// Does `body` while no other program changes what it sees.
  private func unchanging(_ body: () throws(StoreFailure) -> Void) throws(StoreFailure) {
    guard !isInTransaction else { return try body() }
    try run("BEGIN")
    defer { _ = unsafe cue_sqlite_exec(handle, "ROLLBACK") }
    try body()
  }

  /// Throws where a page, an index or a reference is not as it should be.
  private func checkStructure() throws(StoreFailure) {
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
    let written = try number("PRAGMA user_version")
    var isDue = !marked || written < Database.version
    if marked {
      for module in modules where try version(of: module) < module.migrations.count { isDue = true }
    }
    guard isDue else { return }
    // What is damaged must not be taken for right.
    if isTrusted { try check() }
    try transaction { () throws(StoreFailure) in
      // Another program may have been first.
      try run(
        "CREATE TABLE IF NOT EXISTS module(name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT")
      try run("PRAGMA application_id = \(Database.mark)")
      try run("PRAGMA user_version = \(Database.version)")
      let digests = TableDigests(self)
      try digests.suspend()
      try run("CREATE TABLE IF NOT EXISTS library(id TEXT NOT NULL) STRICT")
      try run(
        "INSERT INTO library SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS(SELECT 1 FROM library)"
      )
      for module in modules {
        let version = try version(of: module)
        for migration in module.migrations.dropFirst(version) { try run(migration) }
        try change(
          "INSERT INTO module(name, version) VALUES(?1, ?2) "
            + "ON CONFLICT(name) DO UPDATE SET version = excluded.version",
          .text(module.name), .integer(Int64(module.migrations.count)))
      }
      try digests.begin()
    }
  }

  /// Does all of `body`, or none of it.
  @discardableResult
  public func transaction<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    do { return try whole(body) } catch let failure as StoreFailure { throw failure } catch {
      preconditionFailure("nothing else is thrown: \(error)")
    }
  }

  /// Does all of `body` in a transaction, or nothing if it throws; meanwhile no other program changes what it reads.
  @discardableResult
  public func whole<Value>(_ body: () throws -> Value) throws -> Value {
    try run("BEGIN IMMEDIATE")
    isInTransaction = true
    defer { isInTransaction = false }
    do {
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

  /// Does `body`, in which a row that SQLite refuses is a failure of that row.
  func bearing(_ body: () throws(StoreFailure) -> Void) throws(StoreFailure) {
    isChecking = true
    defer { isChecking = false }
    try body()
  }

  /// Writes a copy of its present content to `path`, where no file is yet.
  public func copy(to path: String) throws(StoreFailure) {
    try change("VACUUM INTO ?1", .text(path))
  }

  /// Runs SQL of Cue's own that has no parameters and no result; it may contain more than one statement.
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
    default:
      if isChecking || !isTrusted { throw damaged(message) }
      // A row that is not as it was written may be in the way of what is right.
      try check()
      preconditionFailure("our SQL is wrong: \(message)")
    }
  }
}
