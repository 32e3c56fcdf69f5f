import CueModel
import Synchronization

/// A clock whose time passes only by waiting.
package final class VirtualClock: MonotonicTime {
  private struct State {
    var now: Int64 = 0
    var waits: [Int] = []
    var onWait: (@Sendable (Int) -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  package var milliseconds: Int64 { state.withLock { $0.now } }
  package var waits: [Int] { state.withLock { $0.waits } }

  /// Has `body` called at each wait, with how many there were.
  package func onWait(_ body: @escaping @Sendable (Int) -> Void) {
    state.withLock { $0.onWait = body }
  }

  package func pass(milliseconds: Int) { state.withLock { $0.now += Int64(milliseconds) } }

  package func wait(milliseconds: Int, cancellation: Cancellation) {
    guard !cancellation.isCancelled else { return }
    let (body, count) = state.withLock { state -> ((@Sendable (Int) -> Void)?, Int) in
      state.now += Int64(milliseconds)
      state.waits.append(milliseconds)
      return (state.onWait, state.waits.count)
    }
    body?(count)
  }
}
