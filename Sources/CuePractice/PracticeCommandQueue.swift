import CSystem
import CueModel
import Glibc
import Synchronization

/// What a speaker wants of practice, as it comes from other threads: keys, lines of standard input, signals, an app's buttons.
public final class PracticeCommandQueue: PracticeControl, Sendable {
  private struct State: Sendable {
    var commands: [PracticeCommand] = []
    var segment: Cancellation?
    /// The wait for the device to play to its end, while practice is held.
    var patience: Cancellation?
    /// Whether the session has done all that was wanted, and waits.
    var isResting = false
    /// No more will come, but by signals.
    var isOver = false
  }

  private let state = Mutex(State())
  private let event = cue_event_open()
  private let passed: @Sendable (Double) -> Void
  private let rest: @Sendable (Cancellation) -> Void
  /// Whether practice stays at its end until a command ends it.
  private let staysAtEnd: Bool

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - staysAtEnd: whether somebody is there who may begin again
  ///   - passed: takes the seconds for which practice was held
  ///   - rest: lets the device play to its end; its wait ends with the next command
  public init(
    staysAtEnd: Bool, passed: @escaping @Sendable (Double) -> Void = { _ in },
    rest: @escaping @Sendable (Cancellation) -> Void = { _ in }
  ) {
    self.staysAtEnd = staysAtEnd
    self.passed = passed
    self.rest = rest
  }

  deinit { close(event) }

  // The session's side.

  /// The next command.
  public func poll(_ moment: PracticeMoment) -> PracticeCommand? {
    state.withLock { state in
      guard !state.commands.isEmpty else { return nil }
      state.isResting = false
      return state.commands.removeFirst()
    }
  }

  /// Waits for the next command, and first for the device to play to its end.
  public func wait(_ moment: PracticeMoment) -> PracticeTurn {
    let began = cue_now_milliseconds()
    // The segment that is held stays the one to cancel.
    let patience = Cancellation()
    let isEmpty = state.withLock { state in
      state.patience = patience
      return state.commands.isEmpty
    }
    if isEmpty { rest(patience) }
    state.withLock { $0.patience = nil }
    while true {
      if let command = poll(moment) {
        // Only time while practice is held counts, not time after its end.
        if moment.state.status == .held { passed(Double(cue_now_milliseconds() - began) / 1000) }
        return PracticeTurn(command)
      }
      if let command = lastWill(moment) { return PracticeTurn(command) }
      state.withLock { $0.isResting = $0.commands.isEmpty }
      _ = cue_wait(-1, -1, event, -1)
      cue_event_clear(event)
    }
  }

  /// When no more commands can come, what was paused goes on, and all else ends.
  private func lastWill(_ moment: PracticeMoment) -> PracticeCommand? {
    let isOver = state.withLock { $0.isOver }
    if moment.state.status == .finished, isOver || !staysAtEnd { return .stop }
    guard isOver else { return nil }
    return moment.state.hold == .asked ? .play : .stop
  }

  /// What a command may cancel.
  public func speaking(_ segment: Cancellation?) { state.withLock { $0.segment = segment } }

  // The speaker's side.

  /// Takes a command, from any thread; one that ends the segment ends it at once.
  public func put(_ command: PracticeCommand) {
    let (segment, patience) = state.withLock { state in
      state.commands.append(command)
      return (state.segment, state.patience)
    }
    patience?.cancel()
    if command.endsSegment || command == .interrupt { segment?.cancel() }
    cue_event_set(event)
  }

  /// No more commands come.
  public func end() {
    state.withLock { $0.isOver = true }
    cue_event_set(event)
  }

  /// Silences practice, and waits until nothing is at work any more: a thread that waits for a plugin's answer while the
  /// program is stopped would take the stop for a plugin that hangs.
  public func fallSilent() {
    put(.interrupt)
    for _ in 0..<PracticeCommandQueue.silenceTries where !isQuiet { _ = cue_wait(-1, -1, -1, 10) }
  }

  /// How often to look, every 10 ms, before the program stops anyway.
  private static let silenceTries = 100

  /// Whether nothing sounds and nothing is being done.
  private var isQuiet: Bool { state.withLock { $0.commands.isEmpty && $0.isResting } }
}
