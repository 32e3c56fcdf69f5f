import CSystem
import CueModel
import CueSystem
import Glibc
import Synchronization

extension Generation {
  /// How often events are handed over while nothing ends, in milliseconds.
  private static let batchMilliseconds = 50

  /// Carries out `plan` on threads of its own; the calling thread takes what happens.
  ///
  /// - Parameters:
  ///   - plan: what is wanted
  ///   - only: the numbers of the jobs that are carried out, the others stay open; nil for all
  ///   - planner: made the plan; its voices are used, so the caller leaves it alone until this returns
  ///   - cancellation: ends it between and inside clips; what is made is kept
  ///   - take: takes what has happened since the last time, on the calling thread; false ends the work early
  /// - Returns: what became of each job
  /// - Throws: what `take` or the cache throws, when all threads have ended
  package func run(
    _ plan: GenerationPlan, only: Set<Int>? = nil, planner: GenerationPlanner,
    cancellation: Cancellation, take: ([GenerationEvent]) throws -> Bool
  ) throws -> GenerationOutcome {
    let inbox = GenerationInbox()
    // This thread does not touch the planner before the other has ended.
    nonisolated(unsafe) let planner = planner
    let own = Cancellation()
    return try cancellation.withHandler(own.cancel) {
      do throws(ThreadError) {
        try Threads.start("recording") {
          inbox.end(
            Result {
              try unsafe self.run(plan, only: only, planner: planner, cancellation: own) {
                inbox.add($0)
              }
            })
        }
      } catch {
        // If no thread is available, this one does all the work, and the events are reported at the end.
        inbox.end(
          Result {
            try unsafe run(plan, only: only, planner: planner, cancellation: own) { inbox.add($0) }
          })
      }
      var failure: (any Error)?
      while true {
        let result = inbox.wait(milliseconds: Generation.batchMilliseconds)
        let events = inbox.take()
        if failure == nil, !events.isEmpty {
          do {
            if try !take(events) { own.cancel() }
          } catch {
            failure = error
            own.cancel()
          }
        }
        guard let result else { continue }
        if let failure { throw failure }
        return try result.get()
      }
    }
  }
}

/// The events of the lanes, for the thread that takes them.
private final class GenerationInbox: Sendable {
  private let events = Mutex<[GenerationEvent]>([])
  private let result = Mutex<Result<GenerationOutcome, any Error>?>(nil)
  private let done = cue_event_open()

  deinit { close(done) }

  func add(_ event: GenerationEvent) { events.withLock { $0.append(event) } }

  func end(_ result: Result<GenerationOutcome, any Error>) {
    self.result.withLock { $0 = result }
    cue_event_set(done)
  }

  /// The events since the last call.
  func take() -> [GenerationEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Waits for the end, but no longer; how it went, if it has ended.
  func wait(milliseconds: Int) -> Result<GenerationOutcome, any Error>? {
    _ = cue_wait(-1, -1, done, Int32(milliseconds))
    return result.withLock { $0 }
  }
}
