import CueABI
import CueSystem
import Glibc

/// Where the states of plugins are kept: what each has learned (`cue.state/1`), a file per plugin that only the user can read.
public struct PluginStates: Sendable {
  /// The longest state that is kept, in bytes.
  public static let mostBytes = Int(CUE_STATE_BYTES_MAX)

  private let folder: String

  /// States in `folder`, which is made when the first one is kept.
  public init(folder: String) { self.folder = folder }

  /// The file of a plugin; nil if its id is no name of a file.
  private func path(_ plugin: String) -> String? {
    let isName = plugin.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2e || byte == 0x2d
    }
    return isName && !plugin.isEmpty && !plugin.hasPrefix(".") ? "\(folder)/\(plugin)" : nil
  }

  /// What the plugin with that id has learned; nil if nothing is kept, or if it cannot be read.
  func state(of plugin: String) -> [UInt8]? {
    guard let path = path(plugin),
      let bytes = try? TextInput.bytes(ofFile: path), bytes.count <= Self.mostBytes
    else { return nil }
    return bytes
  }

  /// Keeps what a plugin has learned; nothing removes it.
  func keep(_ state: [UInt8], of plugin: String) throws(WholeFile.WriteError) {
    guard let path = path(plugin) else { return }
    guard !state.isEmpty else {
      _ = unsafe unlink(path)
      return
    }
    try? WholeFile.makeFolder(folder, permissions: 0o700)
    try WholeFile.write(state, to: path, permissions: 0o600)
  }
}
