import CueModel
import Glibc

/// The date as the machine tells it.
package struct SystemClock: WallClock {
  /// The machine's clock.
  package init() {}

  /// Now.
  package var millisecondsSince1970: Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
