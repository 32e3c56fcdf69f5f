import CueAudio
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CuePractice
import CueStore

/// The voices of practice: what the user chose, else what speaks the language.
final class PracticeVoices: PracticeCast {
  private let studio: Studio
  private let language: String
  /// What was chosen on the command line, and what was set on it.
  private let given: (choice: String, voices: [PluginChoice])?
  private let chain: EffectChain?
  private var engines: [any RecordingVoice] = []
  private var voices: [String: any Voice] = [:]
  /// What was said before, so that repeating it asks no voice; nothing where the user has no cache folder.
  private let said: ClipStore?
  /// Sound that stays for the next time: some ten minutes of most voices.
  private static let mostBytes = 20_000_000

  init(
    _ studio: Studio, language: String, given: (choice: String, voices: [PluginChoice])?,
    chain: EffectChain?
  ) {
    self.studio = studio
    self.language = language
    self.given = given
    self.chain = chain
    said = studio.environment.cacheFolder.map { ClipStore($0 + "/practice") }
  }

  /// Ends the plugins, and forgets what was said the longest ago where that is too much.
  func quit() {
    for engine in engines { engine.quit() }
    // A cache that cannot be written or cleaned costs nobody the practice.
    let now = Int(SystemClock().millisecondsSince1970 / 1000)
    _ = try? said?.collect(keeping: nil, mostBytes: PracticeVoices.mostBytes, now: now)
  }

  func voice(_ choice: String) throws(VoiceRefusal) -> any Voice {
    if let voice = voices[choice] { return voice }
    do throws(UserError) {
      let voice = try made(choice)
      voices[choice] = voice
      return voice
    } catch { throw VoiceRefusal(error.sentence) }
  }

  /// Why the voices of `choice` are not there, as a sentence; nil if they are.
  func refusal(of choice: String) -> String? {
    var availability = VoiceAvailability(studio.plugins)
    for reference in PluginReference.list(choice) {
      do throws(UserError) { _ = try studio.setup(PluginChoice(reference: reference)) } catch {
        return error.sentence
      }
      let voice = VoiceReference(provider: reference.plugin, voice: reference.part)
      // A plugin that cannot list its voices now may speak all the same.
      if case .unknownVoice? = reference.part.isEmpty ? nil : availability.absence(of: voice) {
        return UserError(.unknownVoice(reference.part, provider: reference.plugin)).sentence
      }
    }
    return nil
  }

  private func made(_ choice: String) throws(UserError) -> any Voice {
    let made: [any RecordingVoice] =
      choice.isEmpty ? try byLanguage() : try studio.voices(choices(choice))
    engines += made
    let kept = made.map(kept)
    let voice = kept.count == 1 ? kept[0] : FallbackVoice(kept)
    return chain.map { EffectVoice(voice, through: $0) } ?? voice
  }

  /// `engine`, which says nothing twice: under all that decides how it sounds.
  private func kept(_ engine: any RecordingVoice) -> any Voice {
    guard let said else { return engine }
    var identities: [String: SoundIdentity] = [:]
    return CachedVoice(engine, in: said) { request in
      let sent = try engine.requestAsSent(request)
      let identity = try identities[sent.voice] ?? engine.soundIdentity(voice: sent.voice)
      identities[sent.voice] = identity
      return ClipRequest(sent).key(identity)
    }
  }

  private func choices(_ choice: String) -> [PluginChoice] {
    if let given, given.choice == choice { return given.voices }
    return PluginReference.list(choice).map { PluginChoice(reference: $0) }
  }

  /// The voices for the language of the speech.
  private func byLanguage() throws(UserError) -> [any RecordingVoice] {
    let voices: LanguageVoices
    do throws(PluginSetupError) {
      voices = try studio.casting(Cancellation()).voices(forLanguage: language)
    } catch { throw UserError(error) }
    if voices.isOtherLanguage {
      let names = voices.engines.map(\.name).joined(separator: ", ")
      studio.note(
        UserError(
          studio.words(.noVoiceSpeaks, ["voices": names, "language": language]),
          hint: studio.words(
            .nameAVoice, ["language": String(language.prefix { $0 != "-" })]), .done))
    }
    return voices.engines
  }
}
