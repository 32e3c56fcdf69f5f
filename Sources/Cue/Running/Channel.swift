import CSystem
import Glibc
import Synchronization

/// Carries events from one blocking thread to one task.
///
/// The thread waits while as many events are under way as the channel holds; the task never blocks. A task is resumed without
/// the lock: cancelling a task holds that task's own lock while its handler takes this one, in ``abandon()``.
final class Channel<Element: Sendable>: Sendable {
  private struct State {
    var events: [Element] = []
    var task: CheckedContinuation<Void, Never>?
    var end: Result<Void, CueError>?
    /// Whether no consumer takes events any more.
    var isAbandoned = false

    /// The waiting task, which is to look again.
    mutating func waiting() -> CheckedContinuation<Void, Never>? {
      defer { task = nil }
      return task
    }
  }

  private let state = Mutex(State())
  /// How many events may wait; nil for any number.
  private let capacity: Int?
  private let room = cue_event_open()

  init(capacity: Int?) { self.capacity = capacity }

  deinit { close(room) }

  // The thread's side.

  /// Hands over an event, waiting until there is room; false if no consumer takes events any more.
  @discardableResult
  func send(_ event: Element) -> Bool {
    while true {
      let (isTaken, isAbandoned, task) = state.withLock { state in
        if state.isAbandoned { return (false, true, nil as CheckedContinuation<Void, Never>?) }
        if let capacity, state.events.count >= capacity { return (false, false, nil) }
        state.events.append(event)
        return (true, false, state.waiting())
      }
      task?.resume()
      if isTaken || isAbandoned { return isTaken }
      _ = cue_wait(-1, -1, room, -1)
      cue_event_clear(room)
    }
  }

  /// Ends the sequence, after the events that wait.
  func finish(_ end: Result<Void, CueError>) {
    let task = state.withLock { state in
      if state.end == nil { state.end = end }
      return state.waiting()
    }
    task?.resume()
  }

  // The task's side.

  /// The next event; nil after the last.
  func next() async -> Result<Element?, CueError> {
    while true {
      let next = state.withLock { state -> Result<Element?, CueError>? in
        if state.isAbandoned { return .success(nil) }
        guard state.events.isEmpty else { return .success(state.events.removeFirst()) }
        guard let end = state.end else { return nil }
        state.end = .success(())
        return end.map { _ in nil }
      }
      if let next {
        cue_event_set(room)
        return next
      }
      await withCheckedContinuation { task in
        let isReady = state.withLock { state in
          guard state.events.isEmpty, state.end == nil, !state.isAbandoned else { return true }
          precondition(state.task == nil, "one task reads a sequence")
          state.task = task
          return false
        }
        if isReady { task.resume() }
      }
    }
  }

  /// No event is wanted any more.
  func abandon() {
    let task = state.withLock { state in
      state.isAbandoned = true
      state.events = []
      return state.waiting()
    }
    task?.resume()
    cue_event_set(room)
  }
}
