import CueGeneration
import CueModel
import CueScreenplay
import CueText
import Synchronization
import Testing
import TestSupport

private let lines = ["A: One one.", "B: Two two.", "A: Three three.", "B: Four four."]
private let texts = ["One one.", "Two two.", "Three three.", "Four four."]

@Suite struct `A plan is carried out` {
  @Test func `every clip is made once and kept, each item has its own`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    let run = try stage.run(GenerationStage.speeches(lines + ["B: One one."]))
    #expect(engine.texts == texts)
    #expect(run.plan.jobOfItem == [0, 1, 2, 3, 0])
    #expect(Set(stage.cache.puts).count == 4)
    #expect(stage.cache.claims.isEmpty)
    #expect(engine.state.withLock { $0.quit } == engine.state.withLock { $0.made })
    let again = try stage.run(GenerationStage.speeches(lines))
    #expect(engine.texts.count == 4)
    #expect(again.made.isEmpty)
    #expect(again.outcome.ends.count == 4)
    #expect(again.outcome.entry(3) == run.outcome.entry(3))
  }

  @Test func `one changed line is one new clip`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    _ = try stage.run(GenerationStage.speeches(lines))
    let run = try stage.run(
      GenerationStage.speeches(["A: One one.", "B: Too two.", "A: Three three.", "B: Four four."]))
    #expect(run.made == ["Too two."])
  }

  @Test func `a lane stays with a voice as long as that has lines, and says what comes next`()
    throws
  {
    let engine = DoubleEngine("e")
    var stage = GenerationStage([engine])
    for name in ["a", "b"] {
      stage.roles[name] = GenerationRole(
        speaker: name, choices: [.init(source: 0, delivery: RoleDelivery(voice: name))])
    }
    _ = try stage.run(GenerationStage.speeches(lines))
    #expect(engine.texts == ["One one.", "Three three.", "Two two.", "Four four."])
    let expected = engine.state.withLock { $0.expected.map { $0?.text } }
    #expect(expected == ["Three three.", "Two two.", "Four four.", nil])
  }

  @Test(arguments: [1, 2, 3, 7])
  func `lanes on threads make each clip once`(lanes: Int) throws {
    let engine = DoubleEngine("e")
    var stage = GenerationStage([engine])
    stage.crew = ThreadCrew()
    stage.settings.lanes = lanes
    let many = (0..<200).map { "\("AB".randomElement()!): Line number \($0 % 150)." }
    let run = try stage.run(GenerationStage.speeches(many))
    #expect(engine.texts.count == 150)
    #expect(Set(stage.cache.puts).count == 150)
    #expect(run.outcome.ends.indices.allSatisfy { run.outcome.entry($0) != nil })
    let (made, quit) = engine.state.withLock { ($0.made, $0.quit) }
    #expect(made == quit && made <= lanes)
  }

  @Test func `silences, words and marks of an item become one clip`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    let run = try stage.run(
      GenerationStage.items("JO\n(beat)\nOh.\n(long beat)\nWell, no.\n(softly)\nYes.\n"))
    #expect(engine.texts == ["Oh.", "Well, no.", "Yes."])
    let clip = try #require(stage.cache.clip(run.plan.jobs[0].key))
    let starts = [700, 700 + 3 * 69 + 1500, 700 + 3 * 69 + 1500 + 9 * 69]
    #expect(clip.sound.frameCount == starts[2] + 4 * 69)
    #expect(clip.marks.map(\.frame) == starts)
    #expect(clip.marks.map(\.textRange) == [0..<1, 4..<5, 14..<15])
    #expect(run.plan.items[0].saidText == "Oh. Well, no. Yes.")
    let samples = clip.sound.int16s
    #expect(samples[..<700].allSatisfy { $0 == 0 })
    #expect(samples[700] == 1000)
    #expect(samples[(700 + 207)..<starts[1]].allSatisfy { $0 == 0 })
    let expected = engine.state.withLock { $0.expected.map { $0?.text } }
    #expect(expected == ["Well, no.", "Yes.", nil])
  }

  @Test func `an item that is silence alone needs no clip`() throws {
    let engine = DoubleEngine("e")
    let run = try GenerationStage([engine]).run(GenerationStage.speeches(["A: ...", "A: Oh."]))
    #expect(run.plan.jobOfItem == [nil, 0])
  }

  @Test func `where nothing can be kept, all stops and says why`() throws {
    struct DiskIsFull: Error {}
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    stage.cache.fail(DiskIsFull())
    #expect(throws: DiskIsFull.self) { try stage.run(GenerationStage.speeches(lines)) }
    #expect(engine.texts.count == 1)
    #expect(stage.cache.claims.isEmpty)
  }
}

