import CueModel
import Glibc

/// What is remembered of practising speeches: what was set, where it stopped, how it went.
public struct Practices {
  /// What a library needs to remember practice; it needs ``Speeches/module`` ahead of it.
  public static let module = StoreModule(
    name: "practice",
    migrations: [
      """
      CREATE TABLE practice_setting(
        speech INTEGER REFERENCES speech(number) ON DELETE CASCADE,
        name TEXT NOT NULL,
        value TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX practice_setting_name ON practice_setting(ifnull(speech, 0), name);
      CREATE TABLE practice_place(
        speech INTEGER PRIMARY KEY REFERENCES speech(number) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        changed INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE practice_session(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        speech INTEGER NOT NULL REFERENCES speech(number) ON DELETE CASCADE,
        ended INTEGER NOT NULL,
        end TEXT NOT NULL,
        spoken INTEGER NOT NULL,
        paused INTEGER NOT NULL,
        segments INTEGER NOT NULL,
        repeated INTEGER NOT NULL,
        words INTEGER NOT NULL,
        missing INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        model INTEGER NOT NULL,
        took INTEGER NOT NULL,
        silences INTEGER NOT NULL,
        longest INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX practice_session_speech ON practice_session(speech, number);
      """,
      // What was set for one speech was once the user's for all others, a voice that needs a network included.
      """
      DELETE FROM practice_setting WHERE speech IS NULL;
      """,
      "ALTER TABLE practice_session ADD COLUMN added INTEGER NOT NULL DEFAULT 0;",
      """
      ALTER TABLE practice_session ADD COLUMN compared INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE practice_session ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;
      """,
      // What an older version did not measure stays unknown.
      """
      ALTER TABLE practice_session ADD COLUMN spoken_words INTEGER;
      ALTER TABLE practice_session ADD COLUMN silent INTEGER;
      ALTER TABLE practice_session ADD COLUMN fillers INTEGER;
      ALTER TABLE practice_session ADD COLUMN loudness INTEGER;
      ALTER TABLE practice_session ADD COLUMN pitch INTEGER;
      ALTER TABLE practice_session ADD COLUMN pitch_low INTEGER;
      ALTER TABLE practice_session ADD COLUMN pitch_high INTEGER;
      """,
    ])

  private let database: Database
  private let clock: any WallClock

  /// Those in `database`, which has ``module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  // What is set.

  /// All that is set for a speech.
  public func settings(of speech: Int64) throws(StoreFailure) -> [String: String] {
    let rows = try database.rows(
      "SELECT name, value FROM practice_setting WHERE ifnull(speech, 0) = ?1", .integer(speech)
    ) { ($0.text(0), $0.text(1)) }
    return Dictionary(rows) { first, _ in first }
  }

