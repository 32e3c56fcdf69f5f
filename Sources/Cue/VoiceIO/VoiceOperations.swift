import CueModel
import CueSystem
import Synchronization

/// The calls of a ``VoiceIO`` that are under way.
final class VoiceOperations: Sendable {
  enum Kind { case speech, listening, measuring }

  private struct State {
    var next = 0
    var running: [Int: (kind: Kind, cancellation: Cancellation)] = [:]
  }

  private let state = Mutex(State())

  /// Does `body` on a thread of its own; new speech or listening cancels the one before it.
  func run<Value: Sendable>(
    _ name: String, _ kind: Kind, _ body: @escaping @Sendable (Cancellation) throws -> Value
  ) async throws(CueError) -> Value {
    let own = Cancellation()
    let (number, before) = state.withLock { state in
      let before = state.running.values.filter { $0.kind == kind && kind != .measuring }
      state.next += 1
      state.running[state.next] = (kind, own)
      return (state.next, before)
    }
    for operation in before { operation.cancellation.cancel() }
    defer { state.withLock { _ = $0.running.removeValue(forKey: number) } }
    return try await BlockingWork.run(name) { task in
      try task.withHandler({ own.cancel() }) { try body(own) }
    }
  }

  /// Cancels the calls of a kind, or all.
  func cancel(_ kind: Kind? = nil) {
    for operation in state.withLock({ Array($0.running.values) })
    where kind == nil || operation.kind == kind {
      operation.cancellation.cancel()
    }
  }
}

/// Takes events to all that observe them, in order.
final class VoiceObservers: Sendable {
  private let observers = Mutex<[@Sendable (VoiceIOEvent) -> Void]>([])

  func add(_ take: @escaping @Sendable (VoiceIOEvent) -> Void) {
    observers.withLock { $0.append(take) }
  }

  func tell(_ event: VoiceIOEvent) {
    for take in observers.withLock({ $0 }) { take(event) }
  }
}

/// A limit on how long blocking work may take.
package enum TimeLimit {
  /// Runs `body`, and cancels it after `seconds`.
  ///
  /// - Parameters:
  ///   - seconds: how long it may take
  ///   - clock: measures the time
  ///   - cancellation: cancels it, too
  ///   - body: the work, which ends soon after its cancellation
  /// - Returns: whether it was in time, or cancelled by `cancellation`
  /// - Throws: what `body` throws, and where no thread can be started
  package static func run(
    seconds: Double, _ clock: any MonotonicTime = MonotonicClock(), cancellation: Cancellation,
    _ body: (Cancellation) throws -> Void
  ) throws -> Bool {
    let (limited, done) = (Cancellation(), Cancellation())
    try Threads.start("cue-limit") {
      clock.wait(milliseconds: Int((seconds * 1000).rounded()), cancellation: done)
      if !done.isCancelled { limited.cancel() }
    }
    defer { done.cancel() }
    try cancellation.withHandler({ limited.cancel() }) { try body(limited) }
    return !limited.isCancelled || cancellation.isCancelled
  }
}
