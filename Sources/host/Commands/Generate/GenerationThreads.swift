import CueGeneration
import CSystem
import Glibc
import Synchronization

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
