import CueABI
import Dispatch
import TestSupport
import Testing

@testable import CuePluginKit
@testable import ElevenLabsPlugin
@testable import ServicePlugin

/// A thread that is not woken here waits longer than a test may take.
@Suite(.timeLimit(.minutes(10))) struct `A cancelled line` {
  private static let tooLongSeconds = 90.0

  @Test func `ends in the middle of its sound`() throws {
    let sender = DispatchSemaphore(value: 0)
    let stage = Mutexed<Stage?>(nil)
    let vendor = Vendor { _, _ in
      .opening() + .chunks([[1, 0]])
        + [.run { sender.wait() }, .run { stage.value?.plugin.cancel() }, .hang]
    }
    let cancelled = try Stage(vendor)
    try cancelled.set(.timeout, Self.tooLongSeconds)
    stage.value = cancelled
    let listener = Listener()
    listener.onSound = { sender.signal() }
    try cancelled.speak(.line("Stay."), listener)
    #expect(listener.samples == [1])
  }

  @Test func `A cancelled line ends while the service thinks`() throws {
    let stage = Mutexed<Stage?>(nil)
    let vendor = Vendor { _, _ in [.run { stage.value?.plugin.cancel() }, .hang] }
    let cancelled = try Stage(vendor)
    try cancelled.set(.timeout, Self.tooLongSeconds)
    stage.value = cancelled
    #expect(try cancelled.speak().samples.isEmpty)
  }

  @Test func `ends while it waits for a new try, and the next line is spoken`() throws {
    let vendor = Vendor { _, number in
      number == 0 ? .answer(503, "{}", headers: ["Retry-After: 60"]) : .stream([[7, 0]])
    }
    let stage = try Stage(vendor)
    stage.log.follow { line in
      guard line.contains("Trying again") else { return }
      DispatchQueue(label: "user").async { stage.plugin.cancel() }
    }
    #expect(try stage.speak().samples.isEmpty)
    #expect(vendor.requests.count == 1)
    stage.plugin.cancel()
    #expect(try stage.speak().samples == [7])
  }

  @Test func `A cancelled line is woken wherever it waits`() throws {
    let connection = try #require(HTTPConnection())
    let isAsked = Mutexed(false)
    let isOver = connection.wait(milliseconds: Self.tooLongSeconds * 1000) {
      DispatchQueue(label: "user").async {
        isAsked.value = true
        connection.wake()
      }
      return !isAsked.value
    }
    #expect(!isOver)
  }

  @Test func `ends when the listener says stop`() throws {
    let vendor = Vendor { _, _ in .opening() + .chunks([[1, 0]]) + [.hang] }
    let listener = Listener()
    listener.onSound = { listener.answer = CUE_STOP }
    try Stage(vendor).speak(.line("Stay."), listener)
    #expect(listener.samples == [1])
    #expect(listener.cancelFlag.isSet)
  }
}
