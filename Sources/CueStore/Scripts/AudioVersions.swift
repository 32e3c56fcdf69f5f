import CueModel

/// Sound that was made for an item: a clip, and where it comes from.
public struct NewAudioVersion: Sendable, Equatable {
  /// The clip, as the cache knows it.
  public var clip: ClipEntry
  /// The plugin's id.
  public var plugin: String
  /// The voice, as the plugin names it; empty for its own choice.
  public var voice: String
  /// The voice's name for people.
  public var voiceName: String
  /// Characters that were said, as a provider counts them.
  public var characters: Int
  /// In millionths of the provider's currency; nil if it is not known.
  public var costMicros: Int64?
  /// What was set, as JSON.
  public var settings: String

  /// Sound of `clip`.
  ///
  /// - Parameters:
  ///   - clip: the clip, as the cache knows it
  ///   - plugin: the plugin's id
  ///   - voice: the voice, as the plugin names it
  ///   - voiceName: the voice's name for people
  ///   - characters: characters that were said
  ///   - costMicros: in millionths of the provider's currency
  ///   - settings: what was set, as JSON
  public init(
    clip: ClipEntry, plugin: String, voice: String, voiceName: String = "", characters: Int = 0,
    costMicros: Int64? = nil, settings: String = "{}"
  ) {
    self.clip = clip
    self.plugin = plugin
    self.voice = voice
    self.voiceName = voiceName
    self.characters = characters
    self.costMicros = costMicros
    self.settings = settings
  }
}

/// Sound of an item that is kept.
public struct StoredAudioVersion: Sendable, Equatable {
  /// Its number; no other ever has it.
  public let number: Int64
  /// The item it says.
  public let item: Int64
  /// The clip, and where it comes from.
  public let made: NewAudioVersion
  /// When it was made, in milliseconds since the start of 1970, UTC.
  public let generated: Int64
  /// Whether it is the one that is heard.
  public let isActive: Bool
  /// Whether somebody has chosen it, so that it is heard whatever voice the part has now.
  public let isChosen: Bool
  /// Whether its clip was removed to make room: it is made again when it is needed.
  public let isCollected: Bool
  /// 1…5; nil if it was not rated.
  public let rating: Int?
  /// What somebody thought of it.
  public let notes: String
}

/// The versions of items: several of each, one of which is heard.
public struct AudioVersions {
  private static let columns =
    "a.number, a.item, a.clip, a.format, a.rate, a.channels, a.frames, a.bytes, a.checksum, "
    + "a.plugin, a.voice, a.voice_name, a.characters, a.cost_micros, a.settings, a.generated, "
    + "a.is_active, a.is_collected, a.rating, a.notes, a.is_chosen"

  private let database: Database

  /// Those in `database`, which has ``Scripts/module``.
  public init(_ database: Database) { self.database = database }

  /// Those of an item, the last first.
  public func versions(of item: Int64) throws(StoreFailure) -> [StoredAudioVersion] {
    try rows(
      "SELECT \(AudioVersions.columns) FROM speakable_audio a WHERE a.item = ?1 "
        + "ORDER BY a.number DESC", .integer(item))
  }

  /// Those of all items of a script by `rules`, in the order of the items, the last of each first.
  public func versions(
    of script: Int64, rules: String
  ) throws(StoreFailure) -> [StoredAudioVersion] {
    try rows(
      "SELECT \(AudioVersions.columns) FROM speakable_item i JOIN speakable_audio a "
        + "ON a.item = i.number WHERE i.script = ?1 AND i.rules = ?2 "
        + "ORDER BY i.order_index, a.number DESC", .integer(script), .text(rules))
  }

  /// What is heard of a script by `rules`, for each item's number that has sound.
  public func active(
    of script: Int64, rules: String
  ) throws(StoreFailure) -> [Int64: StoredAudioVersion] {
    let found = try self.rows(
      "SELECT \(AudioVersions.columns) FROM speakable_item i JOIN speakable_audio a "
        + "ON a.item = i.number AND a.is_active = 1 WHERE i.script = ?1 AND i.rules = ?2",
      .integer(script), .text(rules))
    return Dictionary(found.lazy.map { ($0.item, $0) }) { first, _ in first }
  }

