#if canImport(Glibc)
  import Glibc
#endif

/// Finds sound whose loudness stays the same for a second, as that of a chord or a hum does: speech does not.
///
/// The decoder finds words in it all the same, for their sound is as likely as any other. Within 40 lines of each of four
/// flite voices, in no second from one word into the next did the loudness stay within 3.6 dB; that of a chord of three sines
/// stays within 0.6 dB.
struct Steadiness {
  /// How many pieces must be alike: a second, where they have 30 ms.
  static let fewestPieces = 33
  /// So far may their loudness be apart.
  static let mostDecibels = 1.5
  /// Softer than the loudest of the stream by more than this, it is a pause: a word may reach into it.
  static let pauseDecibels = 10.0

  private let pieceFrames: Int
  private var levels: [Double] = []
  private var loudest = 0.0
  private var frame = 0
  /// Where sound was steady, in the frames it was taken in.
  private(set) var ranges: [Range<Int>] = []

  /// Pieces of `pieceFrames` frames each will come.
  init(pieceFrames: Int) { self.pieceFrames = pieceFrames }

  /// Whether it is steady now.
  var isSteady: Bool { ranges.last?.upperBound == frame && frame > 0 }

  /// Takes the next piece.
  mutating func take(_ samples: [Int16]) {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
    if levels.count == Steadiness.fewestPieces { levels.removeFirst() }
    let level = 10 * log10(power + 1)
    levels.append(level)
    loudest = max(loudest, level)
    frame += pieceFrames
    guard levels.count == Steadiness.fewestPieces, let least = levels.min(),
      let most = levels.max(), most - least <= Steadiness.mostDecibels,
      most >= loudest - Steadiness.pauseDecibels
    else { return }
    let first = frame - Steadiness.fewestPieces * pieceFrames
    if let last = ranges.last, last.upperBound >= first {
      ranges[ranges.count - 1] = last.lowerBound..<frame
    } else {
      ranges.append(first..<frame)
    }
  }

  /// Whether most of `frames` are in steady sound.
  func covers(_ frames: Range<Int>) -> Bool {
    2 * ranges.reduce(0) { $0 + $1.clamped(to: frames).count } > frames.count
  }
}
