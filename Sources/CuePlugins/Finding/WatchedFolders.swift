import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// The folders on which a plugin's offer depends, as a bridge's on the folders of its effects, and their state.
struct WatchedFolders: Equatable {
  /// Where they are, or would be.
  var paths: [String] = []
  /// What they had in them: names, sizes and times of all entries.
  var stamp = ""

  /// No folder, or those of `paths` in an earlier state.
  init(paths: [String] = [], stamp: String = "") {
    self.paths = paths
    self.stamp = stamp
  }

  /// Those that the plugin in `file` declares, as they are now; none if its needs cannot be read.
  init(of file: PluginFile, _ wall: PluginWall) {
    guard let plan = try? wall.plan(for: file) else { return }
    paths = plan.grants.watched.map(\.text)
    stamp = WatchedFolders.stamp(paths)
  }

  /// Whether something was added, removed or replaced in them since.
  var haveChanged: Bool { !paths.isEmpty && WatchedFolders.stamp(paths) != stamp }

  /// The digest of what is in the folders.
  private static func stamp(_ paths: [String]) -> String {
    guard !paths.isEmpty else { return "" }
    var lines = ""
    for path in paths {
      lines += line(path)
      for name in Folder.names(in: path).sorted() { lines += line("\(path)/\(name)") }
    }
    return ContentDigest.hexadecimal(ContentDigest.bytes(of: Array(lines.utf8)[...]))
  }

  private static func line(_ path: String) -> String {
    guard let stamp = FileStamp(path: path) else { return "\(path) missing\n" }
    return "\(path) \(stamp.inode) \(stamp.byteCount) \(stamp.modified)\n"
  }
}
