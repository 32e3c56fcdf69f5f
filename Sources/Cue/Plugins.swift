import CueModel
import CuePlugins

/// The plugins of this machine, as the user has them.
///
/// Plugins run in processes of their own, each started by a worker program. Both are looked for where `cue` looks:
///
/// - the worker: `CUE_WORKER`, beside the running program, in `../libexec/cue` from there; and where Cue was installed
/// - plugins: `CUE_PLUGIN_PATH` (folders separated by colons), `plugins` beside the running program,
///   `~/.local/lib/cue/plugins`, `../lib/cue/plugins`, `/usr/local/lib/cue/plugins`, `/usr/lib/cue/plugins`
///
/// Lists of words and names are in `share/cue`, where `DataFile` looks for them; those that are missing are in
/// `DataFile.missing`.
///
/// A program that brings its own sets `UserEnvironment.variables`:
///
/// ```swift
/// var user = UserEnvironment.current()
/// user.variables["CUE_WORKER"] = "/opt/show/libexec/cue-worker"
/// let plugins = Plugins(of: user)
/// ```
public struct Plugins: Sendable {
  /// Finds and sets up plugins.
  package let host: PluginHost

  /// The plugins of a user.
  ///
  /// - Parameters:
  ///   - user: the variables and folders of the user; those of this process where nothing else is said
  ///   - note: takes what is worth telling: lines that plugins log, and voices for which others stand in; any thread may call
  ///     it
  public init(
    of user: UserEnvironment = .current(), note: @escaping @Sendable (PluginNote) -> Void = { _ in }
  ) {
    host = PluginHost(user.withInstalledWorker(), note: note)
  }

  /// Every plugin file that is found, and what is in it.
  ///
  /// A file that was never inspected is loaded once, in a process of its own; its answer is remembered until it changes.
  ///
  /// - Parameter rescanning: whether all files are looked at again
  /// - Returns: a record of each file
  /// - Throws: ``CueError/setup(_:)`` if there is no worker
  public func installed(rescanning: Bool = false) async throws(CueError) -> [PluginRecord] {
    let host = host
    return try await BlockingWork.run("cue-plugins") { _ in
      let files = host.environment.search.allFiles()
      if rescanning { host.registry.forget(files) }
      return host.registry.records(of: files, try host.workerSettings())
    }
  }

  /// A voice and the plugin that has it.
  public struct Voice: Equatable, Sendable {
    /// The plugin.
    public let plugin: PluginDescription
    /// The voice.
    public let voice: VoiceDescription

    /// What names it, as in `flite:slt`.
    public var reference: String { "\(plugin.id):\(voice.id)" }
  }

  /// The voices of all plugins that can be used.
  ///
  /// A plugin that fails to list its voices, such as one without a key, is left out.
  ///
  /// - Parameter language: a BCP 47 tag, of which the first two letters count; empty for every language
  /// - Returns: the voices, plugin by plugin
  /// - Throws: ``CueError/setup(_:)`` if there is no worker
  public func voices(language: String = "") async throws(CueError) -> [Voice] {
    let host = host
    return try await BlockingWork.run("cue-voices") { _ in
      try host.setups(ofKind: .voice).flatMap { setup -> [Voice] in
        let client = VoiceClient(setup)
        defer { client.quit() }
        guard let plugin = try? client.start(), let voices = try? client.currentVoices() else {
          return []
        }
        return voices.filter { $0.speaks(language) }.map { Voice(plugin: plugin, voice: $0) }
      }
    }
  }

  /// The sound devices of all plugins that can be used; one whose sound server is away is left out.
  ///
  /// - Returns: the devices by what names them, as in `pulse:alsa_output.pci`
  public func devices() async throws(CueError) -> [String: DeviceDescription] {
    try await devices(capturing: false)
  }

  /// The microphones of all plugins that can be used, and the monitors of what they play.
  ///
  /// - Returns: the microphones by what names them, as in `pulse:alsa_input.usb`
  public func microphones() async throws(CueError) -> [String: DeviceDescription] {
    try await devices(capturing: true)
  }

  private func devices(capturing: Bool) async throws(CueError) -> [String: DeviceDescription] {
    let host = host
    return try await BlockingWork.run("cue-devices") { _ in
      var devices: [String: DeviceDescription] = [:]
      for setup in try host.setups(ofKind: .device) {
        let client = DeviceClient(setup)
        defer { client.close() }
        for device in (try? client.devices()) ?? [] where device.captures == capturing {
          devices["\(client.name):\(device.id)"] = device
        }
      }
      return devices
    }
  }

  /// The parameters of a plugin, which `PluginChoice.settings` may set.
  public func parameters(of plugin: String) async throws(CueError) -> [ParameterDescription] {
    let host = host
    return try await BlockingWork.run("cue-parameters") { _ in
      let choice = PluginChoice(reference: PluginReference(plugin))
      let file = try host.file(choice.reference)
      let records = host.registry.records(of: [file], try host.workerSettings())
      guard
        let described = records.first?.plugins.first(where: {
          choice.reference.isPath || $0.id == choice.reference.plugin
        })
      else {
        if let failure = records.first?.failure(plugin) { throw failure }
        return []
      }
      return try PluginInspection.parameters(of: try host.setup(choice), kind: described.kind)
    }
  }
}

extension UserEnvironment {
  /// The same, with the worker of an installed Cue if there is none beside the program.
  fileprivate func withInstalledWorker() -> UserEnvironment {
    guard variable("CUE_WORKER") == nil, (try? workerPath()) == nil else { return self }
    var environment = self
    for prefix in ["/usr/local", "/usr"] {
      environment.programFolder = prefix + "/bin"
      if let path = try? environment.workerPath() {
        var found = self
        found.variables["CUE_WORKER"] = path
        return found
      }
    }
    return self
  }
}
