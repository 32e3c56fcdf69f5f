import CueModel

/// A scripted actor that another thread can end.
public final class InterruptibleActor: ActorInput, Sendable {
  // The session's thread alone uses it; the signal's only sets the wish and cancels the line.
  private nonisolated(unsafe) let scripted: ScriptedActor
  private let wish = Cancellation()
  private let line = LineInHand()

  /// Acts as `scripted`, until it is interrupted.
  public init(_ scripted: ScriptedActor) { unsafe self.scripted = scripted }

  /// What the script does now; or a stop.
  public func poll(_ moment: Moment) -> ActorCommand? {
    wish.isCancelled ? .stop : unsafe scripted.poll(moment)
  }

  /// What the script does; or a stop.
  public func wait(_ moment: Moment) -> ActorTurn {
    wish.isCancelled ? ActorTurn(.stop) : unsafe scripted.wait(moment)
  }

  /// Counts the partner's lines.
  public func speaking(_ line: Cancellation?) {
    self.line.set(line)
    unsafe scripted.speaking(line)
  }

  /// The rehearsal is to end, from outside.
  public func interrupt() {
    wish.cancel()
    line.cancel()
  }
}