@Suite struct `A long action` {
  /// The voice's client cuts the one request of the clip; that its pieces join is tested with a real voice of short breath.
  @Test func `of 12,000 characters is three requests for a voice of 5,000, and one clip`() throws {
    let sentence = "The porter carried the blue suitcase up the stairs again. "
    let text = String(repeating: sentence, count: 12_000 / sentence.utf8.count)
    let items = GenerationStage.items("INT. HALL\n\n" + text)
    let engine = DoubleEngine("e")
    let run = try GenerationStage([engine]).run(items)
    #expect(run.plan.jobs.count == 2)
    let said = run.plan.jobs[1].request.requests
    #expect(said.count == 1)
    let pieces = TextPieces.pieces(
      of: said[0].text, language: "en", mostBytes: 5000, everySentence: false)
    #expect(pieces.count == 3)
    #expect(pieces.first?.lowerBound == 0 && pieces.last?.upperBound == said[0].text.utf8.count)
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
  }
}

@Suite struct `A voice fails` {
  @Test func `a service is tried again after 1, 2 and 4 seconds and a little more`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.textFailures = ["Two two.": .refusal(1)] }
    let stage = GenerationStage([engine], sources: [engine.remote()])
    let run = try stage.run(GenerationStage.speeches(lines))
    #expect(engine.texts.count { $0 == "Two two." } == 4)
    #expect(run.retries.count == 3)
    for (delay, least) in zip(run.retries, [1000, 2000, 4000]) {
      #expect((least...least * 11 / 10).contains(delay))
    }
    #expect(stage.clock.waits == run.retries)
    #expect(run.failed == ["Two two."])
    #expect(run.made == ["One one.", "Three three.", "Four four."])
    #expect(stage.cache.claims.isEmpty)
    // The same seed gives the same delays.
    let engine2 = DoubleEngine("e")
    engine2.change { $0.textFailures = ["Two two.": .refusal(1)] }
    let again = try GenerationStage([engine2], sources: [engine2.remote()]).run(
      GenerationStage.speeches(lines))
    #expect(again.retries == run.retries)
  }

  @Test func `a service says itself when it may be asked again, and all wait for that`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.failures = [0: .refusal(1, retryAfter: 9000)] }
    let stage = GenerationStage([engine], sources: [engine.remote()])
    let run = try stage.run(GenerationStage.speeches(lines))
    #expect(run.retries == [9000])
    #expect(stage.clock.waits == [9000])
    #expect(run.made.count == 4)
  }

  @Test func `a service that asks for too long a wait is not asked again`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.failures = [0: .refusal(1, retryAfter: 3_600_000)] }
    let run = try GenerationStage([engine], sources: [engine.remote()]).run(
      GenerationStage.speeches(lines))
    #expect(run.retries.isEmpty)
    #expect(run.failed == ["One one."])
    guard case .failed(_, let mayPass) = run.outcome.ends[0] else {
      Issue.record("it did not fail")
      return
    }
    #expect(mayPass)
  }

  @Test func `what fails on every third line fails alone`() throws {
    let engine = DoubleEngine("e")
    engine.change { state in
      for number in stride(from: 2, to: 100, by: 3) { state.failures[number] = .refusal(2) }
    }
    let run = try GenerationStage([engine]).run(
      GenerationStage.speeches((1...9).map { "A: Line \($0)." }))
    #expect(run.failed == ["Line 3.", "Line 6.", "Line 9."])
    #expect(run.made.count == 6)
    #expect(run.retries.isEmpty)
  }

  @Test func `a crash is tried once more at once, with a new voice`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.failures = [1: .double()] }
    let run = try GenerationStage([engine]).run(GenerationStage.speeches(lines))
    #expect(run.retries == [0])
    #expect(run.made == texts)
    #expect(engine.state.withLock { $0.made } == 2)
  }

  @Test func `the next voice of the part stands in, with a key of its own`() throws {
    let (first, second) = (DoubleEngine("first"), DoubleEngine("second"))
    first.change { $0.textFailures = ["Two two.": .refusal(2)] }
    let stage = GenerationStage([first, second])
    let run = try stage.run(GenerationStage.speeches(lines))
    #expect(run.made.count == 4)
    #expect(second.texts == ["Two two."])
    let entry = try #require(run.outcome.entry(1))
    #expect(entry.key != run.plan.jobs[1].key)
    #expect(stage.cache.clip(run.plan.jobs[1].key) == nil)
    guard case .there(_, let choice, let wasMade) = run.outcome.ends[1] else { return }
    #expect(choice == 1 && wasMade)
    // Again: the first is tried, and the stand-in's clip is there.
    let again = try stage.run(GenerationStage.speeches(lines))
    #expect(second.texts == ["Two two."])
    #expect(again.outcome.entry(1) == entry)
    #expect(stage.cache.claims.isEmpty)
  }

  @Test func `an unavailable plugin is left out of the plan`() throws {
    let (first, second) = (DoubleEngine("first"), DoubleEngine("second"))
    first.change { $0.startFailure = .double(.notFound) }
    let stage = GenerationStage([first, second])
    let run = try stage.run(GenerationStage.speeches(lines))
    #expect(second.texts == texts)
    #expect(first.state.withLock { $0.made } == 1)
    #expect(run.plan.jobs.allSatisfy { $0.choice == 1 })
    second.change { $0.startFailure = .double(.unusable) }
    #expect(throws: PluginFailure.self) { try stage.run(GenerationStage.speeches(["A: New."])) }
  }

  @Test func `a voice that does not exist is asked once, and its plugin goes on`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.textFailures = ["One one.": .refusal(3)] }
    var stage = GenerationStage([engine])
    for name in ["a", "b"] {
      stage.roles[name] = GenerationRole(
        speaker: name, choices: [.init(source: 0, delivery: RoleDelivery(voice: name))])
    }
    let run = try stage.run(GenerationStage.speeches(lines))
    #expect(engine.texts == ["One one.", "Two two.", "Four four."])
    #expect(run.failed == ["One one.", "Three three."])
  }

  @Test func `a plugin without a key is asked once`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.textFailures = ["One one.": .refusal(4)] }
    let run = try GenerationStage([engine]).run(GenerationStage.speeches(lines))
    #expect(engine.texts == ["One one."])
    #expect(run.failed == texts)
  }

  @Test func `a plugin that fails with line after line is let go`() throws {
    let engine = DoubleEngine("e")
    engine.change { state in for number in 0..<1000 { state.failures[number] = .double() } }
    let run = try GenerationStage([engine]).run(
      GenerationStage.speeches((1...50).map { "A: Line \($0)." }))
    #expect(run.failed.count == 50)
    #expect(engine.texts.count == 10)
  }

  @Test func `words without sound are reported, not dropped`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.isMute = ["Two two."] }
    let run = try GenerationStage([engine]).run(GenerationStage.speeches(lines))
    #expect(run.failed == ["Two two."])
    #expect(run.made.count == 3)
  }
}

