import CueText
import Testing

@testable import CuePractice

@Suite struct `Practice by its rules` {
  private func settings(_ change: (inout PracticeSettings) -> Void) -> PracticeSettings {
    var settings = PracticeSettings()
    change(&settings)
    return settings
  }

  @Test func `says a segment, leaves as long a pause, and goes on to the end`() {
    var rules = Rules()
    rules.obey(.play)
    #expect(rules.effects == [.speak(utterance: 1)])
    rules.speak(2000)
    #expect(rules.effects == [.said(index: 0), .beginPause, .countdown(tenths: 20)])
    #expect(rules.place == "pausing 1")
    rules.pass(1999)
    #expect(rules.place == "pausing 1")
    rules.pass(1)
    #expect(rules.effects == [.endPause, .speak(utterance: 2)])
    #expect(rules.place == "speaking 2")
    for _ in 2...5 {
      rules.speak()
      rules.pass(1000)
    }
    #expect(rules.effects == [.endPause, .ended])
    #expect(rules.place == "finished 5" && rules.state.end == .text)
    rules.obey(.play)
    #expect(rules.place == "speaking 1" && rules.state.end == nil)
  }

  @Test(arguments: [(0.5, 1000), (3, 6000)] as [(Double, Int)])
  func `a pause has the set factor`(factor: Double, milliseconds: Int) {
    var rules = Rules(settings { $0.pauseFactor = factor })
    rules.obey(.play)
    rules.speak(2000)
    #expect(rules.state.pause?.length == .milliseconds(milliseconds))
  }

  @Test func `without a pause goes on at once`() {
    var rules = Rules(settings { $0.pause = .off })
    rules.obey(.play)
    rules.speak()
    #expect(rules.effects == [.said(index: 0), .speak(utterance: 2)])
  }

  @Test func `counts a pause down by tenths of a second`() {
    var rules = Rules()
    rules.obey(.play)
    rules.speak(250)
    #expect(rules.effects.last == .countdown(tenths: 3))
    var told: [PracticeEffect] = []
    for _ in 0..<24 {
      rules.pass(10)
      told += rules.effects
    }
    #expect(told == [.countdown(tenths: 2), .countdown(tenths: 1)])
    #expect(rules.place == "pausing 1")
  }

  @Test func `skips the rest of a pause when played, and ends it when paused`() {
    for command in [PracticeCommand.play, .playOrPause] {
      var rules = Rules()
      rules.obey(.play)
      rules.speak()
      rules.obey(command)
      #expect(rules.effects == [.endPause, .speak(utterance: 2)])
    }
    var rules = Rules()
    rules.obey(.play)
    rules.speak()
    rules.obey(.pause)
    #expect(rules.effects == [.dropPause] && rules.place == "held 1")
    rules.obey(.play)
    #expect(rules.effects == [.speak(utterance: 2)] && rules.place == "speaking 1")
  }

  @Test func `goes on in mid-segment where it was paused`() {
    var rules = Rules()
    rules.obey(.play, .playOrPause)
    #expect(rules.effects == [.holdSpeaking] && rules.state.hold == .asked)
    rules.obey(.playOrPause)
    #expect(rules.effects == [.resumeSpeaking] && rules.state.hold == nil)
    rules.obey(.pause)
    // The last word was out already.
    rules.speak()
    #expect(rules.place == "held 1")
    rules.obey(.play)
    #expect(rules.effects == [.said(index: 0), .beginPause, .countdown(tenths: 10)])
  }

  @Test func `a jump while speaking continues speaking`() {
    var rules = Rules()
    rules.obey(.play, .next)
    #expect(rules.effects == [.stopSpeaking, .speak(utterance: 2)])
    #expect(rules.place == "speaking 2")
    rules.speak()
    rules.obey(.previous)
    #expect(rules.effects == [.dropPause, .speak(utterance: 3)])
    rules.obey(.last)
    #expect(rules.place == "speaking 5")
    rules.obey(.next)
    #expect(rules.why == .isTheLast && rules.place == "speaking 5")
    rules.obey(.first, .previous)
    #expect(rules.why == .isTheFirst && rules.place == "speaking 1")
    rules.obey(.jump(3))
    #expect(rules.place == "speaking 3")
    for number in [0, 6, .min, .max] {
      rules.obey(.jump(number))
      #expect(rules.why == .noSuchSegment(number, count: 5))
    }
    rules.obey(.restart)
    #expect(rules.place == "speaking 1")
  }

