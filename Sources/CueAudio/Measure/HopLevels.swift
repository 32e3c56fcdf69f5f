import Glibc

/// Cuts sound into hops of 10 ms and measures each, without what lies below a voice.
///
/// A Butterworth high-pass of second order at 120 Hz, as a biquad by the bilinear transform (R. Bristow-Johnson, "Cookbook
/// formulae for audio equalizer biquad filter coefficients"), takes hum away, and the slow swings of a room: noise is then
/// steady enough from hop to hop that 5 dB above it are something else.
struct HopLevels: Equatable, Sendable {
  let hopFrames: Int
  private let b0: Double
  private let a1: Double
  private let a2: Double
  private var x1 = 0.0
  private var x2 = 0.0
  private var y1 = 0.0
  private var y2 = 0.0
  private var sum = 0.0
  private var count = 0

  init(rateHertz: Int) {
    hopFrames = max(1, rateHertz / 100)
    let angle = 2 * Double.pi * 120 / Double(rateHertz)
    let alpha = sin(angle) / 2.0.squareRoot()
    b0 = (1 + cos(angle)) / 2 / (1 + alpha)
    a1 = -2 * cos(angle) / (1 + alpha)
    a2 = (1 - alpha) / (1 + alpha)
  }

  /// Hears one sample; the level of the hop that it ends, in decibels, if it ends one.
  mutating func hear(_ sample: Float) -> Double? {
    let x = sample.isFinite ? Double(sample) : 0
    let y = b0 * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
    (x2, x1, y2, y1) = (x1, x, y1, y)
    sum += y * y
    count += 1
    guard count == hopFrames else { return nil }
    defer { (sum, count) = (0, 0) }
    return Loudness.decibels(meanSquare: sum / Double(hopFrames))
  }
}