@Suite struct `A recording is cancelled` {
  @Test func `a recording that is cancelled between clips keeps finished clips`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    let cancellation = Cancellation()
    let run = try stage.run(GenerationStage.speeches(lines), cancellation: cancellation) { event in
      if case .made(job: 1, _, _) = event { cancellation.cancel() }
    }
    #expect(run.made == ["One one.", "Two two."])
    #expect(run.outcome.isCancelled)
    #expect(stage.cache.claims.isEmpty)
    let rest = try stage.run(GenerationStage.speeches(lines))
    #expect(rest.made == ["Three three.", "Four four."])
    #expect(!rest.outcome.isCancelled)
  }

  @Test func `a recording that is cancelled within a clip reports it`() throws {
    let engine = DoubleEngine("e")
    let cancellation = Cancellation()
    engine.change { $0.onSpeak = { if $0 == 2 { cancellation.cancel() } } }
    let stage = GenerationStage([engine])
    let run = try stage.run(GenerationStage.speeches(lines), cancellation: cancellation)
    #expect(run.made == ["One one.", "Two two."])
    #expect(run.outcome.isCancelled)
    let cancelled = run.events.compactMap { if case .cancelled(let job) = $0 { job } else { nil } }
    #expect(cancelled == [2])
    #expect(stage.cache.claims.isEmpty)
    #expect(engine.state.withLock { $0.quit } == 1)
  }

  @Test func `A recording is cancelled during a delay`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.failures = [0: .refusal(1)] }
    let stage = GenerationStage([engine], sources: [engine.remote()])
    let cancellation = Cancellation()
    stage.clock.onWait { _ in cancellation.cancel() }
    let run = try stage.run(GenerationStage.speeches(lines), cancellation: cancellation)
    #expect(engine.texts.count == 1)
    #expect(run.outcome.isCancelled)
    #expect(stage.cache.claims.isEmpty)
  }
}

