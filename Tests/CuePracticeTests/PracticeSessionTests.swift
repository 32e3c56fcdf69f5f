import CueModel
import CueText
import TestSupport
import Testing

@testable import CuePractice

// A byte of text lasts 20 frames of a voice at 1000 Hz: "One is here." 240, "Three is here." 280.
@Suite struct `Practice with a voice` {
  @Test func `says each sentence and is silent as long, to the frame`() throws {
    let practice = try Practising().run()
    let lengths = speech.sentences.map { $0.text.utf8.count * 20 }
    #expect(practice.output.silences == lengths)
    #expect(practice.output.frames == lengths.reduce(0, +) * 2)
    #expect(practice.said == [1, 2, 3, 4, 5])
    let outcome = try #require(practice.outcome)
    #expect(outcome.end == .text && outcome.segments == 5 && outcome.place == 0)
    #expect(outcome.spoken == outcome.paused && outcome.frames == practice.output.frames)
    #expect(practice.output.isInOrder)
    #expect(practice.reports.last == .finished(outcome))
  }

  @Test(arguments: [(0.25, 60), (0.333, 80), (3, 720)] as [(Double, Int)])
  func `Practice with a voice pauses for a multiple of it`(factor: Double, frames: Int) throws {
    let practice = try Practising { $0.pauseFactor = factor }.run()
    #expect(practice.output.silences.first == frames)
  }

  @Test func `without pauses puts no frame between two segments`() throws {
    let practice = try Practising { $0.pause = .off }.run()
    #expect(practice.output.silences.isEmpty)
    let all = speech.sentences.flatMap { DoubleVoice.samples(of: $0.text) }
    #expect(practice.output.samples == all)
  }

  @Test func `practice reports each word with its place in the text`() throws {
    let practice = try Practising { $0.granularity = .paragraph }.run()
    #expect(
      practice.words
        == speech.content.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  @Test func `practice announces the next segment to the voice`() throws {
    let voice = DoubleVoice()
    let practice = try Practising(cast: DoubleCast(voice)) { $0.pause = .off }.run()
    #expect(practice.said.count == 5)
    #expect(voice.expected == Array(voice.requests.dropFirst()))
  }

  @Test func `practice says a segment at each of the set rates`() throws {
    let voice = DoubleVoice()
    try Practising(cast: DoubleCast(voice)) { $0.rates = [0.5, 1].map(PracticeRate.init) }.run()
    #expect(
      voice.requests.map(\.speed) == Array(repeating: [1, 449.0 / 175], count: 5).flatMap { $0 })
    #expect(voice.expected == Array(voice.requests.dropFirst()))
  }

  @Test func `practice counts each pause down`() throws {
    let practice = try Practising { $0.loop = nil }.run()
    let first = practice.reports.prefix {
      if case .countdown(tenths: 1) = $0 { false } else { true }
    }
    let told = first.compactMap { if case .countdown(let tenths) = $0 { tenths } else { nil } }
    #expect(told == [3, 2])
    let progress = practice.reports.compactMap {
      if case .progress(let progress) = $0 { progress } else { nil }
    }
    #expect(progress.map(\.number) == [1, 2, 3, 4, 5, 5])
    let left = progress.compactMap(\.timeLeft)
    #expect(left.count == 6 && left == left.sorted(by: >) && left.last == .zero)
  }

  @Test func `goes on at the next word after a pause, and loses nothing`() throws {
    // Asked for at 40 ms, in "One": "is" begins at 80.
    let practice = try Practising("0.04\npause\n0.5\nplay\n").run()
    #expect(practice.output.silences.first == 500)
    #expect(practice.output.samples.prefix(80).last == 80)
    #expect(practice.output.sound.prefix(240).elementsEqual(1...240))
    // What was held does not make the pause longer.
    #expect(practice.output.silences[1] == 240)
    #expect(practice.words.count == 15)
  }

