import CueModel
import Glibc

/// Something that was found in an installation and its plugins.
package enum InstallationFinding {
  /// The worker runs.
  case worker(path: String)
  /// There is no worker.
  case workerMissing(ConfigurationError)
  /// The worker does not run.
  case workerDoesNotRun(path: String)
  /// The worker is of another version: what it reports, and what is expected.
  case workerIsOther(path: String, says: String, expected: String)
  /// Plugins are confined; what this kernel does not enforce of it, by the names of `cue-worker --wall-report`.
  case wall(landlock: Int, missing: [String])
  /// The user has switched confinement off.
  case noWall
  /// Plugins are looked for in a folder.
  case folder(path: String)
  /// A folder that the user names does not exist.
  case folderMissing(path: String)
  /// What should be a folder is not one; whether the user names it.
  case noFolder(path: String, isNamed: Bool)
  /// Anybody can write a folder.
  case folderIsOpen(path: String)
  /// A folder belongs to another user.
  case folderOfAnotherUser(path: String)
  /// A folder that the user names has a relative path, so it depends on the current folder.
  case relativeFolder(path: String)
  /// No keys are kept.
  case noKeys
  /// Only the user can read the keys.
  case keys(path: String)
  /// Others can read the keys.
  case keysReadable(path: String)
  /// The keys belong to another user.
  case keysOfAnotherUser(path: String)
  /// Others can write the folder of the keys.
  case keysFolderIsOpen(path: String)
  /// There is a cache.
  case cache(folder: String)
  /// The user has no cache.
  case noCache
  /// The cache cannot be written because of a folder.
  case cacheIsClosed(folder: String)
  /// The SDK for plugin authors is there.
  case sdk(folder: String)
  /// The SDK is not there.
  case sdkMissing(ConfigurationError)
  /// There are no plugins.
  case noPlugins
  /// Anybody can write the file of a plugin.
  case pluginIsOpen(path: String)
  /// A plugin's file cannot be used; the libraries that it needs and the loader does not find.
  case unusable(PluginRecord, PluginFailure, missing: [String])
  /// A plugin that needs a key has none.
  case noKey(plugin: String)
  /// The keys cannot be read.
  case keysUnreadable(CredentialsError)
  /// A plugin needs a network, and is not started because no plugin may use one.
  case keptLocal(PluginDescription)
  /// A plugin loads, with all libraries that it needs.
  case loads(PluginDescription)
  /// A voice speaks.
  case speaks(plugin: String)
  /// A voice speaks, but gives no sound.
  case silent(plugin: String, path: String)
  /// A device can play at places of these names.
  case heard(plugin: String, places: [String])
  /// A device has no place to play.
  case heardNowhere(plugin: String)
  /// A plugin loads but does not work.
  case fails(PluginDescription, PluginFailure)
  /// A plugin loads, but its model is not installed, or is damaged.
  case noModel(PluginDescription, PluginFailure)
  /// There is no voice that can be used.
  case noVoice
  /// There is no recognizer that can be used: each needs a model or a key.
  case noRecognizer
  /// Nothing can be heard, for that reason.
  case nothingHeard(SoundFault)

  /// Why nothing can be heard.
  package enum SoundFault: Equatable, Sendable {
    /// There is no plugin for sound devices.
    case noPlugin
    /// A plugin does not reach its sound server.
    case noServer(plugin: String, PluginFailure)
    /// A plugin has no place where sound is heard.
    case noPlace(plugin: String)
  }
}

