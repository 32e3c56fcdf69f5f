import CueModel

/// A speech that is kept.
public struct StoredSpeech: Sendable, Equatable {
  /// Its number; no other ever has it.
  public let number: Int64
  /// One line; no two speeches have the same but for case.
  public var title: String
  /// At most ``Speeches/mostCharacters``.
  public var content: String
  /// A BCP 47 tag.
  public var language: String
  /// When it was made, in milliseconds since the start of 1970, UTC.
  public let created: Int64
  /// When its title, content or language last changed, in milliseconds since the start of 1970, UTC.
  public let updated: Int64
}

/// The speeches in a library.
public struct Speeches {
  /// Characters as a reader counts them (grapheme clusters).
  public static let mostCharacters = 10_000

  /// What a library needs to hold speeches.
  public static let module = StoreModule(
    name: "speech",
    migrations: [
      """
      CREATE TABLE speech(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL CHECK(length(title) > 0),
        content TEXT NOT NULL,
        language TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX speech_updated ON speech(updated DESC, number DESC);
      """
    ])

  private static let columns = "number, title, content, language, created, updated"

  private let database: Database
  private let clock: any WallClock

  /// Those in `database`, which has ``module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// All, the one that changed last first.
  public func all() throws(StoreFailure) -> [StoredSpeech] {
    try database.rows(
      "SELECT \(Speeches.columns) FROM speech ORDER BY updated DESC, number DESC",
      read: Speeches.speech)
  }

  /// The one with that number.
  public func speech(_ number: Int64) throws(StoreFailure) -> StoredSpeech? {
    try database.rows(
      "SELECT \(Speeches.columns) FROM speech WHERE number = ?1", .integer(number),
      read: Speeches.speech
    ).first
  }

  /// The one with that title, whatever its case.
  public func speech(titled title: String) throws(StoreFailure) -> StoredSpeech? {
    let wanted = title.lowercased()
    return try all().first { $0.title.lowercased() == wanted }
  }

  /// Keeps a new one.
  ///
  /// - Parameters:
  ///   - title: one line, of no other speech
  ///   - content: at most ``mostCharacters``
  ///   - language: a BCP 47 tag
  /// - Returns: what is kept
  /// - Throws: ``StoreFailure/Kind/conflict`` where a speech has that title
  public func add(
    title: String, content: String, language: String
  ) throws(StoreFailure) -> StoredSpeech {
    Speeches.check(title, content)
    return try database.transaction { () throws(StoreFailure) in
      if let other = try speech(titled: title) { throw Speeches.taken(other) }
      let now = clock.millisecondsSince1970
      try database.change(
        "INSERT INTO speech(title, content, language, created, updated) "
          + "VALUES(?1, ?2, ?3, ?4, ?4)",
        .text(title), .text(content), .text(language), .integer(now))
      return StoredSpeech(
        number: database.lastRow, title: title, content: content, language: language,
        created: now, updated: now)
    }
  }

  /// Keeps the present state of `speech` instead of the one that was read, and returns what is kept.
  ///
  /// ``StoredSpeech/updated`` is when it was last changed before. Throws ``StoreFailure/Kind/conflict`` where it was changed
  /// or removed since it was read, or its title is another's.
  public func update(_ speech: StoredSpeech) throws(StoreFailure) -> StoredSpeech {
    Speeches.check(speech.title, speech.content)
    return try database.transaction { () throws(StoreFailure) in
      if let other = try self.speech(titled: speech.title), other.number != speech.number {
        throw Speeches.taken(other)
      }
      // Two changes within a millisecond, or a clock that was set back, are changes all the same.
      let now = max(clock.millisecondsSince1970, speech.updated + 1)
      let changed = try database.change(
        "UPDATE speech SET title = ?1, content = ?2, language = ?3, updated = ?4 "
          + "WHERE number = ?5 AND updated = ?6",
        .text(speech.title), .text(speech.content), .text(speech.language), .integer(now),
        .integer(speech.number), .integer(speech.updated))
      guard changed == 1 else {
        throw StoreFailure(.speechHasChanged(title: speech.title))
      }
      return StoredSpeech(
        number: speech.number, title: speech.title, content: speech.content,
        language: speech.language, created: speech.created, updated: now)
    }
  }

  /// Forgets the one with that number; `false` if there is none.
  public func remove(_ number: Int64) throws(StoreFailure) -> Bool {
    try database.change("DELETE FROM speech WHERE number = ?1", .integer(number)) == 1
  }

  private static func speech(_ row: borrowing StoreRow) -> StoredSpeech {
    StoredSpeech(
      number: row.integer(0), title: row.text(1), content: row.text(2), language: row.text(3),
      created: row.integer(4), updated: row.integer(5))
  }

  private static func check(_ title: String, _ content: String) {
    precondition(!title.isEmpty, "a speech has a title")
    precondition(content.count <= mostCharacters, "a speech holds \(mostCharacters) characters")
  }

  private static func taken(_ other: StoredSpeech) -> StoreFailure {
    StoreFailure(.titleIsTaken(other.title, number: other.number))
  }
}
