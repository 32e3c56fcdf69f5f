import CueModel
import CueSystem

/// A scripted actor that another thread can end.
public final class InterruptibleActor: ActorInput, Sendable {
  // The session's thread alone uses it; the signal's only sets the wish and cancels the line.
  private nonisolated(unsafe) let scripted: ScriptedActor
  private let lines: ActorLines?
  private let clock: any MonotonicTime
  private let wish = Cancellation()
  private let line = LineInHand()

  /// Acts as `scripted`, until it is interrupted.
  ///
  /// - Parameters:
  ///   - scripted: the actor that it follows
  ///   - lines: those that it follows, if it does
  ///   - clock: by which the rehearsal waits for its sound
  public init(
    _ scripted: ScriptedActor, following lines: ActorLines? = nil,
    clock: any MonotonicTime = MonotonicClock()
  ) {
    self.lines = lines
    self.clock = clock
    unsafe self.scripted = scripted
  }

  /// What the script does now; or a stop.
  public func poll(_ moment: Moment) -> ActorCommand? {
    wish.isCancelled ? .stop : unsafe scripted.poll(moment)
  }

  /// What the script does; or a stop.
  public func wait(_ moment: Moment) -> ActorTurn {
    if let seconds = moment.retryAfterSeconds, !wish.isCancelled {
      clock.wait(milliseconds: Int(seconds * 1000), cancellation: wish)
      return wish.isCancelled ? ActorTurn(.stop) : ActorTurn()
    }
    guard !wish.isCancelled else { return ActorTurn(.stop) }
    let turn = unsafe scripted.wait(moment)
    // It may have waited for a line that never came.
    return wish.isCancelled ? ActorTurn(.stop) : turn
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
    lines?.end()
  }
}
