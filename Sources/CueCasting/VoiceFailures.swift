import CueSystem
import CueModel
import Glibc

/// Voices that crashed or hung when they were looked at for a cast, so that the next cast does not wait for them again.
///
/// Kept in the cache folder, until the plugin's file changes or `host plugins rescan` forgets them. A plugin that the user
/// names is tried anyway.
public final class VoiceFailures {
  private let path: String?
  private var known: Set<String>
  private var isChanged = false

  /// Those in the user's cache folder; nil keeps none.
  init(cacheFolder: String?) {
    path = cacheFolder.map { $0 + "/prints/failed" }
    known = []
    if let path { known = VoiceFailures.read(path) }
  }

  private static func read(_ path: String) -> Set<String> {
    guard unsafe access(path, R_OK) == 0, let bytes = try? TextInput.bytes(ofFile: path) else {
      return []
    }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Whether the plugin, or one of its voices, failed before.
  func has(_ provider: any VoiceProvider, voice: String = "") -> Bool {
    known.contains(VoiceFailures.key(provider, voice))
  }

  /// Notes it where `failure` is one that costs time: a crash, a hang.
  func note(_ failure: PluginFailure, _ provider: any VoiceProvider, voice: String = "") {
    guard !failure.isFromOutside else { return }
    switch failure.kind {
    case .crashed, .hung, .exited, .misbehaved, .givenUp:
      isChanged = known.insert(VoiceFailures.key(provider, voice)).inserted || isChanged
    default: break
    }
  }

  /// Writes what is new; what cannot be written is tried again.
  func save() {
    guard isChanged, let path else { return }
    // Another program may have noted others meanwhile.
    try? SharedFile.change(path, refusing: { $0 }) { () throws(SharedFile.Failure) in
      known.formUnion(VoiceFailures.read(path))
      return ((), Array(known.sorted().map { $0 + "\n" }.joined().utf8))
    }
    isChanged = false
  }

  /// Forgets all failures.
  public static func forget(cacheFolder: String?) {
    guard let cacheFolder else { return }
    unsafe unlink(cacheFolder + "/prints/failed")
  }

  private static func key(_ provider: any VoiceProvider, _ voice: String) -> String {
    ContentDigest.hexadecimal(
      ContentDigest.bytes(of: Array("\(provider.stamp)\u{0}\(voice)".utf8)[...]))
  }
}
