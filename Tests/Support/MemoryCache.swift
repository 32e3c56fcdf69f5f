import CueModel
import Synchronization

/// A cache in memory, whose keys are numbers.
package final class MemoryCache: SoundCache {
  private struct State {
    var clips: [ClipKey: Clip] = [:]
    var claimed: Set<ClipKey> = []
    var fetched = 0
  }
  private let state = Mutex(State())

  /// An empty cache.
  package init() {}

  /// How often a clip was asked for.
  package var fetched: Int { state.withLock { $0.fetched } }

  /// Keeps `clip` under a key of its own.
  package func add(_ clip: Clip) -> ClipEntry {
    state.withLock { state in
      let digits = String(state.clips.count, radix: 16)
      let key = ClipKey(
        hexadecimal: String(repeating: "0", count: 64 - digits.count) + digits)!
      state.clips[key] = clip
      return MemoryCache.entry(key, clip)
    }
  }

  /// Forgets a clip.
  package func remove(_ key: ClipKey) { state.withLock { _ = $0.clips.removeValue(forKey: key) } }

  private static func entry(_ key: ClipKey, _ clip: Clip) -> ClipEntry {
    ClipEntry(
      key: key, format: clip.sound.format, frames: clip.sound.frameCount,
      byteCount: clip.sound.bytes.count, checksum: "")
  }

  package func entry(_ key: ClipKey) -> ClipEntry? {
    state.withLock { state in state.clips[key].map { MemoryCache.entry(key, $0) } }
  }

  package func clip(_ key: ClipKey) -> Clip? {
    state.withLock { state in
      state.fetched += 1
      return state.clips[key]
    }
  }

  package func claim(_ key: ClipKey) -> Bool {
    state.withLock { $0.claimed.insert(key).inserted }
  }

  package func release(_ key: ClipKey) { state.withLock { _ = $0.claimed.remove(key) } }

  package func put(_ clip: Clip, for key: ClipKey) -> ClipEntry {
    state.withLock { $0.clips[key] = clip }
    return MemoryCache.entry(key, clip)
  }
}