@Suite struct `Two programs make one recording` {
  @Test func `what the other makes is left to it, and waited for at the end`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    let items = GenerationStage.speeches(lines)
    let planner = GenerationPlanner(stage.sources)
    let key = try stage.plan(items, planner).jobs[1].key
    planner.quit()
    stage.cache.occupy(key)
    let clip = Clip(sound: AudioBuffer(int16: [1000, 2000], rateHertz: 1000))
    let cache = stage.cache
    stage.clock.onWait { if $0 == 3 { cache.vacate(key, with: clip) } }
    let run = try stage.run(items)
    #expect(engine.texts == ["One one.", "Three three.", "Four four."])
    #expect(stage.clock.waits == [50, 50, 50])
    #expect(run.outcome.entry(1)?.frames == 2)
    #expect(stage.cache.claims.isEmpty)
  }

  @Test func `clips that the other program leaves undone are made here`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    let items = GenerationStage.speeches(lines)
    let planner = GenerationPlanner(stage.sources)
    let key = try stage.plan(items, planner).jobs[0].key
    planner.quit()
    stage.cache.occupy(key)
    let cache = stage.cache
    stage.clock.onWait { _ in cache.vacate(key, with: nil) }
    let run = try stage.run(items)
    #expect(engine.texts == ["Two two.", "Three three.", "Four four.", "One one."])
    #expect(run.outcome.ends.indices.allSatisfy { run.outcome.entry($0) != nil })
  }

  @Test func `clips that were made after the plan are not made again`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage([engine])
    let items = GenerationStage.speeches(lines)
    let planner = GenerationPlanner(stage.sources)
    let key = try stage.plan(items, planner).jobs[3].key
    planner.quit()
    let clip = Clip(sound: AudioBuffer(int16: [1000, 2000], rateHertz: 1000))
    let cache = stage.cache
    engine.change { $0.onSpeak = { if $0 == 0 { cache.vacate(key, with: clip) } } }
    _ = try stage.run(items)
    #expect(engine.texts == ["One one.", "Two two.", "Three three."])
    #expect(stage.cache.claims.isEmpty)
  }
}