  @Test func `goes on with the next word at a new rate`() throws {
    let voice = DoubleVoice()
    let practice = try Practising("0.04\nslower\n", cast: DoubleCast(voice)).run()
    #expect(voice.requests.map(\.text).prefix(3) == ["One is here.", "is here.", "Two is here."])
    #expect(voice.requests[1].speed == PracticeRate(0.45).speedFactor)
    #expect(practice.words == speech.content.split(whereSeparator: \.isWhitespace).map(String.init))
    // 80 frames of the first, 160 of the rest: the pause is as long as both.
    #expect(practice.output.silences.first == 240)
    #expect(practice.output.isInOrder)
  }

  @Test func `without word times, a segment starts again at a new rate`() throws {
    let voice = DoubleVoice()
    voice.reportsMarks = false
    let practice = try Practising("0.04\nslower\n", cast: DoubleCast(voice)).run()
    #expect(voice.requests.map(\.text).prefix(2) == ["One is here.", "One is here."])
    #expect(practice.output.silences.first == 240)
  }

  @Test func `a segment continues with another voice, or with the same if there is none`() throws {
    let cast = DoubleCast()
    let other = DoubleVoice("other")
    cast.voices["other"] = other
    let practice = try Practising("0.04\nvoice other\nvoice nobody\n", cast: cast).run()
    #expect(other.requests.map(\.text).first == "is here.")
    #expect(other.requests.count == 5)
    #expect(
      practice.contains { $0 == .voiceRefused("nobody", sentence: "There is no voice “nobody”.") })
    #expect(practice.said == [1, 2, 3, 4, 5])
  }

  @Test func `a jump works in the middle of a segment and of a pause`() throws {
    let practice = try Practising("0.1\nnext\n0.3\nnext\n0.04\nback\n0.04\nquit\n").run()
    // 100 ms of the first, all of the second and 60 ms of its pause, 40 ms of the third, 40 ms of the second.
    #expect(
      practice.states == [
        "speaking 1", "speaking 2", "pausing 2", "speaking 3", "speaking 2", "idle 2",
      ])
    #expect(practice.said == [2])
    let outcome = try #require(practice.outcome)
    #expect(outcome.end == nil && outcome.place == speech.sentences[1].range.lowerBound)
    #expect(practice.output.isInOrder)
  }

  @Test func `moves once where the speaker moves as a segment ends`() throws {
    // The first ends at 240 ms, and so does the wait.
    let practice = try Practising("0.24\nnext\nsegment\nquit\n") { $0.pause = .off }.run()
    #expect(practice.states.prefix(3) == ["speaking 1", "speaking 2", "speaking 3"])
  }

  @Test func `keeps the place when the speaker changes to paragraphs`() throws {
    let practice = try Practising("goto 5\n0.04\nby paragraph\n") { $0.pause = .off }.run()
    #expect(practice.said == [2] && practice.words.suffix(6).first == "Four")
  }

  @Test func `practice begins at a place, and reports where to continue`() throws {
    let practice = try Practising("segment\nquit\n", at: speech.sentences[2].range.lowerBound + 3) {
      $0.pause = .off
    }.run()
    #expect(practice.words.first == "Three")
    #expect(practice.outcome?.place == speech.sentences[3].range.lowerBound)
  }

  @Test func `Practice with a voice ends when the time is up`() throws {
    let practice = try Practising { $0.limit = .milliseconds(700) }.run()
    #expect(practice.said == [1, 2] && practice.outcome?.end == .limit)
    #expect(practice.outcome?.place == speech.sentences[2].range.lowerBound)
  }

  @Test func `says all again where the speaker wants it at the end`() throws {
    let practice = try Practising("segment\nsegment\nsegment\nsegment\nsegment\nquit\n") {
      $0.pause = .off
    }.run()
    #expect(practice.said == [1, 2, 3, 4, 5])
    let again = try Practising("goto 5\nsegment\nrestart\n") { $0.pause = .off }.run()
    #expect(again.said == [5])
  }
}

