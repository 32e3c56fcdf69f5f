import CueRehearsal
import CueScreenplay
import CueSystem

extension LineMemory {
  /// The history of a line, by its index, as an event.
  package func json(_ line: Int) -> JSONObject {
    let history = histories[line] ?? LineHistory()
    let script = self.script.lines[line]
    var json = JSONObject(event: "line-history")
    json["line"] = .integer(line)
    json["number"] = DialogueNumbers(self.script).number(at: line).map { .integer($0) }
    json["character"] = script.character.map { .string($0) }
    json["text"] = .string(script.text)
    json["trouble"] = .number(TroubleSpots.trouble(history.attempts))
    json["is_due"] = .bool(history.isDue(at: now))
    if history.plan.reviewed > 0 {
      json["due"] = .date(history.plan.due)
    }
    json["interval_days"] = .integer(history.plan.intervalDays)
    json["ease"] = .number(history.plan.ease)
    json["prompts"] = .integer(history.prompts)
    json["pick_up_seconds"] = history.pickUpSeconds.map { .number($0) }
    json["attempts"] = .objects(
      history.attempts.map { attempt in
        var json = attempt.json
        json["said"] = .date(attempt.said)
        return json
      })
    return json
  }
}
