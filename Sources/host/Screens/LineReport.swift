import CueModel
import CueOutput
import CueSystem

/// What `--json` tells of one line, and what is noted about it.
struct LineReport {
  let line: Int
  let offset: Int
  let text: String
  let manner: Manner
  let note: (UserError) -> Void

  func tell(_ event: LineEvent) throws(UserError) {
    switch event {
    case .began(let voice, let format, let seconds):
      try tell("line") {
        $0["voice"] = .string(voice)
        $0["time"] = .number(seconds)
        $0["offset"] = .integer(offset)
        $0["length"] = .integer(text.utf8.count)
        $0["rate"] = .integer(format.rateHertz)
        $0["channels"] = .integer(format.channels)
        $0["text"] = .string(text)
      }
    case .mark(let mark, let seconds): try tell(mark, at: seconds)
    case .shortfall(let shortfall):
      try tell("shortfall") {
        $0["field"] = .string(shortfall.field)
        $0["outcome"] = .string(shortfall.outcome)
      }
      if manner.isVerbose {
        note(UserError("The \(shortfall.field) was \(shortfall.outcome).", .done))
      }
    case .startedOver(let standIn, let failure):
      try tell("stand-in") {
        $0["voice"] = .string(standIn)
        $0["because"] = .string(failure.sentence)
      }
      note(UserError(failure.sentence, hint: "\(standIn) stands in.", .done))
    case .ended(let outcome, let seconds, let lineSeconds):
      try tell(outcome == .finished ? "end" : "cancelled") {
        $0["time"] = .number(seconds)
        $0["seconds"] = .number(lineSeconds)
      }
    case .failed(let failure):
      try tell("failed") { $0["because"] = .string(failure.sentence) }
    }
  }

  private func tell(_ mark: SpeechMark, at seconds: Double) throws(UserError) {
    guard manner.isJSON else { return }
    let names: [SpeechMark.Kind: String] = [
      .word: "word", .sentence: "sentence", .mark: "mark", .phoneme: "phoneme",
    ]
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: mark.textRange.lowerBound)
    let end = utf8.index(start, offsetBy: mark.textRange.count)
    try tell(names[mark.kind] ?? "event") {
      $0["time"] = .number(seconds)
      $0["frame"] = .integer(mark.frame)
      $0["offset"] = .integer(offset + mark.textRange.lowerBound)
      $0["length"] = .integer(mark.textRange.count)
      if !mark.textRange.isEmpty { $0["text"] = .string(String(text[start..<end])) }
      if !mark.name.isEmpty { $0["name"] = .string(mark.name) }
    }
  }

  private func tell(_ name: String, _ fill: (inout JSONObject) -> Void) throws(UserError) {
    guard manner.isJSON else { return }
    var json = JSONObject(event: name)
    json["line"] = .integer(line)
    fill(&json)
    try Console.result(json.line)
  }
}
