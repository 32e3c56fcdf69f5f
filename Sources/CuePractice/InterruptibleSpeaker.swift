import CueModel

/// A scripted speaker that another thread can end.
public final class InterruptibleSpeaker: PracticeControl, Sendable {
  // The session's thread alone uses it; the signal's only sets the wish and cancels the segment.
  private nonisolated(unsafe) let scripted: ScriptedSpeaker
  private let wish = Cancellation()
  private let segment = LineInHand()

  /// Practises as `scripted`, until it is interrupted.
  public init(_ scripted: ScriptedSpeaker) { unsafe self.scripted = scripted }

  /// What the script does now; or a stop.
  public func poll(_ moment: PracticeMoment) -> PracticeCommand? {
    wish.isCancelled ? .stop : unsafe scripted.poll(moment)
  }

  /// What the script does; or a stop.
  public func wait(_ moment: PracticeMoment) -> PracticeTurn {
    wish.isCancelled ? PracticeTurn(.stop) : unsafe scripted.wait(moment)
  }

  /// Takes the segment that an interruption ends.
  public func speaking(_ segment: Cancellation?) { self.segment.set(segment) }

  /// Practice is to end, from outside.
  public func interrupt() {
    wish.cancel()
    segment.cancel()
  }
}
