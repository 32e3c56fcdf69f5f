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

/// Something worth reporting that is no reason to stop.
public enum PluginNote: Sendable {
  /// A plugin logged a line.
  case log(plugin: String, level: PluginLogLevel, line: String)
  /// A voice of a chain cannot be used; the others stand in for it.
  case voiceUnavailable(PluginSetupError)
  /// A voice ignores a part of its requests; reported once for each voice and part.
  case leftOut(plugin: String, LeftOut)
  /// A plugin declares these needs and does not get them, because the user has not allowed it; reported once for each plugin.
  case confined(plugin: String, [PluginNeed])
  /// The plugin in the file `path` has the name of another one, and gets none of its keys and settings; reported once for each file.
  case foreign(plugin: String, path: String)

  /// What a plugin has learned is not kept, or not used.
  case state(plugin: String, StateTrouble)

  /// Why a plugin's state is not kept, or not used.
  public enum StateTrouble: Equatable, Sendable {
    /// The plugin does not take what it gave earlier.
    case refused
    /// The plugin does not give its state.
    case notGiven
    /// The state is longer than ``PluginStates/mostBytes``.
    case tooLong(bytes: Int)
    /// There is a key in it.
    case holdsKey
    /// Its file cannot be written, with the system's words for that.
    case notWritten(words: String)
  }

  /// A part of a request that a voice ignores.
  public enum LeftOut: Hashable, Sendable {
    /// Directions for lines.
    case directions
    /// Pronunciations of words, in IPA.
    case pronunciations
  }
}

/// Which notes were reported already, shared by all copies of a host.
final class ReportedNotes: Sendable {
  private struct Key: Hashable {
    var plugin: String
    var what: PluginNote.LeftOut
  }

  private let reported = Mutex<Set<Key>>([])
  private let confined = Mutex<Set<String>>([])
  private let foreign = Mutex<Set<String>>([])

  /// Whether it is new that `plugin` does not get what it declares; after this call it is not.
  func isNewlyConfined(_ plugin: String) -> Bool {
    confined.withLock { $0.insert(plugin).inserted }
  }

  /// Whether it is new that the plugin in the file `path` has the name of another one; after this call it is not.
  func isNewlyForeign(_ path: String) -> Bool {
    foreign.withLock { $0.insert(path).inserted }
  }

  /// Whether the note is new; after this call it is not.
  func isNew(_ plugin: String, _ what: PluginNote.LeftOut) -> Bool {
    reported.withLock { $0.insert(Key(plugin: plugin, what: what)).inserted }
  }
}

/// The words that become a ``PluginFailure/Reason/said(_:)``; a program with a user sets its own.
public struct PluginReasons: Sendable {
  /// Why a plugin's key is missing, as a clause or sentence.
  public var keyUnavailable: @Sendable (CredentialsError) -> String = { "\($0)" }
  /// Why a plugin cannot be confined as it needs to be, as a clause or sentence.
  public var unconfinable: @Sendable (WallFault) -> String = { "\($0)" }

  /// Clauses for developers.
  public init() {}
}
