import CueCasting
import CueModel
import CueScreenplay
import CueSystem

extension CastOutcome {
  /// The cast as an event.
  ///
  /// - Parameters:
  ///   - title: the script's
  ///   - clause: why a voice was chosen, in words
  ///   - sentence: why a voice cannot be had, in words
  /// - Returns: the object
  package func json(
    title: String, clause: (CastReason) -> String, sentence: (VoiceAbsence) -> String
  ) -> JSONObject {
    func name(_ key: String) -> String { cast.role(key: key)?.name ?? key }

    var json = JSONObject(event: "cast")
    json["script"] = .string(title)
    json["language"] = .string(language)
    json["narrator"] = .object(role(cast.narrator, clause, sentence))
    json["characters"] = .objects(cast.roles.map { role($0, clause, sentence) })
    json["voices"] = .objects(
      cast.byVoice.map { voice, names in
        var json = JSONObject()
        json["voice"] = .string(voice.description)
        json["names"] = .strings(names)
        return json
      })
    var aliases = JSONObject()
    for (cue, key) in cast.aliases.sorted(by: { $0.key < $1.key }) {
      aliases[cue] = .string(name(key))
    }
    json["aliases"] = .object(aliases)
    json["crowds"] = .objects(
      speakers.crowds.map { crowd in
        var json = JSONObject()
        json["cue"] = .string(crowd.name)
        json["dialogue_count"] = .integer(crowd.speechCount)
        json["said_by"] = .strings(crowd.speakers.map(name))
        return json
      })
    json["alike"] = .objects(
      alike.map { pair in
        var json = JSONObject()
        json["characters"] = .strings([pair.one, pair.other].map { cast.roles[$0].name })
        json["exchanges"] = .integer(pair.exchanges)
        json["distance_semitones"] = .number((pair.distance * 100).rounded() / 100)
        return json
      })
    json["alias_hints"] = .objects(
      openHints.map { hint in
        var json = JSONObject()
        json["cue"] = .string(hint.cue)
        json["name"] = .string(hint.name)
        return json
      })
    return json
  }

  private func role(
    _ role: CastRole, _ clause: (CastReason) -> String, _ sentence: (VoiceAbsence) -> String
  ) -> JSONObject {
    var json = JSONObject()
    json["name"] = .string(role.name)
    if !role.key.isEmpty {
      json["key"] = .string(role.key)
      json["aliases"] = .strings(role.cues)
      json["dialogue_count"] = .integer(role.speechCount)
      json["gender"] = .string(role.gender?.rawValue ?? "")
      json["age"] = .string(role.age)
    }
    json["voice"] = role.voice.map { .string($0.description) }
    let reasons = (reasons[role.key] ?? []).map { clause($0) }
    json["reasons"] = reasons.isEmpty ? nil : .strings(reasons)
    json["fallbacks"] = .strings(role.fallbacks.map(\.description))
    json["locked"] = .bool(role.isLocked)
    json["notes"] = .string(role.notes)
    json["new"] = .bool(isNew.contains(role.key))
    json["unavailable"] = unavailable[role.key].map { .string(sentence($0)) }
    return json
  }

  /// Cues that may be other names of a character, unless the user has answered by locking the part.
  package var openHints: [Speakers.AliasHint] {
    speakers.aliasHints.filter { hint in
      cast.roles.first { $0.name == hint.cue }?.isLocked == false
    }
  }
}
