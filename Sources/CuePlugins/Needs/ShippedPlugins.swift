#if canImport(Glibc)
  import Glibc
#endif

/// The plugins that come with Cue, whose needs nobody is asked about.
///
/// A plugin is one of them if it has one of their names, its file is, without links, in a folder of plugins beside the running
/// program, and nobody but root and the owner of the program can write that folder and that file. Whoever can write there can replace
/// Cue itself. A folder that only `CUE_PLUGIN_PATH` or the user's home names does not count, and neither does a name alone.
public struct ShippedPlugins: Sendable {
  /// The names of their files, without `lib` and `.so`.
  static let names: Set<String> = [
    "dynamics", "elevenlabs", "espeak", "file", "flite", "hibari", "mock", "openai", "pocketsphinx",
    "pulse", "rubberband", "sherpa", "sonic", "varispeed", "whisper", "whispering",
  ]

  private let folders: [ExactPath]
  private let owners: Set<uid_t>

  /// Those of the program in the folder `programFolder`, which is named without the user's help, as by `/proc/self/exe`.
  public init(programFolder: String) {
    let program = ExactPath(programFolder)
    folders = ["plugins", "../lib/cue/plugins"].compactMap {
      try? RealPath.resolved(program.appending($0))
    }
    owners = Set([0, RealPath.owner(program)].compactMap { $0 })
  }

  /// Whether the plugin in `file`, which is without links, came with Cue.
  public func contains(_ file: ExactPath) -> Bool {
    let (name, folder) = (file.name, file.folder)
    return folders.contains(folder) && ShippedPlugins.names.contains(ShippedPlugins.stem(of: name))
      && [file, folder].allSatisfy { path in
        !RealPath.isOpenToAll(path) && (RealPath.owner(path).map(owners.contains) ?? false)
      }
  }

  /// `flite` of `libflite.so`, and `hibari` of `hibari`; no other forms.
  private static func stem(of name: String) -> String {
    guard name.hasPrefix("lib"), name.hasSuffix(".so") else { return name }
    return String(name.dropFirst(3).dropLast(3))
  }
}
