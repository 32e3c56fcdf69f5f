import CueGeneration
import CueModel
import CSystem
import Glibc
import Synchronization

/// Time as this machine has it.
struct MonotonicClock: GenerationClock {
  var milliseconds: Int64 { cue_now_milliseconds() }

  func wait(milliseconds: Int, cancellation: Cancellation) {
    let event = cue_event_open()
    defer { close(event) }
    cancellation.withHandler({ cue_event_set(event) }) {
      _ = cue_wait(-1, -1, event, Int32(clamping: milliseconds))
    }
  }
}

/// Lanes on threads of their own.
struct ThreadCrew: Crew {
  private final class Shift: Sendable {
    let left: Atomic<Int>
    let done = cue_event_open()
    init(_ count: Int) { left = Atomic(count) }
    deinit { close(done) }
  }

  func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    guard count > 0 else { return }
    let shift = Shift(count)
    for index in 0..<count {
      Threads.start {
        body(index)
        if shift.left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
          cue_event_set(shift.done)
        }
      }
    }
    _ = cue_wait(-1, -1, shift.done, -1)
  }
}

/// What the lanes tell, for the thread that keeps and shows it.
final class GenerationInbox: Sendable {
  private let events = Mutex<[GenerationEvent]>([])
  private let result = Mutex<Result<GenerationOutcome, any Error>?>(nil)
  private let done = cue_event_open()

  deinit { close(done) }

  func add(_ event: GenerationEvent) { events.withLock { $0.append(event) } }

  func end(_ result: Result<GenerationOutcome, any Error>) {
    self.result.withLock { $0 = result }
    cue_event_set(done)
  }

  /// What was told since the last time.
  func take() -> [GenerationEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Waits for the end, but no longer; how it went, where it has ended.
  func wait(milliseconds: Int) -> Result<GenerationOutcome, any Error>? {
    _ = cue_wait(-1, -1, done, Int32(milliseconds))
    return result.withLock { $0 }
  }
}
