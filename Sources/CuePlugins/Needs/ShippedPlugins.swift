#if canImport(Glibc)
  import Glibc
#endif

/// The plugins that come with Cue, whose needs nobody is asked about.
///
/// A plugin is one of them if it has one of their names, its file is, without links, in a folder of plugins beside the running
/// program, or beside the program itself as in a build of Cue, and nobody but root and the owner of the program can write that folder and that file. Whoever can write there can replace
/// Cue itself. A folder that only `CUE_PLUGIN_PATH` or the user's home names does not count, and neither does a name alone.
public struct ShippedPlugins: Sendable {
  /// The names of their files, without `lib` and `.so`.
  static let names: Set<String> = [
    "dynamics", "elevenlabs", "espeak", "file", "flite", "hibari", "ladspa", "lv2", "mock",
    "openai",
    "pocketsphinx",
    "pulse", "rubberband", "sherpa", "sonic", "varispeed", "whisper", "whispering",
  ]

  private let folders: [ExactPath]
  private let buildFolder: ExactPath?
  private let owners: Set<uid_t>

  /// Those of the program in the folder `programFolder`, which is named without the user's help, as by `/proc/self/exe`.
  public init(programFolder: String) {
    let program = ExactPath(programFolder)
    folders = ["plugins", "../lib/cue/plugins"].compactMap {
      try? RealPath.resolved(program.appending($0))
    }
    buildFolder = try? RealPath.resolved(program)
    owners = Set([0, RealPath.owner(program)].compactMap { $0 })
  }

  /// Whether the plugin in `file`, which is without links, came with Cue.
  public func contains(_ file: ExactPath) -> Bool { name(of: file) != nil }

  /// The name of the plugin in `file`, which is without links; nil if it did not come with Cue.
  func name(of file: ExactPath) -> String? {
    let folder = file.folder
    let stem =
      folder == buildFolder
      ? ShippedPlugins.builtStem(of: file.name)
      : folders.contains(folder) ? ShippedPlugins.stem(of: file.name) : nil
    guard let stem, ShippedPlugins.names.contains(stem) else { return nil }
    let isSafe = [file, folder].allSatisfy { path in
      !RealPath.isOpenToAll(path) && (RealPath.owner(path).map(owners.contains) ?? false)
    }
    return isSafe ? stem : nil
  }

  /// `flite` of `libplugin-flite.so`, as it is built; nil for another form.
  private static func builtStem(of name: String) -> String? {
    let start = "libplugin-"
    guard name.hasPrefix(start), name.hasSuffix(".so") else { return nil }
    return String(name.dropFirst(start.count).dropLast(3))
  }

  /// `flite` of `libflite.so`, and `hibari` of `hibari`; no other forms.
  private static func stem(of name: String) -> String {
    guard name.hasPrefix("lib"), name.hasSuffix(".so") else { return name }
    return String(name.dropFirst(3).dropLast(3))
  }
}