@Suite struct `A sample of a voice` {
  private func practise(_ script: String, _ change: (DoubleCast) -> Void = { _ in }) throws
    -> Practising
  {
    let cast = DoubleCast()
    let other = DoubleVoice("other")
    other.framesPerByte = 10
    cast.voices["other"] = other
    change(cast)
    return try Practising(script, cast: cast) { $0.pause = .off }.run()
  }

  private let sentence = DoubleVoice.samples(of: "One is here.")
  private let sample = DoubleVoice.samples(of: "One is here.", framesPerByte: 10)

  @Test func `says the sentence at hand, and practice is held with its own voice`() throws {
    let practice = try practise("pause\nsample other\n1\nsample other\n1\nplay\nsegment\nquit\n")
    #expect(practice.reports.filter { $0 == .sampling("other") }.count == 2)
    #expect(practice.states.contains("playingOwn 1") && practice.states.contains("held 1"))
    #expect(practice.output.samples.suffix(sentence.count) == sentence[...])
    // The sentence begins as its sample does.
    #expect(practice.output.samples.ranges(of: sample).count == 3)
    #expect(practice.said == [1])
  }

  @Test func `a sample holds practice, and the next command stops it`() throws {
    let practice = try practise("0.02\nsample other\n0.05\nnext\nplay\nsegment\nquit\n")
    #expect(practice.said == [2])
    #expect(practice.states.contains("held 1") || practice.states.contains("held 2"))
    #expect(practice.output.isInOrder)
  }

  @Test func `a voice that is missing or fails has no sample`() throws {
    let missing = try practise("pause\nsample nobody\nplay\nsegment\nquit\n")
    #expect(
      missing.contains {
        $0 == .voiceRefused("nobody", sentence: "There is no voice “nobody”.")
      })
    #expect(missing.said == [1])
    let failing = try practise("pause\nsample other\nplay\nsegment\nquit\n") { cast in
      let voice = DoubleVoice("other")
      voice.failure = (after: 100, .double())
      cast.voices["other"] = voice
    }
    #expect(failing.contains { $0 == .failed(index: 0, because: .double()) })
    #expect(failing.said == [1] && failing.output.isInOrder)
  }
}

@Suite struct `Practice after a failure` {
  @Test func `stays where no voice can say the segment, and goes on when it is played`() throws {
    let voice = DoubleVoice()
    voice.failure = (after: 250, .double())
    let practice = try Practising(cast: DoubleCast(voice)) { $0.pause = .off }.run()
    #expect(practice.said == [1, 2])
    #expect(practice.contains { $0 == .failed(index: 2, because: .double()) })
    let outcome = try #require(practice.outcome)
    #expect(outcome.end == nil && outcome.failures == 1)
    #expect(outcome.place == speech.sentences[2].range.lowerBound)
    // What was output of it is taken back if nobody has heard it.
    #expect(practice.output.frames == 480)
    #expect(practice.output.isInOrder)
  }

