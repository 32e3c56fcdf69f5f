import CueText
import Testing
import TestSupport

@testable import CuePractice

@Suite struct `Practice, whatever happens` {
  private static let commands: [PracticeCommand] = [
    .play, .pause, .playOrPause, .next, .previous, .first, .last, .jump(3), .jump(99),
    .repeatSegment, .restart, .stop, .setRate(0.7), .changeRate(steps: 1), .changeRate(steps: -1),
    .setRates([0.3, 0.9]), .setVoice("a"), .setVoice("b"), .changeGranularity, .changePause,
    .setPause(.untilQuiet), .changePauseFactor(steps: 1), .setPauseFactor(0), .setLoop(1...2),
    .setLoop(nil), .interrupt, .interruptionEnded,
  ]

  /// The voice and the pause obey the effects in order; that they never have to do the impossible is what is checked.
  @Test(arguments: 0..<40) func `keeps to its own rules`(seed: UInt64) throws {
    var chance = Seeded(seed)
    var rules = Rules()
    var voice = "silent"
    var isPausing = false
    var utterances = 0
    for _ in 0..<400 {
      rules.clock += .milliseconds(Int.random(in: 0...700, using: &chance))
      let event: PracticeEvent =
        switch Int.random(in: 0..<10, using: &chance) {
        case 0...4: .command(try #require(Self.commands.randomElement(using: &chance)))
        case 5, 6:
          .spoken(
            utterance: rules.state.utterance - Int.random(in: 0...1, using: &chance),
            took: .milliseconds(Int.random(in: 0...900, using: &chance)))
        case 7: .failed(utterance: rules.state.utterance, sentence: "It broke.")
        case 8: .speakerQuiet(utterance: rules.state.utterance)
        default: .time
        }
      let before = rules.state
      rules.take(event)
      if rules.why != nil { #expect(rules.state == before) }
      if rules.why == nil {
        if case .spoken = event { voice = "silent" }
        if case .failed = event { voice = "silent" }
      }
      for effect in rules.effects {
        switch effect {
        case .speak(let utterance):
          #expect(voice == "silent" && !isPausing && utterance == utterances + 1)
          voice = "speaking"
          utterances = utterance
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
      #expect((state.status == .held) == (state.hold != nil))
      let speaks = state.status == .speaking || (state.status == .held && state.resuming == .voice)
      #expect(speaks == (voice != "silent"))
      #expect((0..<state.count).contains(state.index))
      #expect(state.settings.rates.indices.contains(state.pass))
    }
  }
}
