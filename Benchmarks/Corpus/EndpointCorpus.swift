import Glibc

/// Spoken sound whose true end is known, in the rooms that an endpointer meets.
public struct EndpointCase: Sendable {
  /// What surrounds the speech.
  public enum Room: String, CaseIterable, Sendable {
    case silence = "digital silence"
    case quiet = "white noise at −70 dB"
    case fan = "white noise at −50 dB"
    case white = "white noise, 20 dB below"
    case pink = "pink noise, 20 dB below"
    case lateNoise = "pink noise that begins after it"
    case keys = "pink noise at −50 dB and key clicks"
  }

  /// The room.
  public let room: Room
  /// The pause inside, in seconds.
  public let pauseSeconds: Double
  /// How long a silence ends it, in seconds: longer than the pause.
  public let limitSeconds: Double
  /// Frames a second.
  public let rateHertz: Int
  /// Mono sound.
  public let samples: [Float]
  /// Where speech ends.
  public let trueEndFrame: Int

  /// Two utterances with a pause between them, in a room.
  ///
  /// The first is cut where it falls below −50 dB, the second where it falls below that or less than 6 dB above the noise: its
  /// 10 ms there are the last that can be distinguished from the noise, and after them there is none of it.
  public init(
    _ first: [Float], _ second: [Float], rateHertz: Int, room: Room, pauseSeconds: Double,
    seed: UInt64
  ) {
    self.room = room
    self.pauseSeconds = pauseSeconds
    self.rateHertz = rateHertz
    limitSeconds = max(0.8, pauseSeconds + 0.3)
    var random = CorpusNoise(seed)
    func frames(_ seconds: Double) -> Int { Int((seconds * Double(rateHertz)).rounded()) }
    let noiseDecibels: Double? =
      switch room {
      case .silence: nil
      case .quiet: -70
      case .fan, .keys: -50
      case .white, .pink, .lateNoise: -42
      }
    let a = EndpointCase.cut(EndpointCase.leveled(first), rateHertz, -50)
    let b = EndpointCase.cut(
      EndpointCase.leveled(second), rateHertz, max(-50, (noiseDecibels ?? -160) + 6))
    var sound = [Float](repeating: 0, count: frames(0.4)) + a
    sound += [Float](repeating: 0, count: frames(pauseSeconds)) + b
    trueEndFrame = sound.count
    sound += [Float](repeating: 0, count: frames(limitSeconds + 1))
    if let noiseDecibels {
      let isPink = [.pink, .lateNoise, .keys].contains(room)
      let noise = isPink ? random.pink(sound.count) : random.white(sound.count)
      let gain = Float(pow(10, noiseDecibels / 20)) / EndpointCase.root(noise)
      let from = room == .lateNoise ? trueEndFrame : 0
      for index in from..<sound.count { sound[index] += noise[index] * gain }
    }
    if room == .keys {
      // A key goes down and up: two clicks of 15 ms, 90 ms apart, twice.
      for seconds in [0.3, 0.39, 0.6, 0.69] {
        let at = trueEndFrame + frames(seconds)
        let click = random.white(frames(0.015))
        for (index, sample) in click.enumerated() {
          sound[at + index] += sample * 0.3 * Float(exp(-Double(index) / Double(frames(0.004))))
        }
      }
    }
    samples = sound
  }

  /// Brought to −22 dB where it is spoken.
  private static func leveled(_ speech: [Float]) -> [Float] {
    let active = speech.filter { abs($0) > 0.001 }
    let gain = Float(pow(10, -22.0 / 20)) / max(1e-6, root(active))
    return speech.map { $0 * gain }
  }

  private static func root(_ samples: [Float]) -> Float {
    (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
  }

  /// From the first to the last 10 ms that are louder than `decibels`, in steps of 1 ms, faded out over 2 ms.
  private static func cut(_ speech: [Float], _ rateHertz: Int, _ decibels: Double) -> [Float] {
    let step = rateHertz / 1000
    let least = Float(pow(10, decibels / 20))
    let places = stride(from: 0, through: speech.count - 10 * step, by: step)
    func isLoud(_ at: Int) -> Bool { root(Array(speech[at..<at + 10 * step])) >= least }
    guard let first = places.first(where: isLoud), let last = places.reversed().first(where: isLoud)
    else { return [] }
    var cut = Array(speech[first..<last + 10 * step])
    for index in 0..<2 * step { cut[cut.count - 1 - index] *= Float(index) / Float(2 * step) }
    return cut
  }
}

/// Noise that is the same for the same seed.
public struct CorpusNoise: RandomNumberGenerator {
  private var state: UInt64

  /// The noise of `seed`.
  public init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  /// Xorshift, after George Marsaglia, "Xorshift RNGs" (2003).
  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Equal power at all frequencies.
  public mutating func white(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float(Int64(bitPattern: next()) >> 40) / 8_388_608 }
  }

  /// Equal power in all octaves: white noise through the filter of Paul Kellet, within 0.05 dB above 9 Hz at 44.1 kHz.
  public mutating func pink(_ count: Int) -> [Float] {
    let poles: [Float] = [0.99886, 0.99332, 0.96900, 0.86650, 0.55000, -0.7616]
    let gains: [Float] = [0.0555179, 0.0750759, 0.1538520, 0.3104856, 0.5329522, -0.0168980]
    var states = [Float](repeating: 0, count: 6)
    var before: Float = 0
    return white(count).map { white in
      var sum = before + white * 0.5362
      before = white * 0.115926
      for index in 0..<6 {
        states[index] = poles[index] * states[index] + gains[index] * white
        sum += states[index]
      }
      return sum
    }
  }
}
