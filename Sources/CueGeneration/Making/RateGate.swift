import CueModel
import Synchronization

/// Lets requests through as a limit allows, in the order in which they came (a token bucket).
///
/// A bucket of ``RateLimit/requests`` tokens is full at first and fills evenly. Who finds none has the next one that will be
/// there, and waits for it: so the order is kept without a queue.
public final class RateGate: Sendable {
  private struct State {
    /// The tokens at `time`; below 0 where some that are not there yet are promised.
    var tokens: Double
    var time: Int64
    /// Nobody is let through before.
    var closedUntil: Int64 = .min
    var generation = 0
  }

  private let limit: RateLimit
  private let clock: any GenerationClock
  private let state: Mutex<State>

  /// A gate of `limit`.
  public init(_ limit: RateLimit, clock: any GenerationClock) {
    self.limit = limit
    self.clock = clock
    state = Mutex(State(tokens: Double(limit.requests), time: clock.milliseconds))
  }

  /// Waits until one request more may be sent; false where it was cancelled.
  public func pass(cancellation: Cancellation) -> Bool {
    let clock = clock
    let limit = limit
    let (due, generation) = state.withLock { state -> (Int64, Int) in
      let now = clock.milliseconds
      let perMillisecond = Double(limit.requests) / (limit.seconds * 1000)
      state.tokens = min(
        Double(limit.requests), state.tokens + Double(now - state.time) * perMillisecond)
      state.time = now
      state.tokens -= 1
      let wait = state.tokens >= 0 ? 0 : Int64((-state.tokens / perMillisecond).rounded(.up))
      return (max(now + wait, state.closedUntil), state.generation)
    }
    while !cancellation.isCancelled {
      let now = clock.milliseconds
      let until = state.withLock { state in
        state.generation == generation ? max(due, state.closedUntil) : now
      }
      if now >= until { return true }
      clock.wait(milliseconds: Int(until - now), cancellation: cancellation)
    }
    return false
  }

  /// Lets nobody through for so long: the service has asked for it.
  public func close(milliseconds: Int) {
    let now = clock.milliseconds
    state.withLock { $0.closedUntil = max($0.closedUntil, now + Int64(milliseconds)) }
  }

  /// Forgets who was let through; who waits may go as soon as it looks again.
  public func reset() {
    let now = clock.milliseconds
    state.withLock { state in
      state = State(
        tokens: Double(limit.requests), time: now, generation: state.generation + 1)
    }
  }
}

/// Tells how time goes by, and lets it.
public protocol GenerationClock: Sendable {
  /// Milliseconds of a clock that only goes forward.
  var milliseconds: Int64 { get }

  /// Returns after `milliseconds`, or as soon as `cancellation` is uttered.
  func wait(milliseconds: Int, cancellation: Cancellation)
}

/// Does things at once.
public protocol Crew: Sendable {
  /// Runs `body` for each number below `count`, all at the same time, and returns when all have ended.
  func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void)
}
