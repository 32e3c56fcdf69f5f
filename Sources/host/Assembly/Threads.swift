import CSystem

/// Work beside the work.
enum Threads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a thread of its own that nobody waits for.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Work(body))
    let failure = unsafe cue_thread(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, box.toOpaque())
    precondition(failure == 0, "the system gives no thread (error \(failure))")
  }
}
