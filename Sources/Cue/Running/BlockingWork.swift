import CueModel
import CueSystem
import Synchronization

/// A flag that is raised once.
final class OnceFlag: Sendable {
  private let isRaised = Mutex(false)

  /// Raises it; false if it was raised before.
  func raise() -> Bool {
    isRaised.withLock { isRaised in
      defer { isRaised = true }
      return !isRaised
    }
  }
}

/// Work that blocks, on a thread of its own.
enum BlockingWork {
  /// Runs `body` on a thread called `name` while the task waits; cancelling the task cancels `body`, which ends soon after.
  static func run<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Cancellation) throws -> Value
  ) async throws(CueError) -> Value {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (task: CheckedContinuation<Result<Value, CueError>, Never>) in
        do throws(ThreadError) {
          try Threads.start(name) {
            task.resume(returning: Result { try body(cancellation) }.mapError { CueError($0) })
          }
        } catch { task.resume(returning: .failure(CueError(error))) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}
