import CueModel
import Glibc

/// How high a voice is and what it is colored like, measured on something it said.
///
/// Enough to judge whether two voices of a cast are taken for one person; no more.
public struct VoicePrint: Equatable, Sendable {
  /// Band edges in Hz, for ``bandDecibels``.
  public static let bandEdges: [Double] = [120, 350, 700, 1200, 2000, 3200, 5500]
  /// Number of the measure: another one gives other figures.
  public static let version = 1

  /// The median pitch in Hz; 0 if there is none, as in a whisper.
  public var pitchHertz: Double
  /// How far the pitch moves in the middle half of the time, in semitones; a robot's hardly does.
  public var pitchSpreadSemitones: Double
  /// The share of the sound that has a pitch, 0…1.
  public var voicedShare: Double
  /// The level of each band beside the whole, in dB: −80…0.
  public var bandDecibels: [Double]

  /// How far the pitch moves for each semitone that is asked for; 0 for a voice that does not move.
  public var pitchResponse = 1.0
  /// How many seconds of sound the voice makes in a second; 0 if that was not measured.
  public var speedOfMaking = 0.0

  /// A print of these figures.
  public init(
    pitchHertz: Double, pitchSpreadSemitones: Double = 2, voicedShare: Double = 0.8,
    bandDecibels: [Double] = [-6, -6, -10, -15, -20, -24]
  ) {
    self.pitchHertz = pitchHertz
    self.pitchSpreadSemitones = pitchSpreadSemitones
    self.voicedShare = voicedShare
    self.bandDecibels = bandDecibels
  }

  /// Measures `sound`; nil if it is silent, or shorter than a fifth of a second.
  public init?(of sound: AudioBuffer) {
    let samples = sound.monoFloats
    let rate = Double(sound.format.rateHertz)
    guard rate >= 4000, samples.count >= Int(rate / 5), samples.contains(where: { abs($0) > 1e-4 })
    else { return nil }
    let pitches = PitchTrack.pitches(of: samples, rateHertz: rate)
    let voiced = pitches.compactMap { $0 }.sorted()
    voicedShare = pitches.isEmpty ? 0 : Double(voiced.count) / Double(pitches.count)
    if voiced.count >= 5, voicedShare > 0.15 {
      pitchHertz = voiced[voiced.count / 2]
      pitchSpreadSemitones = 12 * log2(voiced[voiced.count * 3 / 4] / voiced[voiced.count / 4])
    } else {
      pitchHertz = 0
      pitchSpreadSemitones = 0
    }
    bandDecibels = BandLevels.decibels(of: samples, rateHertz: rate, edges: VoicePrint.bandEdges)
  }

  /// The same voice asked to move by N semitones: its color stays, as engines that move the pitch alone keep it.
  public func moved(bySemitones semitones: Double) -> VoicePrint {
    var moved = self
    moved.pitchHertz *= exp2(semitones * pitchResponse / 12)
    return moved
  }

  /// The same voice with its formants moved by N semitones: what was heard in a band is heard that much higher.
  ///
  /// Within a band the energy is taken as even over the logarithm of the frequency; beyond the outer bands it is as in them.
  public func withFormantsMoved(bySemitones semitones: Double) -> VoicePrint {
    guard semitones != 0 else { return self }
    var moved = self
    let edges = VoicePrint.bandEdges.map { log2($0) }
    let shift = semitones / 12
    for band in bandDecibels.indices {
      let (low, high) = (edges[band] - shift, edges[band + 1] - shift)
      var energy = 0.0
      for other in bandDecibels.indices {
        let from = other == bandDecibels.startIndex ? -Double.infinity : edges[other]
        let to = other == bandDecibels.endIndex - 1 ? Double.infinity : edges[other + 1]
        let share = (min(high, to) - max(low, from)) / (edges[other + 1] - edges[other])
        if share > 0 { energy += share * exp2(bandDecibels[other] * log2(10) / 10) }
      }
      moved.bandDecibels[band] = max(BandLevels.lowestDecibels, 10 * log10(max(energy, 1e-9)))
    }
    return moved
  }

