import CueModel

/// A voice as its provider listed it.
public struct StoredVoice: Sendable, Equatable {
  /// How the provider names it.
  public var id: String
  /// Its name for people.
  public var name: String
  /// What the provider says of it.
  public var description: String
  /// A BCP 47 tag; empty if it is not known.
  public var language: String
  /// The region of the language; empty if it is not known.
  public var locality: String
  /// The gender, as the provider calls it; empty if it is not known.
  public var gender: String
  /// The provider's kind of voice, as in "premade"; empty if it has none.
  public var category: String
  /// Where a sample is to be heard; empty if there is none.
  public var previewURL: String
  /// What else the provider says, as JSON.
  public var labels: String

  /// A voice of that id and name.
  public init(
    id: String, name: String, description: String = "", language: String = "",
    locality: String = "", gender: String = "", category: String = "", previewURL: String = "",
    labels: String = "{}"
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.language = language
    self.locality = locality
    self.gender = gender
    self.category = category
    self.previewURL = previewURL
    self.labels = labels
  }
}

/// The lists of voices that providers gave, kept so that no provider is asked twice.
public struct KeptVoices {
  /// What a library needs to hold lists of voices.
  public static let module = StoreModule(
    name: "voice",
    migrations: [
      """
      CREATE TABLE voice_list(
        provider TEXT PRIMARY KEY,
        fetched INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE voice(
        provider TEXT NOT NULL REFERENCES voice_list(provider) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        description TEXT NOT NULL,
        language TEXT NOT NULL,
        locality TEXT NOT NULL,
        gender TEXT NOT NULL,
        category TEXT NOT NULL,
        preview TEXT NOT NULL,
        labels TEXT NOT NULL,
        PRIMARY KEY(provider, place)
      ) STRICT, WITHOUT ROWID;
      """
    ])

  private let database: Database
  private let clock: any WallClock

  /// Those in `database`, which has ``module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// When a provider's list was fetched, in milliseconds since the start of 1970, UTC; nil if it was not.
  public func fetched(from provider: String) throws(StoreFailure) -> Int64? {
    try database.rows("SELECT fetched FROM voice_list WHERE provider = ?1", .text(provider)) {
      $0.integer(0)
    }.first
  }

  /// The voices of a provider, in its order; nil if its list was not fetched.
  public func voices(of provider: String) throws(StoreFailure) -> [StoredVoice]? {
    guard try fetched(from: provider) != nil else { return nil }
    return try database.rows(
      "SELECT id, name, description, language, locality, gender, category, preview, labels "
        + "FROM voice WHERE provider = ?1 ORDER BY place", .text(provider)
    ) { row in
      StoredVoice(
        id: row.text(0), name: row.text(1), description: row.text(2), language: row.text(3),
        locality: row.text(4), gender: row.text(5), category: row.text(6), previewURL: row.text(7),
        labels: row.text(8))
    }
  }

  /// Keeps a provider's list instead of the one that was kept.
  public func replace(_ voices: [StoredVoice], of provider: String) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.change("DELETE FROM voice_list WHERE provider = ?1", .text(provider))
      try database.change(
        "INSERT INTO voice_list(provider, fetched) VALUES(?1, ?2)", .text(provider),
        .integer(clock.millisecondsSince1970))
      let add = try database.statement(
        "INSERT INTO voice(provider, place, id, name, description, language, locality, gender, "
          + "category, preview, labels) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
      for (place, voice) in voices.enumerated() {
        try add.change(
          .text(provider), .integer(Int64(place)), .text(voice.id), .text(voice.name),
          .text(voice.description), .text(voice.language), .text(voice.locality),
          .text(voice.gender), .text(voice.category), .text(voice.previewURL), .text(voice.labels))
      }
    }
  }
}
