import CueAudio
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueStore
import CueSystem

/// Keeps the sound of services, which may have cost money, so that the same words are not requested twice.
///
/// Speech, rehearsal and practice share it. Voices of this machine are not kept: they cost nothing, and repeat themselves at once. Only the
/// user can read the files, as they hold what was said.
package final class PaidClips {
  /// The most bytes that stay for the next time: some six hours of 16-bit sound at 24 kHz.
  private static let mostBytes = 1_000_000_000

  private let store: ClipStore
  /// Whether a service was asked.
  private var isUsed = false

  /// The clips in the user's cache folder; nil if there is none.
  package init?(_ environment: UserEnvironment) {
    guard let folder = environment.cacheFolder else { return nil }
    store = ClipStore(folder + "/services", isPrivate: true)
  }

  /// A voice that asks the service of `engine` only once for the same words.
  package func keeping(_ engine: any ListedVoice) -> any Voice {
    let key = engine.clipKey()
    return CachedVoice(engine, in: store, keepsShortfalls: true) { [self] request in
      guard try engine.identify().needsNetwork else { return nil }
      isUsed = true
      return try key(request)
    }
  }

  /// Removes the clips that were used the longest ago, if there are too many bytes.
  package func collect() {
    guard isUsed else { return }
    // A cache that cannot be cleaned is not a failure.
    let now = Int(SystemClock().millisecondsSince1970 / 1000)
    _ = try? store.collect(keeping: nil, mostBytes: PaidClips.mostBytes, now: now)
  }
}

extension ListedVoice {
  /// A function that gives the key of a request's clip; it asks for the identity of each voice once.
  func clipKey() -> (SpeechRequest) throws -> ClipKey {
    var identities: [String: SoundIdentity] = [:]
    return { [self] request in
      let sent = try requestAsSent(request)
      let identity = try identities[sent.voice] ?? soundIdentity(voice: sent.voice)
      identities[sent.voice] = identity
      return ClipRequest(sent).key(identity)
    }
  }
}
