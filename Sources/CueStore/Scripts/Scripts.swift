import CueModel

/// A screenplay that recordings were made of.
public struct StoredScript: Sendable, Equatable {
  /// Its number; no other ever has it.
  public let number: Int64
  /// Its file's name, or ``Scripts/unnamed``.
  public var name: String
  /// Where it was read, absolute; empty if it came from no file.
  public var path: String
  /// A digest of its content when it was last read, in hexadecimal.
  public var digest: String
  /// The name of the rules that its recording goes by.
  public var rules: String
  /// When it was made, in milliseconds since the start of 1970, UTC.
  public let created: Int64
  /// When any of that last changed, in milliseconds since the start of 1970, UTC.
  public let updated: Int64
}

/// The scripts in a library.
///
/// What belongs to a script goes with it: ``ScriptItems``, ``AudioVersions``, ``Casts``, ``Tasks``, ``Outputs``.
public struct Scripts {
  /// The name of a script that came from no file.
  public static let unnamed = "unnamed-screenplay"

  static let columns = "number, name, path, digest, rules, created, updated"

  let database: Database
  private let clock: any WallClock

  /// Those in `database`, which has ``module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// All, the one that changed last first.
  public func all() throws(StoreFailure) -> [StoredScript] {
    try database.rows(
      "SELECT \(Scripts.columns) FROM script ORDER BY updated DESC, number DESC",
      read: Scripts.script)
  }

  /// The one with that number.
  public func script(_ number: Int64) throws(StoreFailure) -> StoredScript? {
    try database.rows(
      "SELECT \(Scripts.columns) FROM script WHERE number = ?1", .integer(number),
      read: Scripts.script
    ).first
  }

  /// The one that was read from `path`, which is absolute.
  public func script(at path: String) throws(StoreFailure) -> StoredScript? {
    try database.rows(
      "SELECT \(Scripts.columns) FROM script WHERE path = ?1 AND path <> ''", .text(path),
      read: Scripts.script
    ).first
  }

  /// The one that `words` name: its number, its path or its name.
  ///
  /// Throws ``StoreFailure/Kind/conflict`` where more than one has that name.
  public func find(_ words: String) throws(StoreFailure) -> StoredScript? {
    if let number = Int64(words), let script = try script(number) { return script }
    if let script = try script(at: words) { return script }
    let named = try database.rows(
      "SELECT \(Scripts.columns) FROM script WHERE name = ?1 ORDER BY number", .text(words),
      read: Scripts.script)
    guard named.count > 1 else { return named.first }
    throw StoreFailure(.ambiguous(words, named.map { .init(number: $0.number, path: $0.path) }))
  }

  /// Adds a script that was read, or updates it.
  ///
  /// It is found by its path, or by its name if it came from no file. A script that has moved, as ``script(of:)`` finds it, gets the new
  /// path, and keeps all that belongs to it. A script whose file now has another text leaves its path.
  ///
  /// - Parameters:
  ///   - identity: its path and content; without a name, it is called ``unnamed``
  ///   - rules: the name of the rules that its recording goes by
  /// - Returns: what is kept; unchanged where all is as it was
  /// - Throws: where it cannot be kept
  @discardableResult
  public func put(
    _ identity: ScriptIdentity, rules: String
  ) throws(StoreFailure) -> StoredScript {
    let name = identity.name.isEmpty ? Scripts.unnamed : identity.name
    let path = identity.path
    return try database.transaction { () throws(StoreFailure) in
      let now = clock.millisecondsSince1970
      try makeRoom(for: identity)
      var found = try database.rows(
        "SELECT \(Scripts.columns) FROM script WHERE path = ?1 AND (path <> '' OR name = ?2)",
        .text(path), .text(name), read: Scripts.script
      ).first
      if found == nil, !path.isEmpty { found = try moved(to: identity) }
      guard let known = found else {
        try database.change(
          "INSERT INTO script(name, path, digest, sketch, rules, created, updated) "
            + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?6)",
          .text(name), .text(path), .text(identity.digest), .text(identity.sketch), .text(rules),
          .integer(now))
        return StoredScript(
          number: database.lastRow, name: name, path: path, digest: identity.digest, rules: rules,
          created: now, updated: now)
      }
      try keep(identity.sketch, of: known)
      guard
        known.name != name || known.path != path || known.digest != identity.digest
          || known.rules != rules
      else { return known }
      if known.path != path {
        try database.change(
          "INSERT OR IGNORE INTO script_former(script, path) VALUES(?1, ?2)",
          .integer(known.number), .text(known.path))
      }
      let updated = max(now, known.updated + 1)
      try database.change(
        "UPDATE script SET name = ?1, path = ?2, digest = ?3, rules = ?4, updated = ?5 "
          + "WHERE number = ?6",
        .text(name), .text(path), .text(identity.digest), .text(rules), .integer(updated),
        .integer(known.number))
      return StoredScript(
        number: known.number, name: name, path: path, digest: identity.digest, rules: rules,
        created: known.created, updated: updated)
    }
  }

  /// Keeps the sketch of a script's lines; scripts that an older version kept have none yet.
  private func keep(_ sketch: String, of script: StoredScript) throws(StoreFailure) {
    guard !sketch.isEmpty else { return }
    try database.change(
      "UPDATE script SET sketch = ?1 WHERE number = ?2 AND sketch <> ?1", .text(sketch),
      .integer(script.number))
  }

  /// Forgets the one with that number and all that belongs to it; `false` if there is none.
  ///
  /// Its clips stay until they are collected.
  public func remove(_ number: Int64) throws(StoreFailure) -> Bool {
    try database.change("DELETE FROM script WHERE number = ?1", .integer(number)) == 1
  }

  static func script(_ row: borrowing StoreRow) -> StoredScript {
    StoredScript(
      number: row.integer(0), name: row.text(1), path: row.text(2), digest: row.text(3),
      rules: row.text(4), created: row.integer(5), updated: row.integer(6))
  }
}
