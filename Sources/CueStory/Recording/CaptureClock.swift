/// Estimates how many frames were captured at a time, from reads that may come late.
///
/// A thread that could not run reads late, never early, and then fewer frames seem to have been captured than were. So of the last reads,
/// the earliest counts. The latency that a device reports is not used: sound servers report a wrong one while a stream starts.
struct CaptureClock {
  /// How many reads count: half a second of bursts of 10 ms.
  private static let mostReads = 50

  private let rateHertz: Int
  private var base: Int64?
  /// How many frames each of the last reads was ahead of the clock.
  private var leads: [Int] = []
  private var next = 0

  /// The clock of a microphone of that rate, before its first read.
  init(rateHertz: Int) { self.rateHertz = rateHertz }

  /// Takes a read: its time, and the frame after the newest one that was read.
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

  /// The frame after the newest one at that time; nil before the first read.
  func frame(at milliseconds: Int64) -> Int? {
    guard let base, let lead = leads.max() else { return nil }
    return lead + frames(milliseconds - base)
  }

  private func frames(_ milliseconds: Int64) -> Int { Int(milliseconds) * rateHertz / 1000 }
}
