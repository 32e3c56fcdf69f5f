import CueModel
import CueScreenplay
import Synchronization
import TestSupport
import Testing

@testable import CueRehearsal

/// A device that is gone for some writes; what is heard of a line that was lost stays heard.
private final class LossyOutput: SoundOutput {
  struct Gone: Error {}
  let memory = MemoryOutput()
  /// Which writes fail, counted from 0.
  var lost: (_ write: Int) -> Bool = { _ in false }
  private(set) var writes = 0
  var format: AudioFormat? { memory.format }
  var frames: Int { memory.frames }

  func beginLine(_ format: AudioFormat) { memory.beginLine(format) }
  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    defer { writes += 1 }
    if lost(writes) { throw Gone() }
    try memory.write(sound, cancellation: cancellation)
  }
  func endLine() { memory.endLine() }
  func dropLine() { memory.dropLine() }
  func cutLine() throws { try memory.cutLine() }
  func silence(frames: Int, cancellation: Cancellation) {
    memory.silence(frames: frames, cancellation: cancellation)
  }
  func drain(cancellation: Cancellation) { memory.drain(cancellation: cancellation) }
}

/// An actor with a clock of their own: a wait for the sound passes at once, and is counted.
private final class PatientActor: ActorInput {
  var atLoss: (_ attempt: Int) -> ActorCommand? = { _ in nil }
  private(set) var waited: [Double] = []
  private(set) var lines: [Int?] = []

  func poll(_ moment: Moment) -> ActorCommand? { nil }
  func speaking(_ line: Cancellation?) {}
  func wait(_ moment: Moment) -> ActorTurn {
    guard let seconds = moment.retryAfterSeconds else {
      return ActorTurn(moment.status == .paused ? .resume : .advance)
    }
    waited.append(seconds)
    return ActorTurn(atLoss(waited.count))
  }
}

@Suite struct `A rehearsal that loses its sound device` {
  private let script = Script.scene(
    ("ANN", "One two three."), ("BEN", "Four."), ("CY", "Five six."))
  private let output = LossyOutput()
  private let actor = PatientActor()

  private func run(most: Int? = nil) throws -> ([RehearsalReport], RehearsalOutcome) {
    var settings = RehearsalSettings()
    settings.mostRetries = most
    var parts: [String: Part] = [:]
    for name in ["ANN", "CY"] { parts[name] = Part(voice: DoubleVoice()) }
    var reports: [RehearsalReport] = []
    let outcome = try RehearsalDriver(
      script: script, roles: ["BEN"], parts: parts, output: output, actor: actor,
      settings: settings,
      passingLoss: { $0 is LossyOutput.Gone ? .double(.refused(status: .device)) : nil }
    ).run { reports.append($0) }
    return (reports, outcome)
  }

  private func losses(_ reports: [RehearsalReport]) -> [String] {
    reports.compactMap {
      switch $0 {
      case .outputLost(let line, _): "lost \(line)"
      case .outputBack(let line): "back \(line)"
      default: nil
      }
    }
  }

  @Test func `waits for it, and says the line again from its start`() throws {
    output.lost = { (3..<8).contains($0) }
    let (reports, outcome) = try run()
    #expect(losses(reports) == ["lost 1", "back 1"])
    #expect(outcome.isFinished && outcome.completedLines == 3)
    #expect(actor.waited.allSatisfy { $0 == 3 } && actor.waited.count == 4)
    let heard = DoubleVoice.samples(of: "One two three.")
    #expect(
      output.memory.sound == Array(heard[..<120]) + heard + DoubleVoice.samples(of: "Five six."))
    #expect(output.memory.isInOrder)
  }

  @Test func `goes on at once where another one takes its place`() throws {
    output.lost = { $0 == 3 }
    let (reports, outcome) = try run()
    #expect(losses(reports) == ["lost 1", "back 1"])
    #expect(actor.waited.isEmpty && outcome.isFinished)
  }

  @Test func `a key retries a lost device at once, jumps or ends`() throws {
    output.lost = { $0 >= 3 && $0 < 6 }
    actor.atLoss = { _ in .advance }
    #expect(try run().1.isFinished)
    output.lost = { _ in true }
    actor.atLoss = { $0 < 5 ? nil : .stop }
    let (reports, outcome) = try run()
    #expect(!outcome.isFinished)
    #expect(reports.last == .stopped(outcome))
    actor.atLoss = { [output] _ in
      output.lost = { _ in false }
      return .goto(line: 3)
    }
    output.lost = { _ in true }
    let third = try run()
    #expect(third.1.isFinished && third.1.completedLines == 1)
  }

  @Test func `gives up after as many attempts as were set`() throws {
    output.lost = { _ in true }
    #expect(throws: LossyOutput.Gone.self) { try run(most: 5) }
    #expect(actor.waited.count == 4)
  }

  @Test func `a rehearsal ends if its output fails for good`() throws {
    struct Full: Error {}
    let memory = MemoryOutput()
    memory.failure = (2, Full())
    let session = RehearsalDriver(
      script: script, roles: ["BEN"],
      parts: ["ANN": Part(voice: DoubleVoice()), "CY": Part(voice: DoubleVoice())], output: memory,
      actor: actor, passingLoss: { _ in nil })
    #expect(throws: Full.self) { try session.run { _ in } }
  }

  @Test func `lets a scripted actor wait by the clock, and not by their actions`() throws {
    output.lost = { (3..<6).contains($0) }
    let clock = VirtualClock()
    let lost = InterruptibleActor(try ScriptedActor(parsing: "next"), clock: clock)
    let session = RehearsalDriver(
      script: script, roles: ["BEN"],
      parts: ["ANN": Part(voice: DoubleVoice()), "CY": Part(voice: DoubleVoice())], output: output,
      actor: lost, passingLoss: { $0 is LossyOutput.Gone ? .double() : nil })
    #expect(try session.run { _ in }.isFinished)
    #expect(clock.milliseconds == 6000)
  }
}

