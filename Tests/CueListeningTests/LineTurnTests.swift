import CueModel
import CueText
import Testing

@testable import CueListening

private let line =
  "I had it in my pocket. Somebody must have taken it while I was asleep. Now it is gone for good."

/// Ben's line, judged stretch by stretch.
private struct Judged {
  var turn: LineTurn

  init(_ text: String = line, _ change: (inout LineTurn.Rules) -> Void = { _ in }) {
    var rules = LineTurn.Rules()
    change(&rules)
    turn = LineTurn(text, after: nil, commands: [], rules)
  }

  /// The words `text` were heard in `seconds`, and silence after them; none: nobody spoke.
  mutating func hear(_ text: String, seconds: Double = 2) -> TurnJudgement {
    var result = ListenResult(
      reason: text.isEmpty ? .timeout : .endOfSpeech, frameCount: Int((seconds + 2) * 16000),
      heard: Heard(text: text), meaning: .nothing)
    result.seconds = seconds + 2
    guard !text.isEmpty else { return turn.take(result) }
    result.hasHeardSpeech = true
    result.spokenSeconds = seconds
    result.voicedSeconds = seconds / 2
    let match = ExpectedLine(turn.text).match(text)
    result.lineWords = HeardWord.words(of: text)
    result.meaning = .line(match, match.judged(turn.rules.strictness))
    return turn.take(result)
  }
}

@Suite struct `The last words of a line` {
  @Test(arguments: [Strictness.gist, .standard])
  func `are the cue, whatever was skipped before them`(strictness: Strictness) {
    var judged = Judged { $0.strictness = strictness }
    let end = judged.hear("I had it in my pocket now it is gone for good")
    #expect(end.decision == .done(.endOfSpeech))
    var short = Judged { $0.strictness = strictness }
    #expect(short.hear("now it is gone for good").decision == .done(.endOfSpeech))
    #expect(short.turn.match?.missing.isEmpty == false, "what was skipped is known")
  }

  @Test func `are no cue if the line is judged word-perfect, or one of them was not said`() {
    var perfect = Judged { $0.strictness = .wordPerfect }
    guard case .wait(.unfinished) = perfect.hear("now it is gone for good").decision else {
      Issue.record("the partner went on")
      return
    }
    var other = Judged()
    guard case .wait(.unfinished) = other.hear("I had it in my pocket good").decision else {
      Issue.record("a single last word was believed")
      return
    }
  }

  @Test func `end listening as soon as other words do`() {
    let reading = HeardReading(
      .line(SceneLine(line)), language: "en", strictness: .standard)
    let heard = Heard(text: "now it is gone for good")
    #expect(!reading.isUnfinished(heard, reading.match(heard)))
  }
}
