import Synchronization

/// The line that is being spoken, for another thread to cancel.
public final class LineInHand: Sendable {
  private let line = Mutex<Cancellation?>(nil)

  /// No line is being spoken.
  public init() {}

  /// From now on ``cancel()`` cancels `line`; nil while none is spoken.
  public func set(_ line: Cancellation?) { self.line.withLock { $0 = line } }

  /// Cancels the line, if one is being spoken.
  public func cancel() { line.withLock { $0 }?.cancel() }
}
