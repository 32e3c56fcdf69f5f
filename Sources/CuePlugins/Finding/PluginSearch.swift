import CueModel
import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Finds plugin files by path and by id.
public struct PluginSearch: Sendable {
  /// The folder of the running program.
  public var programFolder: String
  /// Folders that hold plugins, the first ones first.
  public var folders: [String]

  /// Looks in `folders`, and for paths also beside the program.
  public init(programFolder: String, folders: [String]) {
    self.programFolder = programFolder
    self.folders = folders
  }

  /// The folders of this machine: `CUE_PLUGIN_PATH`, beside the program, the user's, the system's.
  public init(programFolder: String, environment: [String: String]) {
    self.programFolder = programFolder
    folders = (environment["CUE_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init)
    folders.append(programFolder + "/plugins")
    if let home = environment["HOME"], !home.isEmpty {
      folders.append(home + "/.local/lib/cue/plugins")
    }
    folders.append(programFolder + "/../lib/cue/plugins")
    folders += ["/usr/local/lib/cue/plugins", "/usr/lib/cue/plugins"]
  }

  /// The file that `reference` names.
  ///
  /// A path is used unchanged. For an id, a file that is named after it comes first, and is not inspected; else the
  /// first that offers it, and only files that `registry` does not know yet are asked. One that crashed, hung or is in
  /// quarantine is skipped, and reported if there is no other.
  public func file(
    for reference: PluginReference, _ registry: PluginRegistry, _ settings: WorkerSettings
  ) throws(PluginFailure) -> PluginFile {
    if reference.isPath { return try file(atPath: reference.plugin) }
    guard !reference.plugin.isEmpty else {
      throw missing(reference.plugin, .unnamed)
    }
    let files = allFiles().map {
      PluginFile(
        path: $0.path, name: reference.plugin, isProgram: $0.isProgram, id: reference.plugin)
    }
    var refused: PluginFailure?
    var others: [PluginFile] = []
    for file in files {
      guard PluginSearch.stem(of: file.path) == reference.plugin else {
        others.append(file)
        continue
      }
      guard let record = registry.known(file, settings) else { return file }
      if record.isHarmful {
        refused = refused ?? record.failure(reference.plugin)
      } else if record.state != .ok || record.offers(reference.plugin) {
        return file
      }
    }
    // A plugin that is not known yet and comes before the first one that offers it may offer it, too.
    var unknown: [PluginFile] = []
    var found: (file: PluginFile, record: PluginRecord)?
    for file in others {
      guard let record = registry.known(file, settings) else {
        unknown.append(file)
        continue
      }
      guard record.offers(reference.plugin) else { continue }
      guard record.isHarmful else {
        found = (file, record)
        break
      }
      refused = refused ?? record.failure(reference.plugin)
    }
    for (file, record) in zip(unknown, registry.records(of: unknown, settings))
    where record.state == .ok && record.offers(reference.plugin) {
      return file
    }
    if let found { return found.file }
    if let refused { throw refused }
    throw missing(reference.plugin, .unknownID(folders: folders))
  }

  /// All plugin files in the folders; of several with the same name, the first.
  public func allFiles() -> [PluginFile] {
    var seen: Set<String> = []
    return folders.flatMap { folder in
      Folder.visibleNames(in: folder).compactMap { entry in
        let path = folder + "/" + entry
        let isLibrary = entry.hasSuffix(".so")
        guard isLibrary || PluginSearch.isProgram(path), seen.insert(entry).inserted else {
          return nil
        }
        return PluginFile(path: path, name: path, isProgram: !isLibrary, id: "")
      }
    }
  }

  private func file(atPath path: String) throws(PluginFailure) -> PluginFile {
    var candidates = [path]
    if !path.hasPrefix("/") {
      candidates.append(programFolder + "/" + path)
      if path.hasPrefix("plugins/") {
        candidates += folders.map { $0 + "/" + path.dropFirst("plugins/".count) }
      }
    }
    for candidate in candidates where unsafe access(candidate, F_OK) == 0 {
      if let fault = PluginFile.obstacle(candidate) {
        throw PluginFailure(
          plugin: path, activity: .starting, kind: .unusable, reason: .file(fault))
      }
      let isProgram = !candidate.hasSuffix(".so") && PluginSearch.isProgram(candidate)
      // The loader looks up a name without a slash elsewhere.
      let named = candidate.utf8.contains(UInt8(ascii: "/")) ? candidate : "./" + candidate
      return PluginFile(path: named, name: path, isProgram: isProgram, id: "")
    }
    throw missing(path, .noSuchFile)
  }

  private func missing(_ name: String, _ reason: PluginFailure.Reason) -> PluginFailure {
    PluginFailure(plugin: name, activity: .starting, kind: .notFound, reason: reason)
  }

  /// The id that a file is named after: `flite` of `…/libflite.so`.
  public static func stem(of path: String) -> String {
    var name = String(path.split(separator: "/").last ?? "")
    if name.hasSuffix(".so") { name.removeLast(3) }
    if name.hasPrefix("lib") { name.removeFirst(3) }
    return name
  }

  /// The voice that a recognizer of the same library is named after: `openai` for `openai-recognizer`; nil for other ids.
  static func voice(beside id: String) -> String? {
    let ending = "-recognizer"
    return id.hasSuffix(ending) && id.count > ending.count
      ? String(id.dropLast(ending.count)) : nil
  }

  private static func isProgram(_ path: String) -> Bool {
    unsafe FileStamp(path: path)?.isRegular == true && access(path, X_OK) == 0
  }
}
