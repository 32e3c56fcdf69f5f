import CueModel

/// The stories in a library: their takes, trees and journals; the sound is in files beside it.
public struct Stories {
  /// What a library needs to hold stories.
  ///
  /// A file whose take is in `story_pending` is being written or removed; what a program left that was killed is named there.
  public static let module = StoreModule(
    name: "story",
    migrations: [
      """
      CREATE TABLE story(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE CHECK(length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
        title TEXT NOT NULL CHECK(length(title) > 0),
        player TEXT NOT NULL CHECK(length(player) > 0),
        rate_hertz INTEGER NOT NULL CHECK(rate_hertz BETWEEN 8000 AND 192000),
        master_rate INTEGER NOT NULL CHECK(master_rate BETWEEN 250 AND 2000),
        master_pitch INTEGER NOT NULL,
        is_linked INTEGER NOT NULL CHECK(is_linked IN (0, 1)),
        is_active INTEGER NOT NULL CHECK(is_active IN (0, 1)),
        holder TEXT NOT NULL,
        head TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        has_click INTEGER NOT NULL CHECK(has_click IN (0, 1)),
        beats_per_minute INTEGER NOT NULL CHECK(beats_per_minute BETWEEN 20 AND 400),
        turn INTEGER NOT NULL CHECK(turn >= 0),
        last_take INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX story_updated ON story(updated DESC, number DESC);

      CREATE TABLE story_take(
        story INTEGER NOT NULL REFERENCES story(number) ON DELETE CASCADE,
        number INTEGER NOT NULL CHECK(number > 0),
        id TEXT NOT NULL CHECK(length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
        parent TEXT NOT NULL,
        author TEXT NOT NULL CHECK(length(author) > 0),
        label TEXT NOT NULL,
        channels INTEGER NOT NULL CHECK(channels BETWEEN 1 AND 2),
        is_float INTEGER NOT NULL CHECK(is_float IN (0, 1)),
        frames INTEGER NOT NULL CHECK(frames > 0),
        digest TEXT NOT NULL CHECK(length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
        recorded_rate INTEGER NOT NULL CHECK(recorded_rate BETWEEN 250 AND 2000),
        recorded_pitch INTEGER NOT NULL,
        damage TEXT NOT NULL,
        is_sent INTEGER NOT NULL CHECK(is_sent IN (0, 1)),
        gain INTEGER NOT NULL,
        pan INTEGER NOT NULL CHECK(pan BETWEEN -100 AND 100),
        is_muted INTEGER NOT NULL CHECK(is_muted IN (0, 1)),
        is_solo INTEGER NOT NULL CHECK(is_solo IN (0, 1)),
        local_pitch INTEGER NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY(story, number),
        UNIQUE(story, id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE story_operation(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        story INTEGER NOT NULL REFERENCES story(number) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        take TEXT NOT NULL,
        before TEXT NOT NULL,
        after TEXT NOT NULL,
        is_undone INTEGER NOT NULL DEFAULT 0 CHECK(is_undone IN (0, 1)),
        created INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX story_operation_story ON story_operation(story, number);

      CREATE TABLE story_pending(
        story TEXT NOT NULL,
        take TEXT NOT NULL,
        PRIMARY KEY(story, take)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE story_outgoing(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        story INTEGER NOT NULL REFERENCES story(number) ON DELETE CASCADE,
        folder TEXT NOT NULL CHECK(length(folder) > 0),
        recipient TEXT NOT NULL,
        created INTEGER NOT NULL,
        UNIQUE(story, folder)
      ) STRICT;
      """,
      // Takes that are being recorded. If a program is killed, the next one keeps its take.
      """
      CREATE TABLE story_recording(
        story TEXT NOT NULL,
        take TEXT NOT NULL,
        file TEXT NOT NULL,
        parent TEXT NOT NULL,
        author TEXT NOT NULL,
        label TEXT NOT NULL,
        channels INTEGER NOT NULL CHECK(channels BETWEEN 1 AND 2),
        is_float INTEGER NOT NULL CHECK(is_float IN (0, 1)),
        recorded_rate INTEGER NOT NULL CHECK(recorded_rate BETWEEN 250 AND 2000),
        recorded_pitch INTEGER NOT NULL,
        PRIMARY KEY(story, take)
      ) STRICT, WITHOUT ROWID;
      """,
    ])

  private static let columns =
    "number, id, title, player, rate_hertz, master_rate, master_pitch, is_linked, is_active, "
    + "holder, head, created, updated, has_click, beats_per_minute, turn"
  private static let takeColumns =
    "number, id, parent, author, label, channels, is_float, frames, digest, recorded_rate, "
    + "recorded_pitch, damage, is_sent, gain, pan, is_muted, is_solo, local_pitch, created"

  let database: Database
  let clock: any WallClock

  /// Those in `database`, which has ``module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// Does all of `body`, or none of it.
  @discardableResult
  public func transaction<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value { try database.transaction(body) }

