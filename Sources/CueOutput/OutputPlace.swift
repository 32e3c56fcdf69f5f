import CueModel

/// A session's output, for an actor or speaker that lets time pass on it.
///
/// Only the session's thread calls it: every wait is on that thread.
public final class OutputPlace: Sendable {
  private nonisolated(unsafe) let output: SessionOutput

  /// The place of `output`.
  public init(_ output: SessionOutput) { unsafe self.output = output }

  /// Lets seconds pass; a failure appears with the next sound.
  public var pass: @Sendable (Double) -> Void { { try? unsafe self.output.pass(seconds: $0) } }
  /// Waits until all has been heard; a failure appears with the next sound.
  public var drain: @Sendable (Cancellation) -> Void {
    { try? unsafe self.output.drain(cancellation: $0) }
  }
}
