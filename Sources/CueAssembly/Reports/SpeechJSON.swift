import CueStore
import CueSystem
import CueText

extension StoredSpeech {
  /// The speech as an event.
  package func json(_ event: String, withContent: Bool = false) -> JSONObject {
    let time = ReadingTime(of: content)
    var json = JSONObject(event: event)
    json["number"] = .integer(Int(number))
    json["title"] = .string(title)
    json["language"] = .string(language)
    json["characters"] = .integer(content.count)
    json["words"] = .integer(time.words)
    json["seconds"] = .integer(time.seconds)
    json["reading"] = .string(time.description)
    json["created"] = .date(created)
    json["updated"] = .date(updated)
    if withContent { json["content"] = .string(content) }
    return json
  }
}

extension PracticeTrend {
  /// The values over all sessions, as an event.
  package var json: JSONObject {
    var json = JSONObject(event: "trend")
    json["measure"] = .string(measure.rawValue)
    json["values"] = .array(values.map { $0.map { .number($0) } ?? .null })
    json["first"] = first.map { .number($0) }
    json["last"] = last.map { .number($0) }
    return json
  }
}

extension PracticeRecord {
  /// The session as an event.
  package var json: JSONObject {
    var json = JSONObject(event: "session")
    json["ended"] = .date(ended)
    json["end"] = .string(end)
    json["spoken_seconds"] = .number(Double(spokenMilliseconds) / 1000)
    json["paused_seconds"] = .number(Double(pausedMilliseconds) / 1000)
    json["segments"] = .integer(segments)
    if repeated > 0 { PracticeEventWriter.describe(self, in: &json) }
    return json
  }
}
