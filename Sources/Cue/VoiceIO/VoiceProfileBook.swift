import CueModel
import CueSpeaking
import Synchronization

extension NamedProfile {
  /// The profile of a voice, which is also its name.
  ///
  /// - Parameters:
  ///   - voice: as in `flite:slt`
  ///   - rate: 0…1; 0.5 is the voice's own
  ///   - pitch: 0.5…2; 1 is the voice's own
  ///   - volume: 0…1; 1 is the voice's own
  public init(voice: String, rate: Double = 0.5, pitch: Double = 1, volume: Double = 1) {
    self.init(voice, voice: voice)
    profile = VoiceProfile(rate: rate, pitch: pitch, volume: volume)
  }
}

/// How the voices of a ``VoiceIO`` speak, and how much that varies from line to line.
///
/// ```swift
/// io.profiles.set(NamedProfile(voice: "flite:slt", rate: 0.55, pitch: 1.1))
/// io.profiles.defaultProfile = NamedProfile(voice: "flite:rms")
/// io.profiles.tuning = NamedProfile.Tuning(rateVariation: 0.03, pitchVariation: 0.02)
/// ```
///
/// It lives as long as the program. `profile:NAME` is a voice that the user keeps with `cue profiles`.
public final class VoiceProfileBook: Sendable {
  private struct State {
    var store = ProfileStore()
    var defaultProfile: NamedProfile?
    var tuning = NamedProfile.Tuning()
    var lines: UInt32 = 0
  }

  private let seed: UInt64
  private let state = Mutex(State())

  /// A book without profiles.
  ///
  /// - Parameter seed: chooses the variation; the same seed and the same lines give the same sound
  public init(seed: UInt64 = 0) { self.seed = seed }

  /// All profiles, by name.
  public var all: [NamedProfile] { state.withLock { $0.store.profiles } }

  /// Adds a profile, or replaces the one of its name; case does not count.
  public func set(_ profile: NamedProfile) { state.withLock { $0.store.set(profile) } }

  /// The profile of that name; nil if there is none.
  public func profile(named name: String) -> NamedProfile? {
    state.withLock { $0.store.profile(named: name) }
  }

  /// Speaks where no voice is named; nil for the usual voice in its own way.
  public var defaultProfile: NamedProfile? {
    get { state.withLock { $0.defaultProfile } }
    set { state.withLock { $0.defaultProfile = newValue } }
  }

  /// Varies all voices; it is added to the tuning of a profile, and the volumes are multiplied.
  public var tuning: NamedProfile.Tuning {
    get { state.withLock { $0.tuning } }
    set { state.withLock { $0.tuning = newValue } }
  }

  /// The profile that speaks for a name: the one of that name, or the default if `voice` is nil.
  public func profile(for voice: String?) -> NamedProfile? {
    guard let voice else { return defaultProfile }
    return profile(named: voice)
  }

  /// The next line, as a profile or voice says it.
  ///
  /// - Parameters:
  ///   - text: the words
  ///   - voice: a profile, or else a voice such as `flite:slt`; nil for the default
  /// - Returns: the words with their voice, and with rate, pitch and volume after variation
  public func spoken(_ text: String, voice: String? = nil) -> SpokenText {
    spoken(text, by: profile(for: voice) ?? NamedProfile("", voice: voice ?? ""))
  }

  /// The next line, as `profile` says it.
  public func spoken(_ text: String, by profile: NamedProfile) -> SpokenText {
    let (tuning, line) = state.withLock { state in
      state.lines &+= 1
      return (state.tuning, state.lines)
    }
    var profile = profile
    profile.seed ^= seed
    profile.tuning.rateVariation += tuning.rateVariation
    profile.tuning.pitchVariation += tuning.pitchVariation
    profile.tuning.volume *= tuning.volume
    let varied = profile.varied(for: text, seed: line)
    var spoken = SpokenText(text, voice: profile.voice)
    spoken.speed = varied.speedFactor
    spoken.pitchSemitones = varied.pitchSemitones
    spoken.volume = varied.volumeGain
    return spoken
  }
}
