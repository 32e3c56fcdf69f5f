import CueModel

/// The level of a microphone, as a meter shows it.
///
/// The mean of the magnitudes of 4,096 frames, times 20, capped at 1; whispering and shouting both move it.
public struct LevelMeter: Equatable, Sendable {
  /// How many frames make one reading.
  public static let windowFrames = 4096
  /// The bars of a full meter.
  public static let barCount = 12

  /// The mean magnitude of the last reading; 1 is full scale.
  public private(set) var mean = 0.0
  /// The largest magnitude of the last reading; 1 is full scale.
  public private(set) var peak: Float = 0
  private var sum = 0.0
  private var largest: Float = 0
  private var samples = 0
  private var frames = 0

  /// A meter at 0.
  public init() {}

  /// 0 (silence) … 1.
  public var level: Double { min(1, mean * 20) }

  /// How many bars are lit, 0…12.
  public var bars: Int { Int((level * Double(LevelMeter.barCount)).rounded()) }

  /// The peak of the last reading in dB; full scale is 0.
  public var peakDecibels: Double { Loudness.decibels(of: CollectionOfOne(peak)) }

  /// Takes the next sound, of all channels; whether there is a new reading.
  @discardableResult
  public mutating func take(_ sound: AudioBuffer) -> Bool {
    let channels = sound.format.channels
    var isNew = false
    let floats = sound.floats
    var at = 0
    while at < floats.count {
      let count = min(LevelMeter.windowFrames - frames, (floats.count - at) / channels)
      for sample in floats[at..<at + count * channels] where sample.isFinite {
        sum += Double(abs(sample))
        largest = max(largest, abs(sample))
      }
      at += count * channels
      samples += count * channels
      frames += count
      guard frames == LevelMeter.windowFrames else { break }
      mean = sum / Double(samples)
      peak = largest
      (sum, largest, samples, frames) = (0, 0, 0, 0)
      isNew = true
    }
    return isNew
  }

  /// Back to 0, as when the microphone is closed.
  public mutating func reset() { self = LevelMeter() }
}
