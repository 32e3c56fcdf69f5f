import CuePluginKit
import Glibc

/// Turns frames of speech, each half over the next, into whispered ones.
///
/// A frame x is split by linear prediction into what the mouth does, 1 ÷ A(z), and what the vocal cords give it. Noise n takes
/// the place of the latter:
///
///     s(i) = x(i) − 0.9·x(i−1)                     without most of the slope that vocal cords have
///     a    = Levinson(autocorrelation of hann·s)   A(z) = 1 + a₁z⁻¹ + … + aₚz⁻ᵖ
///     e(i) = n(i) − a₁·e(i−1) − … − aₚ·e(i−p)
///     y(i) = e(i) + 0.4·y(i−1)                     with some of it: breath is flatter than voice
///
/// y gets the energy of x. How much of the frame is y depends on how periodic x is: breath and hiss stay as they are, and so does
/// a click. All frames are weighted by half a cosine, so that halves add up to 1.
///
///     voiced = (r − 0.35) ÷ 0.25 within 0…1, r the greatest normalized autocorrelation for 62 to 450 Hz
@safe final class WhisperingFrames {
  /// Frames from one to the next: 16 ms.
  let hop: Int
  private let channels: Int
  private let amount: Double
  private let order: Int
  private var window: [Double]
  /// The second halves so far, channel by channel in each frame.
  private var rest: [Double]
  private let made: FrameQueue
  /// One channel of a frame, and what is made of it.
  private var x: [Double]
  private var shaped: [Double]
  private var whispered: [Double]
  private var correlation: [Double]
  private var coefficients: [Double]
  private var previous: [Double]
  /// The frame at some 8 kHz, where its period is looked for.
  private var coarse: [Double]
  private let coarseStep: Int
  private let lags: ClosedRange<Int>
  /// The number of the frame's first sample: noise depends on nothing else.
  private var position: UInt64 = 0

  /// Below this mean square a frame is silence.
  private static let silence = 1e-12

  init(rateHertz: Int, channels: Int, amount: Double) {
    self.channels = channels
    self.amount = amount
    let hop = rateHertz * 16 / 1000
    self.hop = hop
    order = min(rateHertz / 1000 + 4, 32)
    let count = 2 * hop
    window = (0..<count).map { 0.5 - 0.5 * cos(Double.pi * (Double($0) + 0.5) / Double(hop)) }
    rest = Array(repeating: 0, count: hop * channels)
    made = FrameQueue(channels: channels, roomFrames: hop)
    x = Array(repeating: 0, count: count)
    shaped = x
    whispered = x
    correlation = Array(repeating: 0, count: order + 1)
    coefficients = correlation
    previous = correlation
    coarseStep = max(1, rateHertz / 8000)
    coarse = Array(repeating: 0, count: count / coarseStep)
    let coarseRate = rateHertz / coarseStep
    lags = coarseRate / 450...min(coarseRate / 62, coarse.count * 3 / 5)
  }

  /// The first half of what `samples` becomes, together with what the frame before left; interleaved, until the next call.
  ///
  /// `samples` are two halves, interleaved.
  func next(_ samples: UnsafeMutableBufferPointer<Float>) -> UnsafeMutableBufferPointer<Float> {
    made.clear()
    let room = unsafe made.makeRoom(hop)
    for channel in 0..<channels {
      for index in 0..<2 * hop {
        x[index] = unsafe Double(samples[index * channels + channel])
      }
      let share = whisper() * amount
      for index in 0..<hop {
        unsafe room[index * channels + channel] =
          Float(rest[index * channels + channel] + part(index, share))
        rest[index * channels + channel] = part(index + hop, share)
      }
    }
    position &+= UInt64(hop)
    made.grow(hop)
    return unsafe made.samples
  }

  private func part(_ index: Int, _ share: Double) -> Double {
    let mixed = share == 0 ? x[index] : (1 - share) * x[index] + share * whispered[index]
    let value = window[index] * mixed
    // A float has no room for less.
    return abs(value) < 1e-30 ? 0 : value
  }

  /// Makes `whispered` of `x`, and says how much of the frame it is to be.
  private func whisper() -> Double {
    var energy = 0.0
    for value in x { energy += value * value }
    guard energy > WhisperingFrames.silence * Double(x.count) else { return 0 }
    let voiced = min(max((periodicity() - 0.35) / 0.25, 0), 1)
    guard voiced > 0 else { return 0 }
    predict()
    excite()
    // The window weighs the middle of a frame more than its ends: there both have the same energy.
    var (own, new) = (0.0, 0.0)
    for index in x.indices {
      own += window[index] * x[index] * x[index]
      new += window[index] * whispered[index] * whispered[index]
    }
    let gain = new > 0 ? (own / new).squareRoot() : 0
    for index in whispered.indices { whispered[index] *= gain }
    return voiced
  }

  /// How much the frame is like itself a period later: 0…1.
  private func periodicity() -> Double {
    var mean = 0.0
    for index in coarse.indices {
      var sum = 0.0
      for place in index * coarseStep..<(index + 1) * coarseStep { sum += x[place] }
      coarse[index] = sum
      mean += sum
    }
    mean /= Double(coarse.count)
    for index in coarse.indices { coarse[index] -= mean }
    var most = 0.0
    for lag in lags {
      var (cross, early, late) = (0.0, 0.0, 0.0)
      for index in 0..<coarse.count - lag {
        let (one, other) = (coarse[index], coarse[index + lag])
        cross += one * other
        early += one * one
        late += other * other
      }
      if early > 0, late > 0 { most = max(most, cross / (early * late).squareRoot()) }
    }
    return most
  }

  /// The filter of the frame, by Levinson and Durbin.
  private func predict() {
    var last = 0.0
    for index in x.indices {
      shaped[index] = window[index] * (x[index] - 0.9 * last)
      last = x[index]
    }
    for lag in 0...order {
      var sum = 0.0
      for index in lag..<shaped.count { sum += shaped[index] * shaped[index - lag] }
      correlation[lag] = sum
    }
    // A floor 40 dB below keeps the filter stable for a pure tone.
    correlation[0] *= 1.0001
    coefficients[0] = 1
    for index in 1...order { coefficients[index] = 0 }
    var left = correlation[0]
    for step in 1...order {
      guard left > 0 else { return }
      var sum = correlation[step]
      for index in 1..<step { sum += coefficients[index] * correlation[step - index] }
      let reflection = -sum / left
      for index in 0...order { previous[index] = coefficients[index] }
      for index in 1..<step {
        coefficients[index] = previous[index] + reflection * previous[step - index]
      }
      coefficients[step] = reflection
      left *= 1 - reflection * reflection
    }
  }

  /// Noise through that filter.
  private func excite() {
    for index in shaped.indices {
      var value = WhisperingFrames.noise(position &+ UInt64(index))
      for back in 1...order where back <= index {
        value -= coefficients[back] * shaped[index - back]
      }
      shaped[index] = value
      whispered[index] = value + (index > 0 ? 0.4 * whispered[index - 1] : 0)
    }
  }

  /// A number of −1…1 that looks like chance and depends on `place` alone (SplitMix64).
  private static func noise(_ place: UInt64) -> Double {
    var bits = place &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(Int64(bitPattern: bits)) / 0x1p63
  }
}
