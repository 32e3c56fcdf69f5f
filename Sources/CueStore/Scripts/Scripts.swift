import CueModel

/// A screenplay that recordings were made of.
public struct StoredScript: Sendable, Equatable {
  /// Its number; no other ever has it.
  public let number: Int64
  /// Its file's name, or ``Scripts/unnamed``.
  public var name: String
  /// Where it was read, absolute; empty where it came from no file.
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

  private static let columns = "number, name, path, digest, rules, created, updated"

  private let database: Database
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

  /// Keeps what was read: the script at `path`, or of `name` where it came from no file, is added or brought up to date.
  ///
  /// - Parameters:
  ///   - name: its file's name; empty for ``unnamed``
  ///   - path: absolute, or empty
  ///   - digest: of its content, in hexadecimal
  ///   - rules: the name of the rules that its recording goes by
  /// - Returns: what is kept; unchanged where all is as it was
  /// - Throws: where it cannot be kept
  public func put(
    name: String, path: String, digest: String, rules: String
  ) throws(StoreFailure) -> StoredScript {
    let name = name.isEmpty ? Scripts.unnamed : name
    return try database.transaction { () throws(StoreFailure) in
      let now = clock.millisecondsSince1970
      let known = try database.rows(
        "SELECT \(Scripts.columns) FROM script WHERE path = ?1 AND (path <> '' OR name = ?2)",
        .text(path), .text(name), read: Scripts.script
      ).first
      guard let known else {
        try database.change(
          "INSERT INTO script(name, path, digest, rules, created, updated) "
            + "VALUES(?1, ?2, ?3, ?4, ?5, ?5)",
          .text(name), .text(path), .text(digest), .text(rules), .integer(now))
        return StoredScript(
          number: database.lastRow, name: name, path: path, digest: digest, rules: rules,
          created: now, updated: now)
      }
      guard known.name != name || known.digest != digest || known.rules != rules else {
        return known
      }
      let updated = max(now, known.updated + 1)
      try database.change(
        "UPDATE script SET name = ?1, digest = ?2, rules = ?3, updated = ?4 WHERE number = ?5",
        .text(name), .text(digest), .text(rules), .integer(updated), .integer(known.number))
      return StoredScript(
        number: known.number, name: name, path: path, digest: digest, rules: rules,
        created: known.created, updated: updated)
    }
  }

  /// Forgets the one with that number and all that belongs to it; `false` where there is none.
  ///
  /// Its clips stay until they are collected.
  public func remove(_ number: Int64) throws(StoreFailure) -> Bool {
    try database.change("DELETE FROM script WHERE number = ?1", .integer(number)) == 1
  }

  private static func script(_ row: borrowing StoreRow) -> StoredScript {
    StoredScript(
      number: row.integer(0), name: row.text(1), path: row.text(2), digest: row.text(3),
      rules: row.text(4), created: row.integer(5), updated: row.integer(6))
  }
}
