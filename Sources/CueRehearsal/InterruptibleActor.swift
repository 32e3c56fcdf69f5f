import CSystem
import CueModel
import Glibc

/// A scripted actor that another thread can end.
public final class InterruptibleActor: ActorInput, Sendable {
  // The session's thread alone uses it; the signal's only sets the wish and cancels the line.
  private nonisolated(unsafe) let scripted: ScriptedActor
  private let lines: ActorLines?
  private let pass: @Sendable (_ seconds: Double, Cancellation) -> Void
  private let wish = Cancellation()
  private let line = LineInHand()

  /// Acts as `scripted`, until it is interrupted.
  ///
  /// - Parameters:
  ///   - scripted: who acts
  ///   - lines: those that it follows, if it does
  ///   - pass: lets so many seconds pass, or fewer if it is cancelled, while the rehearsal waits for its sound
  public init(
    _ scripted: ScriptedActor, following lines: ActorLines? = nil,
    pass: @escaping @Sendable (_ seconds: Double, Cancellation) -> Void = InterruptibleActor.sleep
  ) {
    self.lines = lines
    self.pass = pass
    unsafe self.scripted = scripted
  }

  /// Lets time pass by the clock of the system.
  public static func sleep(_ seconds: Double, _ cancellation: Cancellation) {
    let event = cue_event_open()
    defer { close(event) }
    cancellation.withHandler({ cue_event_set(event) }) {
      _ = cue_wait(-1, -1, event, Int32(clamping: Int(seconds * 1000)))
    }
  }

  /// What the script does now; or a stop.
  public func poll(_ moment: Moment) -> ActorCommand? {
    wish.isCancelled ? .stop : unsafe scripted.poll(moment)
  }

  /// What the script does; or a stop.
  public func wait(_ moment: Moment) -> ActorTurn {
    if let seconds = moment.retryAfterSeconds, !wish.isCancelled {
      pass(seconds, wish)
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
