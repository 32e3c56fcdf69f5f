import CueAudio
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueStore
import CueSystem

/// Keeps what voices of services said, which may have cost money, so that the same words are not asked for again.
///
/// Speech, rehearsal and practice share it. Voices of this machine are passed on as they are: they cost nothing, and say the same
/// again at once. The files are the user's alone, as they hold what was said.
package final class PaidClips {
  /// Sound that stays for the next time: some six hours at 24 kHz.
  private static let mostBytes = 1_000_000_000

  private let store: ClipStore
  /// Whether a service was spoken with.
  private var isUsed = false

  /// The clips in the user's cache folder; nil if there is none.
  package init?(_ environment: UserEnvironment) {
    guard let folder = environment.cacheFolder else { return nil }
    store = ClipStore(folder + "/services", isPrivate: true)
  }

  /// `engine`, which asks its service for the same words once.
  package func keeping(_ engine: any ListedVoice) -> any Voice {
    var identities: [String: SoundIdentity] = [:]
    return CachedVoice(engine, in: store, keepsShortfalls: true) { [self] request in
      guard try engine.identify().needsNetwork else { return nil }
      isUsed = true
      let sent = try engine.requestAsSent(request)
      let identity = try identities[sent.voice] ?? engine.soundIdentity(voice: sent.voice)
      identities[sent.voice] = identity
      return ClipRequest(sent).key(identity)
    }
  }

  /// Forgets what was said the longest ago, if that is too much.
  package func collect() {
    guard isUsed else { return }
    // A cache that cannot be cleaned stops nobody.
    let now = Int(SystemClock().millisecondsSince1970 / 1000)
    _ = try? store.collect(keeping: nil, mostBytes: PaidClips.mostBytes, now: now)
  }
}