  @Test func `a jump while paused, or before the start, stays silent`() {
    var rules = Rules()
    rules.obey(.next)
    #expect(rules.effects.isEmpty && rules.place == "idle 2")
    rules.obey(.play, .pause, .next)
    #expect(rules.effects == [.stopSpeaking] && rules.place == "held 3")
    rules.obey(.play)
    #expect(rules.place == "speaking 3")
  }

  @Test func `is not moved by what comes late of an utterance that is over`() {
    var rules = Rules()
    rules.obey(.play, .next)
    rules.take(.spoken(utterance: 1, took: .seconds(1)))
    #expect(rules.why != nil && rules.place == "speaking 2")
    rules.take(.failed(utterance: 1, because: .double()))
    #expect(rules.why != nil && rules.place == "speaking 2")
    rules.take(.speakerQuiet(utterance: 1))
    #expect(rules.why != nil && rules.place == "speaking 2")
  }

  @Test func `repeats a segment from its start`() {
    var rules = Rules()
    rules.obey(.play, .next, .repeatSegment)
    #expect(rules.effects == [.stopSpeaking, .speak(utterance: 3)])
    rules.obey(.pause, .repeatSegment)
    #expect(rules.place == "speaking 2")
  }

  @Test func `keeps the place when sentences become paragraphs, and back`() {
    var rules = Rules()
    rules.obey(.play, .jump(5), .setGranularity(.paragraph))
    #expect(rules.effects == [.stopSpeaking, .speak(utterance: 3)])
    #expect(rules.place == "speaking 2" && rules.state.count == 2)
    rules.obey(.pause, .changeGranularity)
    #expect(rules.effects == [.stopSpeaking])
    #expect(rules.place == "held 4" && rules.state.count == 5)
    rules.obey(.setGranularity(.sentence))
    #expect(rules.why == .unchanged)
  }

  @Test func `the rest of a segment is requested again for a new rate or voice`() {
    var rules = Rules()
    rules.obey(.play, .changeRate(steps: -2))
    #expect(rules.effects == [.retune] && rules.state.rate == PracticeRate(0.4))
    rules.obey(.setVoice("espeak:et"))
    #expect(rules.effects == [.retune] && rules.place == "speaking 1")
    rules.speak()
    rules.obey(.setRate(7))
    #expect(rules.effects.isEmpty && rules.state.rate == PracticeRate(1))
    rules.obey(.changeRate(steps: 1))
    #expect(rules.why == .unchanged)
  }

  @Test func `says each segment at each of several rates`() {
    var rules = Rules(
      settings {
        $0.rates = [0.6, 0.8, 1].map(PracticeRate.init)
        $0.pause = .off
      })
    rules.obey(.play)
    var rates: [Double] = []
    for _ in 0..<4 {
      rates.append(rules.state.rate.value)
      rules.speak()
    }
    #expect(rates == [0.6, 0.8, 1, 0.6])
    #expect(rules.place == "speaking 2" && rules.state.rate == PracticeRate(0.8))
    rules.obey(.next)
    #expect(rules.place == "speaking 3" && rules.state.rate == PracticeRate(0.6))
  }

  @Test func `a running pause follows a new setting`() {
    var rules = Rules()
    rules.obey(.play)
    rules.speak(1000)
    rules.pass(600)
    rules.obey(.setPauseFactor(2))
    #expect(rules.state.pause?.length == .seconds(2))
    rules.obey(.changePauseFactor(steps: -6))
    #expect(rules.effects == [.endPause, .speak(utterance: 2)])
    rules.speak(1000)
    rules.obey(.changePause)
    #expect(rules.effects == [.endPause, .speak(utterance: 3)])
  }

