import CueModel
import CueText
import TestSupport
import Testing

@testable import CuePractice

/// Hears a speaker who repeats each segment in the given milliseconds.
private final class DoubleListener: PracticeListener {
  var turns: [Int]
  var losesAt: Int?
  /// Whether sound is that of a speaker.
  var speaks = false
  /// What was recorded of each segment, by its number from 1, in seconds.
  var recorded: [Int: Double] = [:]
  /// What is known better at the end.
  var better: [(number: Int, repetition: Repetition)] = []
  private(set) var log: [String] = []
  private var heard = Duration.zero
  private var model = Duration.zero
  private var segment: Segment?

  init(_ turns: [Int]) { self.turns = turns }

  func begin(_ segment: Segment, model: Duration) throws(MicrophoneLost) {
    log.append("begin \(segment.number + 1)")
    guard log.count != losesAt else { throw MicrophoneLost("The microphone is gone.") }
    self.segment = segment
    self.model = model
    heard = .zero
  }

  func listen(atMost duration: Duration, cancellation: Cancellation) throws(MicrophoneLost)
    -> ListeningSlice
  {
    // Blocks of 32 ms, as they come.
    let passed = min(duration, .milliseconds(32))
    heard += passed
    let hasEnded = heard >= .milliseconds(turns.first ?? 0)
    return ListeningSlice(passed: passed, hasEnded: hasEnded, isSpeaking: speaks && !hasEnded)
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

  func recording(near segment: Segment) -> OwnRecording? {
    let number = recorded[segment.number + 1] == nil ? recorded.keys.max() : segment.number + 1
    guard let number, let seconds = recorded[number] else { return nil }
    let format = AudioFormat(sample: .int16, rateHertz: 1000)
    return OwnRecording(
      of: speech.sentences[number - 1],
      AudioBuffer(silentFrames: Int(seconds * 1000), format: format))
  }

  func reconsidered() -> [(number: Int, repetition: Repetition)] { better }
}

@Suite struct `Practice that listens` {
  @Test func `goes on when the speaker has repeated the segment`() throws {
    let listener = DoubleListener([320, 640, 64, 96, 128])
    let practice = try Practising(listener: listener) { $0.pause = .untilQuiet }.run()
    #expect(practice.output.silences == [320, 640, 64, 96, 128])
    #expect(listener.log == (1...5).flatMap { ["begin \($0)", "end"] })
    let outcome = try #require(practice.outcome)
    #expect(outcome.repetitions.map(\.range) == speech.sentences.map(\.range))
    #expect(outcome.repetitions.first?.repetition.took == .milliseconds(320))
    #expect(outcome.paused == .milliseconds(1248))
  }

  @Test func `practice reports the length of an open pause`() throws {
    let practice = try Practising(listener: DoubleListener([320, 32, 32, 32, 32])) {
      $0.pause = .untilQuiet
    }.run()
    let told = practice.reports.compactMap {
      if case .countdown(let tenths) = $0 { tenths } else { nil }
    }
    #expect(told == [0, 1, 2, 0, 0, 0, 0])
  }

  @Test func `listens for as long as a pause has been set to`() throws {
    let listener = DoubleListener([10, 10, 10, 10, 10])
    let practice = try Practising(listener: listener).run()
    #expect(practice.output.silences == speech.sentences.map { $0.text.utf8.count * 20 })
    #expect(practice.outcome?.repetitions.count == 5)
  }

  /// The pause cut speakers off, and what they had not said yet counted as mistakes.
  @Test func `practice never ends a pause during speech`() throws {
    // After the length of the pause, blocks of 32 ms.
    let listener = DoubleListener([816, 40, 664, 10, 10])
    listener.speaks = true
    let practice = try Practising(listener: listener).run()
    let lengths = speech.sentences.map { $0.text.utf8.count * 20 }
    #expect(practice.output.silences == [816, lengths[1], 664, lengths[3], lengths[4]])
    #expect(practice.outcome?.repetitions.count == 5)
    #expect(practice.ignored == [])
  }