  /// The one with that number.
  public func version(_ number: Int64) throws(StoreFailure) -> StoredAudioVersion? {
    try rows(
      "SELECT \(AudioVersions.columns) FROM speakable_audio a WHERE a.number = ?1",
      .integer(number)
    ).first
  }

  /// Every clip that a version refers to and that was not removed to make room, as it was when it was made; one for each key.
  public func clips() throws(StoreFailure) -> [ClipEntry] {
    try rows(
      "SELECT \(AudioVersions.columns) FROM speakable_audio a WHERE a.is_collected = 0 "
        + "GROUP BY a.clip ORDER BY a.clip"
    ).map(\.made.clip)
  }

  /// Keeps that clips were removed to make room: items that were heard by them are to be made again.
  public func markCollected(_ clips: [ClipKey]) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.run("CREATE TEMP TABLE collected(clip TEXT PRIMARY KEY) WITHOUT ROWID")
      let add = try database.statement("INSERT OR IGNORE INTO collected(clip) VALUES(?1)")
      for clip in clips { try add.change(.text(clip.hexadecimal)) }
      try database.change(
        "UPDATE speakable_item SET status = 'audioQueued' WHERE status = 'audioComplete' AND "
          + "number IN (SELECT item FROM speakable_audio WHERE is_active = 1 AND is_collected = 0 "
          + "AND clip IN (SELECT clip FROM collected))")
      try database.change(
        "UPDATE speakable_audio SET is_collected = 1 WHERE clip IN (SELECT clip FROM collected)")
      try database.run("DROP TABLE collected")
    }
  }

  /// Makes the one with that number heard instead of the former, until another is chosen or its item is requested again;
  /// `false` if there is none.
  public func activate(_ number: Int64) throws(StoreFailure) -> Bool {
    try database.transaction { () throws(StoreFailure) in
      guard let version = try version(number) else { return false }
      try database.change(
        "UPDATE speakable_audio SET is_active = 0, is_chosen = 0 WHERE item = ?1",
        .integer(version.item))
      // An item that has failed, or waits, has sound now.
      try database.change(
        "UPDATE speakable_item SET status = 'audioComplete', message = '' WHERE number = ?1 "
          + "AND status <> 'textGenerated'", .integer(version.item))
      return try database.change(
        "UPDATE speakable_audio SET is_active = 1, is_chosen = 1 WHERE number = ?1",
        .integer(number)) == 1
    }
  }

  /// Keeps how good one is: 1…5, or nothing; `false` if there is none of that number.
  public func rate(_ number: Int64, _ rating: Int?) throws(StoreFailure) -> Bool {
    precondition(rating.map { (1...5).contains($0) } ?? true, "a rating is 1 to 5")
    return try database.change(
      "UPDATE speakable_audio SET rating = ?2 WHERE number = ?1", .integer(number),
      rating.map { .integer(Int64($0)) } ?? .nothing) == 1
  }

  /// Keeps what somebody thinks of one; `false` if there is none of that number.
  public func note(_ number: Int64, _ notes: String) throws(StoreFailure) -> Bool {
    try database.change(
      "UPDATE speakable_audio SET notes = ?2 WHERE number = ?1", .integer(number), .text(notes))
      == 1
  }

  /// The versions that a statement gives, of which every row can be one.
  private func rows(
    _ sql: String, _ values: StoreValue...
  ) throws(StoreFailure) -> [StoredAudioVersion] {
    let rows = try database.statement(sql).rows(values, read: AudioVersions.version)
    let versions = rows.compactMap { $0 }
    guard versions.count == rows.count else {
      throw StoreFailure(.impossibleRow(path: database.name, table: "speakable_audio"))
    }
    return versions
  }

  private static func version(_ row: borrowing StoreRow) -> StoredAudioVersion? {
    guard let key = ClipKey(hexadecimal: row.text(2)), (1...768_000).contains(row.integer(4)),
      (1...64).contains(row.integer(5)), row.integer(6) >= 0, row.integer(7) >= 0
    else { return nil }
    let clip = ClipEntry(
      key: key,
      format: AudioFormat(
        sample: row.text(3) == "int16" ? .int16 : .float32, rateHertz: Int(row.integer(4)),
        channels: Int(row.integer(5))),
      frames: Int(row.integer(6)), byteCount: Int(row.integer(7)), checksum: row.text(8))
    return StoredAudioVersion(
      number: row.integer(0), item: row.integer(1),
      made: NewAudioVersion(
        clip: clip, plugin: row.text(9), voice: row.text(10), voiceName: row.text(11),
        characters: Int(row.integer(12)), costMicros: row.isNothing(13) ? nil : row.integer(13),
        settings: row.text(14)),
      generated: row.integer(15), isActive: row.integer(16) == 1,
      isChosen: row.integer(20) == 1,
      isCollected: row.integer(17) == 1,
      rating: row.isNothing(18) ? nil : Int(row.integer(18)), notes: row.text(19))
  }
}

