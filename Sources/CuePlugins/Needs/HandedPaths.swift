import CueSystem

// What a user hands to a plugin by naming it in a setting.
extension PluginSetup {
  /// Grants what the user names: files and folders in settings to read; for the plugin `file` that comes with Cue, the file that
  /// it plays to or captures from; for `pulse`, the sound server.
  ///
  /// A setting that names something that does not exist, or what no plugin may read, grants nothing; neither does a relative path
  /// in cue.conf.
  ///
  /// - Parameters:
  ///   - part: what the user wrote after the plugin's name
  ///   - environment: the user's folders
  package mutating func handOver(part: String, in environment: UserEnvironment) {
    let resolver = GrantResolver(
      file: ExactPath(file.path),
      places: environment.needsPlaces(ofPlugin: PluginSearch.stem(of: file.path), in: file.path))
    let slash = UInt8(ascii: "/")
    let kept = (preferences + configured).map(\.value).filter { $0.utf8.first == slash }
    let given = parameters.map(\.value).filter { $0.utf8.contains(slash) }
    var grants = (kept + given).map { ExactPath(SystemPath.absolute($0)) }
      .compactMap { try? RealPath.resolved($0) }
      .filter { resolver.fault(of: $0, isWritten: false) == nil }.map { Grant.read($0) }
    if isShipped(as: PluginSetup.fileDevice, in: environment) {
      let names = (configured + parameters).filter { ["input", "output"].contains($0.name) }
      for path in names.map(\.value) + [part] where !path.isEmpty {
        // A file that does not exist yet is made in its folder, which may be the home folder: this plugin is Cue's own.
        let real = ExactPath(SystemPath.absolute(path))
        let places = [real, real.folder].compactMap { try? RealPath.resolved($0) }
        grants += places.filter { $0.text != "/" }.map { .write($0) }
      }
    }
    worker.handed = grants
    if isShipped(as: PluginSetup.pulseDevice, in: environment) { handOverSoundServer(environment) }
  }

  /// Grants the folders of the sound library, and the socket that the user names.
  private mutating func handOverSoundServer(_ environment: UserEnvironment) {
    // libpulse makes these folders for its cookie and its lock, and gives up if it cannot.
    let config =
      environment.variable("XDG_CONFIG_HOME")
      ?? environment.variable("HOME").map { $0 + "/.config" }
    worker.foldersToMake = [config, environment.variable("XDG_RUNTIME_DIR")].compactMap { $0 }
      .filter { $0.hasPrefix("/") }.map { $0 + "/pulse" }
    if let server = environment.variable("PULSE_SERVER") {
      let path = server.hasPrefix("unix:") ? String(server.dropFirst(5)) : server
      if path.hasPrefix("/") {
        worker.handed.append(.socket(RealPath.resolvedOrSame(ExactPath(path))))
      }
    } else if let folder = environment.variable("PULSE_RUNTIME_PATH") {
      worker.handed.append(.socket(ExactPath(SystemPath.absolute(folder) + "/native")))
    }
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