  @Test func `practice waits for the speaker's silence, or for a time without speech`() {
    var rules = Rules(settings { $0.pause = .untilQuiet }, hasMicrophone: true)
    rules.obey(.play)
    rules.speak(1000)
    rules.pass(9000)
    #expect(rules.place == "pausing 1" && rules.effects == [.countdown(tenths: 90)])
    rules.take(.speakerQuiet(utterance: 1))
    #expect(rules.effects == [.endPause, .speak(utterance: 2)])
    rules.speak(1000)
    rules.take(.microphoneLost)
    #expect(rules.state.pause?.length == .seconds(1) && !rules.state.hasMicrophone)
    rules.pass(1000)
    #expect(rules.place == "speaking 3")
  }

  @Test func `Practice by its rules says a range over and over`() {
    var rules = Rules(settings { $0.pause = .off })
    rules.obey(.setLoop(2...3), .play)
    var places: [Int] = []
    for _ in 0..<6 {
      places.append(rules.state.index + 1)
      rules.speak()
    }
    #expect(places == [1, 2, 3, 2, 3, 2])
    rules.obey(.setLoop(4...6))
    #expect(rules.why == .noSuchSegment(6, count: 5))
    rules.obey(.setLoop(nil))
    for _ in 0..<3 { rules.speak() }
    #expect(rules.place == "finished 5")
    let loop = speech.sentences[3].range
    #expect(Rules(settings { $0.loop = loop }).place == "idle 4")
  }

  @Test func `practice ends with a segment when the time is up, and continues after it`() {
    var rules = Rules(settings { $0.limit = .seconds(3) })
    rules.obey(.play)
    rules.speak(1000)
    rules.pass(1000)
    rules.speak(1000)
    #expect(rules.place == "pausing 2")
    rules.pass(1000)
    #expect(rules.place == "finished 2" && rules.state.end == .limit)
    rules.obey(.play)
    #expect(rules.place == "speaking 3")
  }

  @Test func `practice pauses at an interruption, and continues by itself only if set`() {
    for goesOn in [false, true] {
      var rules = Rules(settings { $0.resumesAfterInterruption = goesOn })
      rules.obey(.play, .interrupt)
      #expect(rules.effects == [.stopSpeaking] && rules.state.hold == .interrupted)
      rules.obey(.interruptionEnded)
      #expect(rules.place == (goesOn ? "speaking 1" : "held 1"))
      rules.obey(.play)
      rules.speak()
      rules.obey(.interrupt)
      #expect(rules.state.status == .held)
    }
    // A session that was paused before does not go on.
    var rules = Rules(settings { $0.resumesAfterInterruption = true })
    rules.obey(.play, .pause, .interrupt, .interruptionEnded)
    #expect(rules.place == "held 1")
  }

  @Test func `stays at a segment that no voice can say`() {
    var rules = Rules()
    rules.obey(.play, .next)
    rules.take(.failed(utterance: 2, because: .double()))
    #expect(rules.place == "held 2" && rules.state.hold == .failed(.double()))
    rules.obey(.play)
    #expect(rules.effects == [.speak(utterance: 3)] && rules.place == "speaking 2")
  }

  @Test func `Practice by its rules ends by hand from anywhere`() {
    var rules = Rules()
    rules.obey(.stop)
    #expect(rules.effects == [.stopped])
    rules.obey(.play, .stop)
    #expect(rules.effects == [.stopSpeaking, .stopped] && rules.place == "idle 1")
    rules.obey(.play)
    rules.speak()
    rules.obey(.stop)
    #expect(rules.effects == [.dropPause, .stopped])
  }
}

@Suite struct `A speech for practice` {
  @Test func `finds the segment of a place, else the next, else the last`() {
    #expect(speech.sentences.map(\.text).first == "One is here.")
    let offsets = [0, 5, 12, 13, 40, 41, 10_000]
    #expect(offsets.map { speech.index(of: $0, in: .sentence) } == [0, 0, 1, 1, 3, 3, 4])
  }

  @Test func `leaves out what no voice can say`() {
    let text = PracticeText(title: "", content: "Yes.\n\n* * *\n\nNo.", language: "en")
    #expect(text.paragraphs.map(\.text) == ["Yes.", "No."])
  }
}
