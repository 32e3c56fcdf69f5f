import CueAudio
import CueCasting
import CueModel
import CuePlugins
import CuePractice
import CueStore
import CueSystem

/// The voices of practice: what the user chose, else what speaks the language.
package final class PracticeVoices: PracticeCast {
  private let plugins: PluginVoices
  private let casting: Casting
  private let language: String
  /// What was chosen beforehand, and what was set on it.
  private let given: (choice: String, voices: [PluginChoice])?
  private let isStrict: Bool
  private let chain: EffectChain?
  private let explain: (VoiceAbsence) -> String
  private let noteOtherLanguage: ([any RecordingVoice]) -> Void
  private var engines: [any ListedVoice] = []
  private var voices: [String: any Voice] = [:]
  /// Of all choices: a speaker who changes the voice does not wait again for a service that does not answer.
  private let breakers = ServiceBreakers()
  /// What was said before, so that repeating it asks no voice; nil if the user has no cache folder.
  private let said: ClipStore?
  /// The same for voices of services, which may have cost money; nil if the user wants nothing kept.
  private let paid: PaidClips?
  /// When the words of what was said before are heard.
  private let times: ClipTimes?
  /// Why the last choice was refused.
  package private(set) var lastRefusal: PluginSetupError?
  /// Sound that stays for the next time: some ten minutes of most voices.
  private static let mostBytes = 20_000_000

  /// - Parameters:
  ///   - plugins: where voices are found
  ///   - casting: finds voices for a language
  ///   - language: of the speech, as a BCP 47 tag
  ///   - given: a choice with voices whose parameters are set; nil if there is none
  ///   - isStrict: whether there are no stand-ins for the first voice of a choice
  ///   - chain: what the sound goes through
  ///   - keepsClips: whether sound is kept for the next time
  ///   - explain: says why voices are not available, as a sentence
  ///   - noteOtherLanguage: is called with the voices that speak where none speaks the language
  package init(
    _ plugins: PluginHost, _ casting: Casting, language: String,
    given: (choice: String, voices: [PluginChoice])? = nil, isStrict: Bool = false,
    chain: EffectChain? = nil, keepsClips: Bool = true,
    explain: @escaping (VoiceAbsence) -> String,
    noteOtherLanguage: @escaping ([any RecordingVoice]) -> Void = { _ in }
  ) {
    self.plugins = PluginVoices(plugins)
    self.casting = casting
    self.language = language
    self.given = given
    self.isStrict = isStrict
    self.chain = chain
    self.explain = explain
    self.noteOtherLanguage = noteOtherLanguage
    said =
      keepsClips
      ? plugins.environment.cacheFolder.map { ClipStore($0 + "/practice", isPrivate: true) } : nil
    paid = keepsClips ? PaidClips(plugins.environment) : nil
    times = said.map { ClipTimes($0, plugins, note: { _ in }) }
  }

  /// Ends the plugins, and forgets what was said the longest ago where that is too much.
  package func quit() {
    for engine in engines { engine.quit() }
    times?.quit()
    // A cache that cannot be written or cleaned does not stop practice.
    let now = Int(SystemClock().millisecondsSince1970 / 1000)
    _ = try? said?.collect(keeping: nil, mostBytes: PracticeVoices.mostBytes, now: now)
    paid?.collect()
  }

  /// The voice of `choice`, as in ``PracticeSettings/voice``; the same one for the same choice.
  package func voice(_ choice: String) throws(VoiceRefusal) -> any Voice {
    if let voice = voices[choice] { return voice }
    do throws(PluginSetupError) {
      let voice = try made(choice)
      voices[choice] = voice
      return voice
    } catch {
      lastRefusal = error
      throw VoiceRefusal(explain(.provider(error)))
    }
  }

  /// Why one of the voices of `choice` is not available, as far as their plugins can say before a line; nil if all are.
  package func refusal(of choice: String) -> VoiceRefusal? {
    guard voices[choice] == nil, let absence = absence(of: choice) else { return nil }
    if case .provider(let error) = absence { lastRefusal = error }
    return VoiceRefusal(explain(absence))
  }

  /// Why the voices of `choice` are not there; nil if they are.
  package func absence(of choice: String) -> VoiceAbsence? {
    for reference in PluginReference.list(choice) {
      let one = PluginChoice(reference: reference)
      do throws(PluginSetupError) { _ = try plugins.provider(one) } catch {
        return .provider(error)
      }
      if plugins.refusesVoice(one) {
        return .unknownVoice(reference.part, provider: reference.plugin)
      }
    }
    return nil
  }

  /// Whether one of the voices of `choice` asks a network, or cannot say.
  package func needsNetwork(_ choice: String) -> Bool {
    PluginReference.list(choice).contains { reference in
      guard let provider = try? plugins.provider(PluginChoice(reference: reference)) else {
        return false
      }
      let voice = provider.makeVoice(core: nil)
      defer { voice.quit() }
      return (try? voice.identify().needsNetwork) ?? true
    }
  }

  private func made(_ choice: String) throws(PluginSetupError) -> any Voice {
    let made: [any ListedVoice] =
      choice.isEmpty ? try byLanguage() : try plugins.chain(choices(choice))
    engines += made
    return VoiceChain(clips: kept, breakers: breakers, effect: chain).make(of: made)
  }

  /// A voice that says nothing twice: clips are keyed by all that decides how they sound.
  private func kept(_ engine: any ListedVoice) -> any Voice {
    if let paid, (try? engine.identify().needsNetwork) == true { return paid.keeping(engine) }
    guard let said, let times else { return engine }
    return CachedVoice(
      engine, in: said,
      words: { clip, entry, request in
        times.wordsAtOnce(of: clip, entry, saying: request.text, language: request.language)
      },
      key: engine.clipKey())
  }

  private func choices(_ choice: String) -> [PluginChoice] {
    let all =
      given.flatMap { $0.choice == choice ? $0.voices : nil }
      ?? PluginReference.list(choice).map { PluginChoice(reference: $0) }
    return isStrict ? Array(all.prefix(1)) : all
  }

  /// The voices for the language of the speech.
  private func byLanguage() throws(PluginSetupError) -> [any ListedVoice] {
    let voices = try casting.voices(forLanguage: language, isStrict: isStrict)
    if voices.isOtherLanguage { noteOtherLanguage(voices.engines) }
    return voices.engines
  }
}
