/// Finds the part of a sound that is heard, between the silence that engines put around it.
///
/// For what a program made: in a room there is noise, for which ``Trimming`` is.
public enum SoundingPart {
  /// What is silent in any sound, in dB below full scale.
  static let silentDecibels = -50.0
  /// What is silent beside the loudest of a sound, in dB.
  static let depthDecibels = 45.0

  /// From the first stretch of 5 ms that is not silence to the end of the last; nil if all is silent.
  ///
  /// A stretch is silent below −50 dB, and in a quiet sound below what is 45 dB under its loudest stretch.
  public static func frames(of samples: [Float], rateHertz: Int) -> Range<Int>? {
    let hop = max(1, rateHertz / 200)
    var squares: [Double] = []
    squares.reserveCapacity(samples.count / hop + 1)
    var start = 0
    while start < samples.count {
      let end = min(start + hop, samples.count)
      var sum = 0.0
      for sample in samples[start..<end] { sum += Double(sample) * Double(sample) }
      squares.append(sum / Double(end - start))
      start = end
    }
    let levels = squares.map { Loudness.decibels(meanSquare: $0) }
    guard let loudest = levels.max(), loudest > Loudness.silenceDecibels else { return nil }
    let threshold = min(silentDecibels, loudest - depthDecibels)
    guard let first = levels.firstIndex(where: { $0 > threshold }),
      let last = levels.lastIndex(where: { $0 > threshold })
    else { return nil }
    return first * hop..<min(samples.count, (last + 1) * hop)
  }
}
