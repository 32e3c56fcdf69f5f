import CueAudio
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
  private var clients: [VoiceClient] = []
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
    for client in clients { client.quit() }
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

  /// Whether the voices of `choice` are there: a plugin that cannot be found or has no such voice is told as a sentence.
  func refusal(of choice: String) -> String? {
    for reference in PluginReference.list(choice) {
      do throws(UserError) {
        let client = VoiceClient(try studio.setup(PluginChoice(reference: reference)))
        defer { client.quit() }
        guard !reference.part.isEmpty, let all = try? client.voices(),
          !all.contains(where: { $0.id == reference.part || reference.part.hasPrefix($0.id + "+") })
        else { continue }
        return "\(reference.plugin) has no voice “\(reference.part)”."
      } catch { return error.sentence }
    }
    return nil
  }

  private func made(_ choice: String) throws(UserError) -> any Voice {
    let made = choice.isEmpty ? try byLanguage() : try studio.voices(choices(choice))
    clients += made
    let kept = made.map(kept)
    let voice = kept.count == 1 ? kept[0] : FallbackVoice(kept)
    return chain.map { EffectVoice(voice, through: $0) } ?? voice
  }

  /// `client`, which says nothing twice: under all that decides how it sounds.
  private func kept(_ client: VoiceClient) -> any Voice {
    guard let said else { return client }
    var identities: [String: SoundIdentity] = [:]
    return CachedVoice(client, in: said) { request in
      let sent = try client.requestAsSent(request)
      let identity = try identities[sent.voice] ?? client.soundIdentity(voice: sent.voice)
      identities[sent.voice] = identity
      return ClipRequest(sent).key(identity)
    }
  }

  private func choices(_ choice: String) -> [PluginChoice] {
    if let given, given.choice == choice { return given.voices }
    return PluginReference.list(choice).map { PluginChoice(reference: $0) }
  }

  /// What cue.conf names for the language, else those of the usual chain that speak it.
  private func byLanguage() throws(UserError) -> [VoiceClient] {
    let short = String(language.prefix { $0 != "-" })
    for name in [language, short] where !name.isEmpty {
      if let choice = try studio.configured("voice.\(name)"), !choice.isEmpty {
        return try studio.voices(choices(choice))
      }
    }
    let all = try studio.voices(choices(studio.plugins.voiceChainByDefault))
    let wanted = short.lowercased()
    guard all.count > 1, !wanted.isEmpty else { return all }
    let speaking = all.filter { client in
      (try? client.voices())?.contains { voice in
        voice.languages.contains { $0.lowercased().prefix { $0 != "-" } == wanted }
      } ?? false
    }
    guard !speaking.isEmpty else {
      studio.note(
        UserError(
          studio.words(
            .noVoiceSpeaks,
            ["voices": all.map(\.name).joined(separator: ", "), "language": language]),
          hint: studio.words(.nameAVoice, ["language": short]), .done))
      return all
    }
    for client in all where !speaking.contains(where: { $0 === client }) { client.quit() }
    return speaking
  }
}
