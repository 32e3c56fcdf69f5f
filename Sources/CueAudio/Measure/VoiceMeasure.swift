import CueModel
import Glibc

/// How loud and how high somebody spoke, in one stretch of sound or in several.
public struct VoiceMeasure: Equatable, Sendable {
  /// How high a voice is, and how far it moves.
  public struct Pitch: Equatable, Sendable {
    /// The median, in Hz.
    public var medianHertz: Double
    /// A tenth of the time it is lower, in Hz.
    public var lowHertz: Double
    /// A tenth of the time it is higher, in Hz.
    public var highHertz: Double

    /// Figures in Hz, all above 0.
    public init(medianHertz: Double, lowHertz: Double, highHertz: Double) {
      self.medianHertz = medianHertz
      self.lowHertz = lowHertz
      self.highHertz = highHertz
    }
  }

  /// Fewer stretches of 30 ms with a pitch give no figures.
  static let leastPitches = 10

  /// The mean energy of what is loud, as ``GatedLoudness`` has it; nil if nothing is, or libebur128 is not there.
  private var energy: Double?
  /// How much sound that is.
  private var seconds = 0.0
  /// The pitch of each 30 ms that has one, in Hz.
  private var pitches: [Double] = []

  /// Nothing was said.
  public init() {}

  /// Measures `sound`.
  public init(of sound: AudioBuffer) {
    guard sound.frameCount > 0, sound.floats.allSatisfy(\.isFinite) else { return }
    seconds = Double(sound.frameCount) / Double(sound.format.rateHertz)
    if let meter = try? LoudnessMeter(sound.format) {
      meter.hear(sound)
      energy = meter.integratedLUFS.map(GatedLoudness.energy)
    }
    let rate = Double(sound.format.rateHertz)
    pitches = PitchTrack.pitches(of: sound.monoFloats, rateHertz: rate).compactMap { $0 }
  }

  /// Adds what was measured elsewhere.
  public mutating func add(_ other: VoiceMeasure) {
    switch (energy, other.energy) {
    case (let own?, let others?) where seconds + other.seconds > 0:
      energy = (own * seconds + others * other.seconds) / (seconds + other.seconds)
      seconds += other.seconds
    case (nil, let others?):
      energy = others
      seconds = other.seconds
    default: break
    }
    pitches += other.pitches
  }

  /// The integrated loudness in LUFS, by EBU R 128; nil if it is not known.
  public var loudnessLUFS: Double? { energy.map(GatedLoudness.lufs) }

  /// The pitch; nil if there is hardly any, as in a whisper.
  public var pitch: Pitch? {
    guard pitches.count >= VoiceMeasure.leastPitches else { return nil }
    let sorted = pitches.sorted()
    func at(_ share: Double) -> Double { sorted[Int((Double(sorted.count - 1) * share).rounded())] }
    return Pitch(medianHertz: at(0.5), lowHertz: at(0.1), highHertz: at(0.9))
  }
}
