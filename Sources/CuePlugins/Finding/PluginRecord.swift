import CueModel

/// What is known of a plugin file without loading it.
public struct PluginRecord: Equatable, Sendable {
  /// The result of the last inspection.
  public enum State: Equatable, Sendable {
    /// It can be used.
    case ok
    /// It is not a plugin, or none for this host or this machine.
    case incompatible(because: PluginFailure.Reason)
    /// It ended its process by a signal when it was asked what it offers.
    case crashed(signal: Int32)
    /// It did not answer within that time when it was asked what it offers.
    case hung(milliseconds: Int)
    /// It could be used, but failed so often in a row that it is no longer used.
    case quarantined(because: PluginFailure.Reason)
  }

  /// The file.
  public let path: String
  /// The result of the last inspection.
  public let state: State
  /// The plugins in it; in quarantine, those that it offered before.
  public let plugins: [PluginDescription]
  /// The SHA-256 of the file, in hexadecimal; empty if it was not read.
  public let digest: String

  /// "ok", "incompatible", "crashed", "hung", "quarantined".
  public var stateName: String {
    switch state {
    case .ok: "ok"
    case .incompatible: "incompatible"
    case .crashed: "crashed"
    case .hung: "hung"
    case .quarantined: "quarantined"
    }
  }

  /// Whether one of its plugins has that id.
  public func offers(_ id: String) -> Bool { plugins.contains { $0.id == id } }

  /// Why `name`, as the user calls the plugin, cannot be used; nil if it can.
  public func failure(_ name: String) -> PluginFailure? {
    let activity = PluginFailure.Activity.describing
    switch state {
    case .ok: return nil
    case .incompatible(let why):
      return PluginFailure(plugin: name, activity: activity, kind: .unusable, reason: why)
    case .crashed(let signal):
      return PluginFailure(
        plugin: name, activity: activity, kind: .crashed(signal: signal), reason: .processEnded)
    case .hung(let milliseconds):
      return PluginFailure(
        plugin: name, activity: activity, kind: .hung(milliseconds: milliseconds),
        reason: .noAnswer)
    case .quarantined(let why):
      return PluginFailure(plugin: name, activity: .starting, kind: .givenUp, reason: why)
    }
  }

  /// Whether it has crashed or blocked a process, so that it is not loaded again.
  var isHarmful: Bool {
    switch state {
    case .ok, .incompatible: false
    case .crashed, .hung, .quarantined: true
    }
  }
}

extension PluginRecord.State {
  /// The state of the file after a failed inspection.
  init(_ failure: PluginFailure) {
    switch failure.kind {
    case .crashed(let signal): self = .crashed(signal: signal)
    case .hung(let milliseconds): self = .hung(milliseconds: milliseconds)
    case .exited(let status):
      self = .incompatible(because: .exitedWhileLoaded(status: status))
    case .misbehaved: self = .incompatible(because: .misbehavedWhileLoaded(failure.reason))
    case .notFound, .unusable, .refused, .givenUp: self = .incompatible(because: failure.reason)
    }
  }
}
