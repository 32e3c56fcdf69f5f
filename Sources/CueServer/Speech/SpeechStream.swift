import CueModel
import CueSystem

/// The sound of a text as a client gets it: a voice fills it, and the connection empties it.
final class SpeechStream: AnswerStream {
  private struct State {
    var bytes: [UInt8] = []
    /// Whether any of it was sent.
    var isSent = false
    var isOver = false
    var failure: (any Error)?
  }

  /// The voice waits while that much was not sent yet.
  private static let mostWaiting = 1 << 20

  private let state = Monitor(State())
  private let cancellation: Cancellation
  private let wrap: @Sendable ([UInt8]) -> [UInt8]
  private let ending: @Sendable () -> [UInt8]

  /// - Parameters:
  ///   - cancellation: is cancelled when nothing more is read
  ///   - wrap: what is sent for the next bytes of sound
  ///   - ending: what is sent when the sound has ended
  init(
    _ cancellation: Cancellation, wrap: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
    ending: @escaping @Sendable () -> [UInt8] = { [] }
  ) {
    self.cancellation = cancellation
    self.wrap = wrap
    self.ending = ending
  }

  // The voice.

  func put(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    cancellation.withHandler({ [self] in state.change { _ in } }) {
      state.wait { state -> Void? in
        if cancellation.isCancelled { return () }
        guard state.bytes.count < Self.mostWaiting else { return nil }
        state.bytes += wrap(bytes)
        return ()
      }
    }
  }

  /// Another voice begins again: what was not sent is dropped; false if some was sent.
  func restart() -> Bool {
    state.change { state in
      state.bytes = []
      return !state.isSent
    }
  }

  func end() {
    state.change { state in
      state.bytes += ending()
      state.isOver = true
    }
  }

  func fail(_ error: any Error) {
    state.change { state in
      state.failure = error
      state.isOver = true
    }
  }

  // The connection.

  /// Waits for the first bytes.
  ///
  /// - Throws: why there are none
  func waitForFirst() throws {
    let failure = state.wait { state -> (any Error)?? in
      if let failure = state.failure { return .some(failure) }
      return state.bytes.isEmpty && !state.isOver ? .none : .some(nil)
    }
    if let failure { throw failure }
  }

  func read(atMost count: Int) throws -> [UInt8] {
    let (bytes, failure) = state.wait { state -> ([UInt8], (any Error)?)? in
      state.isSent = true
      if !state.bytes.isEmpty {
        let some = Array(state.bytes.prefix(count))
        state.bytes.removeFirst(some.count)
        return (some, nil)
      }
      return state.isOver ? ([], state.failure) : nil
    }
    if let failure { throw failure }
    return bytes
  }

  func close() { cancellation.cancel() }
}
