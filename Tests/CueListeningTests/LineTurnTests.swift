import CueModel
import CueText
import Testing

@testable import CueListening

private let line =
  "I had it in my pocket. Somebody must have taken it while I was asleep. Now it is gone for good."

/// Ben's line, judged stretch by stretch; what is heard compares with what is expected.
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
    let match = ExpectedLine(turn.expectedText).match(text)
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

@Suite struct `A beat within a line` {
  private let begun = "I had it in my pocket. Somebody must have taken it while I was asleep. Now"

  @Test func `a pause does not end a line while more than three words are unsaid`() {
    var judged = Judged()
    guard case .wait(.unfinished) = judged.hear(begun, seconds: 5).decision else {
      Issue.record("the partner cut in")
      return
    }
    #expect(judged.turn.startSeconds(15) == 15)
    #expect(judged.hear("").rule == .nobodySpoke)
    #expect(judged.hear("it is gone for good").decision == .done(.matched))
  }

  @Test func `ends the line at short, as soon as most of it was heard in its time`() {
    var judged = Judged { $0.wait = .short }
    #expect(judged.hear(begun, seconds: 5).rule == .mostWordsInTime)
  }

  @Test(arguments: [(BeatWait.natural, 3.0), (.long, 15)])
  func `a pause is shorter if at most three words are unsaid, except with --wait long`(
    wait: BeatWait, seconds: Double
  ) {
    var judged = Judged { $0.wait = wait }
    guard case .wait(.unfinished) = judged.hear(begun + " it is", seconds: 2).decision else {
      Issue.record("the line is over")
      return
    }
    #expect(judged.turn.startSeconds(15) == seconds)
    #expect(judged.hear("").rule == (wait == .long ? .nobodySpoke : .silenceAfterLine))
  }

  /// Five seconds of speech that was not understood.
  private var notUnderstood: ListenResult {
    var result = ListenResult(
      reason: .endOfSpeech, frameCount: 100_000, heard: Heard(text: ""), meaning: .notUnderstood)
    (result.seconds, result.spokenSeconds, result.voicedSeconds) = (7, 5, 3)
    return result
  }

  @Test func `is over where nothing was understood in noise and the time has passed`() {
    var judged = Judged()
    var result = notUnderstood
    result.isNoisy = true
    #expect(judged.turn.take(result).rule == .spokenTime)
  }

  @Test func `is not over after clear speech that shares nothing with the line`() {
    var judged = Judged()
    #expect(judged.turn.take(notUnderstood).decision == .wait(.otherWords))
    #expect(judged.hear("").rule == .nobodySpoke, "it did not count")
    #expect(judged.hear("and she was gone", seconds: 5).decision == .wait(.otherWords))
  }

  /// A recognizer reports nothing new for a while, in the middle of another text.
  @Test func `is not over after clear speech of other words that came in two stretches`() {
    var judged = Judged()
    var first = notUnderstood
    first.reason = .stable
    #expect(judged.turn.take(first).decision == .wait(.notUnderstood))
    #expect(judged.hear("and she was gone", seconds: 5).decision == .wait(.otherWords))
    #expect(judged.hear("").rule == .nobodySpoke, "nothing of it counted")
  }

  @Test func `is no speech that was not understood where the recognizer found sounds in silence`() {
    var judged = Judged()
    var result = ListenResult(
      reason: .timeout, frameCount: 100_000, heard: Heard(text: ""), meaning: .notUnderstood)
    (result.rule, result.seconds) = (.noSpeech, 6)
    #expect(judged.turn.take(result).decision == .wait(.noSpeech(seconds: 6)))
  }

  @Test func `is over by the sound alone where the recognizer does not know the language`() {
    var judged = Judged()
    judged.turn.isUnderstood = false
    #expect(judged.turn.take(notUnderstood).rule == .spokenTime)
    #expect(judged.turn.match == nil, "nothing is compared")
    var short = Judged()
    short.turn.isUnderstood = false
    #expect(short.hear("I had it in my pocket", seconds: 1).rule == .notUnderstood)
    #expect(short.turn.startSeconds(15) == 3)
    #expect(short.hear("").rule == .silenceAfterLine)
  }
}

@Suite struct `The place in a line` {
  private let first = "I had it in my pocket somebody must have"

