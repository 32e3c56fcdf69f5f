import CueModel
import Testing
import TestSupport

@testable import CuePractice

@Suite struct `Practice under random events` {
  private static let commands: [PracticeCommand] = [
    .play, .pause, .playOrPause, .next, .previous, .first, .last, .jump(3), .jump(99),
    .repeatSegment, .restart, .stop, .setRate(0.7), .changeRate(steps: 1), .changeRate(steps: -1),
    .setRates([0.3, 0.9]), .setVoice("a"), .setVoice("b"), .changeGranularity, .changePause,
    .setPause(.untilQuiet), .changePauseFactor(steps: 1), .setPauseFactor(0), .setLoop(1...2),
    .setLoop(nil), .interrupt, .interruptionEnded, .playOwn, .playOwn,
  ]

  /// The voice and the pause obey the effects in order; that they never have to do the impossible is what is checked.
  @Test(arguments: 0..<40) func `Practice under random events keeps to its own rules`(seed: UInt64)
    throws
  {
    var chance = Seeded(seed)
    var rules = Rules()
    var voice = "silent"
    var isPausing = false
    var utterances = 0
    var isOwn = false
    for _ in 0..<400 {
      rules.clock += .milliseconds(Int.random(in: 0...700, using: &chance))
      let event: PracticeInput =
        switch Int.random(in: 0..<12, using: &chance) {
        case 0...4: .command(try #require(Self.commands.randomElement(using: &chance)))
        case 5, 6:
          .spoken(
            utterance: rules.state.utterance - Int.random(in: 0...1, using: &chance),
            took: .milliseconds(Int.random(in: 0...900, using: &chance)))
        case 7: .failed(utterance: rules.state.utterance, because: .double())
        case 8: .speakerQuiet(utterance: rules.state.utterance)
        case 9: .speakerBusy(utterance: rules.state.utterance)
        case 10:
          .ownPlayed(utterance: rules.state.utterance - Int.random(in: 0...1, using: &chance))
        default: .time
        }
      let before = rules.state
      rules.take(event)
      if rules.why != nil { #expect(rules.state == before) }
      if rules.why == nil {
        if case .spoken = event { voice = "silent" }
        if case .failed = event { voice = "silent" }
        if case .ownPlayed = event { isOwn = false }
      }
      for effect in rules.effects {
        switch effect {
        case .speak(let utterance):
          #expect(voice == "silent" && !isPausing && !isOwn && utterance == utterances + 1)
          voice = "speaking"
          utterances = utterance
        case .playOwn(let utterance):
          #expect(voice == "silent" && !isPausing && !isOwn && utterance == utterances + 1)
          isOwn = true
          utterances = utterance
        case .stopOwn:
          #expect(isOwn)
          isOwn = false
        case .stopSpeaking:
          #expect(voice != "silent")
          voice = "silent"
        case .holdSpeaking:
          #expect(voice == "speaking")
          voice = "held"
        case .resumeSpeaking:
          #expect(voice == "held")
          voice = "speaking"
        case .retune: #expect(voice != "silent")
        case .beginPause:
          #expect(voice == "silent" && !isPausing)
          isPausing = true
        case .endPause, .dropPause:
          #expect(isPausing)
          isPausing = false
        case .countdown(let tenths): #expect(isPausing && tenths >= 0)
        case .said, .ended, .stopped, .ignored: break
        }
      }
      let state = rules.state
      #expect(isPausing == (state.status == .pausing) && isPausing == (state.pause != nil))
      #expect(isOwn == (state.status == .playingOwn))
      #expect((state.status == .held) == (state.hold != nil))
      let speaks = state.status == .speaking || (state.status == .held && state.resuming == .voice)
      #expect(speaks == (voice != "silent"))
      #expect((0..<state.count).contains(state.index))
      #expect(state.settings.rates.indices.contains(state.pass))
    }
  }
}

@Suite struct `Practice with a voice under random commands` {
  private static let words = [
    "0.05", "0.1", "0.3", "segment", "play", "pause", "", "next", "back", "first", "last", "goto 2",
    "repeat", "restart", "faster", "slower", "rates 0.4,0.6", "voice other", "voice nobody",
    "by paragraph", "by sentence", "pause off", "pause on", "longer", "shorter", "loop 1-2",
    "loop off", "interrupt",
  ]

  private func practise(_ script: String, marks: Bool, fails: Bool) throws -> Practising {
    let voice = DoubleVoice()
    voice.reportsMarks = marks
    if fails { voice.failure = (after: 250, .double()) }
    let cast = DoubleCast(voice)
    let other = DoubleVoice("other")
    other.format = AudioFormat(sample: .int16, rateHertz: 1000)
    cast.voices["other"] = other
    let practice = try Practising(script, cast: cast)
    return try practice.run()
  }

  @Test(arguments: 0..<30) func `loses no sound, no word's place and no count`(seed: UInt64) throws
  {
    var chance = Seeded(seed)
    // The end must come: no script leaves a loop.
    let script =
      (0..<40).map { _ in Self.words.randomElement(using: &chance) ?? "" }.joined(separator: "\n")
      + "\nloop off\n"
    let (marks, fails) = (Bool.random(using: &chance), Int.random(in: 0..<4, using: &chance) == 0)
    let practice = try practise(script, marks: marks, fails: fails)
    #expect(practice.output.isInOrder)
    let outcome = try #require(practice.outcome)
    #expect(outcome.frames == practice.output.frames)
    let said = practice.reports.compactMap {
      if case .said(_, let duration) = $0 { duration } else { nil }
    }
    #expect(outcome.segments == said.count && outcome.spoken == said.reduce(.zero, +))
    // Words begin at their letters, and never after the sound that is out.
    for case .word(_, let range, let frame, _) in practice.reports {
      #expect(speech.content.utf8.count >= range.upperBound && frame <= outcome.frames)
      let before = Array(speech.content.utf8)[..<range.lowerBound].last
      #expect(before == nil || before == 0x20 || before == 0x0a)
    }
    // Again, frame by frame the same.
    let again = try practise(script, marks: marks, fails: fails)
    #expect(again.output.samples == practice.output.samples && again.reports == practice.reports)
  }
}
