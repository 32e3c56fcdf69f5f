import Synchronization

/// Works out values on several threads, and hands them over in order.
///
/// No more than a window of values is worked out ahead of the one that is asked for, so that memory does not grow with their
/// number. After ``stop()``, which must be called, no thread is left.
package final class OrderedWork<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var next = 0
    var taken = 0
    var ready: [Int: Result<Value, any Error>] = [:]
    var isStopped = false
    var running = 0
  }

  private enum Turn {
    case end
    case given(Result<Value, any Error>)
    case own(Int)
  }

  private let count: Int
  private let window: Int
  private let body: @Sendable (Int) throws -> Value
  private let monitor = Monitor(State())
  private let team = Mutex(ThreadTeam())

  /// Works out `body(0)…body(count − 1)` on `threads` threads; on the caller's if none can be started.
  package init(
    count: Int, threads: Int, window: Int = 32, stackBytes: Int = 0,
    _ body: @escaping @Sendable (Int) throws -> Value
  ) {
    self.count = count
    self.window = max(window, threads)
    self.body = body
    for _ in 0..<min(threads, count) {
      monitor.change { $0.running += 1 }
      do throws(ThreadError) {
        try team.withLock { team throws(ThreadError) in
          try team.start("work", stackBytes: stackBytes) { self.run() }
        }
      } catch {
        monitor.change { $0.running -= 1 }
        break
      }
    }
  }

  private func run() {
    while let index = monitor.wait(for: { state -> Int?? in
      if state.isStopped || state.next == self.count { return .some(nil) }
      guard state.next < state.taken + self.window else { return nil }
      state.next += 1
      return state.next - 1
    }) {
      let result = Result { try body(index) }
      monitor.change { $0.ready[index] = result }
    }
    monitor.change { $0.running -= 1 }
  }

  /// The next value; nil after the last.
  ///
  /// Throws what working it out threw.
  package func next() throws -> Value? {
    let turn = monitor.wait { state -> Turn? in
      guard state.taken < self.count else { return .end }
      if let result = state.ready.removeValue(forKey: state.taken) {
        state.taken += 1
        return .given(result)
      }
      guard state.running == 0 else { return nil }
      state.taken += 1
      state.next = state.taken
      return .own(state.taken - 1)
    }
    switch turn {
    case .end: return nil
    case .given(let result): return try result.get()
    case .own(let index): return try body(index)
    }
  }

  /// Ends the work, and waits for the values that are being worked out.
  package func stop() {
    monitor.change { $0.isStopped = true }
    team.withLock { $0.join() }
  }
}
