import CSystem

struct ThreadError: Error { let errno: Int32 }

enum Threads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let box = unsafe Unmanaged.passRetained(Work(body))
    let failure = unsafe cue_thread(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, box.toOpaque())
    guard failure != 0 else { return }
    throw ThreadError(errno: failure)
  }
}
