/// How long somebody's vocal cords sounded: a cough, a click, a door and the noise of a room have hardly any of that.
///
/// Sound is voiced where it repeats itself after one period of a voice. Each 20 ms a window of 30 ms is compared with the one
/// a period later, r(τ) = Σ x_i·x_{i+τ} / √(Σ x_i² · Σ x_{i+τ}²), for periods of 75 to 400 Hz. Voices reach 0.9, white noise
/// stays below 0.4. What lies below 250 Hz is taken away first: a door and the hum of a room are there, and the harmonics of a
/// voice repeat themselves like its lowest tone. Steady sound is not a voice: the window must be 3 dB above the quietest fifth
/// of the last second. A whisper has no voice, and a voice without words has one.
struct VoicedTime: Equatable, Sendable {
  private static let lowestHertz = 75.0
  private static let highestHertz = 400.0
  private static let hopSeconds = 0.02
  private static let windowSeconds = 0.03
  private static let leastLikeness: Float = 0.6
  private static let marginDecibels = 3.0
  private static let leastDecibels = -65.0
  private static let floorHops = 50
  /// 8 s: longer than any silence that is asked for.
  private static let keptHops = 400

  /// How long it was in all, in seconds, by steps of 20 ms.
  private(set) var seconds = 0.0
  /// Where it was heard, in steps of 20 ms; of the last ``keptHops`` only.
  private var heardFrames: [Int] = []
  /// Where it was heard last; nil before it was.
  var lastFrame: Int? { heardFrames.last }

  /// This many samples are averaged into one: some 8 kHz are enough.
  private let factor: Int
  private let hopFrames: Int
  private let windowFrames: Int
  private let lags: ClosedRange<Int>
  private var highPass: HighPass
  private var sum: Float = 0
  private var summed = 0
  private var samples: [Float] = []
  private var newFrames = 0
  /// Levels of the last second, newest last.
  private var levels: [Double] = []

  /// Of mono sound of `rateHertz`.
  init(rateHertz: Int) {
    factor = max(1, rateHertz / 8000)
    let rate = Double(rateHertz) / Double(factor)
    hopFrames = max(1, Int(rate * VoicedTime.hopSeconds))
    windowFrames = max(2, Int(rate * VoicedTime.windowSeconds))
    let shortest = max(2, Int(rate / VoicedTime.highestHertz))
    lags = shortest...max(shortest, Int(rate / VoicedTime.lowestHertz))
    highPass = HighPass(hertz: 250, rateHertz: Double(rateHertz))
  }

  /// Hears the next sample, which ends at `frame`; frames that are left out are not listened to.
  mutating func hear(_ sample: Float, atFrame frame: Int) {
    sum += Float(highPass.pass(Double(sample)))
    summed += 1
    guard summed == factor else { return }
    samples.append(sum / Float(factor))
    (sum, summed) = (0, 0)
    newFrames += 1
    let kept = windowFrames + lags.upperBound
    guard newFrames >= hopFrames, samples.count >= kept else { return }
    newFrames = 0
    samples.removeFirst(samples.count - kept)
    guard isVoiced() else { return }
    seconds += VoicedTime.hopSeconds
    // The window lies in the past, by its length and the period's.
    heardFrames.append(frame - (kept - windowFrames) * factor)
    if heardFrames.count > VoicedTime.keptHops { heardFrames.removeFirst() }
  }

  /// For how long a voice was heard after `frame`, in seconds.
  func seconds(since frame: Int) -> Double {
    Double(heardFrames.count - (heardFrames.lastIndex { $0 <= frame } ?? -1) - 1)
      * VoicedTime.hopSeconds
  }

  private mutating func isVoiced() -> Bool {
    let energy = VoicedTime.product(samples, 0, 0, windowFrames)
    let level = Loudness.decibels(meanSquare: Double(energy) / Double(windowFrames))
    levels.append(level)
    if levels.count > VoicedTime.floorHops { levels.removeFirst() }
    let floor = levels.sorted()[levels.count / 5]
    guard level >= max(floor + VoicedTime.marginDecibels, VoicedTime.leastDecibels) else {
      return false
    }
    // The energy of the window that is compared slides with it.
    var other = VoicedTime.product(samples, lags.lowerBound, lags.lowerBound, windowFrames)
    for lag in lags {
      let product = VoicedTime.product(samples, 0, lag, windowFrames)
      if product > 0, product * product >= Self.leastLikeness * Self.leastLikeness * energy * other
      {
        return true
      }
      if lag < lags.upperBound {
        other += samples[lag + windowFrames] * samples[lag + windowFrames]
        other = max(0, other - samples[lag] * samples[lag])
      }
    }
    return false
  }

  /// The sum of `count` products of samples from `one` and from `two` on.
  private static func product(_ samples: [Float], _ one: Int, _ two: Int, _ count: Int) -> Float {
    unsafe samples.withUnsafeBufferPointer { samples in
      var sum: Float = 0
      for index in 0..<count { sum += unsafe samples[one + index] * samples[two + index] }
      return sum
    }
  }
}