  @Test func `is where the actor goes on after a pause`() {
    var judged = Judged()
    #expect(judged.turn.expectedText == line && judged.turn.restarts.isEmpty)
    _ = judged.hear(first)
    #expect(judged.turn.expectedText == "taken it while I was asleep. Now it is gone for good.")
    #expect(
      judged.turn.restarts == [
        "Somebody must have taken it while I was asleep. Now it is gone for good.", line,
      ])
    let end = judged.hear("taken it while I was asleep now it is gone for good")
    #expect(end.decision == .done(.matched))
    #expect(judged.turn.match?.share == 1)
  }

  @Test func `words before a pause count, with their mistakes`() {
    var judged = Judged()
    _ = judged.hear("I had it in my sleeve somebody must have")
    let end = judged.hear("taken it while I was asleep now it is gone for good")
    #expect(end.decision == .done(.endOfSpeech))
    #expect(judged.turn.match?.changed.count == 1)
  }

  @Test func `an actor who begins the line again is at its start`() {
    var judged = Judged()
    _ = judged.hear(first)
    var result = ListenResult(
      reason: .endOfSpeech, frameCount: 100_000, heard: Heard(text: ""), meaning: .otherLine(line))
    (result.seconds, result.spokenSeconds, result.voicedSeconds) = (7, 5, 3)
    result.heard.text = "i had it in my pocket somebody must have taken it while i was asleep"
    #expect(judged.turn.take(result).rule != .otherLine)
    #expect(judged.turn.expectedText == "Now it is gone for good.")
  }

  @Test func `is after the words that the actor was given, too`() {
    var judged = Judged()
    _ = judged.hear(first)
    judged.turn.prompt(line.utf8.count - 65..<line.utf8.count - 46)
    #expect(judged.turn.restarts.first == "while I was asleep. Now it is gone for good.")
    #expect(judged.turn.expectedText == "taken it while I was asleep. Now it is gone for good.")
  }

  @Test func `is before a command that follows words of the line and a pause`() {
    let words = [("I", 0), ("had", 0), ("it", 0), ("line", 1), ("please", 1)]
    for (gap, decision) in [(0.9, TurnDecision.command(.line)), (0.1, nil)] {
      var turn = LineTurn(
        line, after: nil, commands: [("line please", .line)], LineTurn.Rules())
      var at = 8000
      var heard = Heard(text: "I had it line please")
      heard.words = words.map { text, phrase in
        if text == "line" { at += Int(gap * 16000) }
        at += 4000
        var word = Heard.Word(text, frames: at - 4000..<at, confidence: 0.9)
        word.phrase = phrase
        return word
      }
      var result = ListenResult(
        reason: .endOfSpeech, frameCount: at + 12800, heard: heard, meaning: .notUnderstood)
      (result.seconds, result.spokenSeconds) = (Double(at + 12800) / 16000, 2)
      result.lineWords = HeardWord.words(of: heard.text)
      let match = ExpectedLine(line).match(result.lineWords)
      result.meaning = .line(match, match.judged(.standard))
      let judgement = turn.take(result)
      #expect(decision == nil || judgement.decision == decision)
      #expect((judgement.rule == .commandAfterWords) == (decision != nil), "\(gap)")
      if decision != nil { #expect(turn.expectedText.hasPrefix("in my pocket.")) }
    }
  }

  /// "Why," was taken for "line" in the end, and the actor was given words that they had not asked for.
  @Test(arguments: [("line", TurnDecision.wait(.notUnderstood)), ("line please", .command(.line))])
  func `is not before a short command if words of the line were heard before`(
    command: String, decision: TurnDecision
  ) {
    let turn = LineTurn(
      "Why, \(line)", after: nil, commands: [(command, .line)], LineTurn.Rules())
    var heard = Heard(text: command)
    for (place, word) in command.split(separator: " ").enumerated() {
      let start = 8000 + place * 6000
      var word = Heard.Word(String(word), frames: start..<start + 6000, confidence: 0.9)
      word.phrase = 1
      heard.words.append(word)
    }
    var result = ListenResult(
      reason: .endOfSpeech, frameCount: 32000, heard: heard, meaning: .otherLine(command))
    (result.seconds, result.spokenSeconds, result.voicedSeconds) = (2, 0.4, 0.4)
    var (without, with) = (turn, turn)
    #expect(without.take(result).decision == .command(.line))
    #expect(with.take(result, hasHeardLine: true).decision == decision)
  }

  @Test func `is known in the middle of a stretch`() {
    var judged = Judged()
    _ = judged.hear("I had it in my pocket")
    #expect(
      judged.turn.saidOffset(with: HeardWord.words(of: "somebody must have"))
        == "I had it in my pocket. Somebody must have".utf8.count)
  }
}
