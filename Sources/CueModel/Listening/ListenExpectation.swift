/// What somebody is expected to say.
public enum ListenExpectation: Equatable, Sendable {
  /// Anything.
  case freeform
  /// One of these names.
  case name([String])
  /// A number.
  case number
  /// One of these phrases.
  case phrases([String])
  /// A line of a scene.
  case line(SceneLine)
}

/// The line that should come, and what else may be heard in its place.
public struct SceneLine: Equatable, Sendable {
  /// The line as written.
  public var text: String
  /// The line after it, where there is one.
  public var following: String?
  /// Other lines of the scene, so that they are not taken for this one.
  public var competing: [String]
  /// What may be said to the host instead: "line?".
  public var commands: [String]

  /// The line `text`.
  public init(
    _ text: String, following: String? = nil, competing: [String] = [], commands: [String] = []
  ) {
    self.text = text
    self.following = following
    self.competing = competing
    self.commands = commands
  }

  /// All that may be said, as written, each with its role; the expected line first.
  public var phrases: [ExpectedPhrase] {
    [ExpectedPhrase(.expected, text)]
      + (following.map { [ExpectedPhrase(.following, $0)] } ?? [])
      + competing.map { ExpectedPhrase(.competing, $0) }
      + commands.map { ExpectedPhrase(.command, $0) }
  }
}
