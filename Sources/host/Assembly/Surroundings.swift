import CuePlugins
import Glibc

/// What the program finds around it: environment, its own place, the user's folders.
struct Surroundings: Sendable {
  var environment: [String: String]
  /// The folder of the running program.
  var programFolder: String

  static func current() -> Surroundings {
    var environment: [String: String] = [:]
    var at = unsafe environ
    while let entry = unsafe at.pointee {
      let text = unsafe String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe at += 1
    }
    var path = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &path, path.count - 1)
    let program = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
    return Surroundings(environment: environment, programFolder: folder)
  }

  /// A variable that is set and not empty.
  func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `cue/` in the user's configuration folder.
  var configurationFolder: String {
    if let home = variable("CUE_HOME") { return home + "/config/cue" }
    return (variable("XDG_CONFIG_HOME") ?? (variable("HOME") ?? "") + "/.config") + "/cue"
  }

  /// What the user wrote behind `key =` in cue.conf, if anything.
  func configured(_ key: String) throws(UserError) -> String? {
    let path = configurationFolder + "/cue.conf"
    guard unsafe access(path, R_OK) == 0 else { return nil }
    let text = try Texts.checked(try Texts.contents(ofFile: path), path)
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { continue }
      if line[..<equals].filter({ $0 != " " && $0 != "\t" }) == key {
        return String(line[line.index(after: equals)...].drop { $0 == " " || $0 == "\t" })
      }
    }
    return nil
  }

  /// `cue/` in the user's cache folder; nothing where the user has none.
  var cacheFolder: String? {
    if let home = variable("CUE_HOME") { return home + "/cache/cue" }
    if let cache = variable("XDG_CACHE_HOME") { return cache + "/cue" }
    return variable("HOME").map { $0 + "/.cache/cue" }
  }

  /// The SDK for plugin authors: named by `CUE_SDK`, installed, or in the tree we were built in.
  func sdkFolder() throws(UserError) -> String {
    let candidates =
      variable("CUE_SDK").map { [$0] }
      ?? [programFolder + "/../share/cue/sdk", programFolder + "/../plugin-sdk"]
    for candidate in candidates {
      guard unsafe access(candidate + "/templates", R_OK | X_OK) == 0 else { continue }
      return Surroundings.resolved(candidate)
    }
    throw UserError(
      "The SDK with the templates for plugins is missing: \(candidates.joined(separator: ", ")).",
      hint: "Install the whole of Cue, or name the SDK in CUE_SDK.", .configuration)
  }

  /// Where pkg-config finds cue-plugin.pc: beside what is installed, or in the tree we were built in.
  var packageConfigFolder: String {
    let candidates = [programFolder + "/../lib/pkgconfig", programFolder + "/lib/pkgconfig"]
    let found = candidates.first { unsafe access($0 + "/cue-plugin.pc", R_OK) == 0 }
    return found.map(Surroundings.resolved) ?? "/usr/local/lib/pkgconfig"
  }

  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// `cue/` in the user's data folder.
  var dataFolder: String {
    if let home = variable("CUE_HOME") { return home + "/data/cue" }
    return (variable("XDG_DATA_HOME") ?? (variable("HOME") ?? "") + "/.local/share") + "/cue"
  }

  /// The worker program: named by `CUE_WORKER`, beside us, or in `../libexec/cue`.
  func workerPath() throws(UserError) -> String {
    var candidates = [
      programFolder + "/cue-worker", programFolder + "/../libexec/cue/cue-worker",
    ]
    if let named = variable("CUE_WORKER") { candidates = [named] }
    guard let found = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else {
      throw UserError(
        "The worker program that loads plugins is missing: \(candidates.joined(separator: ", ")).",
        hint: "Build or install the whole of Cue, or name the worker in CUE_WORKER.",
        .configuration)
    }
    return found
  }

  /// Where plugins are looked for.
  var search: PluginSearch { PluginSearch(programFolder: programFolder, environment: environment) }
}