@Suite struct `A clip is checked against its text` {
  @Test func `silence is a miss, not a failure`() throws {
    let engine = DoubleEngine("e")
    engine.change { $0.isSilent = true }
    let run = try GenerationStage([engine]).run(GenerationStage.speeches(["A: One one."]))
    #expect(run.outcome.misses.map(\.job) == [0])
    #expect(run.outcome.misses.first?.miss == .silent)
    #expect(run.made.count == 1)
  }

  @Test func `a length far from the voice's own pace is a miss, also where it is kept`() throws {
    let engine = DoubleEngine("e")
    // A very slow voice, and one line of it that is cut off.
    engine.change { $0.framesPerByte = 300 }
    let stage = GenerationStage([engine])
    let many = (1...12).map { "A: The line of number \($0)." }
    _ = try stage.run(GenerationStage.speeches(many))
    engine.change { $0.framesPerByte = 60 }
    let run = try stage.run(
      GenerationStage.speeches(many + ["A: This one ends too early, says the ear."]))
    #expect(run.outcome.misses.count == 1)
    #expect(run.outcome.misses.first?.job == 12)
    let again = try stage.run(
      GenerationStage.speeches(many + ["A: This one ends too early, says the ear."]))
    #expect(again.made.isEmpty)
    #expect(again.outcome.misses.map(\.job) == [12])
  }

  @Test func `a voice of a usual pace is not blamed for numbers and short words`() throws {
    let engine = DoubleEngine("e")
    let run = try GenerationStage([engine]).run(
      GenerationStage.speeches(["A: No!", "A: 1999.", "A: Well, I never."]))
    #expect(run.outcome.misses.isEmpty)
  }

  @Test func `a text takes as long as its characters, its silences and a second at least`() {
    let long = ClipRequest(SpeechRequest(text: String(repeating: "a", count: 145)))
    #expect(abs(ClipPace.estimatedSeconds(long) - 11) < 0.001)
    #expect(ClipPace.estimatedSeconds(ClipRequest(SpeechRequest(text: ""))) == 1)
    let parts = ClipRequest([.speech(SpeechRequest(text: "Oh.")), .silence(milliseconds: 700)])
    #expect(abs(ClipPace.estimatedSeconds(parts) - 1.7) < 0.001)
  }
}

@Suite struct `A limit of requests` {
  @Test func `the 61st request of a minute waits for the next token`() {
    let clock = VirtualClock()
    let gate = RateGate(RateLimit(requests: 60, seconds: 60), clock: clock)
    for _ in 0..<60 { #expect(gate.pass(cancellation: Cancellation())) }
    #expect(clock.waits.isEmpty)
    #expect(gate.pass(cancellation: Cancellation()))
    #expect(clock.waits == [1000])
    #expect(gate.pass(cancellation: Cancellation()))
    #expect(clock.waits == [1000, 1000])
    clock.pass(milliseconds: 600_000)
    for _ in 0..<60 { _ = gate.pass(cancellation: Cancellation()) }
    #expect(clock.waits.count == 2)
  }

  @Test func `a wait for a request limit can be cancelled`() {
    let clock = VirtualClock()
    let gate = RateGate(RateLimit(requests: 1, seconds: 1), clock: clock)
    let cancellation = Cancellation()
    #expect(gate.pass(cancellation: cancellation))
    clock.onWait { _ in cancellation.cancel() }
    #expect(!gate.pass(cancellation: cancellation))
  }

  @Test func `a service is asked no more often than its limit`() throws {
    let engine = DoubleEngine("e")
    let stage = GenerationStage(
      [engine], sources: [engine.remote(RateLimit(requests: 2, seconds: 10))])
    _ = try stage.run(GenerationStage.speeches(lines))
    #expect(stage.clock.waits == [5000, 5000])
  }

  @Test func `delays grow, up to their limit, by chance a little more`() {
    let rules = RetryRules.remote
    #expect(
      (0..<4).map { rules.delay(retry: $0, asked: nil, chance: 0) } == [1000, 2000, 4000, nil])
    #expect(rules.delay(retry: 0, asked: nil, chance: 1) == 1100)
    let many = RetryRules(
      mostRetries: 20, firstMilliseconds: 1000, mostMilliseconds: 60_000, factor: 2, jitter: 0.1)
    #expect(many.delay(retry: 19, asked: nil, chance: 1) == 60_000)
    #expect(rules.delay(retry: 1, asked: 10, chance: 0) == 10)
    #expect(RetryRules.local.delay(retry: 0, asked: nil, chance: 0) == 0)
    #expect(RetryRules.local.delay(retry: 1, asked: nil, chance: 0) == nil)
  }
}

