import CuePlugins
import Synchronization

/// What a plugin logs while it is tested.
final class LoggedLines: Sendable {
  private let state = Mutex<(lines: Int, isFlood: Bool)>((0, false))

  /// Takes a line, or the host's notice that lines were left out.
  func take(_ line: String) {
    state.withLock {
      $0.lines += 1
      if line == LogAllowance.notice { $0.isFlood = true }
    }
  }

  /// Whether more lines came than a host takes.
  var isFlood: Bool { state.withLock { $0.isFlood } }
}