@Suite struct `A range of lines` {
  private let script = Script.scene(
    ("ANN", "One."), ("BEN", "Two."), ("ANN", "Three."), ("BEN", "Four."))

  private func done(
    _ change: (inout RehearsalSettings) -> Void, actor: any ActorInput = DoubleActor()
  )
    throws -> [RehearsalReport]
  {
    var settings = RehearsalSettings()
    change(&settings)
    var reports: [RehearsalReport] = []
    _ = try RehearsalDriver(
      script: script, roles: ["BEN"], parts: ["ANN": Part(voice: DoubleVoice())],
      output: MemoryOutput(), actor: actor, settings: settings
    ).run { reports.append($0) }
    return reports
  }

  private func lines(_ reports: [RehearsalReport]) -> [Int] {
    reports.compactMap { if case .lineDone(let line, _) = $0 { line } else { nil } }
  }

  @Test func `a range ends after its last line`() throws {
    let reports = try done {
      $0.firstLine = 2
      $0.lastLine = 3
    }
    #expect(lines(reports) == [2, 3])
  }

  @Test func `is rehearsed as often as was asked for`() throws {
    let reports = try done {
      $0.lastLine = 2
      $0.rounds = 3
    }
    #expect(lines(reports) == [1, 2, 1, 2, 1, 2])
    #expect(
      reports.filter { if case .roundBegins = $0 { true } else { false } } == [
        .roundBegins(2), .roundBegins(3),
      ])
    // Each line was done three times, and is one line of the summary.
    guard case .finished(let outcome)? = reports.last else {
      Issue.record("it did not finish")
      return
    }
    #expect(outcome.ownLines == 3 && outcome.partnerLines == 3)
    #expect(outcome.completedLines == 2 && outcome.completedOwnLines == 1)
  }

  @Test func `is rehearsed until the actor stops`() throws {
    let actor = DoubleActor()
    var turns = 0
    actor.atWait = { _ in
      turns += 1
      return ActorTurn(turns < 7 ? .advance : .stop)
    }
    let reports = try done(
      {
        $0.lastLine = 2
        $0.rounds = nil
      }, actor: actor)
    #expect(lines(reports).count == 13)
  }

  @Test func `begins where the last rehearsal stopped, and then at its start`() throws {
    let reports = try done {
      $0.startLine = 4
      $0.rounds = 2
    }
    #expect(lines(reports) == [4, 1, 2, 3, 4])
  }

  @Test func `a rehearsal does not go beyond its range`() throws {
    let reports = try done({ $0.lastLine = 2 }, actor: try ScriptedActor(parsing: "goto 4\nnext"))
    #expect(reports.contains(.ignored(.goto(line: 4), why: .behindTheLastLine)))
    #expect(lines(reports) == [1, 2])
  }

  @Test func `of a scene begins with its heading and ends with it`() throws {
    let script = try Script.twoScenes()
    var settings = RehearsalSettings()
    settings.scene = 2
    var reports: [RehearsalReport] = []
    _ = try RehearsalDriver(
      script: script, roles: ["BEN"],
      parts: ["ANN": Part(voice: DoubleVoice()), "CY": Part(voice: DoubleVoice())],
      output: MemoryOutput(), actor: DoubleActor(), settings: settings
    ).run { reports.append($0) }
    let shown = reports.compactMap {
      if case .shown(let line, _, _) = $0 { line.text } else { nil }
    }
    #expect(shown == ["INT. HALL", "Three.", "Four."])
    settings.scene = 3
    let missing = RehearsalDriver(
      script: script, roles: ["BEN"],
      parts: ["ANN": Part(voice: DoubleVoice()), "CY": Part(voice: DoubleVoice())],
      output: MemoryOutput(), actor: DoubleActor(), settings: settings)
    #expect(throws: NoSuchScene.self) { try missing.run { _ in } }
  }
}

