import CueModel

/// A file that was made of a script's sound.
public struct StoredOutput: Sendable, Equatable {
  /// Where it is, absolute.
  public var path: String
  /// The script.
  public var script: Int64
  /// The task that made it; nil if that was forgotten.
  public var task: Int64?
  /// A digest of all that went into it, in hexadecimal.
  public var digest: String
  /// Bytes that it had when it was done.
  public var byteCount: Int
  /// When it was last changed when it was done, in nanoseconds since the start of 1970, UTC, as the file system has it.
  public var modifiedNanoseconds: Int64

  /// A file at `path`.
  public init(
    path: String, script: Int64, task: Int64?, digest: String, byteCount: Int,
    modifiedNanoseconds: Int64
  ) {
    self.path = path
    self.script = script
    self.task = task
    self.digest = digest
    self.byteCount = byteCount
    self.modifiedNanoseconds = modifiedNanoseconds
  }
}

/// The files that were made of scripts, and of what: where nothing has changed, nothing is to be done.
public struct Outputs {
  private static let columns = "path, script, task, digest, bytes, modified"

  private let database: Database
  private let clock: any WallClock

  /// Those in `database`, which has ``Scripts/module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// Those of a script, by path.
  public func outputs(of script: Int64) throws(StoreFailure) -> [StoredOutput] {
    try database.rows(
      "SELECT \(Outputs.columns) FROM output WHERE script = ?1 ORDER BY path", .integer(script),
      read: Outputs.output)
  }

  /// Keeps what files are made of, instead of what was known of their paths.
  public func put(_ outputs: [StoredOutput]) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      let put = try database.statement(
        "INSERT INTO output(path, script, task, digest, bytes, modified, created) "
          + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(path) DO UPDATE SET "
          + "script = excluded.script, task = excluded.task, digest = excluded.digest, "
          + "bytes = excluded.bytes, modified = excluded.modified, created = excluded.created")
      for output in outputs {
        try put.change(
          .text(output.path), .integer(output.script),
          output.task.map { .integer($0) } ?? .nothing, .text(output.digest),
          .integer(Int64(output.byteCount)), .integer(output.modifiedNanoseconds),
          .integer(clock.millisecondsSince1970))
      }
    }
  }

  private static func output(_ row: borrowing StoreRow) -> StoredOutput {
    StoredOutput(
      path: row.text(0), script: row.integer(1), task: row.isNothing(2) ? nil : row.integer(2),
      digest: row.text(3), byteCount: Int(row.integer(4)), modifiedNanoseconds: row.integer(5))
  }
}
