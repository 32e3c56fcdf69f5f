import CueModel
import CueRehearsal
import CueSystem
import CueText

// What a rehearsal hears of the actor.

extension Stage {
  /// Shows what was heard; `hasHand`: whether the actor has keys.
  func show(_ report: ListeningReport, hasHand: Bool) {
    prompt { $0.take(report) }
    screen?.wake()
    if manner.isJSON { tell(json(report)) } else { say(report, hasHand) }
  }

  /// Shows how the lines were worded, and who judged it.
  func show(_ wording: WordingReport, judgedBy name: String) {
    guard wording.count > 0 else { return }
    if manner.isJSON { return tell(JSONObject.described(wording) { script.lines[$0].text }) }
    guard !manner.isQuiet else { return }
    let numbers = DialogueNumbers(script)
    put("")
    for line in words.wording(
      wording, second: name,
      { (numbers.number(at: $0) ?? 0, script.lines[$0].text) })
    {
      put(line)
    }
  }

  private func say(_ report: ListeningReport, _ hasHand: Bool) {
    switch report {
    case .listening:
      guard !manner.isQuiet else { return }
      if tellsHearing() {
        put(words(.hearsYou), style: "2")
      } else if wishes.isPlain {
        put(words(.listens))
      }
    case .waits(let line, let why):
      guard !manner.isQuiet, let text = text(of: why, inLine: line) else { return }
      put(text, style: "2")
    case .heard(let heard):
      guard !manner.isQuiet, let match = heard.match else { return }
      let wrong = wrong(heard.line, match.missing, match.changed)
      if wrong.isEmpty, wishes.isPlain { put(words(.heardYou)) }
      if !wrong.isEmpty { put(wrong, style: "2") }
    case .wording(let opinion):
      guard let failure = opinion.failure else { return }
      Console.say(failure.sentence, hint: words(.goesOnWithoutOpinion))
    case .microphoneLost(let loss):
      Console.say(text(of: loss), hint: words(hasHand ? .goesOnByHand : .endsHere))
    case .recognizerFailed(let failure, let isGivenUp):
      Console.say(failure.sentence, hint: words(isGivenUp ? .hearsNoMore : .lineNotHeard))
    case .speechBegan, .partial, .command, .microphoneFault: break
    }
  }

  private func text(of why: TurnWait, inLine line: Int) -> String? {
    switch why {
    case .noSpeech, .slept: words(.stillYourLine)
    case .otherLine(let text): words(.otherLineHeard, ["text": words.quoted(text)])
    case .notUnderstood: words(.sayItAgain)
    case .notAsWritten(let missing, let changed):
      words(.notAsWritten, ["words": wrong(line, missing, changed)])
    // Who pauses goes on, and an echo is nobody's fault.
    case .unfinished, .echo: nil
    }
  }

  private func wrong(_ line: Int, _ missing: [Range<Int>], _ changed: [Range<Int>]) -> String {
    var parts: [String] = []
    if !missing.isEmpty {
      parts.append(words(.leftOut, ["words": words.quoted(words(of: line, missing))]))
    }
    if !changed.isEmpty {
      parts.append(words(.changedWords, ["words": words.quoted(words(of: line, changed))]))
    }
    return parts.joined(separator: ", ")
  }

  /// The words at `ranges` of a line's bytes.
  func words(of line: Int, _ ranges: [Range<Int>]) -> String {
    let bytes = Array(script.lines[line].text.utf8)
    return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: " ")
  }

  private func text(of loss: MicrophoneLoss) -> String {
    switch loss {
    case .over(let name): words(.soundIsOver, ["name": name])
    case .failed(let why): why
    }
  }

  // For programs.

  private func json(_ report: ListeningReport) -> JSONObject? {
    var json: JSONObject
    switch report {
    case .listening(let line):
      json = JSONObject(event: "listening")
      json["line"] = .integer(line)
    case .speechBegan(let line):
      json = JSONObject(event: "speech")
      json["line"] = .integer(line)
    case .partial(let line, let text):
      json = JSONObject(event: "partial")
      json["line"] = .integer(line)
      json["text"] = .string(text)
    case .microphoneFault(let fault):
      json = JSONObject(event: "microphone-fault")
      json["fault"] = .string(fault.rawValue)
    case .waits(let line, let why):
      json = JSONObject(event: "waits")
      json["line"] = .integer(line)
      json["reason"] = .string(Stage.reason(why))
      if case .otherLine(let text) = why { json["text"] = .string(text) }
    case .command(let line, let command):
      json = JSONObject(event: "spoken-command")
      json["line"] = .integer(line)
      json["command"] = .string(command.rawValue)
    case .heard(let heard):
      json = JSONObject(event: "heard")
      json["line"] = .integer(heard.line)
      json["reason"] = .string(heard.end.rawValue)
      json["text"] = .string(heard.text)
      json["source"] = .string(heard.source)
      json["share"] = heard.match.map { .number($0.share) }
      json["missing"] = heard.match.map { .integer($0.missing.count) }
      json["changed"] = heard.match.map { .integer($0.changed.count) }
      json["pick_up_seconds"] = heard.pickUpSeconds.map { .number($0) }
      json["seconds"] = .number(heard.seconds)
    case .wording(let opinion):
      json = JSONObject(event: "wording")
      json["line"] = .integer(opinion.number)
      json.describe(opinion.judgement, of: script.lines[opinion.number].text)
      if !opinion.heard.isEmpty { json["text"] = .string(opinion.heard) }
      json["because"] = opinion.failure.map { .string($0.sentence) }
    case .microphoneLost(let loss):
      json = JSONObject(event: "microphone-lost")
      switch loss {
      case .over(let name):
        // Events are in English, whatever the user's language.
        json["because"] = .string(
          Messages(language: .english)(.soundIsOver, ["name": name]))
      case .failed(let why): json["because"] = .string(why)
      }
    case .recognizerFailed(let failure, let isGivenUp):
      json = JSONObject(event: "recognizer-failed")
      json["because"] = .string(failure.sentence)
      json["given_up"] = .bool(isGivenUp)
    }
    return json
  }

  private static func reason(_ why: TurnWait) -> String {
    switch why {
    case .noSpeech: "no-speech"
    case .slept: "slept"
    case .unfinished: "unfinished"
    case .otherLine: "other-line"
    case .echo: "echo"
    case .notUnderstood: "not-understood"
    case .notAsWritten: "not-as-written"
    }
  }
}
