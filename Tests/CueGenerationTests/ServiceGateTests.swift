import CueModel
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CueGeneration

@Suite struct `The gate of a service` {
  private let clock = VirtualClock()

  private func gate(_ lanes: Int = 3, most: Int = 8) -> ServiceGate {
    ServiceGate(lanes: lanes, mostLanes: most, rules: .remote, clock: clock)
  }

  private static func failure(
    _ status: PluginStatus = .network, retryAfter: Int? = nil
  ) -> PluginFailure {
    PluginFailure(
      plugin: "cloud", activity: .speaking, kind: .refused(status: status), reason: .unexplained,
      retryAfterMilliseconds: retryAfter)
  }

  private static let tooMany = failure(.rateLimit)

  /// Lets one more through, or nobody if it would have to wait.
  private func pass(_ gate: ServiceGate) -> ServiceGate.Pass? {
    let cancellation = Cancellation()
    clock.onWait { _ in cancellation.cancel() }
    defer { clock.onWait { _ in } }
    if case .passed(let pass) = gate.enter(cancellation) { return pass }
    return nil
  }

  /// As many as are let through at once.
  private func fill(_ gate: ServiceGate) -> [ServiceGate.Pass] {
    var passes: [ServiceGate.Pass] = []
    while let pass = pass(gate) { passes.append(pass) }
    return passes
  }

  private func next(
    _ gate: ServiceGate, _ pass: ServiceGate.Pass, _ failure: PluginFailure, line: Int = 0,
    retry: Int = 0
  ) -> ServiceGate.Next {
    gate.leave(failed: pass, failure, line: line, retry: retry, chance: 0)
  }

  @Test func `lets fewer through where a request is refused while others are under way`() {
    let gate = gate()
    let passes = fill(gate)
    #expect(passes.count == 3)
    #expect(next(gate, passes[2], ServiceGateTests.tooMany) == .againWithFewer(milliseconds: 0))
    for pass in passes[..<2] { gate.leave(answered: pass) }
    #expect(fill(gate).count == 2)
  }

  @Test func `tries more again after many answers, and each time after twice as many`() {
    let gate = gate()
    var passes = fill(gate)
    _ = next(gate, passes.removeLast(), ServiceGateTests.tooMany)
    for patience in [32, 64, 128] {
      // Both lanes stay busy, one answer after the other.
      for _ in 0..<patience {
        #expect(passes.count == 2)
        gate.leave(answered: passes.removeFirst())
        passes += fill(gate)
      }
      #expect(passes.count == 3)
      _ = next(gate, passes.removeLast(), ServiceGateTests.tooMany)
      #expect(fill(gate).isEmpty)
    }
  }

  @Test func `lets more through, up to its most, as long as nothing is refused`() {
    let gate = gate()
    var passes = fill(gate)
    for _ in 0..<100 {
      gate.leave(answered: passes.removeFirst())
      passes += fill(gate)
    }
    #expect(passes.count == 8)
  }

  @Test func `the gate waits a moment if an accepted number of requests is refused once`() {
    let gate = gate(2, most: 2)
    var passes = fill(gate)
    for _ in 0..<10 {
      gate.leave(answered: passes.removeFirst())
      passes += fill(gate)
    }
    #expect(
      next(gate, passes.removeLast(), ServiceGateTests.tooMany)
        == .againWithFewer(milliseconds: 200))
    clock.pass(milliseconds: 200)
    passes += fill(gate)
    #expect(passes.count == 2)
    #expect(
      next(gate, passes.removeLast(), ServiceGateTests.tooMany) == .againWithFewer(milliseconds: 0))
    #expect(fill(gate).isEmpty, "twice is no accident")
  }

  @Test func `has all wait for as long as the service asks`() {
    let gate = gate()
    let passes = fill(gate)
    #expect(
      next(gate, passes[0], ServiceGateTests.failure(.rateLimit, retryAfter: 9000))
        == .againWithFewer(milliseconds: 9000))
    for pass in passes.dropFirst() { gate.leave(answered: pass) }
    let waited = clock.waits.count
    guard case .passed = gate.enter(Cancellation()) else {
      Issue.record("nobody was let through")
      return
    }
    #expect(Array(clock.waits[waited...]) == [9000])
  }

  @Test func `counts a trouble once for all lanes, lets them try one after another, then rests`() {
    let gate = gate()
    let first = fill(gate)
    let down = ServiceGateTests.failure()
    #expect(next(gate, first[0], down, line: 0) == .again(milliseconds: 1000))
    #expect(next(gate, first[1], down, line: 1) == .again(milliseconds: 0))
    #expect(next(gate, first[2], down, line: 2) == .again(milliseconds: 0))
    for (line, delay) in [(1, 2000), (2, 4000)] {
      clock.pass(milliseconds: delay / 2)
      let passes = fill(gate)
      #expect(passes.count == 1)
      #expect(next(gate, passes[0], down, line: line, retry: 1) == .again(milliseconds: delay))
    }
    clock.pass(milliseconds: 4000)
    let last = fill(gate)
    #expect(last.count == 1)
    #expect(next(gate, last[0], down, line: 0, retry: 1) == .failed)
    guard case .resting(down) = gate.enter(Cancellation()) else {
      Issue.record("it does not rest")
      return
    }
    // One asks when its rest is over; the others do not wait for that.
    clock.pass(milliseconds: 30_000)
    guard case .passed(let asking) = gate.enter(Cancellation()),
      case .resting = gate.enter(Cancellation())
    else {
      Issue.record("not one is let through")
      return
    }
    gate.leave(answered: asking)
    #expect(fill(gate).count == 3)
  }

  @Test func `rests no longer for a line that was under way when the rest began`() {
    let gate = gate()
    let passes = fill(gate)
    for line in passes.indices {
      #expect(next(gate, passes[line], ServiceGateTests.failure(), line: line, retry: 3) == .failed)
    }
    guard case .resting = gate.enter(Cancellation()) else {
      Issue.record("it does not rest")
      return
    }
    clock.pass(milliseconds: 30_000)
    #expect(pass(gate) != nil)
  }

  @Test func `does not rest for one line that fails again and again`() {
    let gate = gate(1, most: 1)
    for (retry, delay) in [1000, 2000, 4000].enumerated() {
      #expect(
        next(gate, fill(gate)[0], ServiceGateTests.failure(), line: 7, retry: retry)
          == .again(milliseconds: delay))
      clock.pass(milliseconds: delay)
    }
    #expect(next(gate, fill(gate)[0], ServiceGateTests.failure(), line: 7, retry: 3) == .failed)
    #expect(fill(gate).count == 1)
  }
}

