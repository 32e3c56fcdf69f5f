import Glibc

/// How the work of something grows, in the processor time of this thread: what else the machine does hardly counts.
public enum Growth {
  /// The most that input four times as long may take, as a factor.
  ///
  /// Four, and as much again for caches and for memory that is got in larger pieces. With the square it would be sixteen.
  public static let mostForFourTimes = 8.0
  /// Less than this cannot be distinguished from the cost of reading the clock, in seconds.
  private static let leastSeconds = 0.002
  /// The number of tries; the least time counts.
  private static let tries = 3

  /// How many times more processor time `work` takes for `large` than for `small`.
  ///
  /// - Throws: what `work` throws
  public static func factor(
    from small: Int, to large: Int, _ work: (Int) throws -> Void
  ) rethrows -> Double {
    var least = (small: Double.infinity, large: Double.infinity)
    for _ in 0..<tries {
      least.small = min(least.small, try seconds { try work(small) })
      least.large = min(least.large, try seconds { try work(large) })
      if least.large < mostForFourTimes * max(least.small, leastSeconds) / 2 { break }
    }
    return least.large / max(least.small, leastSeconds)
  }

  /// The processor time of this thread that `body` takes.
  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