@Suite struct `A clip that is lost` {
  private let engine = DoubleEngine("e")

  /// Makes the clips that a recording has lost again, once.
  private func recorded(
    _ stage: GenerationStage, _ lose: (GenerationPlan) -> Void
  ) throws -> (texts: [String], lost: Int) {
    let first = try stage.run(GenerationStage.speeches(lines))
    var (plan, outcome) = (first.plan, first.outcome)
    lose(plan)
    let folder = try TemporaryFolder()
    func write() throws {
      let items = plan.items.indices.map { index in
        RenderedItem(
          item: plan.items[index], clip: plan.jobOfItem[index].flatMap { outcome.entry($0) },
          speaker: "S")
      }
      let play = try ScreenplayReader.read(Array("A\nOne.\n".utf8), fileName: "a.fountain")
      // Sound of 1000 Hz has no loudness.
      var settings = RecordingSettings()
      settings.loudness = nil
      _ = try CastRecording(items, of: play, settings: settings)
        .write(to: folder.path("a.wav"), from: stage.cache)
    }
    var count = 0
    do { try write() } catch let lost as LostClips {
      count = lost.keys.count
      let jobs = try outcome.lookAgain(for: lost, of: &plan, in: stage.cache)
      let planner = GenerationPlanner(stage.sources)
      let again = try Generation(
        stage.sources, cache: stage.cache, clock: stage.clock, crew: stage.crew,
        settings: stage.settings
      ).run(plan, only: jobs, planner: planner, cancellation: Cancellation()) { _ in }
      outcome.take(jobs, from: again)
      try write()
    }
    return (engine.texts, count)
  }

  @Test func `A clip that is lost is made again, and no other`() throws {
    let stage = GenerationStage([engine])
    let (texts, lost) = try recorded(stage) {
      stage.cache.lose($0.jobs[1].key)
      stage.cache.lose($0.jobs[3].key)
    }
    #expect(lost == 2)
    #expect(texts.count == 6 && Set(texts.suffix(2)) == ["Two two.", "Four four."])
  }

  @Test func `a lost clip that was replaced by another one is accepted`() throws {
    let stage = GenerationStage([engine])
    let (texts, lost) = try recorded(stage) {
      let other = Clip(
        sound: AudioBuffer(int16: [Int16](repeating: 900, count: 40), rateHertz: 1000))
      stage.cache.vacate($0.jobs[1].key, with: other)
    }
    #expect(lost == 1 && texts.count == 4)
  }

  @Test func `nothing is made again if no clip is lost`() throws {
    let (texts, lost) = try recorded(GenerationStage([engine])) { _ in }
    #expect(lost == 0 && texts.count == 4)
  }
}

@Suite struct `A process that somebody else ends while it says a line` {
  private let ended = PluginFailure(
    plugin: "e", activity: .speaking, kind: .crashed(signal: 9), reason: .processEnded)

