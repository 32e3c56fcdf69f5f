import CueAudio
import CueListening
import CueModel
import CuePlugins

/// The layers between a speaker and the engines that speak: the one place where a voice is put together.
///
/// Each layer is a ``Voice`` around another one. From the outside:
///
/// 1. `EffectVoice`: the effects that the user has chosen. Outside of all others, so that every voice goes through them.
/// 2. `TimedVoice`: times of words, if the voice that speaks reports none.
/// 3. `FallbackVoice`: one voice after another, with the circuit breakers of their services.
///
/// Then, for each voice of the chain:
///
/// 4. ``CastVoice``: voice, pitch, speed and language of a part. Several parts share an engine.
/// 5. `CachedVoice`: plays what was said before. Inside the chain, so that a clip belongs to one voice, and outside of its
///    effects, so that they are not computed again.
///
/// These make a chain of engines. An engine, which ``VoiceProviders`` find, has layers itself:
///
/// 6. `ProfileVoice`: a profile of the user, and the engine that it names.
/// 7. `AssistedVoice`: effects for what the engine cannot do: move its pitch, and whisper.
/// 8. ``NormalizedVoice``: text in words, in pieces that the engine takes.
/// 9. `VoiceClient`: the worker of the plugin.
///
/// Layers that are not needed are left out. A recording has engines (6 to 9) and no chain, because it keeps its clips and
/// chooses stand-ins by itself.
public struct VoiceChain {
  /// Makes of an engine the voice that plays what it said before (5); nil if nothing is kept.
  public var clips: ((any ListedVoice) -> any Voice)?
  /// The breakers of the session (3): chains that share them do not each wait for the same service.
  public var breakers: ServiceBreakers
  /// What all sound goes through (1); nil for nothing.
  public var effect: (any Effect)?

  /// A chain that keeps nothing and has no effect, unless it says so.
  public init(
    clips: ((any ListedVoice) -> any Voice)? = nil, breakers: ServiceBreakers = ServiceBreakers(),
    effect: (any Effect)? = nil
  ) {
    self.clips = clips
    self.breakers = breakers
    self.effect = effect
  }

  /// The outermost layer around `engines`, the best first.
  public func make(of engines: [any ListedVoice]) -> any Voice {
    make(around: fallback(of: engines))
  }

  /// The third layer around `engines`, for callers that ask which of them speaks.
  public func fallback(of engines: [any ListedVoice]) -> FallbackVoice {
    // One by one: to convert the array, the runtime would search all conformances at each start.
    FallbackVoice(engines.map { keeping($0) }, breakers: breakers)
  }

  /// The outermost layer around a part's voices, the best first; each is one that ``keeping(_:)`` made.
  public func make(of voices: [(voice: any Voice, reference: VoiceReference)]) -> any Voice {
    let parts = voices.map { VoiceChain.part($0.voice, as: $0.reference) }
    return make(around: FallbackVoice(parts, breakers: breakers))
  }

  /// The outermost layer around the third.
  public func make(around fallback: FallbackVoice) -> any Voice {
    let timed = TimedVoice(fallback)
    guard let effect else { return timed }
    return EffectVoice(timed, through: effect)
  }

  /// `engine`, and what plays what it said before.
  public func keeping(_ engine: any ListedVoice) -> any Voice { clips?(engine) ?? engine }

  /// `voice` as a part has it (4), alone.
  public static func part(_ voice: any Voice, as reference: VoiceReference) -> any Voice {
    CastVoice(voice, as: reference)
  }

  /// The engine of a plugin, with the effects that are installed (7 to 9).
  static func engine(
    _ setup: PluginSetup, voice: String = "", on host: PluginHost
  ) -> any ListedVoice {
    AssistedVoice(NormalizedVoice(setup, voice: voice), on: host)
  }
}
