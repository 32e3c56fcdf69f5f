/// How much a plugin may log in one worker: much at first, then a little all the time, and so many bytes in all.
///
/// A plugin that logs in a loop would fill a terminal or a disk: 862 MB in 20 s were seen.
struct LogAllowance {
  /// What becomes of a line.
  enum Answer: Equatable {
    case taken
    /// It is left out, and so are the next ones: this is to be said, once each time.
    case leftOut
    /// It is left out, which was said.
    case dropped
  }

  /// Lines that may come at once.
  static let mostAtOnce = 200
  /// Lines a second after that.
  static let mostPerSecond = 20
  /// The most of one line, in bytes; it is cut there.
  static let mostBytesPerLine = 4096
  /// Of all lines, in bytes.
  static let mostBytes = 1 << 20

  /// Stands in the log in place of what is left out.
  static let notice = "(It logs more than is taken; the rest is left out.)"

  private var lines = Double(mostAtOnce)
  private var bytes = 0
  private var last: Int64?
  private var isSaid = false

  /// Whether a line of `count` bytes is taken `now`, in milliseconds.
  mutating func take(_ count: Int, now: Int64) -> Answer {
    let passed = Double(max(0, now - (last ?? now))) / 1000
    last = now
    lines = min(
      Double(LogAllowance.mostAtOnce), lines + passed * Double(LogAllowance.mostPerSecond))
    let size = min(count, LogAllowance.mostBytesPerLine)
    guard lines >= 1, bytes + size <= LogAllowance.mostBytes else {
      defer { isSaid = true }
      return isSaid ? .dropped : .leftOut
    }
    lines -= 1
    bytes += size
    // Once it has been quiet for a while, the next flood is told of again.
    if lines >= Double(LogAllowance.mostAtOnce) / 2 { isSaid = false }
    return .taken
  }
}