private typealias ServiceGateTests = `The gate of a service`

@Suite struct `A service with a limit of its own` {
  /// Accepts two requests at once.
  private final class Service: Sendable {
    struct State {
      var underWay = 0
      var requests = 0
      var refused = 0
    }
    let state = Mutex(State())

    func begin() throws {
      let isRefused = state.withLock { state in
        state.requests += 1
        state.refused += state.underWay < 2 ? 0 : 1
        guard state.underWay < 2 else { return true }
        state.underWay += 1
        return false
      }
      guard isRefused else { return }
      throw PluginFailure(
        plugin: "cloud", activity: .speaking, kind: .refused(status: .rateLimit),
        reason: .unexplained)
    }

    func end() { state.withLock { $0.underWay -= 1 } }
  }

  private final class CloudVoice: RecordingVoice {
    private let service: Service
    private let inner: DoubleRecordingVoice
    init(_ service: Service, _ engine: DoubleEngine) {
      self.service = service
      inner = DoubleRecordingVoice(engine)
    }
    var name: String { inner.name }
    func quit() { inner.quit() }
    func requestAsSent(_ request: SpeechRequest) -> SpeechRequest { inner.requestAsSent(request) }
    func soundIdentity(voice: String) -> SoundIdentity { inner.soundIdentity(voice: voice) }
    func speak(
      _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
    ) throws -> SpeechOutcome {
      try service.begin()
      defer { service.end() }
      // Long enough that the lanes meet.
      for _ in 0..<50 { sched_yield() }
      return try inner.speak(request, cancellation: cancellation, receive: receive)
    }
  }

  @Test func `makes all clips with hardly more requests than clips`() throws {
    let (service, engine) = (Service(), DoubleEngine("cloud"))
    let source = VoiceSource(remote: "cloud", mostVoices: 8, rateLimit: RateLimit(requests: 1000)) {
      _ in CloudVoice(service, engine)
    }
    var stage = GenerationStage([engine], sources: [source])
    stage.crew = ThreadCrew()
    stage.settings.reach = { _ in .passing }
    let run = try stage.run(GenerationStage.speeches((1...61).map { "A: Line number \($0)." }))
    #expect(run.made.count == 61 && run.failed.isEmpty)
    let (requests, refused) = service.state.withLock { ($0.requests, $0.refused) }
    #expect(requests == 61 + refused)
    #expect(requests <= 70, "\(requests) requests for 61 clips")
  }

  @Test func `costs ten lines one wait where it cannot be reached, and the stand-in says them`()
    throws
  {
    let (cloud, near) = (DoubleEngine("cloud"), DoubleEngine("near"))
    cloud.change { state in
      for number in 0..<1000 { state.failures[number] = .refusal(1) }
    }
    let stage = GenerationStage([cloud, near], sources: [cloud.remote(), near.source])
    let run = try stage.run(GenerationStage.speeches((1...10).map { "A: Line number \($0)." }))
    #expect(run.made.count == 10)
    #expect(near.texts.count == 10)
    #expect(run.retries.count == 3 && stage.clock.waits == run.retries, "1, 2 and 4 s, once")
    #expect(cloud.texts.count == 5, "four times the first line, once the second")
  }
}
