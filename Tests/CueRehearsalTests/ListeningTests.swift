import CueListening
import CueModel
import CueRehearsal
import CueScreenplay
import CueSystem
import CueText
import TestSupport
import Testing

private let stay = "I cannot stay much longer, Ann."

/// A rehearsal in which Ben is heard, with all its results.
private final class Hearing {
  let microphone: MemoryMicrophone
  let ear: ListedRecognizer
  let hand = DoubleActor()
  var settings = ActorListening()
  private(set) var heard: [ListeningReport] = []
  private(set) var reports: [RehearsalReport] = []
  let output = MemoryOutput()
  var second: SecondListener?

  init(
    _ microphone: MemoryMicrophone, _ answers: [ListedRecognizer.Answer],
    partialAfterFrames: Int = 20000
  ) {
    self.microphone = microphone
    ear = ListedRecognizer(answers, partialAfterFrames: partialAfterFrames)
  }

  @discardableResult
  func run(_ script: Script? = nil) throws -> RehearsalOutcome {
    let script =
      script ?? Script.scene(("ANN", "You are late."), ("BEN", stay), ("ANN", "Then go."))
    let actor = ListeningActor(
      hand, through: microphone, ear, script: script, roles: ["Ben"], settings,
      second: second
    ) { self.heard.append($0) }
    var rules = RehearsalSettings()
    rules.isListening = true
    return try RehearsalDriver(
      script: script, roles: ["BEN"], parts: ["ANN": Part(voice: DoubleVoice())], output: output,
      actor: actor, settings: rules
    ).run { reports.append($0) }
  }

  var ends: [UserLineEnd] {
    heard.compactMap { if case .heard(let line) = $0 { line.end } else { nil } }
  }
  var waits: [TurnWait] {
    heard.compactMap { if case .waits(_, let why) = $0 { why } else { nil } }
  }
}

