import CueModel

/// How far a task is.
public enum TaskState: String, Sendable, CaseIterable {
  /// It waits for its turn.
  case queued
  /// A program is at it; see ``StoredTask/isInterrupted``.
  case running
  /// All was done that could be.
  case completed
  /// It could not go on.
  case failed
  /// Somebody stopped it.
  case cancelled
}

/// Work on a script that takes a while.
public struct StoredTask: Sendable, Equatable {
  /// Its number; no other ever has it.
  public let number: Int64
  /// The script.
  public let script: Int64
  /// What it is, for people.
  public let name: String
  /// What was asked, as JSON.
  public let options: String
  /// How far it is.
  public let state: TaskState
  /// Steps in all.
  public let total: Int
  /// Steps that were done, failed ones included.
  public let done: Int
  /// Steps that failed.
  public let failed: Int
  /// Steps that were done by a voice that stands in for another.
  public let standIns: Int
  /// What it says of itself.
  public let message: String
  /// The process that is or was at it; nil before it began.
  public let process: ProcessMark?
  /// Whether somebody wants it to stop.
  public let isToCancel: Bool
  /// When it was made, in milliseconds since the start of 1970, UTC.
  public let created: Int64
  /// When any of that last changed, in milliseconds since the start of 1970, UTC.
  public let updated: Int64

  /// What is done of it, in whole percent, none too many; 0 if there is nothing to do.
  public var percent: Int { total > 0 ? min(100, max(0, done * 100 / total)) : 0 }
  /// Whether it counts as running, but no process runs it any more.
  public var isInterrupted: Bool { state == .running && process?.isRunning != true }
}

/// The tasks of a library.
public struct Tasks {
  private static let columns =
    "number, script, name, options, state, total, done, failed, message, process, is_to_cancel, "
    + "created, updated, stand_ins"

  private let database: Database
  private let clock: any WallClock

  /// Those in `database`, which has ``Scripts/module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// All, or those of one script, the last first.
  public func all(of script: Int64? = nil) throws(StoreFailure) -> [StoredTask] {
    try database.rows(
      "SELECT \(Tasks.columns) FROM task WHERE ?1 IS NULL OR script = ?1 ORDER BY number DESC",
      script.map { .integer($0) } ?? .nothing, read: Tasks.task)
  }

  /// The one with that number.
  public func task(_ number: Int64) throws(StoreFailure) -> StoredTask? {
    try database.rows(
      "SELECT \(Tasks.columns) FROM task WHERE number = ?1", .integer(number), read: Tasks.task
    ).first
  }

  /// Queues work on a script.
  ///
  /// - Parameters:
  ///   - script: the script's number
  ///   - name: what it is, for people
  ///   - options: what was asked, as JSON
  /// - Returns: the task
  /// - Throws: where it cannot be kept
  public func add(
    script: Int64, name: String, options: String
  ) throws(StoreFailure) -> StoredTask {
    let now = clock.millisecondsSince1970
    try database.change(
      "INSERT INTO task(script, name, options, state, created, updated) "
        + "VALUES(?1, ?2, ?3, 'queued', ?4, ?4)",
      .integer(script), .text(name), .text(options), .integer(now))
    return StoredTask(
      number: database.lastRow, script: script, name: name, options: options, state: .queued,
      total: 0, done: 0, failed: 0, standIns: 0, message: "", process: nil, isToCancel: false,
      created: now,
      updated: now)
  }

  /// Has `process` begin one, or go on with it, and returns its present state.
  ///
  /// Throws ``StoreFailure/Kind/conflict`` where it is completed, another program is at it, or it is gone. The counts begin
  /// again.
  public func begin(
    _ number: Int64, total: Int, by process: ProcessMark = .own
  ) throws(StoreFailure) -> StoredTask {
    try database.transaction { () throws(StoreFailure) in
      guard let task = try task(number) else { throw Tasks.gone(number) }
      if task.state == .completed {
        throw StoreFailure(.jobIsCompleted(number))
      }
      if task.state == .running, !task.isInterrupted, task.process != process {
        throw StoreFailure(.jobIsTaken(number, process: task.process?.number ?? 0))
      }
      try database.change(
        "UPDATE task SET state = 'running', total = ?2, done = 0, failed = 0, stand_ins = 0, message = '', "
          + "process = ?3, is_to_cancel = 0, updated = ?4 WHERE number = ?1",
        .integer(number), .integer(Int64(total)), .text(process.description),
        .integer(clock.millisecondsSince1970))
      guard let begun = try self.task(number) else { throw Tasks.gone(number) }
      return begun
    }
  }

