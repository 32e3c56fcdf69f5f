/// A part of a script and who speaks it.
public struct StoredRole: Sendable, Equatable {
  /// The key of the character; empty for the narrator.
  public var character: String
  /// Its name for people.
  public var name: String
  /// A reference to the voice, as in `provider://voice?…`; empty if it has none.
  public var voice: String
  /// A reference to the voice that stands in for it; empty if there is none.
  public var fallback: String
  /// Whether the user chose it, so that no proposal changes it.
  public var isLocked: Bool
  /// How many dialogues it has.
  public var dialogues: Int
  /// What the user thinks of it.
  public var notes: String
  /// The gender that the user has set: "female", "male", "neutral"; empty if the script decides.
  public var gender = ""

  /// A part and who speaks it.
  public init(
    character: String, name: String, voice: String = "", fallback: String = "",
    isLocked: Bool = false, dialogues: Int = 0, notes: String = ""
  ) {
    self.character = character
    self.name = name
    self.voice = voice
    self.fallback = fallback
    self.isLocked = isLocked
    self.dialogues = dialogues
    self.notes = notes
  }
}

/// Which voice speaks which character, in the scripts of a library.
public struct Casts {
  private let database: Database

  /// Those in `database`, which has ``Scripts/module``.
  public init(_ database: Database) { self.database = database }

  /// The parts of a script: the narrator first, then those with the most dialogues.
  public func roles(of script: Int64) throws(StoreFailure) -> [StoredRole] {
    try database.rows(
      "SELECT character, name, voice, fallback, is_locked, dialogues, notes, gender FROM cast_role "
        + "WHERE script = ?1 ORDER BY character <> '', dialogues DESC, character",
      .integer(script)
    ) { row in
      var role = StoredRole(
        character: row.text(0), name: row.text(1), voice: row.text(2), fallback: row.text(3),
        isLocked: row.integer(4) == 1, dialogues: Int(row.integer(5)), notes: row.text(6))
      role.gender = row.text(7)
      return role
    }
  }

  /// Makes `roles` all parts of a script.
  ///
  /// Of a part that the user locked, only the count of dialogues changes, and it stays where `roles` do not have it; with
  /// `evenLocked` it is as any other. No two of `roles` are of the same character.
  public func set(
    _ roles: [StoredRole], of script: Int64, evenLocked: Bool = false
  ) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try replace(roles, of: script, evenLocked: evenLocked)
    }
  }

  /// Changes the parts and aliases of a script by `change`, which gets the current ones, in a transaction.
  public func change(
    of script: Int64,
    _ change: ([StoredRole], _ aliases: [String: String]) -> ([StoredRole], [String: String])
  ) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      let before = try aliases(of: script)
      let (roles, aliases) = change(try self.roles(of: script), before)
      try replace(roles, of: script, evenLocked: true)
      for alias in before.keys where aliases[alias] == nil {
        try setAlias(alias, nil, of: script)
      }
      for (alias, character) in aliases where before[alias] != character {
        try setAlias(alias, character, of: script)
      }
    }
  }

  private func replace(
    _ roles: [StoredRole], of script: Int64, evenLocked: Bool
  ) throws(StoreFailure) {
    try database.change(
      "DELETE FROM cast_role WHERE script = ?1\(evenLocked ? "" : " AND is_locked = 0")",
      .integer(script))
    let put = try database.statement(
      "INSERT INTO cast_role(script, character, name, voice, fallback, is_locked, dialogues, notes, "
        + "gender) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) "
        + "ON CONFLICT(script, character) DO UPDATE SET dialogues = excluded.dialogues")
    for role in roles {
      try put.change(
        .integer(script), .text(role.character), .text(role.name), .text(role.voice),
        .text(role.fallback), .integer(role.isLocked ? 1 : 0), .integer(Int64(role.dialogues)),
        .text(role.notes), .text(role.gender))
    }
  }

  /// Keeps one part unchanged, locked or not.
  public func put(_ role: StoredRole, of script: Int64) throws(StoreFailure) {
    try database.change(
      "INSERT INTO cast_role(script, character, name, voice, fallback, is_locked, dialogues, notes, "
        + "gender) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(script, character) DO UPDATE SET "
        + "name = excluded.name, voice = excluded.voice, fallback = excluded.fallback, "
        + "is_locked = excluded.is_locked, dialogues = excluded.dialogues, notes = excluded.notes, "
        + "gender = excluded.gender",
      .integer(script), .text(role.character), .text(role.name), .text(role.voice),
      .text(role.fallback), .integer(role.isLocked ? 1 : 0), .integer(Int64(role.dialogues)),
      .text(role.notes), .text(role.gender))
  }

  /// Which names as they are written are whose: character keys by raw name.
  public func aliases(of script: Int64) throws(StoreFailure) -> [String: String] {
    let rows = try database.rows(
      "SELECT raw_name, character FROM cast_alias WHERE script = ?1", .integer(script)
    ) { ($0.text(0), $0.text(1)) }
    return Dictionary(rows) { first, _ in first }
  }

  /// Says whose name `rawName` is; nothing for its own.
  public func setAlias(
    _ rawName: String, _ character: String?, of script: Int64
  ) throws(StoreFailure) {
    guard let character else {
      try database.change(
        "DELETE FROM cast_alias WHERE script = ?1 AND raw_name = ?2", .integer(script),
        .text(rawName))
      return
    }
    try database.change(
      "INSERT INTO cast_alias(script, raw_name, character) VALUES(?1, ?2, ?3) "
        + "ON CONFLICT(script, raw_name) DO UPDATE SET character = excluded.character",
      .integer(script), .text(rawName), .text(character))
  }
}
