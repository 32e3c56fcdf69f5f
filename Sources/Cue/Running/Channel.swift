import CSystem
import Glibc
import Synchronization

/// Carries events from one blocking thread to one task.
///
/// The thread waits while as many events are under way as the channel holds; the task never blocks.
final class Channel<Element: Sendable>: Sendable {
  private struct State {
    var events: [Element] = []
    var task: CheckedContinuation<Void, Never>?
    var end: Result<Void, CueError>?
    /// Whether nobody takes events any more.
    var isAbandoned = false

    /// Lets the waiting task look again.
    mutating func wake() {
      task?.resume()
      task = nil
    }
  }

  private let state = Mutex(State())
  /// How many events may wait; nil for any number.
  private let capacity: Int?
  private let room = cue_event_open()

  init(capacity: Int?) { self.capacity = capacity }

  deinit { close(room) }

  // The thread's side.

  /// Hands over an event, waiting until there is room; false if nobody takes events any more.
  @discardableResult
  func send(_ event: Element) -> Bool {
    while true {
      let (isTaken, isAbandoned) = state.withLock { state -> (Bool, Bool) in
        if state.isAbandoned { return (false, true) }
        if let capacity, state.events.count >= capacity { return (false, false) }
        state.events.append(event)
        state.wake()
        return (true, false)
      }
      if isTaken || isAbandoned { return isTaken }
      _ = cue_wait(-1, -1, room, -1)
      cue_event_clear(room)
    }
  }

  /// Ends the sequence, after the events that wait.
  func finish(_ end: Result<Void, CueError>) {
    state.withLock { state in
      if state.end == nil { state.end = end }
      state.wake()
    }
  }

  // The task's side.

  /// The next event; nil behind the last.
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
    state.withLock { state in
      state.isAbandoned = true
      state.events = []
      state.wake()
    }
    cue_event_set(room)
  }
}
