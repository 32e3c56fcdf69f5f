/// Why listening failed.
///
/// These six and no others, whatever the recognizer: who asks can decide once whether to ask again.
public struct ListenFailure: Error, Equatable, Sendable {
  /// What failed.
  public enum Kind: Equatable, Sendable {
    /// There is no microphone, or it may not be used.
    case microphoneUnavailable
    /// There is no such recognizer, or it cannot go on.
    case recognizerUnavailable
    /// The recognizer does not take such sound, or what was given is no sound.
    case audioFormatInvalid
    /// The recognizer did not do in time what it had to.
    case timedOut
    /// Somebody asked for an end.
    case cancelled
    /// Something else, which the sentence tells.
    case underlying
  }

  /// What failed.
  public let kind: Kind
  /// A whole sentence that a user can read.
  public let sentence: String
  /// The plugin's failure, where one is behind it.
  public let plugin: PluginFailure?

  /// A failure that `sentence` tells.
  public init(_ kind: Kind, _ sentence: String, plugin: PluginFailure? = nil) {
    self.kind = kind
    self.sentence = sentence
    self.plugin = plugin
  }

  /// Somebody asked for an end.
  public static let cancelled = ListenFailure(.cancelled, "Listening was cancelled.")
}
