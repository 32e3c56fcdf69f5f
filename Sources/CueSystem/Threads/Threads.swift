import CSystem
import Glibc

/// The system started no thread.
package struct ThreadError: Error, Equatable, Sendable {
  /// Why, such as EAGAIN where a limit on threads or memory is reached.
  package let errno: Int32

  /// The failure `errno`.
  package init(errno: Int32) { self.errno = errno }
}

/// Starts threads.
///
/// A thread that cannot be started is an outcome that every caller handles: work that can be shared is done by the threads there
/// are (``ParallelMap``, ``OrderedWork``), and what needs a thread of its own says that it cannot be done.
package enum Threads {
  /// Runs `body` on a thread of its own that ends by itself.
  ///
  /// - Parameters:
  ///   - name: what tools such as `top` call the thread; the system keeps the first 15 bytes
  ///   - stackBytes: how large its stack is; 0 for the system's usual size
  ///   - body: runs on the thread
  /// - Throws: why the system started no thread
  package static func start(
    _ name: String, stackBytes: Int = 0, _ body: @escaping @Sendable () -> Void
  ) throws(ThreadError) {
    _ = try launch(name, stackBytes, isJoined: false, body)
  }

  /// Has the calling thread run as soon as it can, whatever else goes on: for one that hands sound to a device, and does little else.
  ///
  /// Where the system allows no real time, it is only preferred, and where not even that, it runs as before.
  package static func runInRealTime() {
    if cue_thread_real_time() != 0 { _ = cue_thread_nice(preferredNiceness) }
  }

  /// Has the calling thread be preferred, and whatever threads and processes it starts while `body` runs; where the system does not
  /// allow that, it runs as before.
  package static func preferred<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = cue_thread_niceness()
    guard before > preferredNiceness, cue_thread_nice(preferredNiceness) == 0 else {
      return try body()
    }
    defer { _ = cue_thread_nice(before) }
    return try body()
  }

  /// About nine tenths of a core that an ordinary program wants too.
  private static let preferredNiceness: Int32 = -11

  fileprivate static func launch(
    _ name: String, _ stackBytes: Int, isJoined: Bool, _ body: @escaping @Sendable () -> Void
  ) throws(ThreadError) -> pthread_t {
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let failure = unsafe cue_thread_start(
      name, stackBytes, isJoined ? 1 : 0,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      }, box.toOpaque(), &thread)
    guard failure != 0 else { return thread }
    unsafe box.release()
    throw ThreadError(errno: failure)
  }
}

/// Threads that somebody waits for: ``join()`` must be called, and returns when all have ended.
package struct ThreadTeam: ~Copyable {
  private var threads: [pthread_t] = []

  /// A team without threads.
  package init() {}

  /// How many threads were started.
  package var count: Int { threads.count }

  /// Starts another thread, with `name` and `stackBytes` as in ``Threads/start(_:stackBytes:_:)``.
  package mutating func start(
    _ name: String, stackBytes: Int = 0, _ body: @escaping @Sendable () -> Void
  ) throws(ThreadError) {
    threads.append(try Threads.launch(name, stackBytes, isJoined: true, body))
  }

  /// Waits for the end of every thread.
  package mutating func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  deinit { precondition(threads.isEmpty, "nobody has waited for these threads") }
}

/// What a thread does; a C callback takes no generic type along.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
