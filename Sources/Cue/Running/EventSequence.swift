import CueModel
import CueSystem

/// What happens while Cue works, as it happens.
///
/// The work begins with the first call of `next()`, on a thread of its own. It ends early when the task is cancelled or the
/// iterator goes away, as after a `break`; sound falls silent then, and the sequence ends. Iterating again restarts the work.
public struct EventSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Failures of the work.
  public typealias Failure = CueError

  private let name: String
  private let capacity: Int?
  private let body: @Sendable (Channel<Element>, Cancellation) throws -> Void

  /// - Parameters:
  ///   - name: what the thread is called
  ///   - capacity: how many events may wait before the work does; nil for any number
  ///   - body: the work, which may block; it ends soon after its cancellation
  init(
    _ name: String, capacity: Int?,
    _ body: @escaping @Sendable (Channel<Element>, Cancellation) throws -> Void
  ) {
    self.name = name
    self.capacity = capacity
    self.body = body
  }

  /// Waits for events.
  public struct Iterator: AsyncIteratorProtocol {
    private let run: Run

    fileprivate init(_ run: Run) { self.run = run }

    /// The next event; nil when the work has ended or the task was cancelled.
    public mutating func next() async throws(CueError) -> Element? {
      try await run.next()
    }

    /// The next event; nil when the work has ended or the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(CueError) -> Element? {
      try await run.next()
    }
  }

  /// An iterator that begins the work with its first `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(Run(name, capacity, body)) }

  /// The work of one iterator, cancelled when that goes away.
  fileprivate final class Run: Sendable {
    private let name: String
    private let channel: Channel<Element>
    private let cancellation = Cancellation()
    private let body: @Sendable (Channel<Element>, Cancellation) throws -> Void
    private let started = OnceFlag()

    init(
      _ name: String, _ capacity: Int?,
      _ body: @escaping @Sendable (Channel<Element>, Cancellation) throws -> Void
    ) {
      self.name = name
      channel = Channel(capacity: capacity)
      self.body = body
    }

    deinit { stop() }

    private func stop() {
      cancellation.cancel()
      channel.abandon()
    }

    private func start() {
      guard started.raise() else { return }
      let (channel, cancellation, body) = (channel, cancellation, body)
      do throws(ThreadError) {
        try Threads.start(name) {
          channel.finish(
            Result { try body(channel, cancellation) }.mapError { CueError($0) })
        }
      } catch { channel.finish(.failure(CueError(error))) }
    }

    func next() async throws(CueError) -> Element? {
      let result = await withTaskCancellationHandler {
        guard !Task.isCancelled else { return Result<Element?, CueError>.success(nil) }
        start()
        return await channel.next()
      } onCancel: {
        stop()
      }
      return try result.get()
    }
  }
}
