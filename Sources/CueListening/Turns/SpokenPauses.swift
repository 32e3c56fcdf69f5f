/// The pauses that somebody made while they spoke; they do not count as spoken time.
///
/// Counted in frames of the sound.
struct SpokenPauses: Equatable, Sendable {
  private let leastFrames: Int
  private var ended: [Range<Int>] = []
  /// Where the silence began that goes on.
  private var start: Int?

  /// No pause yet.
  ///
  /// - Parameter leastFrames: frames of ``TurnRules/leastPauseSeconds``
  init(leastFrames: Int) { self.leastFrames = leastFrames }

  /// Takes whether there was silence for `leastFrames` before `frame`.
  mutating func take(isSilent: Bool, atFrame frame: Int) {
    if isSilent {
      start = start ?? frame - leastFrames
    } else if let first = start {
      ended.append(first..<frame)
      start = nil
    }
  }

  /// Up to where somebody spoke, by `frame`: where the silence began that goes on, or `frame` itself.
  func lastSpokenFrame(by frame: Int) -> Int { start ?? frame }

  /// How many frames from `frame` on somebody did not speak, before they went on.
  func frames(since frame: Int) -> Int {
    ended.reduce(0) { $0 + max(0, $1.upperBound - max($1.lowerBound, frame)) }
  }
}
