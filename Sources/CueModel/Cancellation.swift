import Synchronization

/// A wish to stop that any thread may utter, once, and everybody may hear.
public final class Cancellation: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    var nextHandler = 0
    var handlers: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// A cancellation that was not asked for yet.
  public init() {}

  /// Whether it was asked for.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Utters it.
  ///
  /// Later calls change nothing.
  public func cancel() {
    let handlers = state.withLock { state in
      state.isCancelled = true
      defer { state.handlers = [:] }
      return Array(state.handlers.values)
    }
    for handler in handlers { handler() }
  }

  /// Runs `body`, and `handler` on the cancelling thread if the wish is uttered meanwhile or was before.
  public func withHandler<Value>(
    _ handler: @escaping @Sendable () -> Void, _ body: () throws -> Value
  ) rethrows -> Value {
    let key = state.withLock { state -> Int? in
      guard !state.isCancelled else { return nil }
      state.nextHandler += 1
      state.handlers[state.nextHandler] = handler
      return state.nextHandler
    }
    guard let key else {
      handler()
      return try body()
    }
    defer { state.withLock { _ = $0.handlers.removeValue(forKey: key) } }
    return try body()
  }
}