  @Test func `goes on with a stand-in, from the start of the segment`() throws {
    let first = DoubleVoice("first")
    first.failure = (after: 100, .double())
    let practice = try Practising(cast: DoubleCast(DoubleChain(first, DoubleVoice("second")))) {
      $0.pause = .off
    }.run()
    #expect(practice.said == [1, 2, 3, 4, 5])
    #expect(practice.contains { $0 == .standIn(index: 0, voice: "second", because: .double()) })
    #expect(
      practice.output.samples == speech.sentences.flatMap { DoubleVoice.samples(of: $0.text) })
  }

  private static let unknown = PluginFailure(
    plugin: "double", activity: .speaking, kind: .refused(status: .voice), reason: .unexplained)

  /// An unknown voice of a known plugin held practice for good.
  @Test func `if a chosen voice does not exist, the previous one continues`() throws {
    let cast = DoubleCast()
    let nobody = DoubleVoice("nobody")
    nobody.failure = (after: 0, Self.unknown)
    cast.voices["nobody"] = nobody
    let practice = try Practising("segment\nvoice nobody\n", cast: cast) { $0.pause = .off }.run()
    #expect(practice.said == [1, 2, 3, 4, 5])
    #expect(practice.contains { $0 == .standIn(index: 1, voice: "", because: Self.unknown) })
    #expect(
      practice.output.samples == speech.sentences.flatMap { DoubleVoice.samples(of: $0.text) })
    #expect(practice.outcome?.failures == 0 && practice.output.isInOrder)
  }

  @Test func `refuses a voice that no list has, and speaks on`() throws {
    let cast = DoubleCast()
    cast.unlisted = ["nobody"]
    let practice = try Practising("segment\nvoice nobody\nsample nobody\n", cast: cast) {
      $0.pause = .off
    }.run()
    let refusals = practice.reports.filter {
      $0 == .voiceRefused("nobody", sentence: "No list has “nobody”.")
    }
    #expect(refusals.count == 2)
    #expect(!cast.asked.contains("nobody"))
  }

  @Test func `ends where its first voice does not exist`() throws {
    let voice = DoubleVoice()
    voice.failure = (after: 0, Self.unknown)
    #expect(throws: Self.unknown) { try Practising(cast: DoubleCast(voice)).run() }
  }

  private struct Gone: Error {}

  @Test func `pauses where its output goes away, and keeps the place`() throws {
    let practice = try Practising(canGoOn: true) { $0.pause = .off }
    practice.output.failure = (atWrite: 8, Gone())
    try practice.run()
    #expect(practice.contains { $0 == .outputLost(index: 1, sentence: "It is gone.") })
    #expect(practice.said == [1] && practice.states.last == "idle 2")
    #expect(practice.outcome?.place == speech.sentences[1].range.lowerBound)
  }

  @Test func `says the segment again where the output comes back`() throws {
    let practice = try Practising("0.3\n0.1\nplay\n", canGoOn: true) {
      $0.pause = .off
    }
    practice.output.failure = (atWrite: 8, Gone())
    try practice.run()
    #expect(practice.said == [1, 2, 3, 4, 5] && practice.outcome?.end == .text)
  }

  @Test func `practice ends on request, even if its output cannot be silenced`() throws {
    let practice = try Practising("0.1\nstop\n", canGoOn: true) { $0.pause = .off }
    practice.output.cutFailure = Gone()
    try practice.run()
    #expect(practice.states == ["speaking 1", "idle 1"])
    #expect(practice.contains { $0 == .outputLost(index: 0, sentence: "It is gone.") })
    #expect(practice.contains { if case .stopped = $0 { true } else { false } })
  }

  @Test func `fails where there was no output from the start, or nothing can be done`() throws {
    let early = try Practising(canGoOn: true)
    early.output.failure = (atWrite: 0, Gone())
    #expect(throws: Gone.self) { try early.run() }
    let late = try Practising(canGoOn: false)
    late.output.failure = (atWrite: 8, Gone())
    #expect(throws: Gone.self) { try late.run() }
    #expect(late.contains { if case .brokenOff = $0 { true } else { false } })
  }

  @Test func `goes on after an interruption only when it is played`() throws {
    let practice = try Practising("0.1\ninterrupt\ninterruption-over\n0.5\nplay\n") {
      $0.pause = .off
    }.run()
    #expect(practice.states.prefix(3) == ["speaking 1", "held 1", "speaking 1"])
    #expect(practice.ignored == [.staysPaused])
    #expect(practice.said == [1, 2, 3, 4, 5])
    let byItself = try Practising("0.1\ninterrupt\ninterruption-over\n") {
      $0.pause = .off
      $0.resumesAfterInterruption = true
    }.run()
    #expect(byItself.said == [1, 2, 3, 4, 5] && byItself.ignored.isEmpty)
  }

  @Test func `asks for no pause after a voice that has no sound`() throws {
    let voice = DoubleVoice()
    voice.isMute = true
    let practice = try Practising(cast: DoubleCast(voice)).run()
    #expect(practice.said == [1, 2, 3, 4, 5] && practice.outcome?.end == .text)
  }
}
