import CSystem
import CueModel
import Glibc

/// Time as this machine has it.
public struct MonotonicClock: MonotonicTime {
  /// The system's clock that only goes forward.
  public init() {}

  /// Milliseconds since the machine started.
  public var milliseconds: Int64 { cue_now_milliseconds() }

  /// Returns after `milliseconds`, or as soon as `cancellation` is triggered.
  public func wait(milliseconds: Int, cancellation: Cancellation) {
    let event = cue_event_open()
    guard event >= 0 else { return waitInSlices(milliseconds, cancellation) }
    defer { close(event) }
    cancellation.withHandler({ cue_event_set(event) }) {
      _ = cue_wait(-1, -1, event, Int32(clamping: milliseconds))
    }
  }

  /// Where no descriptor is left that a cancellation could wake.
  private func waitInSlices(_ milliseconds: Int, _ cancellation: Cancellation) {
    let end = cue_now_milliseconds() + Int64(milliseconds)
    while !cancellation.isCancelled, case let left = end - cue_now_milliseconds(), left > 0 {
      _ = cue_wait(-1, -1, -1, Int32(min(left, 50)))
    }
  }
}

/// Time as this machine has it, also while it sleeps.
public struct BootClock: MonotonicTime {
  /// The system's clock that goes on in suspension.
  public init() {}

  /// Milliseconds since the machine started.
  public var milliseconds: Int64 { CueSystem.milliseconds(of: CLOCK_BOOTTIME) }

  /// Returns after `milliseconds`, or as soon as `cancellation` is triggered.
  public func wait(milliseconds: Int, cancellation: Cancellation) {
    MonotonicClock().wait(milliseconds: milliseconds, cancellation: cancellation)
  }
}
