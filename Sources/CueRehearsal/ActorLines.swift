import CSystem
import CueModel
import Glibc
import Synchronization

/// What an actor does in a rehearsal, as it comes line by line: from a pipe that somebody writes to meanwhile.
///
/// A line is an action of ``ActorScript``; an empty line is `next`, as Enter is at a terminal, and any other text is what the
/// actor says: the line is over. Lines that are only a comment do not count.
public final class ActorLines: Sendable {
  private struct State: Sendable {
    var actions: [ActorScript.Action] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let event = cue_event_open()
  private let rest: @Sendable (Cancellation) -> Void
  private let passed: @Sendable (Double) -> Void

  /// No line yet.
  ///
  /// - Parameters:
  ///   - rest: lets the device play to its end before somebody is waited for
  ///   - passed: takes the seconds for which somebody was waited for
  public init(
    rest: @escaping @Sendable (Cancellation) -> Void = { _ in },
    passed: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.rest = rest
    self.passed = passed
  }

  deinit { close(event) }

  // The writer's side; any thread.

  /// Takes a line.
  public func put(_ line: String) {
    guard let action = ActorLines.action(line) else { return }
    state.withLock { $0.actions.append(action) }
    cue_event_set(event)
  }

  /// There are no more lines.
  public func end() {
    state.withLock { $0.isOver = true }
    cue_event_set(event)
  }

  /// What a line asks for; nil for a comment.
  static func action(_ line: String) -> ActorScript.Action? {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.isEmpty { return .command(.advance) }
    if words[0].hasPrefix("#") { return nil }
    return (try? ActorScript.action(in: line)) ?? .command(.advance)
  }

  // The session's side.

  /// The next action; if there is none yet, it waits or returns nil.
  ///
  /// Nil also after the last.
  func next(waits: Bool) -> ActorScript.Action? {
    if let action = state.withLock({ $0.actions.first }) { return action }
    guard waits, !state.withLock({ $0.isOver }) else { return nil }
    let began = cue_now_milliseconds()
    rest(Cancellation())
    while true {
      let (action, isOver) = state.withLock { ($0.actions.first, $0.isOver) }
      if action != nil || isOver {
        passed(Double(cue_now_milliseconds() - began) / 1000)
        return action
      }
      _ = cue_wait(-1, -1, event, -1)
      cue_event_clear(event)
    }
  }

  /// The next action is done.
  func take() { state.withLock { _ = $0.actions.removeFirst() } }
}
