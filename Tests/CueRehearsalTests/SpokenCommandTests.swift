import CueListening
import CueModel
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

private let stay = "I cannot stay much longer, Ann."
private let said = ListedRecognizer.Answer.said("I cannot stay much longer Ann")

@Suite struct `A spoken command` {
  /// What the microphone had for commands and waits while Ben said his line, after `partner` had spoken.
  private func heard(
    _ microphone: MemoryMicrophone, _ answers: [ListedRecognizer.Answer], line: String = stay,
    partner: String = "You are late."
  ) throws -> (
    commands: [SpokenCommand], waits: [TurnWait], offered: [String], asks: Int, isFinished: Bool
  ) {
    let ear = ListedRecognizer(answers)
    ear.waitsForSpeech = true
    let hand = DoubleActor()
    hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && moment.secondsIntoLine > 25 ? .advance : nil
    }
    let script = Script.scene(("ANN", partner), ("BEN", line), ("ANN", "Then go."))
    var commands: [SpokenCommand] = []
    var waits: [TurnWait] = []
    var asks = 0
    let actor = ListeningActor(
      hand, through: microphone, ear, script: script, roles: ["BEN"]
    ) { report in
      if case .command(_, let command) = report { commands.append(command) }
      if case .waits(_, let why) = report { waits.append(why) }
      if case .asksToStop = report { asks += 1 }
    }
    var rules = RehearsalSettings()
    rules.isListening = true
    let outcome = try RehearsalDriver(
      script: script, roles: ["BEN"], parts: ["ANN": Part(voice: DoubleVoice())],
      output: MemoryOutput(), actor: actor, settings: rules
    ).run { _ in }
    let offered = ear.requests[0].phrases.filter { $0.role == .command }.map(\.text)
    return (commands, waits, offered, asks, outcome.isFinished)
  }

  @Test func `a command counts if it is said alone, also after a part of the line`() throws {
    let heard = try heard(
      MemoryMicrophone((1, 4), (0.6, 3), (2, 5)), [.said("I cannot"), .said("again"), said])
    #expect(heard.commands == [.again] && heard.isFinished)
  }

  @Test func `"stop rehearsal" has to be said twice, in full`() throws {
    let once = try heard(
      MemoryMicrophone((1, 3), (2, 5)), [.said("stop rehearsal"), said])
    #expect(once.commands == [] && once.asks == 1 && once.isFinished)
    let twice = try heard(
      MemoryMicrophone((1, 3), (1, 3), (2, 5)), [.said("stop rehearsal"), .said("stop rehearsal")])
    #expect(twice.commands == [.stop] && twice.asks == 1 && !twice.isFinished)
    #expect(!once.offered.contains("stop"))
  }

  /// A recognizer takes what it does not understand for what it knows; "stop" ended a rehearsal so.
  @Test(arguments: ["stop rehearsal", "line please", "go back", "again", "next line"])
  func `a command within half-heard speech does not count`(_ text: String) throws {
    // Words of no phrase beside it; three seconds of speech, of which 1.25 are its words; speech that never falls silent.
    for (seconds, answer) in [
      (1.2, ListedRecognizer.Answer.saidAmongOthers(text)), (3, .said(text)), (1.2, .unsure),
    ] {
      let heard = try heard(MemoryMicrophone((seconds, 4), (2, 5)), [answer, said])
      #expect(heard.commands == [] && heard.asks == 0, "\(seconds) \(answer)")
    }
  }

  @Test func `a command without a voice, or in a cough, does not count`() throws {
    var noise = UInt32(7)
    let samples = (0..<16000 * 12).map { frame -> Float in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let isCough = (16000..<16000 + 4800).contains(frame)
      return Float(Int32(bitPattern: noise)) / Float(Int32.max) * (isCough ? 0.3 : 0.0017)
    }
    let cough = AudioBuffer(float32: samples, rateHertz: 16000)
    for sound in [cough, room(seconds: 12, speech: [])] {
      let heard = try heard(MemoryMicrophone(sound), [.said("stop rehearsal")])
      #expect(heard.commands == [] && heard.asks == 0)
    }
  }

  @Test func `needs more certainty where it ends the rehearsal`() throws {
    for (text, confidence, asks, commands) in [
      ("stop rehearsal", 0.6, 0, []), ("stop rehearsal", 0.95, 1, []),
      ("again", 0.6, 0, [SpokenCommand.again]), ("again", 0.4, 0, []),
    ] {
      let heard = try heard(
        MemoryMicrophone((0.6, 3), (2, 5)), [.saidAlmost(text, confidence: confidence), said])
      #expect(heard.commands == commands && heard.asks == asks, "\(text) \(confidence)")
    }
  }

  @Test func `a command with an unclear word does not count`() throws {
    for (last, commands) in [(0.4, []), (0.7, [SpokenCommand.back])] {
      let heard = try heard(
        MemoryMicrophone((0.6, 3), (2, 5)),
        [.saidAlmost("go back", confidence: 1, last: last), said])
      #expect(heard.commands == commands, "\(last)")
    }
  }

  @Test(arguments: [
    ("Stop the car, and go back!", "You are late.", ["go back"]),
    ("I never stopped, and lines are long.", "You are late.", ["line"]),
    (stay, "Go back, I say, and say it again.", ["go back", "again"]),
    (stay, "You are late.", []),
  ])
  func `a piece of the line, or of the partner's last words, is not a command`(
    _ line: String, _ partner: String, _ missing: [String]
  ) throws {
    let heard = try heard(
      MemoryMicrophone((2, 5)), [.said(line)], line: line, partner: partner)
    let all = SpokenCommand.phrases(in: "en").map(\.text)
    #expect(heard.offered == all.filter { !missing.contains($0) })
  }
}
