import CueABI
import CuePluginKit
import Synchronization

/// A connection to a service, and whether the call that uses it was cancelled.
package final class CancellableConnection: Sendable {
  package let http: HTTPConnection
  private let isCancelled = Atomic<Bool>(false)

  package init() throws(PluginFailure) {
    guard let http = HTTPConnection() else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory for a connection.")
    }
    self.http = http
  }

  /// A call begins: what was cancelled before does not count.
  package func begin() { isCancelled.store(false, ordering: .releasing) }

  /// Whether the call under way should go on.
  package var goesOn: Bool { !isCancelled.load(ordering: .acquiring) }

  /// Ends the call under way.
  ///
  /// Any thread may.
  package func cancel() {
    isCancelled.store(true, ordering: .releasing)
    http.wake()
  }
}
