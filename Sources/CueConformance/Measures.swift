/// Measurements of sound.
enum Measures {
  /// Root of the mean square.
  static func level(_ samples: some Collection<Float>) -> Double {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  /// The largest sample, whatever its sign.
  static func peak(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(0) { max($0, abs($1)) }
  }

  /// The correlation of two sounds: 1 for the same curve, whatever its size.
  static func likeness(_ one: [Float], _ other: [Float]) -> Double {
    correlation(one + other, 0, one.count, min(one.count, other.count))
  }

  /// The mean.
  static func offset(_ samples: some Collection<Float>) -> Double {
    samples.isEmpty ? 0 : samples.reduce(0) { $0 + Double($1) } / Double(samples.count)
  }

  /// The longest run of samples at full scale.
  static func longestClip(_ samples: some Sequence<Float>) -> Int {
    var longest = 0
    var run = 0
    for sample in samples {
      run = abs(sample) >= 0.99996 ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// Frames before the first and after the last that is louder than `threshold`.
  static func silentEdges(_ samples: [Float], _ threshold: Float) -> (before: Int, after: Int) {
    guard let first = samples.firstIndex(where: { abs($0) > threshold }),
      let last = samples.lastIndex(where: { abs($0) > threshold })
    else { return (samples.count, samples.count) }
    return (first, samples.count - 1 - last)
  }

  /// The fundamental frequency in Hz: the median over frames of the lag, from 60 to 500 Hz, at which the normalized
  /// autocorrelation r(lag) = Σ x[i]·x[i+lag] / √(Σ x[i]² · Σ x[i+lag]²) is highest, if that is above 0.6.
  ///
  /// Of several lags that are nearly as good, the shortest counts, so that the result is not an octave too low.
  static func pitchHertz(_ sound: [Float], rateHertz: Int) -> Double? {
    // 8 kHz is enough, and costs a ninth of 24.
    let step = max(1, rateHertz / 8000)
    let samples = stride(from: 0, to: sound.count - step + 1, by: step).map { at in
      sound[at..<at + step].reduce(0, +) / Float(step)
    }
    let rate = Double(rateHertz) / Double(step)
    let shortest = Int(rate / 500)
    let longest = Int(rate / 60)
    let window = longest * 2
    guard samples.count > window + longest else { return nil }
    let loud = level(samples)
    var found: [Double] = []
    for start in stride(from: 0, to: samples.count - window - longest, by: window) {
      let frame = samples[start..<start + window]
      guard level(frame) > loud / 2 else { continue }
      let correlations = (shortest...longest).map { lag in
        correlation(samples, start, start + lag, window)
      }
      guard let best = correlations.max(), best > 0.6,
        let index = correlations.indices.first(where: { index in
          correlations[index] > best * 0.9
            && (index == 0 || correlations[index - 1] <= correlations[index])
            && (index == correlations.count - 1 || correlations[index + 1] <= correlations[index])
        })
      else { continue }
      found.append(rate / Double(shortest + index))
    }
    return found.isEmpty ? nil : found.sorted()[found.count / 2]
  }

  /// The frequency of a lasting tone in Hz, to a fraction of a cent: from the first to the last rise through zero, each placed
  /// by linear interpolation between two samples; 0 if there are none.
  static func toneHertz(_ samples: [Float], rateHertz: Int) -> Double {
    // Ripples around zero are not periods: the sound must have been well below zero since the last rise.
    let low = -Measures.level(samples) / 4
    var rises: [Double] = []
    var wasLow = false
    for index in samples.indices.dropFirst() {
      if Double(samples[index]) < low { wasLow = true }
      guard wasLow, samples[index - 1] < 0, samples[index] >= 0 else { continue }
      wasLow = false
      rises.append(Double(index) - Double(samples[index] / (samples[index] - samples[index - 1])))
    }
    guard let first = rises.first, let last = rises.last, last > first else { return 0 }
    return Double(rises.count - 1) * Double(rateHertz) / (last - first)
  }

  /// How sharply sound bends at each sample: |x[n-1] - 2x[n] + x[n+1]|.
  static func bends(_ samples: [Float]) -> [Float] {
    guard samples.count > 2 else { return [] }
    var bends = [Float](repeating: 0, count: samples.count)
    for at in 1..<samples.count - 1 {
      bends[at] = abs(samples[at - 1] + samples[at + 1] - 2 * samples[at])
    }
    return bends
  }

  private static func correlation(_ samples: [Float], _ one: Int, _ other: Int, _ count: Int)
    -> Double
  {
    var both: Float = 0
    var first: Float = 0
    var second: Float = 0
    for index in 0..<count {
      let a = samples[one + index]
      let b = samples[other + index]
      both += a * b
      first += a * a
      second += b * b
    }
    let power = Double(first) * Double(second)
    return power > 0 ? Double(both) / power.squareRoot() : 0
  }
}
