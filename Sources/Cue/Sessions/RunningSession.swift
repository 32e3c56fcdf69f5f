import Synchronization

/// The session that runs, one at a time, and how it is controlled from other threads.
final class RunningSession<Control: Sendable>: Sendable {
  private struct State {
    var isRunning = false
    var control: Control?
  }

  private let state = Mutex(State())

  /// How the session is controlled; nil while none is.
  var control: Control? { state.withLock { $0.control } }

  /// Runs a session, unless one runs.
  func alone(_ body: () throws -> Void) throws {
    let isFree = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFree else { throw CueError.alreadyRunning }
    defer { state.withLock { $0.isRunning = false } }
    try body()
  }

  /// Lets `control` be used during `body`.
  func controlled(by control: Control, _ body: () throws -> Void) rethrows {
    state.withLock { $0.control = control }
    defer { state.withLock { $0.control = nil } }
    try body()
  }
}
