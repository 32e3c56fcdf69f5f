import CueModel
import Synchronization
import TestSupport
import Testing

@testable import CuePlugins

/// A voice of a service that answers, or does not.
private final class ServiceVoice: Voice {
  let name = "service"
  let isUp = Mutex(false)
  /// Whether it says that it answers, and fails with each line.
  let answersWithoutSpeaking = Mutex(false)
  let recoveries = Mutex(0)
  /// What of it is kept and needs no service.
  var kept: Set<String> = []
  /// What it takes to fail.
  var onFailure: () -> Void = {}
  var failure = PluginFailure(
    plugin: "service", activity: .speaking, kind: .refused(status: .network), reason: .unexplained)
  var asked = 0
  private let double = DoubleVoice("service")

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard !kept.contains(request.text) else {
      return try double.speak(request, cancellation: cancellation, receive: receive)
    }
    asked += 1
    guard isUp.withLock({ $0 }) else {
      onFailure()
      throw failure
    }
    return try double.speak(request, cancellation: cancellation, receive: receive)
  }

  func needsService(for request: SpeechRequest) -> Bool { !kept.contains(request.text) }

  var service: VoiceService? {
    VoiceService(id: "service", needsNetwork: true) { [self] in
      recoveries.withLock { $0 += 1 }
      return isUp.withLock { $0 } || answersWithoutSpeaking.withLock { $0 }
    }
  }
}

// The background of these tests is the test's own thread; see VirtualTime.
extension ServiceVoice: @unchecked Sendable {}

/// Time that passes only when somebody waits.
private final class VirtualTime: MonotonicTime {
  private let now = Mutex<Int64>(0)
  private let work = Mutex<[@Sendable () -> Void]>([])
  let waits = Mutex<[Int]>([])
  /// Whether threads can be had.
  let hasThreads = Mutex(true)
  let onWait = Mutex<(@Sendable () -> Void)?>(nil)

  var milliseconds: Int64 { now.withLock { $0 } }

  func wait(milliseconds: Int, cancellation: Cancellation) {
    waits.withLock { $0.append(milliseconds) }
    pass(milliseconds)
    onWait.withLock { $0 }?()
  }

  var breakers: ServiceBreakers {
    ServiceBreakers(
      clock: self,
      background: { body in
        guard self.hasThreads.withLock({ $0 }) else { return false }
        self.work.withLock { $0.append(body) }
        return true
      })
  }

  func pass(_ milliseconds: Int) { now.withLock { $0 += Int64(milliseconds) } }

  /// Does what is to be done in the background.
  func finishWork() {
    for body in work.withLock({ work in
      defer { work = [] }
      return work
    }) { body() }
  }
}

@Suite struct `A chain with a service in front` {
  private let service = ServiceVoice()
  private let standIn = DoubleVoice("stand-in")
  private let clock = VirtualTime()

  /// Says a line; the failures that were reported.
  private func say(_ chain: FallbackVoice) throws -> [PluginFailure] {
    var reported: [PluginFailure] = []
    _ = try chain.speak(SpeechRequest(text: "Stay."), cancellation: Cancellation()) { event in
      if case .startedOver(_, let failure) = event { reported.append(failure) }
    }
    return reported
  }

  @Test func `asks a service that is down once for ten lines, and reports that once`() throws {
    let chain = FallbackVoice([service, standIn], breakers: clock.breakers)
    var reported: [PluginFailure] = []
    for _ in 0..<10 { reported += try say(chain) }
    #expect(service.asked == 1)
    #expect(reported == [service.failure])
    #expect(standIn.requests.count == 10)
    #expect(clock.waits.withLock { $0.isEmpty }, "a stand-in speaks at once")
  }

  @Test func `asks in the background whether it answers again, and goes back to it then`() throws {
    let chain = FallbackVoice([service, standIn], breakers: clock.breakers)
    _ = try say(chain)
    clock.pass(29_999)
    _ = try say(chain)
    clock.finishWork()
    #expect(service.recoveries.withLock { $0 } == 0)
    clock.pass(1)
    _ = try say(chain)
    _ = try say(chain)
    #expect(service.asked == 1, "lines do not wait for the answer")
    clock.finishWork()
    #expect(service.recoveries.withLock { $0 } == 1)
    // It did not answer, and rests twice as long.
    clock.pass(59_999)
    _ = try say(chain)
    clock.finishWork()
    #expect(service.recoveries.withLock { $0 } == 1)
    service.isUp.withLock { $0 = true }
    clock.pass(1)
    _ = try say(chain)
    #expect(chain.speaking === standIn)
    clock.finishWork()
    _ = try say(chain)
    #expect(chain.speaking === service)
  }

  @Test func `rests longer and longer where the service answers and cannot speak`() throws {
    let chain = FallbackVoice([service, standIn], breakers: clock.breakers)
    service.answersWithoutSpeaking.withLock { $0 = true }
    for rest in [30_000, 60_000, 120_000] {
      _ = try say(chain)
      let asked = service.asked
      clock.pass(rest - 1)
      _ = try say(chain)
      clock.finishWork()
      _ = try say(chain)
      #expect(service.asked == asked, "it rests for \(rest) ms")
      clock.pass(1)
      _ = try say(chain)
      clock.finishWork()
    }
  }

