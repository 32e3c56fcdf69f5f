/// Why the store cannot do what it was asked.
public struct StoreFailure: Error, Equatable, Sendable {
  /// What kind of thing is wrong.
  public enum Kind: Sendable, Equatable {
    /// SQLite is not installed.
    case missingLibrary
    /// The file cannot be opened, made or read.
    case inaccessible
    /// The file is not a database of Cue's, or is damaged.
    case damaged
    /// A newer program wrote it.
    case newer
    /// Another program holds it.
    case busy
    /// There is no room, or the disk failed.
    case inputOutput
    /// What is to be changed has changed meanwhile.
    case conflict
  }

  /// What happened.
  ///
  /// `path` names a file; `sqlite` holds the words of SQLite, `errno` the system's number of a failed call.
  public enum Reason: Sendable, Equatable {
    /// SQLite cannot be loaded.
    case noLibrary(String)
    /// There is no memory left to open the database.
    case noMemory(path: String)
    /// The file is a database of another program.
    case notOurs(path: String)
    /// The file is not a database.
    case noDatabase(path: String)
    /// A newer program wrote it: it has the version `found` of `module`, or of all where that is nil.
    case newer(path: String, module: String?, found: Int, known: Int)
    /// SQLite found it damaged.
    case damaged(path: String, sqlite: String)
    /// It holds nothing, and held something before.
    case emptied(path: String)
    /// It is gone, and something was kept in it before.
    case gone(path: String)
    /// Its tables, indexes and triggers are not those that were made.
    case changedSchema(path: String)
    /// The rows of a table are not those that were written, of which there were `expected`.
    case changedTable(path: String, table: String, rows: Int, expected: Int)
    /// A row of a table holds what none can hold.
    case impossibleRow(path: String, table: String)
    /// A row refers to one that is not there.
    case danglingRow(path: String)
    /// Another program did not let go of it in time.
    case busy(path: String)
    /// It cannot be opened or changed.
    case unusable(path: String, sqlite: String)
    /// Reading or writing it failed.
    case inputOutput(path: String, sqlite: String)
    /// A folder cannot be made.
    case cannotMake(path: String, errno: Int32)
    /// The library's file cannot be made or opened.
    case cannotOpen(path: String, errno: Int32)
    /// A file cannot be written.
    case cannotWrite(path: String, errno: Int32)
    /// A file cannot be read.
    case cannotRead(path: String, errno: Int32)
    /// A file cannot be removed.
    case cannotRemove(path: String, errno: Int32)
    /// A file cannot be locked.
    case cannotLock(path: String, errno: Int32)
    /// A clip is larger than its kind of file can be: 4 GB.
    case clipTooLarge(path: String)
    /// There is no job of that number.
    case noJob(Int64)
    /// The job is completed.
    case jobIsCompleted(Int64)
    /// Another program is at the job.
    case jobIsTaken(Int64, process: Int32)
    /// The job has ended.
    case jobHasEnded(Int64, TaskState)
    /// The speech was changed or removed elsewhere meanwhile.
    case speechHasChanged(title: String)
    /// Another speech has that title.
    case titleIsTaken(String, number: Int64)
    /// Several scripts have that name: their numbers and files, empty if one came from no file.
    case ambiguous(String, [NumberedFile])
  }

  /// A script by its number, and its file.
  public struct NumberedFile: Sendable, Equatable {
    /// Its number in the library.
    public let number: Int64
    /// Where it was read from; empty if it came from no file.
    public let path: String
  }

  /// What happened.
  public let reason: Reason

  /// A failure of that reason.
  package init(_ reason: Reason) { self.reason = reason }

  /// The library at `path` is gone.
  public init(gone path: String) { reason = .gone(path: path) }

  /// What kind of thing is wrong.
  public var kind: Kind {
    switch reason {
    case .noLibrary: .missingLibrary
    case .notOurs, .noDatabase, .damaged, .danglingRow, .emptied, .gone, .changedSchema,
      .changedTable,
      .impossibleRow:
      .damaged
    case .newer: .newer
    case .busy: .busy
    case .unusable, .cannotMake, .cannotOpen, .cannotRemove, .cannotLock: .inaccessible
    case .noMemory, .inputOutput, .clipTooLarge: .inputOutput
    case .cannotWrite(_, let errno): StoreFailure.kind(writing: errno)
    case .cannotRead(_, let errno): StoreFailure.kind(reading: errno)
    case .noJob, .jobIsCompleted, .jobIsTaken, .jobHasEnded, .speechHasChanged, .titleIsTaken,
      .ambiguous:
      .conflict
    }
  }
}

/// Why a file is not a clip.
public enum ClipDamage: Error, Equatable, Sendable {
  /// It does not end as a clip does: it is torn, or none of Cue's.
  case noEnd
  /// It is the clip of another key, in hexadecimal.
  case otherClip(String)
  /// It has this length, but says another.
  case otherLength(bytes: Int, said: Int)
  /// What it says of itself is impossible.
  case impossible
  /// It has changed since it was written.
  case changed
  /// Its marks are none.
  case marks
  /// It is too short for a clip.
  case tooShort(bytes: Int)
  /// It cannot be read.
  case unreadable(errno: Int32)
  /// It ends early.
  case endsAfter(bytes: Int)
}