  /// Does all of `body` in a transaction, or nothing if it throws; meanwhile no other program changes what it reads.
  @discardableResult
  public func whole<Value>(_ body: () throws -> Value) throws -> Value {
    try database.whole(body)
  }

  // MARK: - Stories

  /// All, the one that changed last first.
  public func all() throws(StoreFailure) -> [StoredStory] {
    try database.rows(
      "SELECT \(Stories.columns) FROM story ORDER BY updated DESC, number DESC"
    ) { StoredStory($0) }
  }

  /// The one with that number.
  public func story(_ number: Int64) throws(StoreFailure) -> StoredStory? {
    try database.rows(
      "SELECT \(Stories.columns) FROM story WHERE number = ?1", .integer(number)
    ) { StoredStory($0) }.first
  }

  /// The one with that id.
  public func story(id: String) throws(StoreFailure) -> StoredStory? {
    try database.rows("SELECT \(Stories.columns) FROM story WHERE id = ?1", .text(id)) {
      StoredStory($0)
    }.first
  }

  /// The one with that title, whatever its case.
  public func story(titled title: String) throws(StoreFailure) -> StoredStory? {
    let wanted = title.lowercased()
    return try all().first { $0.title.lowercased() == wanted }
  }

  /// Keeps a new one; part of a transaction.
  public func add(_ story: StoredStory) throws(StoreFailure) -> StoredStory {
    let now = clock.millisecondsSince1970
    try database.change(
      "INSERT INTO story(id, title, player, rate_hertz, master_rate, master_pitch, is_linked, "
        + "is_active, holder, head, created, updated, has_click, beats_per_minute, turn) "
        + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, ?13, ?14)",
      .text(story.id), .text(story.title), .text(story.player), .integer(Int64(story.rateHertz)),
      .integer(Int64(story.masterRate)), .integer(Int64(story.masterPitch)), .bool(story.isLinked),
      .bool(story.isActive), .text(story.holder), .text(story.head), .integer(now),
      .bool(story.hasClick), .integer(Int64(story.beatsPerMinute)), .integer(Int64(story.turn)))
    guard let kept = try self.story(database.lastRow) else {
      preconditionFailure("a row that was just written is there")
    }
    return kept
  }

  /// Keeps the present state of `story`: its title, player, dials, click, pen and head.
  public func update(_ story: StoredStory) throws(StoreFailure) {
    try database.change(
      "UPDATE story SET title = ?2, player = ?3, master_rate = ?4, master_pitch = ?5, "
        + "is_linked = ?6, is_active = ?7, holder = ?8, head = ?9, updated = ?10, has_click = ?11, "
        + "beats_per_minute = ?12, turn = ?13 WHERE number = ?1",
      .integer(story.number), .text(story.title), .text(story.player),
      .integer(Int64(story.masterRate)), .integer(Int64(story.masterPitch)), .bool(story.isLinked),
      .bool(story.isActive), .text(story.holder), .text(story.head),
      .integer(clock.millisecondsSince1970), .bool(story.hasClick),
      .integer(Int64(story.beatsPerMinute)), .integer(Int64(story.turn)))
  }

  /// Forgets the one with that number, its takes and its journal.
  public func remove(_ number: Int64) throws(StoreFailure) {
    try database.change("DELETE FROM story WHERE number = ?1", .integer(number))
  }

  // MARK: - Takes

  /// The takes of a story, in the order in which they were added.
  public func takes(of story: Int64) throws(StoreFailure) -> [StoredTake] {
    try database.rows(
      "SELECT \(Stories.takeColumns) FROM story_take WHERE story = ?1 ORDER BY number",
      .integer(story)
    ) { StoredTake($0) }
  }

  /// Adds a take to a story, and gives it the next number; part of a transaction.
  public func add(_ take: StoredTake, to story: Int64) throws(StoreFailure) -> StoredTake {
    try database.change(
      "UPDATE story SET last_take = last_take + 1 WHERE number = ?1", .integer(story))
    let number = try database.rows(
      "SELECT last_take FROM story WHERE number = ?1", .integer(story)
    ) { $0.integer(0) }.first
    var kept = take
    kept.number = Int(number ?? 0)
    kept.created = clock.millisecondsSince1970
    try database.change(
      "INSERT INTO story_take(story, \(Stories.takeColumns)) VALUES("
        + (1...20).map { "?\($0)" }.joined(separator: ", ") + ")",
      .integer(story), .integer(Int64(kept.number)), .text(take.id), .text(take.parent),
      .text(take.author), .text(take.label), .integer(Int64(take.channels)), .bool(take.isFloat),
      .integer(Int64(take.frames)), .text(take.digest), .integer(Int64(take.recordedRate)),
      .integer(Int64(take.recordedPitch)), .text(take.damage), .bool(take.isSent),
      .integer(Int64(take.gain)), .integer(Int64(take.pan)), .bool(take.isMuted),
      .bool(take.isSolo), .integer(Int64(take.localPitch)), .integer(kept.created))
    return kept
  }

  /// Keeps how `take` is mixed now, and whether it was sent.
  public func update(_ take: StoredTake, of story: Int64) throws(StoreFailure) {
    try database.change(
      "UPDATE story_take SET is_sent = ?3, gain = ?4, pan = ?5, is_muted = ?6, is_solo = ?7, "
        + "local_pitch = ?8 WHERE story = ?1 AND number = ?2",
      .integer(story), .integer(Int64(take.number)), .bool(take.isSent),
      .integer(Int64(take.gain)), .integer(Int64(take.pan)), .bool(take.isMuted),
      .bool(take.isSolo), .integer(Int64(take.localPitch)))
  }

  /// Gives a take another parent, to repair a story whose takes made no tree.
  public func answer(_ take: String, to parent: String, of story: Int64) throws(StoreFailure) {
    try database.change(
      "UPDATE story_take SET parent = ?3 WHERE story = ?1 AND id = ?2", .integer(story),
      .text(take), .text(parent))
  }

  /// Forgets a take of a story.
  public func remove(take id: String, of story: Int64) throws(StoreFailure) {
    try database.change(
      "DELETE FROM story_take WHERE story = ?1 AND id = ?2", .integer(story), .text(id))
  }

  // MARK: - The journal

  /// What was done to a story, the oldest first.
  public func operations(of story: Int64) throws(StoreFailure) -> [StoryOperation] {
    try database.rows(
      "SELECT number, kind, take, before, after, is_undone, created FROM story_operation "
        + "WHERE story = ?1 ORDER BY number", .integer(story)
    ) { row in
      StoryOperation.Kind(rawValue: row.text(1)).map {
        StoryOperation(
          number: row.integer(0), kind: $0, take: row.text(2), before: row.text(3),
          after: row.text(4), isUndone: row.integer(5) != 0, created: row.integer(6))
      }
    }.compactMap { $0 }
  }

  /// Writes down what is done to a story; part of the transaction that does it.
  public func log(
    _ kind: StoryOperation.Kind, of story: Int64, take: String = "", before: String = "",
    after: String = ""
  ) throws(StoreFailure) {
    try database.change(
      "INSERT INTO story_operation(story, kind, take, before, after, created) "
        + "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
      .integer(story), .text(kind.rawValue), .text(take), .text(before), .text(after),
      .integer(clock.millisecondsSince1970))
  }

  /// Writes down that an operation was taken back.
  public func markUndone(_ operation: Int64) throws(StoreFailure) {
    try database.change(
      "UPDATE story_operation SET is_undone = 1 WHERE number = ?1", .integer(operation))
  }

  // MARK: - Files on their way

  /// Takes whose files are being written or removed.
  public func pending() throws(StoreFailure) -> [(story: String, take: String)] {
    try database.rows("SELECT story, take FROM story_pending ORDER BY story, take") {
      ($0.text(0), $0.text(1))
    }
  }

  /// Says that the files of `takes` are on their way.
  public func begin(_ takes: [String], of story: String) throws(StoreFailure) {
    for take in takes {
      try database.change(
        "INSERT OR IGNORE INTO story_pending(story, take) VALUES(?1, ?2)", .text(story),
        .text(take))
    }
  }

  /// The takes that are being recorded, or were when their program was killed.
  public func recordings() throws(StoreFailure) -> [StoredRecording] {
    try database.rows(
      "SELECT story, take, file, parent, author, label, channels, is_float, recorded_rate, "
        + "recorded_pitch FROM story_recording ORDER BY story, take"
    ) { row in
      StoredRecording(
        story: row.text(0), take: row.text(1), file: row.text(2), parent: row.text(3),
        author: row.text(4), label: row.text(5), channels: Int(row.integer(6)),
        isFloat: row.integer(7) != 0, recordedRate: Int(row.integer(8)),
        recordedPitch: Int(row.integer(9)))
    }
  }

  /// Notes that a take is being recorded.
  public func begin(_ recording: StoredRecording) throws(StoreFailure) {
    try database.change(
      "INSERT INTO story_recording(story, take, file, parent, author, label, channels, is_float, "
        + "recorded_rate, recorded_pitch) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      .text(recording.story), .text(recording.take), .text(recording.file),
      .text(recording.parent), .text(recording.author), .text(recording.label),
      .integer(Int64(recording.channels)), .bool(recording.isFloat),
      .integer(Int64(recording.recordedRate)), .integer(Int64(recording.recordedPitch)))
  }

  /// Notes that the take of that id is no longer being recorded.
  public func endRecording(_ take: String, of story: String) throws(StoreFailure) {
    try database.change(
      "DELETE FROM story_recording WHERE story = ?1 AND take = ?2", .text(story), .text(take))
  }

  /// Says that they have arrived, or are gone.
  public func end(_ takes: [String], of story: String) throws(StoreFailure) {
    for take in takes {
      try database.change(
        "DELETE FROM story_pending WHERE story = ?1 AND take = ?2", .text(story), .text(take))
    }
  }
}

extension StoreValue {
  /// 1 or 0.
  static func bool(_ value: Bool) -> StoreValue { .integer(value ? 1 : 0) }
}
