/// What is remembered of rehearsing scripts: where each part stopped.
public struct Rehearsals {
  /// What a library needs to remember rehearsals; it needs ``Scripts/module`` ahead of it.
  public static let module = StoreModule(
    name: "rehearsal",
    migrations: [
      """
      CREATE TABLE rehearsal_place(
        number INTEGER PRIMARY KEY,
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        part TEXT NOT NULL,
        line INTEGER NOT NULL CHECK(line > 0),
        words TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX rehearsal_place_part ON rehearsal_place(script, part);
      """
    ])

  /// Where a rehearsal stopped.
  public struct Place: Equatable, Sendable {
    /// The number of the spoken line, from 1.
    public var line: Int
    /// Its words, by which it is found again in a script that has changed.
    public var words: String

    /// The spoken line of that number, with its words.
    public init(line: Int, words: String) {
      self.line = line
      self.words = words
    }
  }

  private let database: Database

  /// Those in `database`, which has ``module``.
  public init(_ database: Database) { self.database = database }

  /// Where the rehearsal of `part` in the script of that number stopped; nil if it did not, or came to the end.
  public func place(of part: String, in script: Int64) throws(StoreFailure) -> Place? {
    try database.rows(
      "SELECT line, words FROM rehearsal_place WHERE script = ?1 AND part = ?2", .integer(script),
      .text(part)
    ) { Place(line: Int(clamping: $0.integer(0)), words: $0.text(1)) }.first
  }

  /// Keeps where the rehearsal of `part` stopped; nil forgets it.
  ///
  /// A power failure may lose the last places, and nothing else: that costs no wait for the disk.
  public func setPlace(
    _ place: Place?, of part: String, in script: Int64
  ) throws(StoreFailure) {
    try database.quickTransaction { () throws(StoreFailure) in
      try database.change(
        "DELETE FROM rehearsal_place WHERE script = ?1 AND part = ?2", .integer(script),
        .text(part))
      guard let place else { return }
      try database.change(
        "INSERT INTO rehearsal_place(script, part, line, words) VALUES(?1, ?2, ?3, ?4)",
        .integer(script), .text(part), .integer(Int64(place.line)), .text(place.words))
    }
  }
}
