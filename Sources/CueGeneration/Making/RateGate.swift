import CueModel
import Synchronization

/// Lets requests through as a limit allows, in the order in which they came (a token bucket).
///
/// A bucket of ``RateLimit/requests`` tokens is full at first and fills evenly. A request that finds none reserves the next one
/// that will be there, and waits for it: so the order is kept without a queue.
public final class RateGate: Sendable {
  private struct State {
    /// The tokens at `time`; below 0 if some that are not there yet are promised.
    var tokens: Double
    var time: Int64
  }

  private let limit: RateLimit
  private let clock: any MonotonicTime
  private let state: Mutex<State>

  /// A gate of `limit`.
  public init(_ limit: RateLimit, clock: any MonotonicTime) {
    self.limit = limit
    self.clock = clock
    state = Mutex(State(tokens: Double(limit.requests), time: clock.milliseconds))
  }

  /// Waits until one request more may be sent; false if it was cancelled.
  public func pass(cancellation: Cancellation) -> Bool {
    let clock = clock
    let limit = limit
    let due = state.withLock { state -> Int64 in
      let now = clock.milliseconds
      let perMillisecond = Double(limit.requests) / (limit.seconds * 1000)
      state.tokens = min(
        Double(limit.requests), state.tokens + Double(now - state.time) * perMillisecond)
      state.time = now
      state.tokens -= 1
      let wait = state.tokens >= 0 ? 0 : Int64((-state.tokens / perMillisecond).rounded(.up))
      return now + wait
    }
    while !cancellation.isCancelled {
      let now = clock.milliseconds
      if now >= due { return true }
      clock.wait(milliseconds: Int(due - now), cancellation: cancellation)
    }
    return false
  }
}
