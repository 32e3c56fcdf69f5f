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
    // Where a service is asked may be among the settings.
    let key = ([voice.provider] + voice.settings.map { "\($0.name)=\($0.value)" })
      .joined(separator: "\u{0}")
    let list = lists[key] ?? listed(voice)
    lists[key] = list
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
    _ voice: VoiceReference
  ) -> Result<[VoiceDescription], PluginSetupError> {
    let engine: any ListedVoice
    do throws(PluginSetupError) {
      var choice = PluginChoice(reference: PluginReference(voice.provider))
      choice.settings = voice.settings.map { .init(name: $0.name, value: $0.value) }
      engine = try providers.provider(choice).makeVoice(core: nil)
    } catch { return .failure(error) }
    engines.append(engine)
    do throws(PluginFailure) { return .success(try engine.voices()) } catch {
      return .failure(.plugin(error))
    }
  }
}
