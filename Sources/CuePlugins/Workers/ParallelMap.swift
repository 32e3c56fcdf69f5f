import CSystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Calls a function for each of some numbers, on several threads.
package final class ParallelMap<Value: Sendable>: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var values: [Value?]
  }

  private let count: Int
  private let body: @Sendable (Int) -> Value
  private let state: Mutex<State>
  private let finished = cue_event_open()

  package init(count: Int, body: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.body = body
    state = Mutex(State(values: Array(repeating: nil, count: count)))
  }

  deinit { _ = close(finished) }

  /// Starts a thread that takes part; where there can be none, the others do its work.
  package func start() {
    let retained = unsafe Unmanaged.passRetained(ThreadBody { self.run() })
    let failure = unsafe cue_thread(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      }, retained.toOpaque())
    if failure != 0 { unsafe retained.release() }
  }

  /// Takes part until nothing is left to begin.
  package func run() {
    while let index = state.withLock({ take(&$0) }) {
      let value = body(index)
      let isLast = state.withLock { state in
        state.values[index] = value
        state.done += 1
        return state.done == count
      }
      if isLast { cue_event_set(finished) }
    }
  }

  private func take(_ state: inout State) -> Int? {
    guard state.next < count else { return nil }
    defer { state.next += 1 }
    return state.next
  }

  /// Waits for the last one.
  package func values() -> [Value] {
    while state.withLock({ $0.done < count }) { _ = cue_wait(-1, -1, finished, -1) }
    return state.withLock { $0.values.compactMap { $0 } }
  }
}

/// What a thread does; a C callback takes no generic type along.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
