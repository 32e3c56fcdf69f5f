import CueSystem
import CueModel
import CuePlugins
import Glibc

/// Voices that crashed or hung when they were looked at for a cast, so that the next cast does not wait for them again.
///
/// Kept in the cache folder, until the plugin's file changes or `host plugins rescan` forgets them; who names a plugin has it
/// tried anyway.
final class VoiceFailures {
  private let path: String?
  private var known: Set<String>
  private var isChanged = false

  init(_ environment: UserEnvironment) {
    path = environment.cacheFolder.map { $0 + "/prints/failed" }
    known = []
    guard let path, unsafe access(path, R_OK) == 0, let bytes = try? Texts.contents(ofFile: path)
    else { return }
    known = Set(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Whether the plugin in `file`, or one of its voices, failed before.
  func has(_ file: PluginFile, voice: String = "") -> Bool {
    known.contains(VoiceFailures.key(file, voice))
  }

  /// Notes it where `failure` is one that costs time: a crash, a hang.
  func note(_ failure: PluginFailure, _ file: PluginFile, voice: String = "") {
    switch failure.kind {
    case .crashed, .hung, .exited, .misbehaved, .givenUp:
      isChanged = known.insert(VoiceFailures.key(file, voice)).inserted || isChanged
    default: break
    }
  }

  /// Writes what is new; what cannot be written is tried again.
  func save() {
    guard isChanged, let path else { return }
    try? WholeFile.write(Array(known.sorted().map { $0 + "\n" }.joined().utf8), to: path)
    isChanged = false
  }

  /// Forgets all.
  static func forget(_ environment: UserEnvironment) {
    guard let folder = environment.cacheFolder else { return }
    unsafe unlink(folder + "/prints/failed")
  }

  private static func key(_ file: PluginFile, _ voice: String) -> String {
    var status = stat()
    let stamp =
      unsafe stat(file.path, &status) == 0
      ? "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)" : ""
    return ContentDigest.hexadecimal(
      ContentDigest.bytes(
        of: Array([file.path, stamp, file.id, voice].joined(separator: "\u{0}").utf8)[...]))
  }
}
