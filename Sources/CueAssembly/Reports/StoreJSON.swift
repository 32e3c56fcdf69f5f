import CueModel
import CueStore
import CueSystem

// The JSON forms of what the library keeps.

extension StoredScript {
  /// The script as an event, with how many of its items are in each state.
  package func json(_ counts: [ItemStatus: Int]) -> JSONObject {
    var json = JSONObject(event: "script")
    json["number"] = .integer(Int(number))
    json["name"] = .string(name)
    json["path"] = .string(path)
    json["rules"] = .string(rules)
    json["items"] = .integer(counts.values.reduce(0, +))
    for status in ItemStatus.allCases {
      json[status.member] = .integer(counts[status] ?? 0)
    }
    json["updated"] = .date(updated)
    return json
  }
}

extension ItemStatus {
  /// The name of a count of items in this state.
  package var member: String {
    switch self {
    case .textGenerated: "text_generated"
    case .audioQueued: "audio_queued"
    case .audioGenerating: "audio_generating"
    case .audioComplete: "audio_complete"
    case .audioFailed: "audio_failed"
    }
  }
}

extension StoredItem {
  /// Item `number` of its script, counted from 1, with its versions.
  package func json(_ number: Int, _ versions: [StoredAudioVersion]) -> JSONObject {
    var json = JSONObject(event: "item")
    json["number"] = .integer(number)
    json["order_index"] = .integer(orderIndex)
    json["scene"] = .string(scene)
    json["character"] = character.isEmpty ? nil : .string(character)
    json["raw_name"] = rawName.isEmpty ? nil : .string(rawName)
    json["text"] = .string(text)
    json["rules"] = .string(rules)
    json["status"] = .string(status.rawValue)
    json["message"] = message.isEmpty ? nil : .string(message)
    json["versions"] = .objects(
      versions.map { version in
        var json = version.json()
        json["item"] = .integer(number)
        return json
      })
    return json
  }
}

extension StoredAudioVersion {
  /// The version; as an event if it has a name.
  package func json(event: String? = nil) -> JSONObject {
    var json = event.map { JSONObject(event: $0) } ?? JSONObject()
    json["number"] = .integer(Int(number))
    json["is_active"] = .bool(isActive)
    json["is_chosen"] = .bool(isChosen)
    json["is_collected"] = .bool(isCollected)
    json["provider"] = .string(made.plugin)
    json["voice"] = .string(made.voice)
    json["voice_name"] = .string(made.voiceName)
    json["clip"] = .string(made.clip.key.hexadecimal)
    json["seconds"] = .number(made.clip.seconds)
    json["sample_rate"] = .integer(made.clip.format.rateHertz)
    json["format"] = .string(made.clip.format.sample == .int16 ? "int16" : "float32")
    json["bytes"] = .integer(made.clip.byteCount)
    json["characters"] = .integer(made.characters)
    json["cost"] = made.costMicros.map { .number(Double($0) / 1e6) }
    json["settings"] = .string(made.settings)
    json["generated"] = .date(generated)
    json["rating"] = rating.map { .integer($0) }
    json["notes"] = notes.isEmpty ? nil : .string(notes)
    return json
  }
}

extension StoredTask {
  /// The task, of the script at that path.
  package func json(script: String?) -> JSONObject {
    var json = JSONObject()
    json["job"] = .integer(Int(number))
    json["name"] = .string(name)
    json["script"] = script.map { .string($0) }
    json["state"] = .string(isInterrupted ? "interrupted" : state.rawValue)
    json["done"] = .integer(done)
    json["total"] = .integer(total)
    json["failed"] = .integer(failed)
    json["stand_ins"] = .integer(standIns)
    json["percent"] = .integer(percent)
    json["message"] = .string(message)
    json["process"] = process?.number.map { .integer(Int($0)) }
    json["created"] = .date(created)
    json["updated"] = .date(updated)
    return json
  }
}

extension ClipCollection {
  /// What was removed, or would be, as an event.
  package func json(isTrial: Bool) -> JSONObject {
    var json = JSONObject(event: isTrial ? "would_clean" : "cleaned")
    json["unused"] = .integer(unused.count)
    json["over_limit"] = .integer(overLimit.count)
    json["partial"] = .integer(partials)
    json["removed_bytes"] = .integer(removedByteCount)
    json["kept"] = .integer(keptCount)
    json["kept_bytes"] = .integer(keptByteCount)
    return json
  }
}
