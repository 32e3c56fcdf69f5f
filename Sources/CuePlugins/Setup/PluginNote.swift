import Synchronization

/// How important a line in a plugin's log is.
public enum PluginLogLevel: Int, Comparable, Sendable {
  /// Something failed.
  case error
  /// Something may be wrong.
  case warning
  /// Something worth knowing happened.
  case info
  /// For the plugin's developers.
  case debug

  /// The more important level comes first.
  public static func < (one: PluginLogLevel, other: PluginLogLevel) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// Something worth telling that stops nothing.
public enum PluginNote: Sendable {
  /// A plugin logged a line.
  case log(plugin: String, level: PluginLogLevel, line: String)
  /// A voice of a chain cannot be used; the others stand in for it.
  case voiceUnavailable(PluginSetupError)
  /// A voice leaves something out of what it is told of lines; told once.
  case leftOut(plugin: String, LeftOut)

  /// What a voice leaves out.
  public enum LeftOut: Hashable, Sendable {
    /// How a line is to be said.
    case directions
    /// How words are spoken, in IPA.
    case pronunciations
  }
}

/// What was told of already, in all copies of a host.
final class ToldOnce: Sendable {
  private struct Key: Hashable {
    var plugin: String
    var what: PluginNote.LeftOut
  }

  private let told = Mutex<Set<Key>>([])

  /// Whether that was not told of yet; from now on it was.
  func isNew(_ plugin: String, _ what: PluginNote.LeftOut) -> Bool {
    told.withLock { $0.insert(Key(plugin: plugin, what: what)).inserted }
  }
}

/// The words that become a ``PluginFailure/Reason/said(_:)``; a program with a user sets its own.
public struct PluginReasons: Sendable {
  /// Why a plugin's key is missing, as a clause or sentence.
  public var keyUnavailable: @Sendable (CredentialsError) -> String = { "\($0)" }

  /// Clauses for developers.
  public init() {}
}