/// Adds versions, within a transaction.
struct AudioVersionAdding: ~Copyable {
  private static let deactivating =
    "UPDATE speakable_audio SET is_active = 0, is_chosen = 0 WHERE item = ?1"
  private static let adding =
    "INSERT INTO speakable_audio(item, clip, format, rate, channels, frames, bytes, checksum, "
    + "plugin, voice, voice_name, characters, cost_micros, settings, generated, is_active) "
    + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 1) "
    + "ON CONFLICT(item, clip) DO UPDATE SET is_active = 1, is_collected = 0, frames = excluded.frames, "
    + "bytes = excluded.bytes, checksum = excluded.checksum, format = excluded.format, "
    + "rate = excluded.rate, channels = excluded.channels, "
    + "generated = iif(checksum = excluded.checksum, generated, excluded.generated)"

  /// Does nothing if another version of the item has that clip.
  private static let replacing =
    "UPDATE OR IGNORE speakable_audio SET clip = ?3, bytes = ?4, checksum = ?5, settings = ?6, "
    + "is_active = 1, is_collected = 0 WHERE number = ?1 AND item = ?2"

  private let deactivate: Statement
  private let add: Statement
  private let replace: Statement

  private init(
    deactivate: consuming Statement, add: consuming Statement, replace: consuming Statement
  ) {
    self.deactivate = deactivate
    self.add = add
    self.replace = replace
  }

  static func adding(to database: Database) throws(StoreFailure) -> AudioVersionAdding {
    let deactivate = try database.statement(deactivating)
    let add = try database.statement(adding)
    return AudioVersionAdding(
      deactivate: deactivate, add: add, replace: try database.statement(replacing))
  }

  /// Puts the clip of `version`, which sounds the same, into the version of that `number`, and makes that the active one of
  /// `item`.
  ///
  /// It keeps its rating and notes. If another version of the item has the clip already, that becomes the active one.
  func put(
    _ version: NewAudioVersion, inPlaceOf number: Int64, of item: Int64, at milliseconds: Int64
  ) throws(StoreFailure) {
    try deactivate.change(.integer(item))
    let isPut =
      try replace.change(
        .integer(number), .integer(item), .text(version.clip.key.hexadecimal),
        .integer(Int64(version.clip.byteCount)), .text(version.clip.checksum),
        .text(version.settings)) == 1
    if !isPut { try add(version, to: item, at: milliseconds) }
  }

  /// Makes `version` the active one of `item`; one of the same clip keeps its rating and notes.
  func add(
    _ version: NewAudioVersion, to item: Int64, at milliseconds: Int64
  ) throws(StoreFailure) {
    try deactivate.change(.integer(item))
    let clip = version.clip
    try add.change(
      .integer(item), .text(clip.key.hexadecimal),
      .text(clip.format.sample == .int16 ? "int16" : "float32"),
      .integer(Int64(clip.format.rateHertz)), .integer(Int64(clip.format.channels)),
      .integer(Int64(clip.frames)), .integer(Int64(clip.byteCount)), .text(clip.checksum),
      .text(version.plugin), .text(version.voice), .text(version.voiceName),
      .integer(Int64(version.characters)), version.costMicros.map { .integer($0) } ?? .nothing,
      .text(version.settings), .integer(milliseconds))
  }
}
