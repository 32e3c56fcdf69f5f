/// When a captured frame is the newest, told from reads that may come late.
///
/// No read comes early: a thread that was kept from running reads later, and its newest frame then seems younger than it is. So of the
/// last reads those count that came the soonest; the very soonest do not, because what a device says of its latency jumps both ways.
struct CaptureClock {
  /// So many reads count: half a second of bursts of 10 ms.
  private static let mostReads = 50
  /// The share of reads that may have come later.
  private static let lateShare = 0.9

  private let rateHertz: Int
  private var base: Int64?
  /// Frames that each of the last reads was ahead of the clock.
  private var leads: [Int] = []
  private var next = 0

  /// A clock of a microphone of that rate that has read nothing.
  init(rateHertz: Int) { self.rateHertz = rateHertz }

  /// The frame behind the newest one, at the time of a read, in milliseconds.
  mutating func take(frame: Int, milliseconds: Int64) {
    let base = base ?? milliseconds
    self.base = base
    let lead = frame - frames(milliseconds - base)
    if leads.count < CaptureClock.mostReads {
      leads.append(lead)
    } else {
      leads[next] = lead
    }
    next = (next + 1) % CaptureClock.mostReads
  }

  /// The frame behind the newest one at that time; nil before the first read.
  func frame(at milliseconds: Int64) -> Int? {
    guard let base, !leads.isEmpty else { return nil }
    let sorted = leads.sorted()
    return sorted[Int(Double(sorted.count - 1) * CaptureClock.lateShare)]
      + frames(milliseconds - base)
  }

  private func frames(_ milliseconds: Int64) -> Int { Int(milliseconds) * rateHertz / 1000 }
}
