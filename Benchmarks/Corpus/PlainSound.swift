import Glibc

/// Sound of 16,000 frames a second for meters and judges: a quiet room, and a voice without words.
public enum PlainSound {
  /// Frames a second.
  public static let rateHertz = 16000

  /// Frames of `seconds`.
  public static func frames(_ seconds: Double) -> Int {
    Int((seconds * Double(rateHertz)).rounded())
  }

  /// A quiet room: noise at about −65 dB; another one for another seed.
  public static func quiet(_ seconds: Double, _ seed: UInt64 = 1) -> [Float] {
    var noise = CorpusNoise(seed)
    return noise.white(frames(seconds)).map { $0 * 0.001 }
  }

  /// Something voiced at about −17 dB, a little uneven as a voice is.
  public static func voiced(_ seconds: Double) -> [Float] {
    (0..<frames(seconds)).map { frame in
      let time = Double(frame) / Double(rateHertz)
      return Float(0.2 * (1 + 0.5 * sin(2 * .pi * 4 * time)) * sin(2 * .pi * 220 * time))
    }
  }
}
