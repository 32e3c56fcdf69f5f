import CueModel
import CueText
import TestSupport
import Testing

@testable import CuePractice

/// Hears a speaker who repeats each segment in so many milliseconds.
private final class DoubleEar: PracticeEar {
  var turns: [Int]
  var losesAt: Int?
  /// Whether sound is that of a speaker.
  var speaks = false
  private(set) var log: [String] = []
  private var heard = Duration.zero
  private var model = Duration.zero
  private var segment: Segment?

  init(_ turns: [Int]) { self.turns = turns }

  func begin(_ segment: Segment, model: Duration) throws(EarLost) {
    log.append("begin \(segment.number + 1)")
    guard log.count != losesAt else { throw EarLost("The microphone is gone.") }
    self.segment = segment
    self.model = model
    heard = .zero
  }

  func listen(atMost duration: Duration, cancellation: Cancellation) throws(EarLost) -> EarTurn {
    // Blocks of 32 ms, as they come.
    let passed = min(duration, .milliseconds(32))
    heard += passed
    let hasEnded = heard >= .milliseconds(turns.first ?? 0)
    return EarTurn(passed: passed, hasEnded: hasEnded, isSpeaking: speaks && !hasEnded)
  }

  func end(cancellation: Cancellation) -> Repetition? {
    log.append("end")
    if !turns.isEmpty { turns.removeFirst() }
    var repetition = Repetition(model: model, words: 3)
    repetition.took = heard
    repetition.missing = [segment?.range ?? 0..<0]
    return repetition
  }

  func drop() { log.append("drop") }
}

@Suite struct `Practice that listens` {
  @Test func `goes on when the speaker has repeated the segment`() throws {
    let ear = DoubleEar([320, 640, 64, 96, 128])
    let practice = try Practising(ear: ear) { $0.pause = .untilQuiet }.run()
    #expect(practice.output.silences == [320, 640, 64, 96, 128])
    #expect(ear.log == (1...5).flatMap { ["begin \($0)", "end"] })
    let outcome = try #require(practice.outcome)
    #expect(outcome.repetitions.map(\.range) == speech.sentences.map(\.range))
    #expect(outcome.repetitions.first?.repetition.took == .milliseconds(320))
    #expect(outcome.paused == .milliseconds(1248))
  }

  @Test func `tells how long a pause has lasted that has no length`() throws {
    let practice = try Practising(ear: DoubleEar([320, 32, 32, 32, 32])) {
      $0.pause = .untilQuiet
    }.run()
    let told = practice.reports.compactMap {
      if case .countdown(let tenths) = $0 { tenths } else { nil }
    }
    #expect(told == [0, 1, 2, 0, 0, 0, 0])
  }

  @Test func `listens for as long as a pause has been set to`() throws {
    let ear = DoubleEar([10, 10, 10, 10, 10])
    let practice = try Practising(ear: ear).run()
    #expect(practice.output.silences == speech.sentences.map { $0.text.utf8.count * 20 })
    #expect(practice.outcome?.repetitions.count == 5)
  }

  /// The pause cut speakers off, and what they had not said yet counted as mistakes.
  @Test func `never ends a pause while somebody speaks`() throws {
    // Behind the length of the pause, blocks of 32 ms.
    let ear = DoubleEar([816, 40, 664, 10, 10])
    ear.speaks = true
    let practice = try Practising(ear: ear).run()
    let lengths = speech.sentences.map { $0.text.utf8.count * 20 }
    #expect(practice.output.silences == [816, lengths[1], 664, lengths[3], lengths[4]])
    #expect(practice.outcome?.repetitions.count == 5)
    #expect(practice.ignored == [])
  }

  @Test func `forgets what was heard where the speaker goes elsewhere or pauses`() throws {
    let ear = DoubleEar([900, 900, 900, 900, 900])
    let practice = try Practising("0.3\nnext\n0.34\npause\n0.1\nplay\n0.3\nquit\n", ear: ear) {
      $0.pause = .untilQuiet
    }.run()
    #expect(ear.log == ["begin 1", "drop", "begin 2", "drop", "begin 2", "drop"])
    #expect(practice.outcome?.repetitions == [])
  }

  @Test func `goes on with timed pauses where the microphone goes away`() throws {
    let ear = DoubleEar([320])
    ear.losesAt = 3
    let practice = try Practising(ear: ear) { $0.pause = .untilQuiet }.run()
    #expect(practice.contains { $0 == .microphoneLost(sentence: "The microphone is gone.") })
    #expect(practice.output.silences == [320, 240, 280, 260, 260])
    #expect(ear.log == ["begin 1", "end", "begin 2"])
  }
}
