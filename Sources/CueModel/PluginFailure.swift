/// What a plugin did wrong, or could not do.
///
/// Never the host's end.
public struct PluginFailure: Error, Equatable, Sendable {
  /// How it failed.
  public enum Kind: Equatable, Sendable {
    /// There is no such file or id.
    case notFound
    /// The file is there and cannot be used as a plugin.
    case unusable
    /// The plugin refused the request.
    case refused(status: PluginStatus)
    /// Its process was ended by a signal.
    case crashed(signal: Int32)
    /// It ended its process.
    case exited(status: Int32)
    /// It did not do in time what it had to; the deadline in milliseconds.
    case hung(milliseconds: Int)
    /// It sent what it must not send.
    case misbehaved
    /// It has failed too often in this session.
    case givenUp
  }

  /// What else fails where this has failed.
  public enum Reach: Equatable, Sendable {
    /// Nothing: the same may go well when it is tried again.
    case passing
    /// The same line, again and again.
    case line
    /// All lines of that voice.
    case voice
    /// All that is asked of the plugin.
    case plugin
  }

  /// What a plugin does while it takes its parameters and loads its engine.
  public static let loading = "loading its engine"

  /// Which plugin, as the user named it.
  public let plugin: String
  /// What it was doing: "saying a line", "starting".
  public let activity: String
  /// How it failed.
  public let kind: Kind
  /// The details, as a clause or sentence without a full stop at its end.
  public let reason: String
  /// When trying again makes sense, where the plugin said so.
  public let retryAfterMilliseconds: Int?

  /// A failure of `plugin` in `activity`.
  public init(
    plugin: String, activity: String, kind: Kind, reason: String,
    retryAfterMilliseconds: Int? = nil
  ) {
    self.plugin = plugin
    self.activity = activity
    self.kind = kind
    self.reason = reason.last == "." ? String(reason.dropLast()) : reason
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// The whole sentence: which plugin, doing what, what happened.
  public var sentence: String {
    switch kind {
    case .notFound, .unusable: "\(plugin) cannot be used: \(reason)."
    case .refused: "\(plugin) failed while \(activity): \(reason)."
    case .crashed(let signal):
      "\(plugin) crashed while \(activity) (\(PluginFailure.name(ofSignal: signal)))."
    case .exited(let status):
      "\(plugin) ended its process while \(activity), with status \(status)."
    case .hung(let milliseconds):
      "\(plugin) hung while \(activity): \(reason) within \(PluginFailure.length(milliseconds))."
    case .misbehaved: "\(plugin) broke the rules while \(activity): \(reason)."
    case .givenUp: "\(plugin) is not asked any more: \(reason)."
    }
  }

  private static func length(_ milliseconds: Int) -> String {
    milliseconds < 1000 || !milliseconds.isMultiple(of: 1000)
      ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
  }

  private static func name(ofSignal signal: Int32) -> String {
    let names: [Int32: String] = [
      4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL",
      11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 24: "SIGXCPU", 31: "SIGSYS",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