@Suite struct `An actor whose lines come from a pipe` {
  private let script = Script.scene(("BEN", "One."), ("ANN", "Two."), ("BEN", "Three."))

  private func states(_ text: [String]) throws -> [String] {
    let lines = ActorLines()
    for line in text { lines.put(line) }
    lines.end()
    return try Staging(script, actor: ScriptedActor(lines, inPartnerLines: true)).run().done
  }

  @Test func `lines of a pipe are commands; empty and other lines are the actor's line`() throws {
    #expect(try states(["", "I have no idea."]) == ["1 manual", "2 said", "3 manual"])
    #expect(
      try states(["next", "back", "", "stop"]) == ["1 manual", "2 said", "2 said", "3 manual"])
    #expect(try states(["# a note", "2.5", "at 0.02 stop"]) == ["1 manual"])
  }

  @Test func `is waited for while the device plays to its end, and that takes time of the session`()
    async throws
  {
    let rested = Mutex(0)
    let passed = Mutex<[Double]>([])
    let lines = ActorLines(
      rest: { _ in rested.withLock { $0 += 1 } },
      passed: { time in passed.withLock { $0.append(time) } })
    lines.put("# only a comment")
    #expect(lines.next(waits: false) == nil && rested.withLock { $0 } == 0)
    let turn = Task.detached { lines.next(waits: true) }
    lines.put("stop")
    #expect(await turn.value == .command(.stop))
    // One that waits already gets it at once.
    #expect(lines.next(waits: true) == .command(.stop))
    lines.take()
    #expect(rested.withLock { $0 } <= 1 && passed.withLock { $0.count } <= 1)
    let last = Task.detached { lines.next(waits: true) }
    lines.end()
    #expect(await last.value == nil)
    #expect(lines.next(waits: true) == nil, "nothing waits after the last line")
  }

  @Test func `an actor in a pipe is waited for`() async throws {
    let lines = ActorLines()
    let actor = InterruptibleActor(ScriptedActor(lines, inPartnerLines: false), following: lines)
    let moment = Moment(status: .waitingForUser, line: nil, secondsIntoLine: 0, sessionFrame: 0)
    let turn = Task.detached { actor.wait(moment) }
    lines.put("")
    #expect(await turn.value == ActorTurn(.advance))
    let stopped = Task.detached { actor.wait(moment) }
    actor.interrupt()
    #expect(await stopped.value == ActorTurn(.stop))
  }
}

@Suite struct `An actor's commands from other threads` {
  private let queue = ActorCommandQueue(passed: { _ in }, rest: { _ in })

  private static func moment(_ status: RehearsalState.Status) -> Moment {
    Moment(status: status, line: nil, secondsIntoLine: 0, sessionFrame: 0)
  }

  /// A program that is about to be stopped waits for this: a voice in mid-line would be taken for one that hangs.
  @Test func `a pause command silences the partner who speaks`() async {
    #expect(queue.poll(Self.moment(.playingPartner)) == nil)
    let queue = queue
    let silence = Task.detached { queue.fallSilent() }
    var command: ActorCommand?
    while command == nil {
      await Task.yield()
      command = queue.poll(Self.moment(.playingPartner))
    }
    #expect(command == .pause)
    #expect(queue.poll(Self.moment(.paused)) == nil)
    await silence.value
    // Where nobody speaks there is nothing to silence.
    queue.fallSilent()
    #expect(queue.poll(Self.moment(.paused)) == nil)
  }

  @Test func `An actor's commands from other threads go on from that pause`() {
    _ = queue.poll(Self.moment(.paused))
    queue.putPauseOrResume()
    #expect(queue.poll(Self.moment(.paused)) == .resume)
  }
}
