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

  /// The whole number in a column; 0 for what is none.
  public func integer(_ column: Int) -> Int64 {
    unsafe cue_sqlite_column_int(statement, Int32(column))
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

/// A statement that is run once; it ends with this.
@safe struct Statement: ~Copyable {
  private let statement: OpaquePointer
  private let database: Database

  init(_ sql: String, _ values: [StoreValue], in database: Database) throws(StoreFailure) {
    self.database = database
    unsafe statement = unsafe try database.prepared(sql)
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

  deinit { unsafe cue_sqlite_finalize(statement) }

  /// Goes to the next row; `false` behind the last.
  func step() throws(StoreFailure) -> Bool {
    let status = unsafe cue_sqlite_step(statement)
    try database.check(status)
    return status == SQLITE_ROW
  }

  var row: StoreRow { unsafe StoreRow(statement) }
}