  @Test func `a voice whose process was ended is started again, without a stand-in`() throws {
    let engine = DoubleEngine("e")
    let other = DoubleEngine("o")
    engine.change { state in
      for number in [0, 1, 2, 4, 5, 6, 7] { state.failures[number] = ended }
    }
    let stage = GenerationStage([engine, other])
    let run = try stage.run(GenerationStage.speeches(lines))
    #expect(run.made == texts && other.texts.isEmpty)
    #expect(stage.clock.waits == [100, 200, 400, 100, 200, 400, 800])
  }

  @Test
  func `A process that somebody else ends while it says a line costs the voice no later line`()
    throws
  {
    let engine = DoubleEngine("e")
    let other = DoubleEngine("o")
    engine.change { $0.textFailures = ["One one.": ended] }
    var stage = GenerationStage([engine, other])
    stage.roles["a"] = GenerationRole(
      speaker: "A",
      choices: [
        .init(source: 0, delivery: RoleDelivery(voice: "v")),
        .init(source: 1, delivery: RoleDelivery(voice: "v"), isStandIn: true),
      ])
    let run = try stage.run(GenerationStage.speeches(lines))
    #expect(other.texts == ["One one."])
    #expect(Set(engine.texts.filter { $0 != "One one." }) == Set(texts.dropFirst()))
    #expect(engine.texts.count { $0 != "One one." } == 3)
    #expect(run.outcome.standInCount(run.plan) == 1)
  }
}

@Suite struct `Lanes on a machine with too little memory` {
  private let shortage = PluginFailure(
    plugin: "e", activity: .starting, kind: .unusable,
    reason: .workerNotStarted(path: "/worker", errno: 24))

  @Test(arguments: [2, 3, 8])
  func `become fewer, and every clip is made once`(lanes: Int) throws {
    let engine = DoubleEngine("e")
    let room = Mutex(0)
    var stage = GenerationStage([engine])
    stage.crew = ThreadCrew()
    stage.settings.lanes = lanes
    stage.settings.mostLanes = lanes
    // One look in three finds no room.
    stage.settings.hasRoom = {
      room.withLock { count in
        count += 1
        return count % 3 != 0
      }
    }
    let many = (0..<60).map { "A: Line number \($0)." }
    let run = try stage.run(GenerationStage.speeches(many))
    #expect(run.failed.isEmpty && engine.texts.count == 60 && Set(engine.texts).count == 60)
    #expect(run.outcome.ends.indices.allSatisfy { run.outcome.entry($0) != nil })
    #expect(stage.cache.claims.isEmpty)
    #expect(engine.state.withLock { $0.quit == $0.made })
  }

  @Test func `leave what they cannot start to those that could`() throws {
    let engine = DoubleEngine("e")
    let starts = Mutex(0)
    let whole = engine.source
    let source = VoiceSource(local: "e") { [shortage] lane throws(PluginFailure) in
      let isFirst = starts.withLock { count in
        count += 1
        return count == 1
      }
      if !isFirst { throw shortage }
      return try whole.makeVoice(lane)
    }
    var stage = GenerationStage([engine], sources: [source])
    stage.crew = ThreadCrew()
    stage.settings.lanes = 4
    stage.settings.mostLanes = 4
    let run = try stage.run(GenerationStage.speeches((0..<40).map { "A: Line number \($0)." }))
    #expect(run.failed.isEmpty && engine.texts.count == 40)
    #expect(stage.cache.claims.isEmpty)
  }

  @Test func `are not more than there is room for`() throws {
    let engine = DoubleEngine("e")
    var stage = GenerationStage([engine])
    stage.crew = ThreadCrew()
    stage.settings.lanes = 8
    stage.settings.mostLanes = 2
    _ = try stage.run(GenerationStage.speeches((0..<80).map { "A: Line number \($0)." }))
    #expect(engine.state.withLock { $0.made } <= 2)
  }
}
