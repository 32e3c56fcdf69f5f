#if canImport(Glibc)
  import Glibc
#endif

/// The plugins that come with Cue, whose needs nobody is asked about.
///
/// A plugin is one of them if it has one of their names, its file is, without links, in a folder of plugins beside the running
/// program or the worker, or beside these themselves as in a build of Cue, and only users who can replace the program can write
/// that folder and that file. A folder that only `CUE_PLUGIN_PATH` or the user's home names does not count, and neither does a name
/// alone.
public struct ShippedPlugins: Sendable {
  /// The names of their files, without `lib` and `.so`.
  static let names: Set<String> = [
    "dynamics", "elevenlabs", "espeak", "festival", "file", "flite", "hibari", "ladspa", "lv2",
    "mock",
    "openai",
    "pocketsphinx",
    "pulse", "rubberband", "sherpa", "sonic", "varispeed", "whisper", "whispering",
  ]

  /// The plugin of Cue's own that `id` belongs to: `openai` of `openai-recognizer`, `ladspa` of `ladspa.amp`; nil if it belongs to
  /// none of them.
  static func owner(ofPlugin id: String) -> String? {
    let name = String(id.prefix { $0 != "." })
    return [name, PluginSearch.voice(beside: name)].compactMap { $0 }.first(where: names.contains)
  }

  private let folders: [ExactPath]
  private let programFolders: [ExactPath]

  /// Those of the programs in `folders`, which are named without the help of settings, as by `/proc/self/exe`.
  public init(folders: [ExactPath]) {
    programFolders = folders.compactMap { try? RealPath.resolved($0) }
    self.folders = programFolders.flatMap { program in
      ["plugins", "../lib/cue/plugins"].compactMap { try? RealPath.resolved(program.appending($0)) }
    }
  }

  /// Whether the plugin in `file`, which is without links, came with Cue.
  public func contains(_ file: ExactPath) -> Bool { name(of: file) != nil }

  /// The name of the plugin in `file`, which is without links; nil if it did not come with Cue.
  func name(of file: ExactPath) -> String? {
    let folder = file.folder
    let stem =
      programFolders.contains(folder)
      ? ShippedPlugins.builtStem(of: file.name)
      : folders.contains(folder) ? ShippedPlugins.stem(of: file.name) : nil
    guard let stem, ShippedPlugins.names.contains(stem) else { return nil }
    let writers = programFolders.compactMap { RealPath.writers($0) }
    let isSafe = [file, folder].allSatisfy { path in
      RealPath.writers(path).map { those in writers.contains(where: those.isWithin) } ?? false
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
