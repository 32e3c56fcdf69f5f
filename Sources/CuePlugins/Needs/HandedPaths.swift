import CueSystem

// What a user hands to a plugin by naming it in a setting.
extension PluginSetup {
  /// Grants what the user names: files and folders in settings to read; for the plugin `file` that comes with Cue, the file that
  /// it plays to or captures from; for `pulse`, the sound server.
  ///
  /// A setting that names something that does not exist, or what no plugin may read, grants nothing.
  ///
  /// - Parameters:
  ///   - part: what the user wrote after the plugin's name
  ///   - environment: the user's folders
  package mutating func handOver(part: String, in environment: UserEnvironment) {
    let places = environment.needsPlaces(
      ofPlugin: file.id.isEmpty ? PluginSearch.stem(of: file.path) : file.id)
    func resolved(_ path: String) -> ExactPath? {
      let real = try? RealPath.resolved(ExactPath(SystemPath.absolute(path)))
      return real.flatMap {
        $0.text == "/" || NeedsPlaces.touches($0, places.closed) ? nil : $0
      }
    }
    let values = (preferences + configured + parameters).map(\.value)
    var grants = values.filter { $0.utf8.contains(UInt8(ascii: "/")) }.compactMap(resolved)
      .map { Grant.read($0) }
    if isShipped(as: PluginSetup.fileDevice, in: environment) {
      let names = (configured + parameters).filter { ["input", "output"].contains($0.name) }
      for path in names.map(\.value) + [part] where !path.isEmpty {
        // A file that does not exist yet is made in its folder, which may be the home folder: this plugin is Cue's own.
        let real = ExactPath(SystemPath.absolute(path))
        let places = [real, real.folder].compactMap { try? RealPath.resolved($0) }
        grants += places.filter { $0.text != "/" }.map { .write($0) }
      }
    }
    worker.handed = grants + soundServer(in: environment)
  }

  /// The folders of the sound library, and the socket that the user names, for the plugin `pulse` that comes with Cue.
  private func soundServer(in environment: UserEnvironment) -> [Grant] {
    guard isShipped(as: PluginSetup.pulseDevice, in: environment) else { return [] }
    // libpulse makes these folders for its cookie and its lock, and gives up if it cannot.
    let config =
      environment.variable("XDG_CONFIG_HOME")
      ?? environment.variable("HOME").map { $0 + "/.config" }
    let own = [config, environment.variable("XDG_RUNTIME_DIR")].compactMap { $0 }
      .filter { $0.hasPrefix("/") }.map { $0 + "/pulse" }
    for folder in own { try? WholeFile.makeFolder(folder, permissions: 0o700) }
    var grants = own.compactMap { try? RealPath.resolved(ExactPath($0)) }.map { Grant.write($0) }
    if let server = environment.variable("PULSE_SERVER") {
      let path = server.hasPrefix("unix:") ? String(server.dropFirst(5)) : server
      if path.hasPrefix("/") { grants.append(.socket(ExactPath(path))) }
    } else if let folder = environment.variable("PULSE_RUNTIME_PATH") {
      grants.append(.socket(ExactPath(SystemPath.absolute(folder) + "/native")))
    }
    return grants
  }

  private func isShipped(as name: String, in environment: UserEnvironment) -> Bool {
    (try? RealPath.resolved(ExactPath(file.path)))
      .flatMap(environment.shippedPlugins.name) == name
  }

  /// The device whose ids are paths.
  private static let fileDevice = "file"
  /// The device that talks to a sound server.
  private static let pulseDevice = "pulse"
}
