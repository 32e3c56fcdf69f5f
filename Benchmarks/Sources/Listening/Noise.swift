import Glibc

/// Noise, half of its power white and half pink: half a minute, made once, the same in every run.
struct Noise {
  private let samples: [Double]

  init() {
    var random = RepeatableGenerator()
    // Pink after R. F. Voss (M. Gardner, Scientific American, April 1978): dice, each thrown half as often as the last.
    var dice = [Double](repeating: 0, count: 13)
    var pink: [Double] = []
    var white: [Double] = []
    for index in 0..<30 * 16000 {
      for die in dice.indices where index % (1 << die) == 0 {
        dice[die] = Noise.gaussian(&random)
      }
      pink.append(dice.reduce(0, +))
      white.append(Noise.gaussian(&random))
    }
    func power(_ samples: [Double]) -> Double {
      samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    }
    let (pinkGain, whiteGain) = (
      (0.5 / power(pink)).squareRoot(), (0.5 / power(white)).squareRoot()
    )
    samples = zip(pink, white).map { $0 * pinkGain + $1 * whiteGain }
  }

  /// The utterance with its speech this many decibels above the noise; without a number, with a hiss of two parts in 32,768,
  /// for no room is silent to the last bit.
  func added(
    to utterance: Utterance, decibels: Double?, using random: inout RepeatableGenerator
  ) -> Utterance {
    let spoken = utterance.samples.lazy.filter { $0 != 0 }.map(Double.init)
    let power = spoken.reduce(0) { $0 + $1 * $1 } / Double(max(1, spoken.count))
    let level = decibels.map { (power / pow(10, $0 / 10)).squareRoot() } ?? 2
    let start = Int.random(in: samples.indices, using: &random)
    let noisy = utterance.samples.indices.map { index in
      let sample =
        Double(utterance.samples[index]) + level * samples[(start + index) % samples.count]
      return Int16(max(-32768, min(32767, sample.rounded())))
    }
    return Utterance(
      samples: noisy, rateHertz: utterance.rateHertz, speechEnd: utterance.speechEnd)
  }

  /// Normally distributed, of mean 0 and variance 1.
  ///
  /// After G. Box and M. Muller (1958).
  private static func gaussian(_ random: inout RepeatableGenerator) -> Double {
    let radius = (-2 * log(Double.random(in: 0x1p-53..<1, using: &random))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }
}
