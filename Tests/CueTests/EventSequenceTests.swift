import Testing

@testable import Cue

@Suite struct `Events of work on another thread` {
  @Test(.timeLimit(.minutes(10)))
  func `end for a task that is cancelled at any moment`() async throws {
    for round in 0..<2000 {
      let sequence = EventSequence<Int>("cue-test", capacity: 64) { channel, cancellation in
        for number in 0..<1000 where !cancellation.isCancelled {
          guard channel.send(number) else { break }
        }
      }
      let task = Task {
        var last = -1
        for try await number in sequence { last = number }
        return last
      }
      for _ in 0..<(round % 50) { await Task.yield() }
      task.cancel()
      _ = try await task.value
    }
  }
}
