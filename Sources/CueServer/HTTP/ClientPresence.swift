import CHTTP
import CueModel
import CueSystem
import Glibc

/// Whether a client still waits for its answer.
package final class ClientPresence: Sendable {
  fileprivate let socket: Int32
  /// Is cancelled when the client goes away, and when the server ends.
  package let cancellation = Cancellation()

  /// The client at the other end of `socket`.
  package init(socket: Int32) { self.socket = socket }
}

/// Looks after all clients that wait: one that closes its connection cancels its work.
final class PresenceWatch: Sendable {
  private struct State {
    var waiting: [ClientPresence] = []
    var isRunning = false
  }

  private let state = Monitor(State())
  /// A client that went away is noticed after that long, at most.
  private static let microseconds: UInt32 = 20_000

  func add(_ presence: ClientPresence) {
    let starts = state.change { state in
      state.waiting.append(presence)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    // Without a thread, a client that went away is noticed when something is sent.
    try? Threads.start("cue-presence") { [self] in run() }
  }

  func remove(_ presence: ClientPresence) {
    state.change { $0.waiting.removeAll { $0 === presence } }
  }

  func cancelAll() {
    for one in state.change({ $0.waiting }) { one.cancellation.cancel() }
  }

  private func run() {
    while true {
      let all = state.wait { $0.waiting.isEmpty ? nil : $0.waiting }
      for one in all where cue_http_is_closed(one.socket) != 0 { one.cancellation.cancel() }
      usleep(Self.microseconds)
    }
  }
}