@Suite struct `An actor who is heard` {
  @Test func `the rehearsal goes on a quarter of a second after the last word`() throws {
    let hearing = Hearing(MemoryMicrophone((2, 5)), [.said("I cannot stay much longer Ann")])
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.matched])
    // Half a second, two seconds of speech, and the silence that ends them.
    let seconds = Double(hearing.microphone.position) / 16000
    #expect((2.7...2.95).contains(seconds), "\(seconds)")
    guard case .heard(let line)? = hearing.heard.last else { throw Missing() }
    #expect(line.text == "I cannot stay much longer Ann")
    #expect(line.source == "listed")
    #expect(line.match?.share == 1)
    #expect((0.4...0.7).contains(try #require(line.pickUpSeconds)))
    #expect((2...2.6).contains(line.seconds))
  }

  @Test func `is waited for within the line, and all parts of it count`() throws {
    let hearing = Hearing(
      MemoryMicrophone((1, 4), (1.5, 4)), [.said("I cannot stay"), .said("much longer Ann")])
    hearing.ear.waitsForSpeech = true
    #expect(try hearing.run().isFinished)
    guard case .unfinished(let missing)? = hearing.waits.first else { throw Missing() }
    #expect(missing.count == 3)
    #expect(hearing.ends == [.matched])
  }

  @Test func `the partner's own words from the room do not count as the actor's line`() throws {
    let hearing = Hearing(
      MemoryMicrophone((1, 3), (2, 4)),
      [.said("You are late"), .said("I cannot stay much longer Ann")])
    #expect(try hearing.run().isFinished)
    #expect(hearing.waits == [.echo])
    #expect(hearing.ends == [.matched])
  }

  /// The partner's line comes back whole, and the actor begins a third of a second after it.
  @Test(arguments: ["You are late", "You are so very late tonight"])
  func `the actor is heard from the first word after the partner's echo`(_ echo: String) throws {
    let hearing = Hearing(
      MemoryMicrophone(room(seconds: 9, speech: [0.5...1.7, 2.2...4.2])),
      [.said(echo), .said("I cannot stay much longer Ann")])
    hearing.ear.waitsForSpeech = true
    let script = Script.scene(
      ("ANN", echo == "You are late" ? "You are late." : echo + ", my dear."), ("BEN", stay),
      ("ANN", "Then go."))
    #expect(try hearing.run(script).isFinished)
    #expect(hearing.waits == [.echo])
    #expect(hearing.ends == [.matched])
    let seconds = Double(hearing.microphone.position) / 16000
    #expect((4.2...4.6).contains(seconds), "\(seconds)")
    #expect(hearing.ear.heardSeconds > 2.0, "all of the line was listened to")
  }

  /// Runs with a second recognizer, and gives its judgements and how much sound it was given.
  private func judged(
    _ microphone: MemoryMicrophone, _ answers: [ListedRecognizer.Answer], second text: String
  ) throws -> (opinions: [SecondOpinion], seconds: Double) {
    let hearing = Hearing(microphone, answers)
    hearing.ear.waitsForSpeech = true
    let other = ListedRecognizer([.said(text)])
    let second = SecondListener(other)
    hearing.second = second
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.matched], "nothing waits for it")
    let told = hearing.heard.compactMap {
      if case .wording(let opinion) = $0 { opinion } else { nil }
    }
    let last = second.finish(withinMilliseconds: 60_000, clock: MonotonicClock())
    return (told + last.answers, other.heardSeconds)
  }

  @Test func `a second recognizer judges all parts of a line`() throws {
    let (opinions, seconds) = try judged(
      MemoryMicrophone((1, 4), (1.5, 4)), [.said("I cannot stay"), .said("much longer Ann")],
      second: "I cannot stay any longer Ann")
    #expect(opinions.map(\.number) == [2])
    let judgement = try #require(opinions.first?.judgement)
    #expect(judgement.source == .both("listed", "listed"))
    #expect(judgement.doubts.map(\.heard) == ["any"])
    // 2.5 seconds, and 0.3 around each part.
    #expect((3.4...3.9).contains(seconds), "\(seconds)")
  }

  @Test func `is not judged by an echo of the partner`() throws {
    let (opinions, seconds) = try judged(
      MemoryMicrophone((1, 3), (2, 4)),
      [.said("You are late"), .said("I cannot stay much longer Ann")],
      second: "I cannot stay much longer Ann")
    #expect(opinions.map(\.judgement.isAsWritten) == [true])
    #expect((2.3...2.8).contains(seconds), "\(seconds)")
  }

  @Test func `another line than the expected one is reported to the actor`() throws {
    let hearing = Hearing(
      MemoryMicrophone((1, 3), (2, 4)), [.said("Then go"), .said("I cannot stay much longer Ann")])
    #expect(try hearing.run().isFinished)
    #expect(hearing.waits == [.otherLine("Then go.")])
  }

  /// A recognizer hears the other lines of a scene in noise, too.
  @Test func `has said the line in noise, where another is doubtful and it took its time`() throws {
    let noisy = room(seconds: 8, speech: [0.5...3.5], noise: 0.025)
    let hearing = Hearing(MemoryMicrophone(noisy), [.saidPerhaps("Then go")])
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.endOfSpeech])
    #expect(!hearing.waits.contains(.otherLine("Then go.")))
    let quiet = Hearing(MemoryMicrophone((3, 4.5)), [.saidPerhaps("Then go")])
    try quiet.run()
    #expect(quiet.waits.first == .otherLine("Then go."))
  }

  @Test func `is not waited for any longer where they speak fast and the end was not understood`()
    throws
  {
    let line = "I cannot stay here much longer because the last train leaves at nine."
    let hearing = Hearing(
      MemoryMicrophone((2, 9)), [.said("I cannot stay here much longer because"), .nothing])
    hearing.ear.waitsForSpeech = true
    hearing.settings.rules.wait = .short
    #expect(
      try hearing.run(.scene(("ANN", "You are late."), ("BEN", line), ("ANN", "Then go.")))
        .isFinished)
    #expect(hearing.ends == [.endOfSpeech])
    let seconds = Double(hearing.microphone.position) / 16000
    #expect((6...9).contains(seconds), "\(seconds)")
  }

  @Test func `is not done sooner where a recognizer crowds all words into a moment`() throws {
    let line = "I cannot stay here much longer because the last train leaves at nine."
    let hearing = Hearing(
      MemoryMicrophone((0.8, 9)), [.said("I cannot stay here much longer because"), .nothing],
      partialAfterFrames: 700)
    hearing.ear.waitsForSpeech = true
    try hearing.run(.scene(("ANN", "You are late."), ("BEN", line), ("ANN", "Then go.")))
    #expect(hearing.ends == [])
  }

  /// In a room that rings, a partner spoke over an actor when nothing new was understood for two seconds.
  @Test func `is not cut off where nothing new is understood for a while`() throws {
    let hearing = Hearing(MemoryMicrophone((9, 5)), [.unsure, .nothing])
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.endOfSpeech])
    let seconds = Double(hearing.microphone.position) / 16000
    #expect((9.5...13).contains(seconds), "\(seconds)")
  }

  @Test func `has the words of the line by asking, three at a time`() throws {
    let hearing = Hearing(
      MemoryMicrophone((1, 3), (1, 3), (2, 4)),
      [.said("line please"), .said("line please"), .said("I cannot stay much longer Ann")])
    hearing.ear.waitsForSpeech = true
    #expect(try hearing.run().isFinished)
    let prompts = hearing.reports.compactMap { report -> String? in
      guard case .prompted(_, let range, false) = report else { return nil }
      return String(decoding: Array(stay.utf8)[range], as: UTF8.self)
    }
    #expect(prompts == ["I cannot stay", "much longer, Ann"])
    #expect(hearing.ends == [.matched])
  }

  @Test(arguments: [
    ("go back", "show 1 2 1 2 3"), ("again", "show 1 2 2 3"), ("next line", "show 1 2 3"),
  ])
  func `says what the rehearsal is to do`(_ command: String, _ shown: String) throws {
    let hearing = Hearing(
      MemoryMicrophone((1, 3), (2, 4)),
      [.said(command), .said("I cannot stay much longer Ann")])
    try hearing.run()
    let lines = hearing.reports.compactMap { report -> String? in
      guard case .shown(let line, .some, _) = report else { return nil }
      return "\(line.index)"
    }
    #expect("show " + lines.joined(separator: " ") == shown)
  }

  @Test func `may have a line that reads as a command`() throws {
    let hearing = Hearing(MemoryMicrophone((1, 4)), [.said("stop")])
    #expect(
      try hearing.run(Script.scene(("ANN", "I am leaving now."), ("BEN", "Stop!"))).isFinished)
    #expect(hearing.ends == [.matched])
  }

  @Test func `after 15 s of silence the actor is notified, and a key goes on`() throws {
    let hearing = Hearing(MemoryMicrophone((0, 40)), [])
    hearing.hand.atPoll = { moment, _ in
      moment.status == .waitingForUser && moment.secondsIntoLine > 31 ? .advance : nil
    }
    #expect(try hearing.run().isFinished)
    #expect(hearing.waits.count == 2)
    for case .noSpeech(let seconds) in hearing.waits { #expect((14.9...15.2).contains(seconds)) }
    #expect(hearing.reports.contains(.lineDone(line: 2, .actor(.manual))))
  }

  @Test func `the rehearsal goes on after a silence if that is set`() throws {
    let hearing = Hearing(MemoryMicrophone((0, 20)), [])
    hearing.settings.rules.ways.insert(.silence)
    hearing.settings.startSeconds = 4
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.silenceTimeout])
    #expect((4...4.2).contains(Double(hearing.microphone.position) / 16000))
  }

  @Test
  func `clear speech that shares nothing with the line is not the line`() throws {
    let hearing = Hearing(
      MemoryMicrophone((2.5, 9), (2, 4)), [.unsure, .said("I cannot stay much longer Ann")])
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.matched])
    #expect(hearing.waits.filter { $0 == .otherWords }.count == 1)
    let cough = Hearing(
      MemoryMicrophone((0.4, 6), (2, 4)), [.unsure, .said("I cannot stay much longer Ann")])
    #expect(try cough.run().isFinished)
    #expect(cough.waits == [.notUnderstood])
    #expect(cough.ends == [.matched])
  }

  @Test func `is not waited for because the end of the line was not understood`() throws {
    let hearing = Hearing(MemoryMicrophone((2.2, 9)), [.said("I cannot stay much")])
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.endOfSpeech])
    let seconds = Double(hearing.microphone.position) / 16000
    // The words that are missing were spoken: it is known by the time, and 0.8 s of silence are enough.
    #expect((3.4...3.7).contains(seconds), "\(seconds)")
  }

  @Test func `after three failures of the recognizer the actor is notified, and a key goes on`()
    throws
  {
    let broken = ListedRecognizer.Answer.fails(ListenFailure(.recognizerUnavailable))
    let hearing = Hearing(MemoryMicrophone((1, 9)), [broken, broken, broken])
    let script = Script.scene(
      ("BEN", "One and two."), ("BEN", "Three and four."), ("BEN", "Five and six."),
      ("BEN", "Seven."))
    #expect(try hearing.run(script).isFinished)
    let failures = hearing.heard.compactMap { report -> RecognizerLoss? in
      guard case .recognizerFailed(_, let loss) = report else { return nil }
      return loss
    }
    #expect(failures == [.startedAgain, .line, .everything])
    #expect(hearing.reports.contains(.lineDone(line: 4, .actor(.manual))))
    #expect(!hearing.microphone.isOpen)
  }

  @Test func `need not repeat what they said before the recognizer failed`() throws {
    let hearing = Hearing(
      MemoryMicrophone((2, 5)),
      [.fails(ListenFailure(.recognizerUnavailable)), .said("I cannot stay much longer Ann")])
    hearing.ear.failsAfterFrames = 20000
    #expect(try hearing.run().isFinished)
    #expect(hearing.ends == [.matched])
    // The second stream has all sound from the line's beginning on.
    #expect(hearing.ear.heardSeconds == Double(hearing.microphone.position) / 16000)
    guard case .heard(let line)? = hearing.heard.last else { throw Missing() }
    #expect((2...2.6).contains(line.seconds))
  }

  @Test func `without keys, the rehearsal ends with the sound, and the spoken words count`()
    throws
  {
    let hearing = Hearing(MemoryMicrophone((2, 0.1)), [.said("I cannot stay much longer Ann")])
    hearing.settings.hasHand = false
    let script = Script.scene(("BEN", stay), ("ANN", "Then go."), ("BEN", "Well then."))
    let outcome = try hearing.run(script)
    #expect(!outcome.isFinished)
    #expect(outcome.ownLines == 1 && outcome.partnerLines == 1)
    #expect(hearing.heard.last == .microphoneLost(.over("takes")))
  }

  @Test func `has the microphone open in no line but their own`() throws {
    let hearing = Hearing(MemoryMicrophone((2, 4)), [.said("I cannot stay much longer Ann")])
    var wasOpen = false
    hearing.hand.atPoll = { moment, _ in
      if moment.status == .playingPartner, hearing.microphone.isOpen { wasOpen = true }
      return nil
    }
    #expect(try hearing.run().isFinished)
    #expect(!wasOpen && hearing.microphone.opened == 1 && !hearing.microphone.isOpen)
  }
}

private struct Missing: Error {}