/// Checks a whole installation and tries each plugin.
package struct Installation {
  /// What a voice says.
  package static let spokenText = "One, two."
  /// How long the worker and `ldd` may take to answer, in milliseconds.
  private static let patienceMilliseconds = 5000

  private let plugins: PluginHost
  private var environment: UserEnvironment { plugins.environment }

  /// The installation of those plugins.
  package init(_ plugins: PluginHost) { self.plugins = plugins }

  /// Checks everything, and reports each finding at once; plugins are left out if the worker is at fault.
  ///
  /// - Throws: errors of `tell`, or the error because of which plugins cannot be asked
  package func check(_ tell: (InstallationFinding) throws -> Void) throws {
    let worker = workerFinding()
    try tell(worker)
    if case .worker(let path) = worker { try tell(wall(of: path)) }
    for finding in folders() + keys() + [cache(), sdk()] { try tell(finding) }
    if case .worker = worker { try checkPlugins(tell) }
  }

  // The installation.

  private func workerFinding() -> InstallationFinding {
    let path: String
    do throws(ConfigurationError) { path = try environment.workerPath() } catch {
      return .workerMissing(error)
    }
    let expected =
      "cue-worker, plugin interface \(PluginInterface.version), "
      + "protocol \(PluginInterface.protocolVersion)"
    let output = ShortRun.output(
      of: [path, "--version"], within: Installation.patienceMilliseconds)
    guard let output else { return .workerDoesNotRun(path: path) }
    let says = output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return says == expected
      ? .worker(path: path) : .workerIsOther(path: path, says: says, expected: expected)
  }

  private func wall(of worker: String) -> InstallationFinding {
    if (try? plugins.wall())?.isOff == true { return .noWall }
    let report = ShortRun.output(
      of: [worker, "--wall-report"], within: Installation.patienceMilliseconds)
    var landlock = 0
    var missing: [String] = []
    for line in (report ?? "").split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let (name, value) = (String(line[..<colon]), line[colon...].dropFirst(2))
      if name == "landlock" {
        landlock = Int(value) ?? 0
      } else if value == "no" || name == "capabilities" && value == "kept" {
        missing.append(name)
      }
    }
    return .wall(landlock: landlock, missing: missing)
  }

  private func folders() -> [InstallationFinding] {
    let named = (environment.variable("CUE_PLUGIN_PATH") ?? "").split(separator: ":")
      .map(String.init)
    var seen: Set<String> = []
    return environment.search.folders.compactMap { folder in
      guard seen.insert(folder).inserted else { return nil }
      let isNamed = named.contains(folder)
      var status = stat()
      guard unsafe stat(folder, &status) == 0 else {
        return isNamed ? .folderMissing(path: folder) : nil
      }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        return .noFolder(path: folder, isNamed: isNamed)
      }
      // A user who may write there decides what runs here.
      if status.st_mode & 0o002 != 0 { return .folderIsOpen(path: folder) }
      if status.st_uid != 0, status.st_uid != getuid() {
        return .folderOfAnotherUser(path: folder)
      }
      return isNamed && !folder.hasPrefix("/")
        ? .relativeFolder(path: folder) : .folder(path: folder)
    }
  }

  private func keys() -> [InstallationFinding] {
    let path = plugins.credentials.path
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [.noKeys] }
    var findings: [InstallationFinding] = []
    if status.st_mode & 0o077 != 0 { findings.append(.keysReadable(path: path)) }
    if status.st_uid != getuid() { findings.append(.keysOfAnotherUser(path: path)) }
    let folder = environment.configurationFolder
    if unsafe stat(folder, &status) == 0, status.st_mode & 0o022 != 0 {
      findings.append(.keysFolderIsOpen(path: folder))
    }
    return findings.isEmpty ? [.keys(path: path)] : findings
  }

  private func cache() -> InstallationFinding {
    guard let folder = environment.cacheFolder else { return .noCache }
    // The deepest existing folder of the path decides.
    var place = folder
    while unsafe access(place, F_OK) != 0, let slash = place.lastIndex(of: "/"),
      slash != place.startIndex
    {
      place = String(place[..<slash])
    }
    return unsafe access(place, W_OK | X_OK) == 0
      ? .cache(folder: folder) : .cacheIsClosed(folder: place)
  }

  private func sdk() -> InstallationFinding {
    do throws(ConfigurationError) { return .sdk(folder: try environment.sdkFolder()) } catch {
      return .sdkMissing(error)
    }
  }

  // Plugins.

  private func checkPlugins(_ tell: (InstallationFinding) throws -> Void) throws {
    let files = environment.search.allFiles()
    guard !files.isEmpty else { return try tell(.noPlugins) }
    let settings = try plugins.workerSettings()
    let isLocalOnly = try plugins.isLocalOnly()
    var usable: Set<PluginKind> = []
    var wantsModel: Set<PluginKind> = []
    var sound = SoundLook()
    for (file, record) in zip(files, plugins.registry.records(of: files, settings)) {
      var status = stat()
      if unsafe stat(record.path, &status) == 0, status.st_mode & 0o002 != 0 {
        try tell(.pluginIsOpen(path: record.path))
      }
      if let failure = record.failure(file.name) {
        try tell(.unusable(record, failure, missing: missingLibraries(record)))
        continue
      }
      // A library of hundreds of effects, such as those of another plugin system, loads if one of them does.
      for plugin in record.plugins.count > 20 ? record.plugins.prefix(1) : record.plugins[...] {
        if isLocalOnly, plugin.needsNetwork {
          try tell(.keptLocal(plugin))
          continue
        }
        let finding = try examine(plugin, file, settings)
        // Other failures are reported as errors by themselves.
        switch finding {
        case .noModel: wantsModel.insert(plugin.kind)
        case .noKey: break
        default:
          if plugin.kind == .voice || !PluginDescription.isForTests(plugin.id) {
            usable.insert(plugin.kind)
          }
        }
        sound.take(finding)
        try tell(finding)
      }
    }
    if !usable.contains(.voice) { try tell(.noVoice) }
    if wantsModel.contains(.recognizer), !usable.contains(.recognizer) { try tell(.noRecognizer) }
    if let fault = sound.fault { try tell(.nothingHeard(fault)) }
  }

  /// Notes whether sound is heard anywhere, and if not, why.
  private struct SoundLook {
    private var isHeard = false
    private var why = InstallationFinding.SoundFault.noPlugin

    var fault: InstallationFinding.SoundFault? { isHeard ? nil : why }

    mutating func take(_ finding: InstallationFinding) {
      switch finding {
      case .heard: isHeard = true
      case .heardNowhere(let plugin): why = .noPlace(plugin: plugin)
      case .fails(let plugin, let failure) where plugin.kind == .device:
        why = .noServer(plugin: plugin.id, failure)
      default: break
      }
    }
  }

  /// Tries a plugin.
  private func examine(
    _ plugin: PluginDescription, _ file: PluginFile, _ settings: WorkerSettings
  ) throws -> InstallationFinding {
    let setup = plugins.setup(of: plugin, in: file, settings)
    do {
      let parameters = try PluginInspection.parameters(of: setup, kind: plugin.kind)
      // Without a network, a key is of no use.
      for secret in parameters
      where secret.isSecret && plugin.needsNetwork && !setup.asksThisMachine {
        guard try plugins.credentials.secret(plugin: plugin.id, name: secret.name) == nil else {
          continue
        }
        return .noKey(plugin: plugin.id)
      }
      switch plugin.kind {
      case .voice where !plugin.needsNetwork: return try speak(plugin, setup)
      case .device where !plugin.playsNowhere: return try hear(plugin, setup)
      default: return .loads(plugin)
      }
    } catch let failure as PluginFailure {
      if case .refused(.model) = failure.kind { return .noModel(plugin, failure) }
      return .fails(plugin, failure)
    } catch let error as CredentialsError {
      return .keysUnreadable(error)
    }
  }

  private func speak(
    _ plugin: PluginDescription, _ setup: PluginSetup
  ) throws -> InstallationFinding {
    let client = VoiceClient(setup)
    defer { client.quit() }
    let request = SpeechRequest(text: Installation.spokenText)
    let said = try client.collect(request, cancellation: Cancellation())
    return said?.bytes.isEmpty == false
      ? .speaks(plugin: plugin.id) : .silent(plugin: plugin.id, path: setup.file.path)
  }

  private func hear(
    _ plugin: PluginDescription, _ setup: PluginSetup
  ) throws -> InstallationFinding {
    let client = DeviceClient(setup)
    defer { client.close() }
    // What a server without hardware offers in its place is heard nowhere.
    let devices = try client.devices().filter { !$0.captures && $0.id != "auto_null" }
    return devices.isEmpty
      ? .heardNowhere(plugin: plugin.id)
      : .heard(plugin: plugin.id, places: devices.map(\.name))
  }

  // Libraries.

  /// The libraries that a file needs and the loader does not find; none if something else is wrong with it.
  private func missingLibraries(_ record: PluginRecord) -> [String] {
    switch record.state {
    case .crashed, .hung, .quarantined: return []
    default:
      let listing = ShortRun.output(
        of: ["/usr/bin/ldd", record.path], within: Installation.patienceMilliseconds)
      return Installation.missingLibraries(inListing: listing ?? "")
    }
  }

  /// The libraries that are not found, from the output of ldd.
  package static func missingLibraries(inListing listing: String) -> [String] {
    listing.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.hasSuffix("=> not found") else { return nil }
      return line.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
  }
}
