import Glibc

/// Takes away what lies below a frequency.
///
/// A Butterworth high-pass of second order, as a biquad by the bilinear transform (R. Bristow-Johnson, "Cookbook formulae for
/// audio equalizer biquad filter coefficients").
struct HighPass: Equatable, Sendable {
  private let b0: Double
  private let a1: Double
  private let a2: Double
  private var x1 = 0.0
  private var x2 = 0.0
  private var y1 = 0.0
  private var y2 = 0.0

  /// 3 dB down at `hertz`.
  init(hertz: Double, rateHertz: Double) {
    let angle = 2 * Double.pi * min(hertz, 0.49 * rateHertz) / rateHertz
    let alpha = sin(angle) / 2.0.squareRoot()
    b0 = (1 + cos(angle)) / 2 / (1 + alpha)
    a1 = -2 * cos(angle) / (1 + alpha)
    a2 = (1 - alpha) / (1 + alpha)
  }

  /// The next sample of what is left.
  mutating func pass(_ x: Double) -> Double {
    let y = b0 * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
    (x2, x1, y2, y1) = (x1, x, y1, y)
    return y
  }
}
