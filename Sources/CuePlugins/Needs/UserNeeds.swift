import CueSystem

extension UserEnvironment {
  /// The user's answers about what plugins need.
  public var consents: ConsentStore {
    ConsentStore(path: configurationFolder + "/consent.json")
  }

  /// The plugins that came with Cue: those of this program, and those of the worker that puts walls around plugins.
  public var shippedPlugins: ShippedPlugins {
    let worker = (try? workerPath()).map { ExactPath($0).folder }
    return ShippedPlugins(
      folders: [ExactPath(programFolder)] + [worker, worker?.appending("..")].compactMap { $0 })
  }

  /// Whether the plugin in `path` may have what belongs to the plugin `id`: its settings, what the user allows it, its folders.
  ///
  /// The names of Cue's plugins are for the files that came with Cue. Another file may offer a plugin of such a name, but gets
  /// nothing that is meant for Cue's own.
  func owns(_ id: String, _ path: String) -> Bool {
    guard let owner = ShippedPlugins.owner(ofPlugin: id) else { return true }
    return (try? RealPath.resolved(ExactPath(path))).flatMap(shippedPlugins.name) == owner
  }

  /// What cue.conf grants the plugin `id`: `ID.allow.read = PATH` and others.
  ///
  /// - Throws: ``ConfigurationError``
  public func allowedNeeds(ofPlugin id: String) throws(ConfigurationError) -> PluginNeeds {
    try AllowedNeed.needs(
      ofPlugin: id, in: configurationFile().entries, home: variable("HOME"))
  }

  /// The places of the plugin `id`.
  ///
  /// Its own folders are `plugins/ID` in Cue's cache and data folders: Cue's own files there stay closed. They are missing if `file`
  /// is not the plugin of this name.
  public func needsPlaces(ofPlugin id: String, in file: String) -> NeedsPlaces {
    let name = "/plugins/" + NeedsPlaces.folderName(ofPlugin: id)
    func absolute(_ path: String?) -> ExactPath? {
      path.flatMap { $0.utf8.first == UInt8(ascii: "/") ? ExactPath($0) : nil }
    }
    // CUE_PLUGIN_PATH may hold relative folders.
    func fromRoot(_ path: String) -> ExactPath { ExactPath(SystemPath.absolute(path)) }
    let isOwner = owns(id, file)
    var places = NeedsPlaces(
      models: modelFolders.map(fromRoot),
      cache: isOwner ? absolute(cacheFolder.map { $0 + name }) : nil,
      own: isOwner ? absolute(dataFolder + name) : nil,
      runtime: absolute(variable("XDG_RUNTIME_DIR")),
      home: absolute(variable("HOME")))
    places.config =
      absolute(variable("XDG_CONFIG_HOME")) ?? absolute(variable("HOME").map { $0 + "/.config" })
    places.ownModels = modelFolders.first.map(fromRoot)
    if let path = variable("PATH") { places.searchPath = path }
    places.closed = [absolute(configurationFolder)].compactMap { $0 }
    places.sealed = ([dataFolder, cacheFolder, programFolder].compactMap { $0 } + search.folders)
      .map(fromRoot)
    return places
  }
}
