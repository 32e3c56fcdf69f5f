import Glibc

/// What a sweep that was played and captured shows of the way between: how long sound takes, and how long the room sounds on.
public struct LoopMeasure: Equatable, Sendable {
  /// The least confidence at which a measure is believed.
  public static let leastConfidence = 0.2

  /// Frames from the moment at which the sweep was sent to its start in the captured sound; at least 0.
  public let latencyFrames: Int
  /// How much of the captured sound is the sweep: the normalised cross-correlation at that place, 0…1.
  public let confidence: Double
  /// The time in which the room's sound falls by 60 dB (RT60), in seconds; nil if it is lost in noise.
  public let decaySeconds: Double?

  /// Looks for `sweep` in `captured`; nil if it is not there at all, or too much of it is cut off.
  ///
  /// The place is the peak of the normalised cross-correlation. The decay is the slope of Schroeder's integral of the impulse
  /// response, from 5 to 25 dB below its start, or to 15 dB where there is more noise.
  ///
  /// - Parameters:
  ///   - sweep: what was played
  ///   - captured: what came meanwhile
  ///   - rateHertz: frames per second of both
  ///   - start: the frame of `captured` that was the last when the sweep was sent. A sound server that renders ahead may have
  ///     the sweep a little before it
  public init?(of sweep: [Float], in captured: [Float], rateHertz: Int, sentAt start: Int = 0) {
    guard sweep.count > 1, captured.count >= sweep.count else { return nil }
    let transform = FourierTransform(atLeast: captured.count + sweep.count)
    let heard = transform.spectrum(captured)
    let played = transform.spectrum(sweep)
    let count = heard.real.count
    // Correlation, and the response of what is between: the one weighs frequencies by their level, the other evens them out.
    var (crossReal, crossImaginary) = (heard.real, heard.imaginary)
    var (responseReal, responseImaginary) = (heard.real, heard.imaginary)
    var loudest = 0.0
    for index in 0..<count {
      loudest = max(
        loudest,
        played.real[index] * played.real[index]
          + played.imaginary[index] * played.imaginary[index])
    }
    guard loudest > 0 else { return nil }
    for index in 0..<count {
      let (a, b) = (heard.real[index], heard.imaginary[index])
      let (c, d) = (played.real[index], -played.imaginary[index])
      crossReal[index] = a * c - b * d
      crossImaginary[index] = a * d + b * c
      let power = c * c + d * d
      // What was not played is not in the response either.
      let weight = power / (power * power + loudest * loudest * 1e-6)
      responseReal[index] = crossReal[index] * weight
      responseImaginary[index] = crossImaginary[index] * weight
    }
    let correlation = transform.samples(crossReal, crossImaginary)
    var energy = [0.0]
    energy.reserveCapacity(captured.count + 1)
    for sample in captured {
      energy.append(energy[energy.count - 1] + Double(sample) * Double(sample))
    }
    let sweepEnergy = sweep.reduce(0.0) { $0 + Double($1) * Double($1) }
    var best = (lag: 0, value: 0.0)
    for lag in 0...captured.count - sweep.count {
      let window = energy[lag + sweep.count] - energy[lag]
      guard window > 0 else { continue }
      let value = abs(correlation[lag]) / (sweepEnergy * window).squareRoot()
      if value > best.value { best = (lag, value) }
    }
    guard best.value > 0 else { return nil }
    latencyFrames = max(0, best.lag - start)
    confidence = min(1, best.value)
    let response = transform.samples(responseReal, responseImaginary)
    decaySeconds = LoopMeasure.decay(
      Array(response[best.lag..<captured.count]), rateHertz: Double(rateHertz))
  }

  /// The slope of the response's energy.
  private static func decay(_ response: [Double], rateHertz: Double) -> Double? {
    let squares = response.map { $0 * $0 }
    let hop = max(1, Int(rateHertz / 100))
    guard squares.count > 20 * hop else { return nil }
    let levels = stride(from: 0, to: squares.count - hop, by: hop).map { start in
      squares[start..<start + hop].reduce(0, +) / Double(hop)
    }
    // The last fifth is noise; integrating it would make every room endless.
    let tail = levels.suffix(max(2, levels.count / 5))
    let noise = tail.reduce(0, +) / Double(tail.count)
    let end = (levels.firstIndex { $0 < noise * 2 } ?? levels.count) * hop
    guard end > 0 else { return nil }
    var integral = Array(repeating: 0.0, count: end + 1)
    for index in stride(from: end - 1, through: 0, by: -1) {
      integral[index] = integral[index + 1] + max(0, squares[index] - noise)
    }
    guard integral[0] > 0 else { return nil }
    let decibels = integral.dropLast().map { 10 * log10(max($0 / integral[0], 1e-12)) }
    func first(below level: Double) -> Int? { decibels.firstIndex { $0 <= level } }
    guard let start = first(below: -5) else { return nil }
    for (depth, factor) in [(-25.0, 3.0), (-15, 6)] {
      // What is cut off at the noise must be far below what is measured.
      guard let stop = first(below: depth), levels[0] > noise * 100 else { continue }
      guard stop > start else { return 0 }
      return Double(stop - start) / rateHertz * factor
    }
    return nil
  }

  /// A sweep from 100 Hz up to 8 kHz, or 0.4 of the rate, that gets higher by the same interval in the same time: a second
  /// long, 9 dB below full scale, with soft ends.
  public static func sweep(rateHertz: Int) -> [Float] {
    let rate = Double(rateHertz)
    let (low, high) = (100.0, min(8000, 0.4 * rate))
    let slope = log(high / low)
    let fade = rate / 50
    return (0..<rateHertz).map { frame in
      let time = Double(frame) / rate
      let phase = 2 * Double.pi * low / slope * (exp(time * slope) - 1)
      let ends = min(1, Double(frame) / fade, Double(rateHertz - 1 - frame) / fade)
      return Float(0.35 * ends * sin(phase))
    }
  }
}
