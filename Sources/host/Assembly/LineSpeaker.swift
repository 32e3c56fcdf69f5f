import CueModel
import CueSystem

/// Says lines into an output and tells of what comes of them.
struct LineSpeaker {
  let voice: any Voice
  let output: SessionOutput
  let manner: Manner
  let note: (UserError) -> Void

  /// Says one passage.
  ///
  /// Its half is dropped where it fails or is cancelled.
  func say(
    _ request: SpeechRequest, line: Int, offset: Int, cancellation: Cancellation
  ) throws -> SpeechOutcome {
    var report = LineReport(line: line, offset: offset, manner: manner)
    var hasBegun = false
    do {
      let outcome = try voice.speak(request, cancellation: cancellation) { event in
        switch event {
        case .began(let format):
          hasBegun = true
          try output.beginLine(format)
          try report.began(voice.name, request.text, format, at: seconds)
        case .sound(let sound): try output.write(sound, cancellation: cancellation)
        case .mark(let mark): try report.mark(mark, request.text)
        case .shortfall(let shortfall):
          try report.shortfall(shortfall)
          if manner.isVerbose {
            note(UserError("The \(shortfall.field) was \(shortfall.outcome).", .done))
          }
        case .startedOver(let standIn, let failure):
          if hasBegun { try output.dropLine() }
          hasBegun = false
          try report.startedOver(standIn, failure)
          note(UserError(failure.sentence, hint: "\(standIn) stands in.", .done))
        }
      }
      if outcome == .finished, hasBegun { try output.endLine() }
      if outcome == .cancelled, hasBegun { try output.dropLine() }
      try report.ended(outcome, at: seconds)
      return outcome
    } catch let failure as PluginFailure {
      if hasBegun { try output.dropLine() }
      try report.failed(failure)
      throw failure
    } catch let failure as EffectFailure {
      if hasBegun { try output.dropLine() }
      try report.failed(failure.failure)
      throw failure
    }
  }

  private var seconds: Double {
    Double(output.frames) / Double(output.format?.rateHertz ?? 1)
  }
}

/// What `--json` tells of one line.
private struct LineReport {
  let line: Int
  let offset: Int
  let manner: Manner
  private var startSeconds = 0.0
  private var rateHertz = 1

  init(line: Int, offset: Int, manner: Manner) {
    self.line = line
    self.offset = offset
    self.manner = manner
  }

  private func tell(_ name: String, _ fill: (inout JSONObject) -> Void) throws(UserError) {
    guard manner.isJSON else { return }
    var json = JSONObject(event: name)
    json["line"] = .integer(line)
    fill(&json)
    try Console.result(json.line)
  }

  mutating func began(
    _ voice: String, _ text: String, _ format: AudioFormat, at seconds: Double
  ) throws(UserError) {
    startSeconds = seconds
    rateHertz = format.rateHertz
    try tell("line") {
      $0["voice"] = .string(voice)
      $0["time"] = .number(seconds)
      $0["offset"] = .integer(offset)
      $0["length"] = .integer(text.utf8.count)
      $0["rate"] = .integer(format.rateHertz)
      $0["channels"] = .integer(format.channels)
      $0["text"] = .string(text)
    }
  }

  func mark(_ mark: SpeechMark, _ text: String) throws(UserError) {
    guard manner.isJSON else { return }
    let names: [SpeechMark.Kind: String] = [
      .word: "word", .sentence: "sentence", .mark: "mark", .phoneme: "phoneme",
    ]
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: mark.textRange.lowerBound)
    let end = utf8.index(start, offsetBy: mark.textRange.count)
    try tell(names[mark.kind] ?? "event") {
      $0["time"] = .number(startSeconds + Double(mark.frame) / Double(rateHertz))
      $0["frame"] = .integer(mark.frame)
      $0["offset"] = .integer(offset + mark.textRange.lowerBound)
      $0["length"] = .integer(mark.textRange.count)
      if !mark.textRange.isEmpty { $0["text"] = .string(String(text[start..<end])) }
      if !mark.name.isEmpty { $0["name"] = .string(mark.name) }
    }
  }

  func shortfall(_ shortfall: Shortfall) throws(UserError) {
    try tell("shortfall") {
      $0["field"] = .string(shortfall.field)
      $0["outcome"] = .string(shortfall.outcome)
    }
  }

  func startedOver(_ standIn: String, _ failure: PluginFailure) throws(UserError) {
    try tell("stand-in") {
      $0["voice"] = .string(standIn)
      $0["because"] = .string(failure.sentence)
    }
  }

  func ended(_ outcome: SpeechOutcome, at seconds: Double) throws(UserError) {
    try tell(outcome == .finished ? "end" : "cancelled") {
      $0["time"] = .number(seconds)
      $0["seconds"] = .number(seconds - startSeconds)
    }
  }

  func failed(_ failure: PluginFailure) throws(UserError) {
    try tell("failed") { $0["because"] = .string(failure.sentence) }
  }
}
