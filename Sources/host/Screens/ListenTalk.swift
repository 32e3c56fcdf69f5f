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

  private var writer: ListenEventWriter { ListenEventWriter(rateHertz: format.rateHertz) }

  private func seconds(_ frame: Int) -> Double { Double(frame) / Double(format.rateHertz) }

  func tell(_ event: ListenEvent) throws(UserError) {
    guard manner.isJSON else { return tellPeople(event) }
    if let json = writer.json(event) { try Console.result(json.line) }
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
    if manner.isJSON {
      return try Console.result(writer.json(result, clause: Messages.forPrograms.clause).line)
    }
    if isAtTerminal, !manner.isQuiet { Console.talk(TerminalText(.wipeRow)) }
    let answer = ListenTalk.answer(result)
    if !answer.isEmpty { try Console.result(answer + "\n") }
    guard !manner.isQuiet else { return }
    if let verdict = verdict(result) { Console.say(verdict) }
    Console.say(
      words.listen(
        .ended, ["time": time(result.frameCount), "why": words.clause(result.reason)]))
  }

  /// Reports how the expected line was worded.
  func tell(_ opinion: SecondOpinion, judgedBy name: String) throws(UserError) {
    if manner.isJSON {
      return try Console.result(writer.json(opinion, of: line, sentence: \.sentence).line)
    }
    guard !manner.isQuiet else { return }
    if let failure = opinion.failure { Console.say(failure.sentence(words)) }
    var report = WordingReport()
    report.take(opinion.judgement, ofLine: 1)
    for sentence in words.wording(report, second: name, { ($0, line) }) { Console.say(sentence) }
  }
}
