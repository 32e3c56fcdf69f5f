/// How an actor said a line once, as stored.
public struct StoredAttempt: Equatable, Sendable {
  /// When, in milliseconds since the start of 1970, UTC.
  public var said: Int64
  /// How well, 0…5.
  public var quality: Int
  /// The share of the words that were said, in thousandths; nil if they were not judged.
  public var shareThousandths: Int?
  /// Words that were left out.
  public var missing = ""
  /// Words in whose place others were said.
  public var changed = ""
  /// What was heard.
  public var heard = ""
  /// Until the first word; nil if that is not known.
  public var pickUpMilliseconds: Int?
  /// How long the line took to say.
  public var tookMilliseconds = 0
  /// How often words were asked for.
  public var prompts = 0

  /// An attempt of that quality.
  public init(said: Int64, quality: Int) {
    self.said = said
    self.quality = quality
  }
}

/// A line of a script that somebody learns, and how it went.
public struct StoredLine: Equatable, Sendable {
  /// Its number; 0 before it is kept.
  public var number: Int64 = 0
  /// The number of the spoken line when it was last rehearsed, from 1: for people and for the order, not to find it by.
  public var place: Int
  /// The speaker.
  public var character: String
  /// Its words, by which it is found.
  public var words: String
  /// The words of the line before it.
  public var cue: String
  /// Right responses in a row.
  public var repetitions = 0
  /// Days until the next review.
  public var intervalDays = 0
  /// The easiness factor, in thousandths.
  public var easeThousandths = 2500
  /// When it was last reviewed, in milliseconds since the start of 1970, UTC; 0 for never.
  public var reviewed: Int64 = 0
  /// How it was said, the last time first.
  public var attempts: [StoredAttempt] = []

  /// A line that was not said yet.
  public init(place: Int, character: String, words: String, cue: String) {
    self.place = place
    self.character = character
    self.words = words
    self.cue = cue
  }
}

/// What is remembered of learning the lines of scripts.
///
/// A line is kept by its words, not by its number: scripts change.
public struct LineHistories {
  /// What a library needs to remember lines; it needs ``Scripts/module`` ahead of it.
  public static let module = StoreModule(
    name: "lines",
    migrations: [
      """
      CREATE TABLE learned_line(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        place INTEGER NOT NULL CHECK(place > 0),
        character TEXT NOT NULL,
        words TEXT NOT NULL,
        cue TEXT NOT NULL,
        repetitions INTEGER NOT NULL CHECK(repetitions >= 0),
        interval_days INTEGER NOT NULL CHECK(interval_days >= 0),
        ease INTEGER NOT NULL CHECK(ease >= 1300),
        reviewed INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX learned_line_script ON learned_line(script, place);
      CREATE TABLE line_attempt(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        line INTEGER NOT NULL REFERENCES learned_line(number) ON DELETE CASCADE,
        said INTEGER NOT NULL,
        quality INTEGER NOT NULL CHECK(quality BETWEEN 0 AND 5),
        share INTEGER CHECK(share BETWEEN 0 AND 1000),
        missing TEXT NOT NULL,
        changed TEXT NOT NULL,
        heard TEXT NOT NULL,
        pick_up INTEGER,
        took INTEGER NOT NULL,
        prompts INTEGER NOT NULL CHECK(prompts >= 0)
      ) STRICT;
      CREATE INDEX line_attempt_line ON line_attempt(line, number);
      """
    ])

  /// At most this many attempts at a line are kept; older ones are deleted.
  public static let mostAttempts = 30

  private let database: Database

  /// Those in `database`, which has ``module``.
  public init(_ database: Database) { self.database = database }

  /// The lines of a script that were learned, by their place.
  public func lines(of script: Int64) throws(StoreFailure) -> [StoredLine] {
    var lines = try database.rows(
      "SELECT number, place, character, words, cue, repetitions, interval_days, ease, reviewed "
        + "FROM learned_line WHERE script = ?1 ORDER BY place, number",
      .integer(script)
    ) { row in
      var line = StoredLine(
        place: Int(clamping: row.integer(1)), character: row.text(2), words: row.text(3),
        cue: row.text(4))
      line.number = row.integer(0)
      line.repetitions = Int(clamping: row.integer(5))
      line.intervalDays = Int(clamping: row.integer(6))
      line.easeThousandths = Int(clamping: row.integer(7))
      line.reviewed = row.integer(8)
      return line
    }
    let attempts = try database.rows(
      "SELECT line, said, quality, share, missing, changed, heard, pick_up, took, prompts "
        + "FROM line_attempt WHERE line IN (SELECT number FROM learned_line WHERE script = ?1) "
        + "ORDER BY number DESC",
      .integer(script)
    ) { row in
      var attempt = StoredAttempt(said: row.integer(1), quality: Int(clamping: row.integer(2)))
      attempt.shareThousandths = row.isNothing(3) ? nil : Int(clamping: row.integer(3))
      attempt.missing = row.text(4)
      attempt.changed = row.text(5)
      attempt.heard = row.text(6)
      attempt.pickUpMilliseconds = row.isNothing(7) ? nil : Int(clamping: row.integer(7))
      attempt.tookMilliseconds = Int(clamping: row.integer(8))
      attempt.prompts = Int(clamping: row.integer(9))
      return (row.integer(0), attempt)
    }
    let byLine = Dictionary(grouping: attempts, by: \.0)
    for index in lines.indices {
      lines[index].attempts = byLine[lines[index].number]?.map(\.1) ?? []
    }
    return lines
  }

