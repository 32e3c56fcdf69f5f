import CueSystem

extension CheckResult {
  /// The result as an event; `words` puts into words what happened, or why a check was skipped.
  package func json(words: (Account) -> String) -> JSONObject {
    var json = JSONObject(event: "result")
    json["check"] = .string(check)
    json["level"] = .integer(level)
    json["plugin"] = plugin.isEmpty ? nil : .string(plugin)
    json["outcome"] = .string(outcome.word)
    if case .skipped(let reason) = outcome { json["reason"] = .string(words(reason)) }
    if let finding = outcome.finding {
      json["done"] = .string(finding.done)
      json["expected"] = .string(finding.expected)
      json["happened"] = .string(words(finding.happened))
      json["reproduce"] = .string(reproduce)
    }
    json["milliseconds"] = .integer(milliseconds)
    return json
  }
}

extension ConformanceVerdict {
  /// The verdict on `plugin` as an event; `words` are the verdict in words.
  package func json(
    plugin: String, words: String, reason: String?, seed: UInt64, _ milliseconds: Int
  ) -> JSONObject {
    var json = JSONObject(event: "summary")
    json["plugin"] = .string(plugin)
    json["verdict"] = .string(words)
    json["reason"] = reason.map { .string($0) }
    json["level"] = .integer(reachedLevel)
    for word in ConformanceVerdict.outcomes { json[word] = .integer(count(word)) }
    json["seed"] = .string(String(seed))
    json["milliseconds"] = .integer(milliseconds)
    return json
  }
}

extension Check {
  /// The check as an event.
  package var json: JSONObject {
    var json = JSONObject(event: "check")
    json["id"] = .string(id)
    json["level"] = .integer(level)
    json["purpose"] = .string(purpose)
    json["method"] = .string(method)
    return json
  }
}
