import CueModel
import Synchronization

/// Which plugin to serve and how to set it up.
public struct PluginSetup: Sendable {
  /// The file that holds it.
  public var file: PluginFile
  /// Values that the user's configuration sets for every use of the plugin, by name.
  public var configured: [(name: String, value: String)] = []
  /// Values that a user has set for this use, by name; they take precedence over ``configured``.
  public var parameters: [(name: String, value: String)] = []
  /// Values for parameters that the plugin may have, if the user has set no other.
  public var preferences: [(name: String, value: String)] = []
  /// The user's own names for voices: the id of each.
  public var voiceNames: [String: String] = [:]
  /// Where lists of voices are kept; nil keeps none.
  public var voiceLists: VoiceLists?
  /// Where states of plugins are kept; nil keeps none.
  public var states: PluginStates?
  /// Returns the secret parameter `name` of the plugin `id`, if there is one.
  public var secret: @Sendable (_ id: String, _ name: String) throws(PluginFailure) -> Secret? = {
    (_, _) throws(PluginFailure) in nil
  }
  /// How workers are started.
  public var worker: WorkerSettings
  /// Whether a plugin that asks for a network, after it was started without one, is started again with one.
  public var mayAskNetwork = false

  /// The plugin in `file`, with no settings.
  public init(file: PluginFile, worker: WorkerSettings) {
    self.file = file
    self.worker = worker
  }

  /// Whether it uses a service on this machine, by its `base-url`; such a service may need no key.
  public var asksThisMachine: Bool {
    let addresses = (preferences + configured + parameters).filter { $0.name == "base-url" }
    guard let address = addresses.last?.value.lowercased(),
      let start = address.firstRange(of: "://")?.upperBound
    else { return false }
    let authority = address[start...].prefix { $0 != "/" }
    if authority.hasPrefix("[::1]") { return true }
    let host = authority.prefix { $0 != ":" }
    return host == "localhost"
      || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
  }

  /// Lets the plugin use a network if it declares that it needs one or its wall grants one, unless `isLocalOnly`.
  ///
  /// A plugin that declares that it may need one starts without, and asks.
  /// `plugins` are the plugins of the file that may be meant. If several may be, all of them must declare it.
  mutating func grantNetwork(asDeclaredBy plugins: [PluginDescription], isLocalOnly: Bool) {
    let isDeclared = !plugins.isEmpty && plugins.allSatisfy(\.needsNetwork)
    let mayBeNeeded =
      !plugins.isEmpty && plugins.allSatisfy { $0.needsNetwork || $0.mayNeedNetwork }
    worker.isOffline =
      isLocalOnly || !(isDeclared || (!mayBeNeeded && worker.wall.grantsNetwork(to: file)))
    mayAskNetwork = !isLocalOnly && mayBeNeeded
  }

  /// The same in a worker that stays on one core; see ``WorkerSettings/core``.
  public func kept(toCore core: Int) -> PluginSetup {
    var setup = self
    setup.worker.core = core
    return setup
  }
}

extension PluginSetup {
  /// Reads each secret only once, for many workers: a descriptor can be read only once.
  package mutating func rememberSecrets() {
    let known = KnownSecrets()
    let secret = self.secret
    self.secret = { (id, name) throws(PluginFailure) in
      try known.values.withLock { (values) throws(PluginFailure) in
        if let value = values["\(id) \(name)"] { return value }
        let found = try secret(id, name)
        values["\(id) \(name)"] = found
        return found
      }
    }
  }

  private final class KnownSecrets: Sendable {
    let values = Mutex<[String: Secret]>([:])
  }
}
