import CueModel
import Synchronization

/// The line that is being spoken, for another thread to cancel.
final class LineInHand: Sendable {
  private let line = Mutex<Cancellation?>(nil)
  func set(_ line: Cancellation?) { self.line.withLock { $0 = line } }
  func cancel() { line.withLock { $0 }?.cancel() }
}

/// The session's output, as the actor at the keys lets time pass on it.
///
/// Only the session's thread calls it: an actor waits on that thread.
final class OutputPlace: Sendable {
  private nonisolated(unsafe) let output: SessionOutput
  init(_ output: SessionOutput) { unsafe self.output = output }

  /// A failure shows itself with the next sound.
  var pass: @Sendable (Double) -> Void { { try? unsafe self.output.pass(seconds: $0) } }
  var drain: @Sendable (Cancellation) -> Void {
    { try? unsafe self.output.drain(cancellation: $0) }
  }
}