  @Test func `practice discards the heard words if the speaker jumps or pauses`() throws {
    let listener = DoubleListener([900, 900, 900, 900, 900])
    let practice = try Practising(
      "0.3\nnext\n0.34\npause\n0.1\nplay\n0.3\nquit\n", listener: listener
    ) {
      $0.pause = .untilQuiet
    }.run()
    #expect(listener.log == ["begin 1", "drop", "begin 2", "drop", "begin 2", "drop"])
    #expect(practice.outcome?.repetitions == [])
  }

  private func played(_ practice: Practising) -> [String] {
    practice.reports.compactMap {
      guard case .playingOwn(let index, let duration) = $0 else { return nil }
      return "\(index + 1) \(duration)"
    }
  }

  @Test func `plays what the speaker said, and says the segment under way from its start`() throws {
    let listener = DoubleListener([10, 10, 10, 10, 10])
    listener.recorded = [1: 0.5]
    let practice = try Practising("segment\n0.1\na\n", listener: listener).run()
    #expect(played(practice) == ["1 0.5 seconds"])
    #expect(practice.said == [1, 2, 3, 4, 5])
    #expect(
      practice.states.prefix(5) == [
        "speaking 1", "pausing 1", "speaking 2", "playingOwn 2", "speaking 2",
      ])
  }

  @Test func `plays what the speaker is just saying, and then says the segment once more`() throws {
    let listener = DoubleListener([900, 900, 900, 900, 900])
    listener.recorded = [1: 0.2]
    let practice = try Practising("0.3\nown\n0.5\nquit\n", listener: listener) {
      $0.pause = .untilQuiet
    }
    .run()
    #expect(practice.states.prefix(4) == ["speaking 1", "pausing 1", "playingOwn 1", "speaking 1"])
    #expect(listener.log.prefix(2) == ["begin 1", "drop"])
  }

  @Test
  func `practice is held while a recording plays, and any command stops it`()
    throws
  {
    let listener = DoubleListener([])
    listener.recorded = [1: 1, 2: 1]
    let held = try Practising("0.1\npause\na\n1.5\nquit\n", listener: listener).run()
    #expect(held.states == ["speaking 1", "held 1", "playingOwn 1", "held 1", "idle 1"])
    let elsewhere = try Practising("0.1\na\n0.3\nnext\n0.1\nquit\n", listener: listener).run()
    #expect(
      elsewhere.states == ["speaking 1", "playingOwn 1", "speaking 2", "idle 2"])
    let paused = try Practising("0.1\na\n0.3\npause\n0.1\nplay\n0.1\nquit\n", listener: listener)
      .run()
    #expect(
      paused.states == ["speaking 1", "playingOwn 1", "held 1", "speaking 1", "idle 1"])
    let twice = try Practising("0.1\na\n0.3\na\n1.2\nquit\n", listener: listener).run()
    #expect(played(twice).count == 2)
    #expect(twice.states == ["speaking 1", "playingOwn 1", "speaking 1", "idle 1"])
  }

  @Test func `practice reports that nothing was recorded`() throws {
    let deaf = try Practising("0.1\na\n").run()
    #expect(deaf.ignored == [.nothingRecorded] && deaf.said == [1, 2, 3, 4, 5])
    let silent = try Practising("0.1\na\n", listener: DoubleListener([10, 10, 10, 10, 10])).run()
    #expect(silent.ignored == [.nothingRecorded])
  }

  @Test func `practice reports the second opinion on a repetition at the end`() throws {
    let listener = DoubleListener([10, 10, 10, 10, 10])
    var better = Repetition(model: .seconds(1), words: 3)
    better.added = ["well"]
    listener.better = [(1, better), (9, better)]
    let practice = try Practising(listener: listener).run()
    let outcome = try #require(practice.outcome)
    #expect(outcome.repetitions[1].repetition == better)
    #expect(outcome.repetitions[0].repetition.added == [])
    #expect(practice.contains { $0 == .reconsidered(index: 1, better) })
  }

  @Test func `goes on with timed pauses where the microphone goes away`() throws {
    let listener = DoubleListener([320])
    listener.losesAt = 3
    let practice = try Practising(listener: listener) { $0.pause = .untilQuiet }.run()
    #expect(practice.contains { $0 == .microphoneLost(sentence: "The microphone is gone.") })
    #expect(practice.output.silences == [320, 240, 280, 260, 260])
    #expect(listener.log == ["begin 1", "end", "begin 2"])
  }
}
