import CueSystem

/// Lets one operation through at a time.
public final class OperationGate: Sendable {
  private struct State {
    var isTaken = false
    /// Grows when the gate is cleared: a caller that entered before does not open it on leaving.
    var epoch = 0
  }

  private let state = Monitor(State())

  /// An open gate.
  public init() {}

  /// A pass through the gate.
  public struct Pass: Equatable, Sendable {
    fileprivate let epoch: Int
  }

  /// Goes through; nil if somebody is inside.
  public func enter() -> Pass? {
    state.change { state in
      guard !state.isTaken else { return nil }
      state.isTaken = true
      return Pass(epoch: state.epoch)
    }
  }

  /// Leaves; the pass of an earlier epoch changes nothing.
  public func leave(_ pass: Pass) {
    state.change { state in
      if pass.epoch == state.epoch { state.isTaken = false }
    }
  }

  /// Opens it, even with callers inside.
  public func clear() {
    state.change { state in
      state.isTaken = false
      state.epoch += 1
    }
  }
}
