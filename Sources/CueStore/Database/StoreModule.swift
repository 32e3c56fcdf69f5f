/// The tables of one mode, and how they came to be.
///
/// Its version is the number of its migrations. What was released is never changed: a change is one migration more.
public struct StoreModule: Sendable {
  /// Names it in the database; never changed.
  public let name: String
  /// SQL that leads from each version to the next; the first makes the tables.
  public let migrations: [String]

  /// A module of tables.
  public init(name: String, migrations: [String]) {
    precondition(!name.isEmpty && !migrations.isEmpty, "a module has a name and tables")
    self.name = name
    self.migrations = migrations
  }
}
