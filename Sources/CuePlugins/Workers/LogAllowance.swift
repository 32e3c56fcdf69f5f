/// Limits the log of a plugin in one worker: a burst of lines, then some lines a second, and a total of bytes.
///
/// A plugin that logs in a loop would fill a terminal or a disk: one wrote 862 MB in 20 s.
package struct LogAllowance {
  /// What to do with a line.
  enum Answer: Equatable {
    /// Log it.
    case taken
    /// Log ``notice`` in its place: it is the first line that is left out.
    case leftOut
    /// Log nothing.
    case dropped
  }

  /// Lines that are taken in a burst.
  static let mostAtOnce = 200
  /// Lines that are taken each second after that.
  static let mostPerSecond = 20
  /// A longer line is cut to this many bytes.
  static let mostBytesPerLine = 4096
  /// After this many bytes of lines, no more are taken.
  static let mostBytes = 1 << 20

  /// Stands in the log in place of the lines that are left out.
  package static let notice = "(Too many lines in the log; the rest is left out.)"

  private var lines = Double(mostAtOnce)
  private var bytes = 0
  private var last: Int64?
  private var isNoticed = false

  /// Whether a line of `count` bytes is taken `now`, in milliseconds.
  mutating func take(_ count: Int, now: Int64) -> Answer {
    let passed = Double(max(0, now - (last ?? now))) / 1000
    last = now
    lines = min(
      Double(LogAllowance.mostAtOnce), lines + passed * Double(LogAllowance.mostPerSecond))
    let size = min(count, LogAllowance.mostBytesPerLine)
    guard lines >= 1, bytes + size <= LogAllowance.mostBytes else {
      defer { isNoticed = true }
      return isNoticed ? .dropped : .leftOut
    }
    lines -= 1
    bytes += size
    // After a quiet time, the next flood is noticed again.
    if lines >= Double(LogAllowance.mostAtOnce) / 2 { isNoticed = false }
    return .taken
  }
}