  /// Learns ``pitchResponse`` from the same voice saying the same, asked to be N semitones higher.
  public mutating func learnResponse(from raised: VoicePrint, askedSemitones: Double) {
    guard pitchHertz > 0, raised.pitchHertz > 0, askedSemitones != 0 else {
      pitchResponse = 0
      return
    }
    let heard = 12 * log2(raised.pitchHertz / pitchHertz) / askedSemitones
    pitchResponse = heard < 0.25 ? 0 : min(heard, 3)
  }

  /// Whether it never leaves its tone, as no voice does.
  public var isTone: Bool { voicedShare > 0.995 && pitchSpreadSemitones < 0.25 }

  // MARK: - One voice as two people

  /// How many semitones the pitch alone, or the formants alone, must move so that a voice sounds like another person.
  ///
  /// If both move, the squares of their shares of these must add up to 1. Measured with a network that recognizes speakers
  /// (Resemblyzer 0.1.4), as cosines of its embeddings: other words of one voice .94 to .97; other voices of one engine .73 at
  /// most. The voice Joe, moved by pitch and formants: 2 and 1.2 semitones .79 to .85, 4 and 0 .71, 0 and 3 .70, 4 and 2 .61 to
  /// .70, 4 and 3.2 .57 to .66.
  public static let otherPerson = (pitchSemitones: 4.5, formantSemitones: 3.3)

  /// The distance of a voice from itself after it was moved; from ``alikeDistance`` on it is another person.
  ///
  /// - Parameters:
  ///   - pitchSemitones: how far the pitch is moved
  ///   - formantSemitones: how far the formants are
  /// - Returns: the distance, in the unit of ``alikeDistance``
  public static func distance(
    movedByPitch pitchSemitones: Double, formants formantSemitones: Double
  ) -> Double {
    let pitch = pitchSemitones / otherPerson.pitchSemitones
    let formants = formantSemitones / otherPerson.formantSemitones
    return alikeDistance * (pitch * pitch + formants * formants).squareRoot()
  }

  // MARK: - Difference

  /// Below this distance two voices are easily taken for one person.
  public static let alikeDistance = 1.5

  /// How different two voices sound: 0 if they are the same.
  ///
  /// In semitones of pitch; color adds to it at right angles, one for each two dB by which the bands differ (their root mean
  /// square). Pitches beyond an octave apart count as an octave, and a whisper is as far as that from all that is voiced.
  public func distance(to other: VoicePrint) -> Double {
    var pitch = 0.0
    if (pitchHertz > 0) != (other.pitchHertz > 0) {
      pitch = 12
    } else if pitchHertz > 0 {
      pitch = min(12, abs(12 * log2(pitchHertz / other.pitchHertz)))
    }
    var sum = 0.0
    var count = 0.0
    for (one, two) in zip(bandDecibels, other.bandDecibels) {
      // What one of them cannot have at its rate says nothing of the speaker.
      guard one > BandLevels.lowestDecibels, two > BandLevels.lowestDecibels else { continue }
      sum += (one - two) * (one - two)
      count += 1
    }
    let color = (sum / max(1, count)).squareRoot() / 2
    return (pitch * pitch + color * color).squareRoot()
  }
}

/// Pitch by the YIN method (de Cheveigné and Kawahara 2002).
///
/// With d(τ) = Σ (x_i − x_{i+τ})² over a window and d′(τ) = d(τ)·τ / Σ_{k≤τ} d(k), the period is the first dip of d′ below a
/// threshold, placed between samples by a parabola.
enum PitchTrack {
  static let lowestHertz = 55.0
  static let highestHertz = 500.0
  static let threshold: Float = 0.25
  static let hopSeconds = 0.03

