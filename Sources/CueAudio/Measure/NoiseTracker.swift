import Glibc

/// How loud sound is: 10·log10 of the mean of the squares, in decibels of full scale.
public enum Loudness {
  /// What silence counts as.
  public static let silenceDecibels = -160.0

  /// The loudness of a run of samples; that of silence if there are none, and never less.
  public static func decibels(of samples: some Collection<Float>) -> Double {
    var sum = 0.0
    for sample in samples { sum += Double(sample) * Double(sample) }
    return decibels(meanSquare: samples.isEmpty ? 0 : sum / Double(samples.count))
  }

  static func decibels(meanSquare: Double) -> Double {
    meanSquare > 0 ? max(silenceDecibels, 10 * log10(meanSquare)) : silenceDecibels
  }
}

/// Tells loud blocks from a noise floor that it follows.
///
/// b ← b + 0.05·(L − b) with each block's loudness L, starting with the first block's; a block is loud where L ≥ b + 12 dB
/// after that, so that it has to exceed the floor before it by 12 / 0.95 dB, and the first block never does.
public struct NoiseTracker: Equatable, Sendable {
  /// The share of a block's difference that the floor takes over.
  public static let adaptation = 0.05
  /// How far above the floor a loud block is, in decibels.
  public static let marginDecibels = 12.0

  /// The floor, in decibels; nil before the first block.
  public private(set) var floorDecibels: Double?
  /// The end of the last loud block; it only moves forward.
  public private(set) var lastLoudFrame: Int?

  /// Has heard nothing.
  public init() {}

  /// Frames in a block at `rateHertz`: as long as 1024 frames are at 44.1 kHz, 23.2 ms, because it is time that speech varies in.
  public static func blockFrames(rateHertz: Int) -> Int {
    max(1, (1024 * rateHertz + 22050) / 44100)
  }

  /// Hears a block of `decibels` that ends at `frame`; whether it is loud.
  @discardableResult
  public mutating func hear(decibels: Double, endingAtFrame frame: Int) -> Bool {
    guard let before = floorDecibels else {
      floorDecibels = decibels
      return false
    }
    let floor = before + NoiseTracker.adaptation * (decibels - before)
    floorDecibels = floor
    guard decibels >= floor + NoiseTracker.marginDecibels else { return false }
    lastLoudFrame = max(lastLoudFrame ?? frame, frame)
    return true
  }
}