  /// Sets some, and forgets those without a value; others stay.
  public func set(_ values: [String: String?], of speech: Int64) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      for (name, value) in values {
        try database.change(
          "DELETE FROM practice_setting WHERE ifnull(speech, 0) = ?1 AND name = ?2",
          .integer(speech), .text(name))
        guard let value else { continue }
        try database.change(
          "INSERT INTO practice_setting(speech, name, value) VALUES(?1, ?2, ?3)",
          .integer(speech), .text(name), .text(value))
      }
    }
  }

  /// Forgets what is set for a speech and where it stopped.
  public func forget(_ speech: Int64) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.change(
        "DELETE FROM practice_setting WHERE ifnull(speech, 0) = ?1", .integer(speech))
      try database.change("DELETE FROM practice_place WHERE speech = ?1", .integer(speech))
    }
  }

  // Where it stopped.

  /// The byte of the content at which to go on; nil if it was not practised, or has changed since.
  public func place(in speech: StoredSpeech) throws(StoreFailure) -> Int? {
    try database.rows(
      "SELECT place FROM practice_place WHERE speech = ?1 AND changed = ?2",
      .integer(speech.number), .integer(speech.updated)
    ) { Int($0.integer(0)) }.first
  }

  /// Keeps where to go on.
  ///
  /// A power failure may lose the last places, and nothing else: that costs no wait for the disk.
  public func setPlace(_ place: Int, in speech: StoredSpeech) throws(StoreFailure) {
    try database.quickTransaction { () throws(StoreFailure) in
      try database.change(
        "INSERT INTO practice_place(speech, place, changed) VALUES(?1, ?2, ?3) "
          + "ON CONFLICT(speech) DO UPDATE SET place = excluded.place, changed = excluded.changed",
        .integer(speech.number), .integer(Int64(place)), .integer(speech.updated))
    }
  }

  // How it went.

  /// Keeps a session of practice.
  public func add(_ session: PracticeRecord, of speech: Int64) throws(StoreFailure) {
    try database.change(
      "INSERT INTO practice_session(speech, ended, end, spoken, paused, segments, repeated, words, "
        + "missing, changed, added, model, took, silences, longest, compared, whole, spoken_words, "
        + "silent, fillers, loudness, pitch, pitch_low, pitch_high) "
        + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
        + "?19, ?20, ?21, ?22, ?23, ?24)",
      .integer(speech), .integer(clock.millisecondsSince1970), .text(session.end),
      .integer(session.spokenMilliseconds), .integer(session.pausedMilliseconds),
      .integer(Int64(session.segments)), .integer(Int64(session.repeated)),
      .integer(Int64(session.words)), .integer(Int64(session.missing)),
      .integer(Int64(session.changed)), .integer(Int64(session.added)),
      .integer(session.modelMilliseconds), .integer(session.tookMilliseconds),
      .integer(Int64(session.silences)), .integer(session.longestSilenceMilliseconds),
      .integer(Int64(session.compared)), .integer(Int64(session.whole)),
      Practices.value(session.spokenWords.map(Double.init)),
      Practices.value(session.silentMilliseconds.map(Double.init)),
      Practices.value(session.fillers.map(Double.init)),
      Practices.value(session.loudnessLUFS.map { $0 * Practices.fine }),
      Practices.value(session.pitchHertz.map { $0 * Practices.fine }),
      Practices.value(session.pitchLowHertz.map { $0 * Practices.fine }),
      Practices.value(session.pitchHighHertz.map { $0 * Practices.fine }))
  }

  /// Levels and pitches are kept as whole numbers of a hundredth.
  private static let fine = 100.0

  private static func number(_ kept: Int64?) -> Double? { kept.map { Double($0) / fine } }

  private static func value(_ number: Double?) -> StoreValue {
    guard let number, number.isFinite, abs(number) < 1e15 else { return .nothing }
    return .integer(Int64(number.rounded()))
  }

  /// The sessions of a speech, the last first.
  public func sessions(of speech: Int64) throws(StoreFailure) -> [PracticeRecord] {
    try database.rows(
      "SELECT ended, end, spoken, paused, segments, repeated, words, missing, changed, added, "
        + "model, took, silences, longest, compared, whole, spoken_words, silent, fillers, loudness, "
        + "pitch, pitch_low, pitch_high "
        + "FROM practice_session WHERE speech = ?1 ORDER BY number DESC",
      .integer(speech)
    ) { row in
      var session = PracticeRecord()
      session.ended = row.integer(0)
      session.end = row.text(1)
      session.spokenMilliseconds = row.integer(2)
      session.pausedMilliseconds = row.integer(3)
      session.segments = Int(row.integer(4))
      session.repeated = Int(row.integer(5))
      session.words = Int(row.integer(6))
      session.missing = Int(row.integer(7))
      session.changed = Int(row.integer(8))
      session.added = Int(row.integer(9))
      session.modelMilliseconds = row.integer(10)
      session.tookMilliseconds = row.integer(11)
      session.silences = Int(row.integer(12))
      session.longestSilenceMilliseconds = row.integer(13)
      session.compared = Int(row.integer(14))
      session.whole = Int(row.integer(15))
      session.spokenWords = row.integerIfAny(16).map(Int.init)
      session.silentMilliseconds = row.integerIfAny(17)
      session.fillers = row.integerIfAny(18).map(Int.init)
      session.loudnessLUFS = Practices.number(row.integerIfAny(19))
      session.pitchHertz = Practices.number(row.integerIfAny(20))
      session.pitchLowHertz = Practices.number(row.integerIfAny(21))
      session.pitchHighHertz = Practices.number(row.integerIfAny(22))
      return session
    }
  }
}

