import CueModel
import Glibc

/// The date of the machine's clock.
package struct SystemClock: WallClock {
  /// The machine's clock.
  package init() {}

  /// Now.
  package var millisecondsSince1970: Int64 { milliseconds(of: CLOCK_REALTIME) }
}

/// What one of the system's clocks shows, in milliseconds.
func milliseconds(of clock: clockid_t) -> Int64 {
  var now = timespec()
  unsafe clock_gettime(clock, &now)
  return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}
