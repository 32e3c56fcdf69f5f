import CueModel

/// A session's output, for an actor or speaker who lets time pass on it.
///
/// Only the session's thread calls it: whoever waits does so on that thread.
public final class OutputPlace: Sendable {
  private nonisolated(unsafe) let output: SessionOutput

  /// The place of `output`.
  public init(_ output: SessionOutput) { unsafe self.output = output }

  /// Lets seconds pass; a failure shows itself with the next sound.
  public var pass: @Sendable (Double) -> Void { { try? unsafe self.output.pass(seconds: $0) } }
  /// Waits until all has been heard; a failure shows itself with the next sound.
  public var drain: @Sendable (Cancellation) -> Void {
    { try? unsafe self.output.drain(cancellation: $0) }
  }
}
