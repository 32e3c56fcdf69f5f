import CSQLite

/// What stands for a `?` in SQL.
public enum StoreValue: Sendable, Equatable {
  /// A whole number.
  case integer(Int64)
  /// A text; no NUL may be in it.
  case text(String)
  /// No value.
  case nothing
}

/// The row that a statement has come to; lent to who reads it.
@safe public struct StoreRow: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { unsafe self.statement = unsafe statement }

  /// Whether a column has no value.
  public func isNothing(_ column: Int) -> Bool {
    unsafe cue_sqlite_column_is_null(statement, Int32(column)) != 0
  }

  /// What is in a column; nil for a kind of value that we never write.
  func value(_ column: Int) -> StoreValue? {
    switch unsafe cue_sqlite_column_kind(statement, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_NULL: .nothing
    default: nil
    }
  }

  /// The whole number in a column; 0 for any other value.
  public func integer(_ column: Int) -> Int64 {
    unsafe cue_sqlite_column_int(statement, Int32(column))
  }

  /// The whole number in a column; nil if it has no value.
  public func integerIfAny(_ column: Int) -> Int64? {
    isNothing(column) ? nil : integer(column)
  }

  /// The text in a column; empty for nothing.
  public func text(_ column: Int) -> String {
    var length: Int32 = 0
    guard let text = unsafe cue_sqlite_column_text(statement, Int32(column), &length) else {
      return ""
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(length))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}

/// A statement that is run as often as needed, each time with other values.
///
/// One thread at a time, and not longer than its database.
@safe public struct Statement: ~Copyable {
  private let statement: OpaquePointer
  private let database: Database
  private let sql: String

  init(_ sql: String, in database: Database) throws(StoreFailure) {
    self.sql = sql
    self.database = database
    unsafe statement = unsafe try database.prepared(sql)
  }

  deinit { unsafe database.giveBack(statement, of: sql) }

  /// Changes rows, with `values` for its places; returns how many it changed.
  @discardableResult
  public func change(_ values: StoreValue...) throws(StoreFailure) -> Int { try change(values) }

  func change(_ values: [StoreValue]) throws(StoreFailure) -> Int {
    bind(values)
    defer { unsafe cue_sqlite_rewind(statement) }
    while try step() {}
    return database.changes
  }

  func rows<Value>(
    _ values: [StoreValue], read: (borrowing StoreRow) -> Value
  ) throws(StoreFailure) -> [Value] {
    var rows: [Value] = []
    try each(values) { rows.append(read($0)) }
    return rows
  }

  /// Hands on the rows that it gives, up to the first that cannot be read.
  func each(
    _ values: [StoreValue] = [], body: (borrowing StoreRow) -> Void
  ) throws(StoreFailure) {
    bind(values)
    defer { unsafe cue_sqlite_rewind(statement) }
    while try step() { body(unsafe StoreRow(statement)) }
  }

  private func bind(_ values: [StoreValue]) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let status =
        switch value {
        case .integer(let integer): unsafe cue_sqlite_bind_int(statement, place, integer)
        // What is not bound is nothing.
        case .nothing: SQLITE_OK
        case .text(let text):
          unsafe cue_sqlite_bind_text(statement, place, text, Int32(text.utf8.count))
        }
      precondition(status == SQLITE_OK, "our SQL has no place \(place): \(sql)")
    }
  }

  /// Goes to the next row; `false` after the last.
  private func step() throws(StoreFailure) -> Bool {
    let status = unsafe cue_sqlite_step(statement)
    if status == SQLITE_ROW { return true }
    try database.check(status)
    return false
  }
}
