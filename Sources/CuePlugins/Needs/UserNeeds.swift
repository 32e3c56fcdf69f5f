import CueSystem

extension UserEnvironment {
  /// The user's answers about what plugins need.
  public var consents: ConsentStore {
    ConsentStore(path: configurationFolder + "/consent.json")
  }

  /// The plugins that came with this program.
  public var shippedPlugins: ShippedPlugins { ShippedPlugins(programFolder: programFolder) }

  /// What cue.conf grants the plugin `id`: `ID.allow.read = PATH` and others.
  ///
  /// - Throws: ``ConfigurationError``
  public func allowedNeeds(ofPlugin id: String) throws(ConfigurationError) -> PluginNeeds {
    try AllowedNeed.needs(
      ofPlugin: id, in: configurationFile().entries, home: variable("HOME"))
  }

  /// The places of the plugin `id`.
  ///
  /// Its own folders are `plugins/ID` in Cue's cache and data folders: Cue's own files there stay closed.
  public func needsPlaces(ofPlugin id: String) -> NeedsPlaces {
    let name = "/plugins/" + NeedsPlaces.folderName(ofPlugin: id)
    func absolute(_ path: String?) -> ExactPath? {
      path.flatMap { $0.utf8.first == UInt8(ascii: "/") ? ExactPath($0) : nil }
    }
    // CUE_PLUGIN_PATH may hold relative folders.
    func fromRoot(_ path: String) -> ExactPath { ExactPath(SystemPath.absolute(path)) }
    var places = NeedsPlaces(
      models: modelFolders.map(fromRoot), cache: absolute(cacheFolder.map { $0 + name }),
      own: absolute(dataFolder + name), runtime: absolute(variable("XDG_RUNTIME_DIR")),
      home: absolute(variable("HOME")))
    places.config =
      absolute(variable("XDG_CONFIG_HOME")) ?? absolute(variable("HOME").map { $0 + "/.config" })
    if let path = variable("PATH") { places.searchPath = path }
    places.closed = [absolute(configurationFolder)].compactMap { $0 }
    places.sealed = ([dataFolder, cacheFolder, programFolder].compactMap { $0 } + search.folders)
      .map(fromRoot)
    return places
  }
}
