import CueModel
import CueSpeaking
import CueSystem

/// Writes events of speaking as JSON: one object an event, with a stable name in `event`.
///
/// New events and members may be added; the existing ones stay. Members whose value is not known are left out.
package struct SpeakingEventWriter: Sendable {
  private let explain: @Sendable (any Error) -> String

  /// A writer; `explain` says in English why something failed.
  package init(explain: @escaping @Sendable (any Error) -> String) { self.explain = explain }

  /// The JSON form of `report`; nil if it has none.
  package func json(_ report: SpeakingReport) -> JSONObject? {
    switch report {
    case .course(let event): return json(event)
    case .noClip(let name, let line):
      var json = JSONObject(event: "no-clip")
      json["sfx"] = .string(name)
      json["line"] = .integer(line)
      return json
    case .standIn(let voice, let failure):
      var json = JSONObject(event: "stand-in")
      json["voice"] = .string(voice)
      json["because"] = .string(explain(failure))
      return json
    case .fitted(let fitted): return json(fitted)
    case .finished(let outcome):
      var json = JSONObject(event: "done")
      let failed: JSON? = outcome.failed > 0 ? .integer(outcome.failed) : nil
      json[outcome.countsLines ? "lines" : "items"] = .integer(outcome.finished)
      json[outcome.countsLines ? "missed" : "failed"] = failed
      json["seconds"] = .number(outcome.seconds)
      return json
    }
  }

  private func json(_ fitted: FittedLine) -> JSONObject {
    var json = JSONObject(event: "fitted")
    json["line"] = .integer(fitted.line)
    json["voice"] = .string(fitted.voice)
    json["start"] = .number(fitted.startSeconds)
    json["target"] = .number(fitted.targetSeconds)
    json["seconds"] = .number(fitted.seconds)
    json["own_seconds"] = .number(fitted.ownSeconds)
    json["rate"] = .number(fitted.speed)
    json["tempo"] = .number(fitted.tempo)
    json["passes"] = .integer(fitted.passes)
    json["late"] = fitted.lateSeconds > 0.001 ? .number(fitted.lateSeconds) : nil
    json["fitted"] = .bool(fitted.isFitted)
    return json
  }

  private func json(_ event: SpeakingEvent) -> JSONObject? {
    var json: JSONObject
    func begin(_ name: String, item: Int? = nil) -> JSONObject {
      var json = JSONObject(event: name)
      json["time"] = .number(event.seconds)
      json["channel"] = .integer(event.channel)
      json["item"] = item.map { .integer($0) }
      return json
    }
    switch event.what {
    case .failed(_, let item, let error):
      json = begin("failed")
      fill(&json, item)
      json["because"] = .string(explain(error))
    case .standIn(let item, let voice, let failure):
      json = begin("stand-in", item: item)
      json["voice"] = .string(voice)
      json["because"] = .string(explain(failure))
    case .prepared(let path):
      json = begin("prepared")
      json["sfx"] = .string(path)
    case .began(let number, let item):
      json = begin("began", item: number)
      fill(&json, item)
    case .said(let number, let voice):
      json = begin("said-by", item: number)
      json["voice"] = .string(voice)
    case .ended(let number): json = begin("ended", item: number)
    case .mark(let number, let mark):
      guard mark.kind == .word else { return nil }
      json = begin("word", item: number)
      json["offset"] = .integer(mark.textRange.lowerBound)
      json["length"] = .integer(mark.textRange.count)
      if mark.isEstimated { json["estimated"] = .bool(true) }
    case .shortfall(let number, let shortfall):
      json = begin("shortfall", item: number)
      json["field"] = .string(shortfall.field)
      json["outcome"] = .string(shortfall.outcome)
    case .speaking(let isSpeaking):
      json = begin("speaking")
      json["on"] = .bool(isSpeaking)
    case .level(let level):
      json = begin("level")
      json["level"] = SpeakingEventWriter.rounded(level)
    case .pulse(let pulse):
      json = begin("pulse")
      json["pulse"] = SpeakingEventWriter.rounded(pulse)
    case .status(let status):
      json = begin("status")
      json["status"] = .string(status.rawValue)
    }
    return json
  }

  private static func rounded(_ number: Double) -> JSON {
    .number((number * 1000).rounded() / 1000)
  }

  private func fill(_ json: inout JSONObject, _ item: SpeechItem) {
    switch item {
    case .speak(let spoken):
      json["speak"] = .string(spoken.text)
      json["voice"] = spoken.voice.isEmpty ? nil : .string(spoken.voice)
    case .sound(let path, let gain):
      json["sfx"] = .string(path)
      json["gain"] = gain == 0 ? nil : .number(gain)
    case .pause(let seconds): json["pause"] = .number(seconds)
    }
  }
}