  /// Keeps how far a running one is, without a wait for the disk; answers whether it is to go on.
  ///
  /// `false` where somebody wants it to stop, and where it is gone.
  public func advance(
    _ number: Int64, done: Int, failed: Int, standIns: Int = 0, message: String
  ) throws(StoreFailure) -> Bool {
    try database.quickTransaction { () throws(StoreFailure) in
      try database.change(
        "UPDATE task SET done = ?2, failed = ?3, message = ?4, updated = ?5, stand_ins = ?6 "
          + "WHERE number = ?1 AND state = 'running'",
        .integer(number), .integer(Int64(done)), .integer(Int64(failed)), .text(message),
        .integer(clock.millisecondsSince1970), .integer(Int64(standIns)))
      return try !isToCancel(number)
    }
  }

  /// Whether somebody wants it to stop, or has removed it.
  public func isToCancel(_ number: Int64) throws(StoreFailure) -> Bool {
    try database.rows("SELECT is_to_cancel FROM task WHERE number = ?1", .integer(number)) {
      $0.integer(0) == 1
    }.first ?? true
  }

  /// Ends a running one: completed, failed or cancelled.
  ///
  /// One that is gone meanwhile stays gone; one that does not run is our mistake.
  public func end(
    _ number: Int64, _ state: TaskState, done: Int, failed: Int, standIns: Int = 0,
    message: String
  ) throws(StoreFailure) {
    precondition(
      state == .completed || state == .failed || state == .cancelled,
      "a task ends completed, failed or cancelled")
    try database.transaction { () throws(StoreFailure) in
      guard let task = try task(number) else { return }
      precondition(task.state == .running, "a task that is \(task.state.rawValue) cannot end")
      try database.change(
        "UPDATE task SET state = ?2, done = ?3, failed = ?4, message = ?5, is_to_cancel = 0, "
          + "updated = ?6, stand_ins = ?7 WHERE number = ?1",
        .integer(number), .text(state.rawValue), .integer(Int64(done)), .integer(Int64(failed)),
        .text(message), .integer(clock.millisecondsSince1970), .integer(Int64(standIns)))
    }
  }

  /// Cancels one that waits or was interrupted, and asks the program that is at one to stop.
  ///
  /// Returns its new state. Throws ``StoreFailure/Kind/conflict`` where it has ended, or is gone.
  public func cancel(_ number: Int64) throws(StoreFailure) -> StoredTask {
    try database.transaction { () throws(StoreFailure) in
      guard let task = try task(number) else { throw Tasks.gone(number) }
      let now = StoreValue.integer(clock.millisecondsSince1970)
      switch task.state {
      case .completed, .failed, .cancelled:
        throw StoreFailure(.jobHasEnded(number, task.state))
      case .running where !task.isInterrupted:
        try database.change(
          "UPDATE task SET is_to_cancel = 1, updated = ?2 WHERE number = ?1", .integer(number), now)
      case .queued, .running:
        try database.change(
          "UPDATE task SET state = 'cancelled', is_to_cancel = 0, updated = ?2 WHERE number = ?1",
          .integer(number), now)
      }
      guard let cancelled = try self.task(number) else { throw Tasks.gone(number) }
      return cancelled
    }
  }

  /// Forgets those that are completed; answers how many.
  public func removeCompleted() throws(StoreFailure) -> Int {
    try database.change("DELETE FROM task WHERE state = 'completed'")
  }

  private static func gone(_ number: Int64) -> StoreFailure {
    StoreFailure(.noJob(number))
  }

  private static func task(_ row: borrowing StoreRow) -> StoredTask {
    let process = row.text(9)
    return StoredTask(
      number: row.integer(0), script: row.integer(1), name: row.text(2), options: row.text(3),
      state: TaskState(rawValue: row.text(4)) ?? .queued, total: Int(row.integer(5)),
      done: Int(row.integer(6)), failed: Int(row.integer(7)), standIns: Int(row.integer(13)),
      message: row.text(8),
      process: process.isEmpty ? nil : ProcessMark(process), isToCancel: row.integer(10) == 1,
      created: row.integer(11), updated: row.integer(12))
  }
}
