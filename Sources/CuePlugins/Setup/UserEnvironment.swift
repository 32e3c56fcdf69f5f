import CueSystem
import Glibc

/// The environment of a user's process: variables, the user's folders, and the folder of the program.
public struct UserEnvironment: Sendable {
  /// The variables.
  public var variables: [String: String]
  /// The folder of the running program.
  public var programFolder: String
  /// The settings that the user gives for this run.
  public var given = GivenSettings()

  /// An environment with those variables, for a program in that folder.
  public init(variables: [String: String], programFolder: String) {
    self.variables = variables
    self.programFolder = programFolder
  }

  /// The environment of this process.
  public static func current() -> UserEnvironment {
    var variables: [String: String] = [:]
    var at = unsafe environ
    while let entry = unsafe at.pointee {
      if let equals = unsafe strchr(entry, 0x3d) {
        let name = unsafe UnsafeRawBufferPointer(start: entry, count: equals - entry)
        variables[unsafe String(decoding: name, as: UTF8.self)] = unsafe String(cString: equals + 1)
      }
      unsafe at += 1
    }
    var path = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &path, path.count - 1)
    let program = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = program.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(program[..<$0]) } ?? "."
    return UserEnvironment(variables: variables, programFolder: folder)
  }

  /// A variable that is set and not empty.
  public func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a terminal of the kind that TERM names can move the cursor; a dumb or unknown one cannot.
  public var hasMovingCursor: Bool { variable("TERM").map { $0 != "dumb" } ?? false }

  /// The name of the user's locale, as in "de_DE.UTF-8": the first of LC_ALL, LC_MESSAGES and LANG that is set.
  public var localeName: String? {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first
  }

  /// A folder that a variable of the XDG Base Directory Specification names; nil if it is relative, as the specification says.
  private func folder(_ name: String) -> String? {
    variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// `cue/` in the user's configuration folder.
  public var configurationFolder: String {
    if let home = variable("CUE_HOME") { return home + "/config/cue" }
    return (folder("XDG_CONFIG_HOME") ?? (variable("HOME") ?? "") + "/.config") + "/cue"
  }

  /// The value of `key =` in cue.conf; nil if it is not set.
  public func configured(_ key: String) throws(ConfigurationError) -> String? {
    try configurationFile().entries.first { $0.key == key }?.value
  }

  /// What cue.conf sets for the plugin `id`: values of its parameters (`ID.NAME = VALUE`), and the user's own names for its
  /// voices (`ID.voice.NAME = VOICE`).
  public func configuration(
    ofPlugin id: String
  ) throws(ConfigurationError) -> (
    parameters: [(name: String, value: String)], voiceNames: [String: String]
  ) {
    var parameters: [(name: String, value: String)] = []
    var voiceNames: [String: String] = [:]
    // After these, a language or a plugin follows the dot.
    guard !id.isEmpty, !["voice", "price", "rate"].contains(id) else { return ([], [:]) }
    for entry in try configurationFile().entries where entry.key.hasPrefix(id + ".") {
      let (key, value) = (entry.key, entry.value)
      let name = String(key.dropFirst(id.count + 1))
      if name.hasPrefix("voice.") {
        voiceNames[name.dropFirst("voice.".count).lowercased()] = value
      } else if !name.isEmpty, !name.contains(".") {
        parameters.append((name, value))
      }
    }
    return (parameters, voiceNames)
  }

  /// `cue/` in the user's cache folder; nil if the user has none.
  public var cacheFolder: String? {
    if let home = variable("CUE_HOME") { return home + "/cache/cue" }
    if let cache = folder("XDG_CACHE_HOME") { return cache + "/cue" }
    return variable("HOME").map { $0 + "/.cache/cue" }
  }

  /// The SDK for plugin authors: named by `CUE_SDK`, installed, or in the tree in which Cue was built.
  public func sdkFolder() throws(ConfigurationError) -> String {
    let candidates =
      variable("CUE_SDK").map { [$0] }
      ?? [programFolder + "/../share/cue/sdk", programFolder + "/../plugin-sdk"]
    for candidate in candidates {
      guard unsafe access(candidate + "/templates", R_OK | X_OK) == 0 else { continue }
      return UserEnvironment.resolved(candidate)
    }
    throw .sdkMissing(candidates: candidates)
  }

  /// Where pkg-config finds cue-plugin.pc: beside the installed files, or in the tree in which Cue was built.
  public var packageConfigFolder: String {
    let candidates = [programFolder + "/../lib/pkgconfig", programFolder + "/lib/pkgconfig"]
    let found = candidates.first { unsafe access($0 + "/cue-plugin.pc", R_OK) == 0 }
    return found.map(UserEnvironment.resolved) ?? "/usr/local/lib/pkgconfig"
  }

  private static func resolved(_ path: String) -> String {
    (try? SystemPath.resolved(path)) ?? path
  }

  /// `cue/` in the user's data folder.
  public var dataFolder: String {
    if let home = variable("CUE_HOME") { return home + "/data/cue" }
    return (folder("XDG_DATA_HOME") ?? (variable("HOME") ?? "") + "/.local/share") + "/cue"
  }

  /// Folders with models of neural voices: the user's own, and the installed ones beside each folder of plugins.
  var modelFolders: [String] {
    let installed = "/lib/cue/plugins"
    let trees = search.folders.map { folder in
      folder.hasSuffix(installed)
        ? String(folder.dropLast(installed.count))
        : String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    return [dataFolder + "/models"] + trees.map { $0 + "/share/cue/models" }
  }

  /// The worker program: named by `CUE_WORKER`, beside this program, or in `../libexec/cue`.
  public func workerPath() throws(ConfigurationError) -> String {
    var candidates = [
      programFolder + "/cue-worker", programFolder + "/../libexec/cue/cue-worker",
    ]
    if let named = variable("CUE_WORKER") { candidates = [named] }
    guard let found = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else {
      throw .workerMissing(candidates: candidates)
    }
    return found
  }

  /// Where plugins are looked for.
  public var search: PluginSearch {
    PluginSearch(programFolder: programFolder, environment: variables)
  }
}
