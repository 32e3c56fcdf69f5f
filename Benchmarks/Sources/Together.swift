import Glibc
import Synchronization

/// Runs `body` for each input on a thread of its own and waits for all.
func together<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], _ body: @escaping @Sendable (Input) throws -> Output
) throws -> [Output] {
  let board = Board<Output>(count: inputs.count)
  for (index, input) in inputs.enumerated() {
    onThread {
      board.post(Result { try body(input) }, at: index)
    }
  }
  return try board.wait().map { try $0.get() }
}

/// Runs `body` on a thread of its own.
func onThread(_ body: @escaping @Sendable () -> Void) {
  let box = unsafe Unmanaged.passRetained(Body(run: body))
  var thread = pthread_t()
  let failure = unsafe pthread_create(
    &thread, nil,
    { context in
      guard let context = unsafe context else { return nil }
      unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }, box.toOpaque())
  precondition(failure == 0, "no thread could be started")
  pthread_detach(thread)
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Where threads leave their results.
private final class Board<Output: Sendable>: Sendable {
  private let results: Mutex<[Result<Output, any Error>?]>

  init(count: Int) { results = Mutex(Array(repeating: nil, count: count)) }

  func post(_ result: Result<Output, any Error>, at index: Int) {
    results.withLock { $0[index] = result }
  }

  func wait() -> [Result<Output, any Error>] {
    while true {
      let done = results.withLock { $0.compactMap { $0 } }
      if done.count == results.withLock({ $0.count }) { return done }
      usleep(1000)
    }
  }
}
