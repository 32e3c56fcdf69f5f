import CSystem
import CueModel
import Glibc
import Synchronization

/// What an actor wants of a rehearsal, as it comes from other threads: keys, or an app's buttons.
///
/// A command that ends a line ends it at once, whatever the session waits for.
public final class ActorCommandQueue: ActorInput, Sendable {
  private struct State: Sendable {
    var commands: [ActorCommand] = []
    var line: Cancellation?
    var isHeld = false
    /// What the rehearsal did when it was asked for last.
    var status = RehearsalState.Status.idle

    mutating func look(_ moment: Moment) {
      status = moment.status
      isHeld = moment.status == .paused
    }
  }

  private let state = Mutex(State())
  private let event = cue_event_open()
  private let passed: @Sendable (Double) -> Void
  private let rest: @Sendable (Cancellation) -> Void

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - passed: takes the seconds for which the actor had the word
  ///   - rest: lets the device play to its end; its wait ends with the next command
  public init(
    passed: @escaping @Sendable (Double) -> Void, rest: @escaping @Sendable (Cancellation) -> Void
  ) {
    self.passed = passed
    self.rest = rest
  }

  deinit { close(event) }

  // The session's side.

  /// The next command.
  public func poll(_ moment: Moment) -> ActorCommand? {
    state.withLock { state in
      state.look(moment)
      return state.commands.isEmpty ? nil : state.commands.removeFirst()
    }
  }

  /// Waits for the next command, and first for the device to play to its end.
  public func wait(_ moment: Moment) -> ActorTurn {
    let began = cue_now_milliseconds()
    defer { passed(Double(cue_now_milliseconds() - began) / 1000) }
    let patience = Cancellation()
    speaking(patience)
    let isEmpty = state.withLock { state in
      state.look(moment)
      return state.commands.isEmpty
    }
    if isEmpty { rest(patience) }
    speaking(nil)
    let end = moment.retryAfterSeconds.map { began + Int64($0 * 1000) }
    while true {
      if let command = poll(moment) { return ActorTurn(command) }
      let left = end.map { Int32(clamping: max(0, $0 - cue_now_milliseconds())) } ?? -1
      if left == 0 { return ActorTurn() }
      _ = cue_wait(-1, -1, event, left)
      cue_event_clear(event)
    }
  }

  /// What a command may cancel.
  public func speaking(_ line: Cancellation?) { state.withLock { $0.line = line } }

  // The actor's side.

  /// Takes a command, from any thread.
  public func put(_ command: ActorCommand) {
    let line = state.withLock { state in
      state.commands.append(command)
      return state.line
    }
    switch command {
    case .back, .repeatLine, .goto, .gotoScene, .stop: line?.cancel()
    default: break
    }
    cue_event_set(event)
  }

  /// Holds the rehearsal, or goes on with it, from any thread.
  public func putPauseOrResume() {
    put(
      state.withLock { state in
        state.isHeld.toggle()
        return state.isHeld ? .pause : .resume
      })
  }

  /// Silences a partner who speaks, and waits until that is done, for at most a second; from any thread but the session's.
  ///
  /// For a program that is about to be stopped.
  public func fallSilent() {
    guard state.withLock({ $0.status == .playingPartner }) else { return }
    put(.pause)
    for _ in 0..<100 where !isAtRest { _ = cue_wait(-1, -1, -1, 10) }
  }

  private var isAtRest: Bool {
    state.withLock { $0.commands.isEmpty && $0.status != .playingPartner }
  }

  /// The rehearsal is to end.
  public func interrupt() { put(.stop) }
}
