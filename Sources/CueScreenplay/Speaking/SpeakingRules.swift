/// Which parts of a screenplay are said, and by which voice: the rule sets by their names.
///
/// The name is the version that stands on every item, so a set never changes under its name.
public enum SpeakingRules: String, Sendable, CaseIterable {
  /// The narrator says headings and action, and announces speeches: "JOHN says: Hello there."
  ///
  /// A character is announced once a scene.
  case version1 = "1.0"
  /// As actors read at a table: the voice shows the speaker, parentheticals the manner.
  case tableRead = "table-read"
  /// All that the page shows; the narrator says names and parentheticals, too.
  case allOn = "all-on"
  /// Speeches alone.
  case dialogueOnly = "dialogue-only"

  /// Whether the words of an element of this kind are said by anybody; `saysCentered` where centered text is wanted.
  public func says(_ kind: Element.Kind, saysCentered: Bool) -> Bool {
    switch kind {
    case .dialogue: true
    case .lyrics: self == .tableRead || self == .allOn
    default: narrates(kind, saysCentered: saysCentered)
    }
  }

  /// Whether the narrator says an element of this kind; `saysCentered` where centered text is wanted.
  func narrates(_ kind: Element.Kind, saysCentered: Bool) -> Bool {
    switch kind {
    case .sceneHeading, .action: self != .dialogueOnly
    case .transition: self == .tableRead || self == .allOn
    case .centered: self == .allOn || (saysCentered && self != .dialogueOnly)
    default: false
    }
  }
}

/// Options beside a rule set.
public struct SpeakingOptions: Equatable, Sendable {
  /// Whether centered text is said where the rules leave it out.
  public var saysCentered = false
  /// Whether the narrator says title and author first.
  public var announcesTitle = false
  /// Whether speeches that stand side by side are said at once; else one after the other.
  public var isDualTogether = false
  /// Names that are other names: from the raw cue to the identity, exact.
  public var aliases: [String: String] = [:]
  /// The script's language, a BCP 47 tag; if it is empty, the script decides.
  public var language = ""
  /// How words are spoken.
  public var lexicon = Lexicon()

  /// The defaults.
  public init() {}
}
