import CueModel
import CueSystem

/// Pauses and resumes what queues play.
///
/// Sound that a device already has, at most 0.1 s of it, is still heard. No sound is lost: it goes on at the same place.
public final class PlaybackHold: Sendable {
  private let state = Monitor(false)

  /// Nothing is paused.
  public init() {}

  /// Whether it is paused.
  public var isPaused: Bool { state.change { $0 } }

  /// Pauses what plays, and what begins to play; twice is not an error.
  public func pause() { state.change { $0 = true } }

  /// Ends the pause, if there is one.
  public func resume() { state.change { $0 = false } }

  /// Waits until it is not paused, or `cancellation` is triggered.
  package func wait(cancellation: Cancellation) {
    let state = state
    cancellation.withHandler({ state.change { _ in } }) {
      state.wait { isPaused in isPaused && !cancellation.isCancelled ? nil : () }
    }
  }
}
