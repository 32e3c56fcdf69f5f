/// Why the store cannot do what it was asked.
public struct StoreFailure: Error, Equatable, Sendable {
  /// What kind of thing is wrong.
  public enum Kind: Sendable, Equatable {
    /// SQLite is not installed.
    case missingLibrary
    /// The file cannot be opened, made or read.
    case inaccessible
    /// The file is no database of ours, or is damaged.
    case damaged
    /// A newer program wrote it.
    case newer
    /// Another program holds it.
    case busy
    /// There is no room, or the disk failed.
    case inputOutput
    /// What is to be changed has changed meanwhile.
    case conflict
  }

  /// What kind of thing is wrong.
  public let kind: Kind
  /// What we did, expected and saw, as sentences.
  public let sentence: String
  /// What to try.
  public let hint: String

  init(_ kind: Kind, _ sentence: String, hint: String = "") {
    self.kind = kind
    self.sentence = sentence
    self.hint = hint
  }
}
