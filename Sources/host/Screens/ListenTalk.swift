import CueAssembly
import CueListening
import CueModel
import CuePlugins
import CueSystem
import CueText
import Glibc

/// Reports what is heard, to people or as JSON lines.
///
/// The words go to standard output; details, and why listening ended, to standard error.
struct ListenTalk {
  let manner: OutputManner
  let words: Messages
  let format: AudioFormat
  let strictness: Strictness
  private let expectedWords: Set<String>
  /// The expected line; empty if there is none.
  private let line: String
  private let isAtTerminal =
    isatty(STDERR_FILENO) == 1 && UserEnvironment.current().hasMovingCursor

  init(
    manner: OutputManner, words: Messages, format: AudioFormat, strictness: Strictness,
    expectation: ListenExpectation
  ) {
    self.manner = manner
    self.words = words
    self.format = format
    self.strictness = strictness
    line = if case .line(let scene) = expectation { scene.text } else { "" }
    expectedWords =
      if case .line(let line) = expectation { Set(SpokenWords.of(line.text).map(\.text)) } else {
        []
      }
  }

  private func seconds(_ frame: Int) -> Double { Double(frame) / Double(format.rateHertz) }

  func tell(_ event: ListenEvent) throws(UserError) {
    guard manner.isJSON else { return tellPeople(event) }
    var json: JSONObject
    switch event {
    case .shortfall(let shortfall):
      json = JSONObject(event: "shortfall")
      json["field"] = .string(shortfall.field)
      json["outcome"] = .string(shortfall.outcome)
    case .speechBegan(let frame):
      json = JSONObject(event: "speech")
      json["seconds"] = .number(seconds(frame))
    case .partial(let heard, let frame):
      json = JSONObject(event: "partial")
      json["seconds"] = .number(seconds(frame))
      json["text"] = .string(heard.text)
      json["stable_bytes"] = .integer(heard.stableBytes)
    case .wordChanged: return
    case .lineEndReached(let frame):
      json = JSONObject(event: "line_end")
      json["seconds"] = .number(seconds(frame))
    }
    try Console.result(json.line)
  }

  private func tellPeople(_ event: ListenEvent) {
    switch event {
    case .shortfall(let shortfall): tell(shortfall)
    case .partial(let heard, let frame):
      // On a terminal, the next partial overwrites it; elsewhere each would be a line.
      if isAtTerminal, !manner.isQuiet {
        Console.talk(TerminalText(.wipeRow) + TerminalText(ListenTalk.tail(heard.text)))
      } else if manner.isVerbose {
        Console.talk("\(time(frame))  \(heard.text)\n")
      }
    case .speechBegan, .lineEndReached, .wordChanged: break
    }
  }

  /// Pronunciations of the expected line matter; the others are only for verbose output.
  private func tell(_ shortfall: Shortfall) {
    guard !manner.isQuiet else { return }
    guard shortfall.field == "pronunciation" else {
      return Console.say("\(shortfall.field): \(shortfall.outcome).")
    }
    let parts = shortfall.outcome.split(separator: " ", maxSplits: 2)
    let word = parts.count == 3 ? String(parts[1].dropLast()) : ""
    guard manner.isVerbose || expectedWords.contains(word.lowercased()) else { return }
    Console.say(
      words.listen(
        .pronunciationGuessed,
        ["word": word, "how": parts.count == 3 ? String(parts[2]) : ""]),
      hint: words.listen(.pronounceIt, ["word": word]))
  }

  /// As much of the end of `text` as is sure to fit in a line.
  private static func tail(_ text: String) -> String {
    text.count <= 70 ? text : Signs.fitted("…") + text.suffix(69)
  }

  /// The time of a frame, as in 2.5 s.
  private func time(_ frame: Int) -> String {
    words.number(seconds(frame), decimals: 1, least: 1) + " s"
  }

  func tell(_ result: ListenResult) throws(UserError) {
    if manner.isJSON { return try Console.result(json(result)) }
    if isAtTerminal, !manner.isQuiet { Console.talk(TerminalText(.wipeRow)) }
    let answer = ListenTalk.answer(result)
    if !answer.isEmpty { try Console.result(answer + "\n") }
    guard !manner.isQuiet else { return }
    if let verdict = verdict(result) { Console.say(verdict) }
    Console.say(
      words.listen(
        .ended, ["time": time(result.frameCount), "why": words.clause(result.reason)]))
  }

