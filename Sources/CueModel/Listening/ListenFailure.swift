/// Why listening failed.
///
/// These six and no others, whatever the recognizer: a caller can decide once whether to ask again.
public struct ListenFailure: Error, Equatable, Sendable {
  /// What failed.
  public enum Kind: Equatable, Sendable {
    /// There is no microphone, or it may not be used.
    case microphoneUnavailable
    /// There is no such recognizer, or it cannot go on.
    case recognizerUnavailable
    /// The recognizer does not take such sound, or what was given is not sound.
    case audioFormatInvalid
    /// The recognizer did not do in time what it had to.
    case timedOut
    /// Somebody asked for an end.
    case cancelled
    /// Something else, which the plugin's failure describes.
    case underlying
  }

  /// What failed.
  public let kind: Kind
  /// The plugin's failure, if one is the cause.
  public let plugin: PluginFailure?

  /// A failure of that kind, which a plugin's may have caused.
  public init(_ kind: Kind, plugin: PluginFailure? = nil) {
    self.kind = kind
    self.plugin = plugin
  }

  /// Somebody asked for an end.
  public static let cancelled = ListenFailure(.cancelled)
}
