import CueModel
import CueSpeaking
import CueSystem

/// Reports on a queue.
struct QueueReport {
  private let studio: Studio
  private let called: [String: String]

  init(_ studio: Studio, called: [String: String]) {
    self.studio = studio
    self.called = called
  }

  func tell(_ event: SpeakingEvent) throws(UserError) {
    switch event.what {
    case .failed(_, let item, let error):
      let userError = UserError(explaining: error) ?? UserError("\(error)", .unavailable)
      studio.note(UserError(userError.sentence, hint: userError.hint, .done))
      try put(event, "failed") {
        fill(&$0, item)
        $0["because"] = .string(userError.sentence)
      }
    case .standIn(let item, let voice, let failure):
      studio.note(UserError(failure.sentence, hint: failure.hint(of: voice), .done))
      try put(event, "stand-in") {
        $0["item"] = .integer(item)
        $0["voice"] = .string(voice)
        $0["because"] = .string(failure.sentence)
      }
    case .prepared(let path): try put(event, "prepared") { $0["sfx"] = .string(path) }
    case .began(let number, let item):
      try put(event, "began") {
        $0["item"] = .integer(number)
        fill(&$0, item)
      }
    case .said(let number, let voice):
      try put(event, "said-by") {
        $0["item"] = .integer(number)
        $0["voice"] = .string(voice)
      }
    case .ended(let number): try put(event, "ended") { $0["item"] = .integer(number) }
    case .mark(let number, let mark):
      guard mark.kind == .word else { return }
      try put(event, "word") {
        $0["item"] = .integer(number)
        $0["offset"] = .integer(mark.textRange.lowerBound)
        $0["length"] = .integer(mark.textRange.count)
        if mark.isEstimated { $0["estimated"] = .bool(true) }
      }
    case .shortfall(let number, let shortfall):
      try put(event, "shortfall") {
        $0["item"] = .integer(number)
        $0["field"] = .string(shortfall.field)
        $0["outcome"] = .string(shortfall.outcome)
      }
    case .speaking(let isSpeaking): try put(event, "speaking") { $0["on"] = .bool(isSpeaking) }
    case .level(let level): try put(event, "level") { $0["level"] = rounded(level) }
    case .pulse(let pulse): try put(event, "pulse") { $0["pulse"] = rounded(pulse) }
    case .status(let status):
      try put(event, "status") { $0["status"] = .string(status.rawValue) }
    }
  }

  private func rounded(_ number: Double) -> JSON { .number((number * 1000).rounded() / 1000) }

  private func fill(_ json: inout JSONObject, _ item: SpeechItem) {
    switch item {
    case .speak(let spoken):
      json["speak"] = .string(spoken.text)
      json["voice"] = spoken.voice.isEmpty ? nil : .string(called[spoken.voice] ?? spoken.voice)
    case .sound(let path, let gain):
      json["sfx"] = .string(path)
      json["gain"] = gain == 0 ? nil : .number(gain)
    case .pause(let seconds): json["pause"] = .number(seconds)
    }
  }

  private func put(
    _ event: SpeakingEvent, _ name: String, _ fill: (inout JSONObject) -> Void
  ) throws(UserError) {
    guard studio.manner.isJSON else { return }
    var json = JSONObject(event: name)
    json["time"] = .number(event.seconds)
    json["channel"] = .integer(event.channel)
    fill(&json)
    try Console.result(json.line)
  }
}
