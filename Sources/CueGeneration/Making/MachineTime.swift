import CSystem
import CueModel
import CueSystem
import Glibc

/// Time as this machine has it.
public struct MonotonicClock: GenerationClock {
  /// The system's clock that only goes forward.
  public init() {}

  /// Milliseconds since the machine started.
  public var milliseconds: Int64 { cue_now_milliseconds() }

  /// Returns after `milliseconds`, or as soon as `cancellation` is triggered.
  public func wait(milliseconds: Int, cancellation: Cancellation) {
    let event = cue_event_open()
    defer { close(event) }
    cancellation.withHandler({ cue_event_set(event) }) {
      _ = cue_wait(-1, -1, event, Int32(clamping: milliseconds))
    }
  }
}

/// Lanes on threads of their own; the calling thread is one of them, and runs those that cannot be started.
public struct ThreadCrew: Crew {
  /// A crew.
  public init() {}

  /// Runs `body` for each number below `count` and returns when all have ended.
  public func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    _ = ParallelMap.values(count, threads: count, body)
  }
}