/// A session of practice, as stored.
public struct PracticeRecord: Sendable, Equatable {
  /// When it ended, in milliseconds since the start of 1970, UTC; set where it is kept.
  public var ended: Int64 = 0
  /// Why it ended: "text", "limit", "hand".
  public var end = ""
  /// How long the voice spoke.
  public var spokenMilliseconds: Int64 = 0
  /// How long the pauses were.
  public var pausedMilliseconds: Int64 = 0
  /// Segments that were said, one as often as it was said.
  public var segments = 0
  /// Those of them whose repetition was heard.
  public var repeated = 0
  /// The words of those.
  public var words = 0
  /// The words of them that were not said.
  public var missing = 0
  /// The words of them in whose place others were said.
  public var changed = 0
  /// Words that were said beside them.
  public var added = 0
  /// Repetitions of which words were compared; 0 in a session of a version that did not count them.
  public var compared = 0
  /// Those of them without a mistake: every word, and no other.
  public var whole = 0
  /// How long the voice took for what was repeated.
  public var modelMilliseconds: Int64 = 0
  /// How long the speaker took.
  public var tookMilliseconds: Int64 = 0
  /// Silences within what was repeated.
  public var silences = 0
  /// The longest of them.
  public var longestSilenceMilliseconds: Int64 = 0
  /// Words that were heard in what was repeated, whatever they are; nil if that was not counted.
  public var spokenWords: Int?
  /// How long the silences were together; nil if that was not measured.
  public var silentMilliseconds: Int64?
  /// Fillers that were heard; nil if they were not counted.
  public var fillers: Int?
  /// How loud the speaker was, in LUFS; nil if that is not known.
  public var loudnessLUFS: Double?
  /// The median pitch in Hz; nil if that is not known.
  public var pitchHertz: Double?
  /// What a tenth of the pitch is below, in Hz.
  public var pitchLowHertz: Double?
  /// What a tenth of the pitch is above, in Hz.
  public var pitchHighHertz: Double?

  /// Nothing was done.
  public init() {}

  /// Words a minute, from the first sound of each repetition to its last; nil if no words were counted.
  public var wordsPerMinute: Double? { rate(overMilliseconds: tookMilliseconds) }

  /// Words a minute without the silences between words.
  public var wordsPerMinuteSpeaking: Double? {
    silentMilliseconds.flatMap { rate(overMilliseconds: tookMilliseconds - $0) }
  }

  private func rate(overMilliseconds milliseconds: Int64) -> Double? {
    guard let spokenWords, spokenWords > 0, milliseconds > 0 else { return nil }
    return Double(spokenWords) * 60_000 / Double(milliseconds)
  }

  /// Fillers in a hundred words; nil if they were not counted.
  public var fillersPerHundredWords: Double? {
    guard let fillers, let spokenWords, spokenWords > 0 else { return nil }
    return Double(fillers) * 100 / Double(spokenWords)
  }

  /// From the low pitch to the high one, in semitones; nil if they are not known.
  public var pitchRangeSemitones: Double? {
    guard let pitchLowHertz, let pitchHighHertz, pitchLowHertz > 0, pitchHighHertz > 0 else {
      return nil
    }
    return 12 * log2(pitchHighHertz / pitchLowHertz)
  }

  /// How well the segments were repeated, 0 to 1; nil if no words were compared.
  ///
  /// One half is the share of right words, where a word too many weighs as much as one that is missing. The other is the share
  /// of repetitions without a mistake: an actor who changes one word of a short sentence has said most of its words, and
  /// another sentence.
  public var score: Double? {
    guard words > 0 else { return nil }
    let share = Double(words - missing - changed) / Double(words + added)
    return compared > 0 ? (share + Double(whole) / Double(compared)) / 2 : share
  }
}