  /// Keeps `line` of a script, and `attempt` as its last; a line that is new is added.
  ///
  /// A power failure may lose the last attempts, and nothing else: that costs no wait for the disk.
  ///
  /// - Returns: the line's number
  @discardableResult
  public func keep(
    _ line: StoredLine, attempt: StoredAttempt, of script: Int64
  ) throws(StoreFailure) -> Int64 {
    try database.quickTransaction { () throws(StoreFailure) in
      let number = try put(line, of: script)
      try add(attempt, to: number)
      try database.change(
        "DELETE FROM line_attempt WHERE line = ?1 AND number NOT IN "
          + "(SELECT number FROM line_attempt WHERE line = ?1 ORDER BY number DESC LIMIT ?2)",
        .integer(number), .integer(Int64(LineHistories.mostAttempts)))
      return number
    }
  }

  /// Keeps `line`, and `attempt` in place of its last one, which was judged again.
  public func revise(_ line: StoredLine, attempt: StoredAttempt) throws(StoreFailure) {
    try database.quickTransaction { () throws(StoreFailure) in
      try database.change(
        "DELETE FROM line_attempt WHERE number = "
          + "(SELECT max(number) FROM line_attempt WHERE line = ?1)", .integer(line.number))
      _ = try update(line)
      try add(attempt, to: line.number)
    }
  }

  /// Adds lines with all their attempts to a script, as they are kept of another one.
  public func add(_ lines: [StoredLine], to script: Int64) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      for var line in lines {
        line.number = 0
        let number = try put(line, of: script)
        for attempt in line.attempts.reversed() { try add(attempt, to: number) }
      }
    }
  }

  private func put(_ line: StoredLine, of script: Int64) throws(StoreFailure) -> Int64 {
    if line.number != 0, try update(line) { return line.number }
    try database.change(
      "INSERT INTO learned_line(script, place, character, words, cue, repetitions, interval_days, "
        + "ease, reviewed) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
      .integer(script), .integer(Int64(line.place)), .text(line.character), .text(line.words),
      .text(line.cue), .integer(Int64(line.repetitions)), .integer(Int64(line.intervalDays)),
      .integer(Int64(line.easeThousandths)), .integer(line.reviewed))
    return database.lastRow
  }

  /// Whether this line exists.
  private func update(_ line: StoredLine) throws(StoreFailure) -> Bool {
    try database.change(
      "UPDATE learned_line SET place = ?2, character = ?3, words = ?4, cue = ?5, "
        + "repetitions = ?6, interval_days = ?7, ease = ?8, reviewed = ?9 WHERE number = ?1",
      .integer(line.number), .integer(Int64(line.place)), .text(line.character),
      .text(line.words), .text(line.cue), .integer(Int64(line.repetitions)),
      .integer(Int64(line.intervalDays)), .integer(Int64(line.easeThousandths)),
      .integer(line.reviewed)) == 1
  }

  private func add(_ attempt: StoredAttempt, to line: Int64) throws(StoreFailure) {
    func optional(_ value: Int?) -> StoreValue { value.map { .integer(Int64($0)) } ?? .nothing }
    try database.change(
      "INSERT INTO line_attempt(line, said, quality, share, missing, changed, heard, pick_up, took, "
        + "prompts) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      .integer(line), .integer(attempt.said), .integer(Int64(attempt.quality)),
      optional(attempt.shareThousandths), .text(attempt.missing), .text(attempt.changed),
      .text(attempt.heard), optional(attempt.pickUpMilliseconds),
      .integer(Int64(attempt.tookMilliseconds)), .integer(Int64(attempt.prompts)))
  }

  /// Forgets all that is remembered of a script's lines; returns of how many.
  @discardableResult
  public func forget(_ script: Int64) throws(StoreFailure) -> Int {
    try database.change("DELETE FROM learned_line WHERE script = ?1", .integer(script))
  }
}
