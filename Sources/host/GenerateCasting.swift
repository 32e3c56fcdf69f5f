import CueGeneration
import CueModel
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueStore

/// Finds who plays whom in a recording: the cast file, the library's cast, or a proposal, which is kept.
struct GenerateCasting {
  let options: GenerateOptions
  let studio: Studio

  func cast(_ script: GenerateScript, _ library: GenerateLibrary) throws(Complaint) -> Cast {
    try proposal(script.items)
  }

  /// A cast from the voices of `--voice`, or those used by default.
  func proposal(_ items: [SpeakableItem]) throws(Complaint) -> Cast {
    var cast = Cast()
    var places: [String: Int] = [:]
    for item in items {
      guard let key = item.characterName else {
        cast.narrator.speechCount += 1
        continue
      }
      if places[key] == nil {
        places[key] = cast.roles.count
        cast.roles.append(CastRole(key: key, name: item.rawCharacterName ?? key))
      }
      cast.roles[places[key] ?? 0].speechCount += 1
    }
    cast.roles.sort { $0.speechCount > $1.speechCount }
    let clients = try studio.voices(options.voices)
    defer { for client in clients { client.quit() } }
    for client in clients {
      let voices = candidates(client)
      for (place, key) in ([""] + cast.roles.map(\.key)).enumerated() {
        var reference = voices[place % voices.count]
        let round = place / voices.count
        reference.pitchSemitones = [0, 2, -2, 4, -4, 6, -6, 1, -1, 3, -3, 5, -5][round % 13]
        _ = cast.change(key: key) { role in
          if role.voice == nil { role.voice = reference } else { role.fallbacks.append(reference) }
        }
      }
    }
    return cast
  }

  private func candidates(_ client: VoiceClient) -> [VoiceReference] {
    let settings =
      options.voices.first { $0.reference.plugin == client.plugin }?.settings ?? []
    func reference(_ voice: String) -> VoiceReference {
      var reference = VoiceReference(provider: client.plugin, voice: voice)
      reference.language = options.language
      reference.settings = settings.map { VoiceReference.Setting($0.name, $0.value) }
      return reference
    }
    guard client.defaultVoice.isEmpty else { return [reference(client.defaultVoice)] }
    let language = options.language.isEmpty ? "en" : options.language.lowercased()
    let all = ((try? client.voices()) ?? []).filter { voice in
      !voice.isVariant && voice.languages.contains { $0.lowercased().hasPrefix(language.prefix(2)) }
    }
    return all.isEmpty ? [reference("")] : all.prefix(12).map { reference($0.id) }
  }
}
