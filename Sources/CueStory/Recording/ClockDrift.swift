/// How far the clocks of playing and capturing go apart, from samples of both.
///
/// A single sample is as exact as a device's own estimate, which jumps; so middles of several count.
struct ClockDrift {
  /// Frames that were captured more than played, at each sample.
  private var differences: [Int] = []
  private var punchedAt: Int?
  /// The first and the latest sample.
  private var ends: (first: (captured: Int, played: Int), last: (captured: Int, played: Int))?
  /// Samples of which the middle counts.
  private static let samples = 9

  /// Takes a sample.
  mutating func take(capturedFrame: Int, playedFrame: Int) {
    differences.append(capturedFrame - playedFrame)
    let sample = (captured: capturedFrame, played: playedFrame)
    ends = (ends?.first ?? sample, sample)
  }

  /// Whether both sides run by a clock.
  ///
  /// An output that takes sound more than twice as fast as it is captured is a file or similar: it has no clock that could
  /// drift.
  private var areClocks: Bool {
    guard let ends else { return false }
    return ends.last.played - ends.first.played
      <= 2 * max(ends.last.captured - ends.first.captured, 1)
  }

  /// The take begins.
  mutating func punch() {
    if punchedAt == nil { punchedAt = differences.count }
  }

  private static func middle(_ part: ArraySlice<Int>) -> Int? {
    part.isEmpty ? nil : part.sorted()[part.count / 2]
  }

  /// Frames by which the clocks moved from the start of playing to the punch.
  var slipFrames: Int {
    guard areClocks, let punchedAt, punchedAt > 0,
      let start = ClockDrift.middle(differences[..<punchedAt].prefix(ClockDrift.samples)),
      let punch = ClockDrift.middle(differences[punchedAt...].prefix(ClockDrift.samples))
    else { return 0 }
    return punch - start
  }

  /// Frames by which the clocks moved from the punch to the end.
  var driftFrames: Int {
    guard areClocks, let punchedAt,
      let punch = ClockDrift.middle(differences[punchedAt...].prefix(ClockDrift.samples)),
      let end = ClockDrift.middle(differences[punchedAt...].suffix(ClockDrift.samples))
    else { return 0 }
    return end - punch
  }
}
