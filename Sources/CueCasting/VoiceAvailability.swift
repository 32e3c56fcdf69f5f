import CueModel
import CuePlugins

/// Finds out whether voices are available; each plugin is asked for its list once.
public struct VoiceAvailability: ~Copyable {
  private let providers: any VoiceProviders
  private var engines: [String: any ListedVoice] = [:]
  private var lists: [String: Result<[VoiceDescription], PluginSetupError>] = [:]

  /// Asks `providers`.
  public init(_ providers: any VoiceProviders) { self.providers = providers }

  deinit { for engine in engines.values { engine.quit() } }

  /// Why `voice` is not available; nil if it is.
  public mutating func absence(of voice: VoiceReference) -> VoiceAbsence? {
    // Where a service is asked may be among the settings.
    let key = ([voice.provider] + voice.settings.map { "\($0.name)=\($0.value)" })
      .joined(separator: "\u{0}")
    let list = lists[key] ?? listed(voice, key)
    lists[key] = list
    switch list {
    case .failure(let error): return .provider(error)
    case .success(let voices):
      if VoiceAvailability.has(voice.voice, voices) { return nil }
      // The list may have been a kept one.
      guard let current = engines[key].flatMap({ try? $0.currentVoices() }),
        VoiceAvailability.has(voice.voice, current)
      else { return .unknownVoice(voice.voice, provider: voice.provider) }
      lists[key] = .success(current)
      return nil
    }
  }

  private static func has(_ name: String, _ voices: [VoiceDescription]) -> Bool {
    name.isEmpty || voices.voice(named: name) != nil
      || voices.contains { one in
        !one.isVariant
          && (one.id == name || voices.contains { $0.isVariant && one.id + $0.id == name })
      }
  }

  private mutating func listed(
    _ voice: VoiceReference, _ key: String
  ) -> Result<[VoiceDescription], PluginSetupError> {
    let engine: any ListedVoice
    do throws(PluginSetupError) {
      engine = try providers.provider(PluginChoice(voice)).makeVoice(core: nil)
    } catch { return .failure(error) }
    engines[key] = engine
    do throws(PluginFailure) { return .success(try engine.voices()) } catch {
      return .failure(.plugin(error))
    }
  }
}