  @Test func `lines that fail without a stand-in do not lengthen the rest of a service`() throws {
    let breakers = clock.breakers
    let alone = FallbackVoice([service], breakers: breakers)
    for _ in 0..<5 { #expect(throws: service.failure) { try say(alone) } }
    clock.pass(30_000)
    let chain = FallbackVoice([service, standIn], breakers: breakers)
    _ = try say(chain)
    clock.finishWork()
    #expect(service.recoveries.withLock { $0 } == 1)
  }

  @Test func `a chain waits as long as the service asks`() throws {
    service.failure = PluginFailure(
      plugin: "service", activity: .speaking, kind: .refused(status: .rateLimit),
      reason: .unexplained, retryAfterMilliseconds: 90_000)
    let chain = FallbackVoice([service, standIn], breakers: clock.breakers)
    _ = try say(chain)
    clock.pass(89_999)
    _ = try say(chain)
    clock.finishWork()
    #expect(service.recoveries.withLock { $0 } == 0)
    clock.pass(1)
    _ = try say(chain)
    clock.finishWork()
    #expect(service.recoveries.withLock { $0 } == 1)
  }

  @Test func `tries it again a few times where no other voice is left`() throws {
    let chain = FallbackVoice([service], breakers: clock.breakers)
    #expect(throws: service.failure) { try say(chain) }
    #expect(service.asked == 4)
    #expect(clock.waits.withLock { $0 } == [1000, 2000, 4000])
    service.isUp.withLock { $0 = true }
    #expect(try say(chain).isEmpty)
  }

  @Test func `does not try again what will not change, or what asks for too much patience`() throws
  {
    let chain = FallbackVoice([service], breakers: clock.breakers)
    service.failure = PluginFailure(
      plugin: "service", activity: .speaking, kind: .refused(status: .credentials),
      reason: .unexplained)
    #expect(throws: service.failure) { try say(chain) }
    #expect(service.asked == 1)
    service.failure = PluginFailure(
      plugin: "service", activity: .speaking, kind: .refused(status: .rateLimit),
      reason: .unexplained, retryAfterMilliseconds: 60_001)
    #expect(throws: service.failure) { try say(chain) }
    #expect(service.asked == 2)
  }

  @Test func `keeps asking a voice without a service, which may do better with the next line`()
    throws
  {
    let local = DoubleVoice("local")
    local.failure = (100, .double())
    let chain = FallbackVoice([local, standIn], breakers: clock.breakers)
    for _ in 0..<3 { #expect(try say(chain).count == 1) }
    #expect(local.requests.count == 3)
  }

  @Test func `ends in the middle of a wait when it is cancelled`() throws {
    let chain = FallbackVoice([service], breakers: clock.breakers)
    let cancellation = Cancellation()
    clock.onWait.withLock { $0 = { cancellation.cancel() } }
    let outcome = try chain.speak(
      SpeechRequest(text: "Stay."), cancellation: cancellation, receive: { _ in })
    #expect(outcome == .cancelled)
    #expect(service.asked == 1)
  }

  @Test func `shares what it knows of a service with the other chains of a session`() throws {
    let breakers = clock.breakers
    let chains = (0..<6).map { _ in FallbackVoice([service, standIn], breakers: breakers) }
    var reported: [PluginFailure] = []
    for chain in chains { reported += try say(chain) }
    #expect(service.asked == 1)
    #expect(reported.count == 1)
    #expect(standIn.requests.count == 6)
  }

  @Test func `kept clips are played while the service is down, and do not count as its answer`()
    throws
  {
    let chain = FallbackVoice([service, standIn], breakers: clock.breakers)
    _ = try say(chain)
    service.kept = ["Stay."]
    #expect(try say(chain).isEmpty)
    #expect(chain.speaking === service)
    service.kept = []
    _ = try say(chain)
    #expect(service.asked == 1, "the service is still left out")
    #expect(chain.speaking === standIn)
  }

  @Test func `the service is asked later if no thread is available now`() throws {
    let chain = FallbackVoice([service, standIn], breakers: clock.breakers)
    _ = try say(chain)
    clock.hasThreads.withLock { $0 = false }
    clock.pass(30_000)
    _ = try say(chain)
    clock.hasThreads.withLock { $0 = true }
    service.isUp.withLock { $0 = true }
    clock.pass(60_000)
    _ = try say(chain)
    clock.finishWork()
    _ = try say(chain)
    #expect(chain.speaking === service)
  }

  @Test func `without another voice, ten lines wait for a service only once`() throws {
    let chain = FallbackVoice([service], breakers: clock.breakers)
    for _ in 0..<10 { #expect(throws: service.failure) { try say(chain) } }
    #expect(clock.waits.withLock { $0 } == [1000, 2000, 4000])
    #expect(service.asked == 4 + 9, "it fails at once, so each line may try")
  }

  @Test func `spares the next lines a failure that takes long`() throws {
    service.onFailure = { clock.pass(15_000) }
    let chain = FallbackVoice([service], breakers: clock.breakers)
    for _ in 0..<10 { #expect(throws: service.failure) { try say(chain) } }
    #expect(service.asked == 4)
    clock.pass(30_000)
    #expect(throws: service.failure) { try say(chain) }
    service.isUp.withLock { $0 = true }
    clock.finishWork()
    #expect(try say(chain).isEmpty)
  }

  @Test(.startsProcesses)
  func `a crashed voice is not started again just to find out whether it uses a service`() throws {
    let faulty = try Faulty()
    let voice = faulty.voice("crash")
    #expect(throws: PluginFailure.self) { try voice.say("Stay.") }
    #expect(voice.service?.needsNetwork == false)
    #expect(faulty.workers.isEmpty)
  }
}
