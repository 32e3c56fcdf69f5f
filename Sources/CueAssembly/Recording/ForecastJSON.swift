import CueGeneration
import CueSystem

extension GenerationForecast.Share {
  /// The share as an event, with its cost if that is known.
  package func json(cost: Double?) -> JSONObject {
    var json = JSONObject(event: "provider")
    json["provider"] = .string(source)
    json["items"] = .integer(items)
    json["clips"] = .integer(clips)
    json["characters"] = .integer(characters)
    json["seconds"] = .number(seconds)
    json["cost"] = cost.map { .number($0) }
    return json
  }
}

extension RecordingWork {
  /// What is planned, an event for each item; `numbers` are those of the items, as users name them.
  package func json(numbers: [Int]) -> [JSONObject] {
    plan.items.enumerated().map { index, item in
      let job = plan.jobOfItem[index].map { plan.jobs[$0] }
      var json = JSONObject(event: "item")
      json["item"] = .integer(numbers[index])
      json["speaker"] = .string(plan.roles[plan.roleOfItem[index]].speaker)
      json["provider"] = job.map { .string(voices.sources[$0.source].name) }
      json["voice"] = job.map { .string($0.request.requests.first?.voice ?? "") }
      json["clip"] = job.map { .string($0.key.hexadecimal) }
      json["there"] = job.map { .bool($0.entry != nil) }
      json["text"] = .string(item.text)
      return json
    }
  }
}
