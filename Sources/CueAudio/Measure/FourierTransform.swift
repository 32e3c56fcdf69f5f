import Glibc

/// A fast Fourier transform of a power of two of complex numbers, in place.
struct FourierTransform {
  private let count: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// A transform of the smallest power of two that holds `atLeast` numbers.
  init(atLeast: Int) {
    var count = 2
    while count < atLeast { count *= 2 }
    self.count = count
    let angles = (0..<count / 2).map { 2 * Double.pi * Double($0) / Double(count) }
    cosines = angles.map { cos($0) }
    sines = angles.map { sin($0) }
  }

  /// `samples` with zeros after them, transformed.
  func spectrum(_ samples: [Float]) -> (real: [Double], imaginary: [Double]) {
    precondition(samples.count <= count, "more samples than the transform has")
    var real = samples.map { Double($0) } + Array(repeating: 0, count: count - samples.count)
    var imaginary = [Double](repeating: 0, count: count)
    transform(&real, &imaginary, sign: -1)
    return (real, imaginary)
  }

  /// The real part of what has that spectrum.
  func samples(_ real: [Double], _ imaginary: [Double]) -> [Double] {
    var (real, imaginary) = (real, imaginary)
    transform(&real, &imaginary, sign: 1)
    return real.map { $0 / Double(count) }
  }

  private func transform(_ real: inout [Double], _ imaginary: inout [Double], sign: Double) {
    var target = 0
    for index in 0..<count {
      if index < target {
        real.swapAt(index, target)
        imaginary.swapAt(index, target)
      }
      var bit = count / 2
      while bit > 0, target & bit != 0 {
        target ^= bit
        bit /= 2
      }
      target |= bit
    }
    var half = 1
    while half < count {
      let step = count / (2 * half)
      for start in stride(from: 0, to: count, by: 2 * half) {
        for offset in 0..<half {
          let (cosine, sine) = (cosines[offset * step], sign * sines[offset * step])
          let (one, other) = (start + offset, start + offset + half)
          let turnedReal = real[other] * cosine - imaginary[other] * sine
          let turnedImaginary = real[other] * sine + imaginary[other] * cosine
          real[other] = real[one] - turnedReal
          imaginary[other] = imaginary[one] - turnedImaginary
          real[one] += turnedReal
          imaginary[one] += turnedImaginary
        }
      }
      half *= 2
    }
  }
}