  /// The line for standard output.
  private static func answer(_ result: ListenResult) -> String {
    switch result.meaning {
    case .nothing, .notUnderstood: ""
    case .words(let text), .otherLine(let text): text
    case .name(let name): name ?? result.heard.text
    case .number(let number): number ?? result.heard.text
    case .phrase(let phrase): phrase ?? result.heard.text
    case .line: result.heard.text
    }
  }

  private func verdict(_ result: ListenResult) -> String? {
    switch result.meaning {
    case .nothing: return words.listen(.nothingHeard)
    case .notUnderstood: return words.listen(.nothingUnderstood)
    case .name(nil): return words.listen(.noName)
    case .number(nil): return words.listen(.noNumber)
    case .phrase(nil): return words.listen(.noPhrase)
    case .otherLine: return words.listen(.otherLine)
    case .line(let match, let verdict):
      guard !verdict.isAccepted else { return words.listen(.lineSaid) }
      let reasons = verdict.reasons.map { words.clause($0) }.joined(separator: ", ")
      return words.listen(
        .lineNotSaid,
        [
          "strictness": strictness.rawValue, "reasons": reasons,
          "share": "\(Int((match.share * 100).rounded()))",
        ])
    default: return nil
    }
  }

  /// Reports how the expected line was worded.
  func tell(_ opinion: SecondOpinion, judgedBy name: String) throws(UserError) {
    if manner.isJSON {
      var json = JSONObject(event: "wording")
      json.describe(opinion.judgement, of: line)
      if !opinion.heard.isEmpty { json["text"] = .string(opinion.heard) }
      json["because"] = opinion.failure.map { .string($0.sentence) }
      return try Console.result(json.line)
    }
    guard !manner.isQuiet else { return }
    if let failure = opinion.failure { Console.say(failure.sentence(words)) }
    var report = WordingReport()
    report.take(opinion.judgement, ofLine: 1)
    for sentence in words.wording(report, second: name, { ($0, line) }) { Console.say(sentence) }
  }

  // JSON.

  private func json(_ result: ListenResult) -> String {
    var json = JSONObject(event: "result")
    json["text"] = .string(result.heard.text)
    json["reason"] = .string(result.reason.rawValue)
    json["seconds"] = .number(seconds(result.frameCount))
    json["confidence"] = result.heard.confidence.map { .number($0) }
    json["expected"] = .bool(result.meaning.isExpected)
    switch result.meaning {
    case .nothing, .notUnderstood, .words: break
    case .name(let name): json["name"] = name.map { .string($0) }
    case .number(let number): json["number"] = number.flatMap { Double($0) }.map { .number($0) }
    case .phrase(let phrase): json["phrase"] = phrase.map { .string($0) }
    case .otherLine(let line): json["other_line"] = .string(line)
    case .line(let match, let verdict):
      json["share"] = .number(match.share)
      json["line_end"] = .bool(match.isEndReached)
      json["reasons"] = .strings(verdict.reasons.map { Messages.forPrograms.clause($0) })
      json["missing"] = .ranges(match.missing)
      json["changed"] = .ranges(match.changed)
      json["extra"] = .strings(
        match.extras.filter { $0.kind == .word }.compactMap { extra in
          result.lineWords.indices.contains(extra.heard) ? result.lineWords[extra.heard].text : nil
        })
    }
    json["words"] = .objects(
      result.heard.words.map { word in
        var object = JSONObject()
        object["text"] = .string(word.text)
        object["start"] = .number(seconds(word.frames.lowerBound))
        object["end"] = .number(seconds(word.frames.upperBound))
        object["confidence"] = word.confidence.map { .number($0) }
        if word.isOutside { object["outside"] = .bool(true) }
        if word.isFiller { object["filler"] = .bool(true) }
        if word.isGuessed { object["guessed"] = .bool(true) }
        return object
      })
    return json.line
  }
}
