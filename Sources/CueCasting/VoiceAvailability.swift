import CueModel
import CuePlugins

/// Tells whether voices can be had; each plugin is asked for its list once.
public struct VoiceAvailability: ~Copyable {
  private let providers: any VoiceProviders
  private var engines: [any ListedVoice] = []
  private var lists: [String: Result<[VoiceDescription], PluginSetupError>] = [:]

  /// Asks `providers`.
  public init(_ providers: any VoiceProviders) { self.providers = providers }

  deinit { for engine in engines { engine.quit() } }

  /// Why `voice` cannot be had; nil if it can.
  public mutating func absence(of voice: VoiceReference) -> VoiceAbsence? {
    let list = lists[voice.provider] ?? listed(voice.provider)
    lists[voice.provider] = list
    switch list {
    case .failure(let error): return .provider(error)
    case .success(let voices):
      let isThere =
        voice.voice.isEmpty || voices.voice(named: voice.voice) != nil
        || voices.contains { one in
          !one.isVariant
            && (one.id == voice.voice
              || voices.contains { $0.isVariant && one.id + $0.id == voice.voice })
        }
      return isThere ? nil : .unknownVoice(voice.voice, provider: voice.provider)
    }
  }

  private mutating func listed(
    _ provider: String
  ) -> Result<[VoiceDescription], PluginSetupError> {
    let engine: any ListedVoice
    do throws(PluginSetupError) {
      engine = try providers.provider(PluginChoice(reference: PluginReference(provider)))
        .makeVoice(core: nil)
    } catch { return .failure(error) }
    engines.append(engine)
    do throws(PluginFailure) { return .success(try engine.voices()) } catch {
      return .failure(.plugin(error))
    }
  }
}