  /// A pitch in Hz for each hop that is not quiet; nil if it has none.
  static func pitches(of samples: [Float], rateHertz: Double) -> [Double?] {
    let factor = max(1, Int((rateHertz / 7500).rounded()))
    let slow = decimated(samples, by: factor)
    let rate = rateHertz / Double(factor)
    let longest = Int(rate / lowestHertz)
    let shortest = max(2, Int(rate / highestHertz))
    let hop = Int(rate * hopSeconds)
    let starts = Array(stride(from: 0, to: max(0, slow.count - 2 * longest - 1), by: hop))
    let levels = starts.map { start in
      slow[start..<start + longest].reduce(0) { $0 + $1 * $1 }
    }
    let floor = (levels.max() ?? 0) * 0.01
    var pitches: [Double?] = []
    for (start, level) in zip(starts, levels) where level > floor {
      pitches.append(
        period(of: slow, at: start, window: longest, shortest: shortest).map { rate / $0 })
    }
    return pitches
  }

  private static func decimated(_ samples: [Float], by factor: Int) -> [Float] {
    guard factor > 1 else { return samples }
    return stride(from: 0, to: samples.count - factor + 1, by: factor).map { start in
      var sum: Float = 0
      for index in start..<start + factor { sum += samples[index] }
      return sum / Float(factor)
    }
  }

  private static func period(
    of samples: [Float], at start: Int, window: Int, shortest: Int
  ) -> Double? {
    var normal = [Float](repeating: 1, count: window + 1)
    var sum: Float = 0
    for lag in 1...window {
      var difference: Float = 0
      for index in start..<start + window {
        let step = samples[index] - samples[index + lag]
        difference += step * step
      }
      sum += difference
      normal[lag] = sum > 0 ? difference * Float(lag) / sum : 1
    }
    var lag = shortest
    while lag < window, normal[lag] >= threshold { lag += 1 }
    guard lag < window else { return nil }
    while lag + 1 < window, normal[lag + 1] < normal[lag] { lag += 1 }
    guard lag > shortest else { return nil }
    let (left, middle, right) = (normal[lag - 1], normal[lag], normal[lag + 1])
    let bend = left - 2 * middle + right
    let shift = bend > 0 ? Double((left - right) / (2 * bend)) : 0
    return Double(lag) + min(max(shift, -0.5), 0.5)
  }
}

/// How sound is spread over bands.
///
/// Two-pole band-passes in pairs, of the cookbook by Bristow-Johnson, peak gain 1.
enum BandLevels {
  static let lowestDecibels = -80.0

  /// The level of each band between `edges` beside the whole sound; a band beyond half the rate is at its lowest.
  static func decibels(of samples: [Float], rateHertz: Double, edges: [Double]) -> [Double] {
    let whole = energy(samples)
    return zip(edges, edges.dropFirst()).map { low, high in
      let center = (low * high).squareRoot()
      guard whole > 0, center < rateHertz / 2 else { return lowestDecibels }
      let quality = center / (high - low)
      let once = passed(samples, center, quality, rateHertz)
      let band = energy(passed(once, center, quality, rateHertz))
      guard band > 0 else { return lowestDecibels }
      return max(lowestDecibels, 10 * log10(band / whole))
    }
  }

  private static func energy(_ samples: [Float]) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  private static func passed(
    _ samples: [Float], _ center: Double, _ quality: Double, _ rate: Double
  ) -> [Float] {
    let turn = 2 * Double.pi * center / rate
    let alpha = sin(turn) / (2 * quality)
    let b = Float(alpha / (1 + alpha))
    let a1 = Float(-2 * cos(turn) / (1 + alpha))
    let a2 = Float((1 - alpha) / (1 + alpha))
    var (x1, x2, y1, y2): (Float, Float, Float, Float) = (0, 0, 0, 0)
    return samples.map { x in
      let y = b * (x - x2) - a1 * y1 - a2 * y2
      (x2, x1, y2, y1) = (x1, x, y1, y)
      return y
    }
  }
}
