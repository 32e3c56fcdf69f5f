import CueModel
import Glibc

/// Compares what an effect gives with what it got: an effect that loses, silences or blows up sound has failed.
///
/// The bounds are far from what effects do on purpose, so that a setting is not taken for a fault.
struct EffectBalance {
  private let format: AudioFormat
  /// Whether a parameter of the effect changes how long sound is.
  private let changesLength: Bool
  private var frames = (given: 0, made: 0)
  private var peaks: (given: Float, made: Float) = (0, 0)

  /// How many times as loud as what was given sound may be that is far beyond full scale.
  private let loudRatio: Float

  /// Nothing was given yet of sound in `format` to an effect with such parameters.
  init(_ format: AudioFormat, _ parameters: [ParameterDescription]) {
    self.format = format
    changesLength = parameters.contains { EffectBalance.lengthParameters.contains($0.name) }
    // As loud as the user may set it, and no more.
    let most = parameters.filter { $0.unit == "dB" }.compactMap { $0.range?.upperBound }.max() ?? 0
    loudRatio = max(EffectBalance.leastLoudRatio, 2 * Float(pow(10, most / 20)))
  }

  /// Names of parameters that make sound longer or shorter.
  private static let lengthParameters: Set<String> = [
    "tempo", "speed", "rate", "stretch", "time", "trim",
  ]

  /// Sound is louder than this beyond full scale: 12 dB.
  private static let loudPeak: Float = 4
  /// And that many times as loud as all that was given: 18 dB; more for an effect that can be set to be louder.
  private static let leastLoudRatio: Float = 8
  /// Sound that is given with a lower peak may become silence, or be cut off: −40 dB.
  private static let heardPeak: Float = 0.01
  /// A peak below that is silence: −120 dB.
  private static let silentPeak: Float = 1e-6
  /// Shorter sound is not judged, as an effect may hold it back: a quarter of a second.
  private static let leastSeconds = 0.25
  /// The least share of the frames that comes out of an effect that does not change the length, and of one that does.
  private static let leastShares = (same: 0.75, changed: 1.0 / 32)

  /// Notes sound that is handed over.
  mutating func give(_ sound: AudioBuffer) {
    frames.given += sound.frameCount
    peaks.given = max(peaks.given, EffectBalance.peak(sound.bytes))
  }

  /// Checks sound that came back, before anybody hears it.
  mutating func take(_ sound: AudioBuffer) throws(Misbehaviour) {
    frames.made += sound.frameCount
    peaks.made = max(peaks.made, EffectBalance.peak(sound.bytes))
    guard
      peaks.made <= EffectBalance.loudPeak || peaks.made <= loudRatio * peaks.given
    else {
      throw Misbehaviour(.effectTooLoud(times: Int(min(peaks.made / max(peaks.given, 1e-3), 1e6))))
    }
  }

  /// Checks all of it, when the effect has given what was left.
  func end() throws(Misbehaviour) {
    guard Double(frames.given) >= EffectBalance.leastSeconds * Double(format.rateHertz),
      peaks.given >= EffectBalance.heardPeak
    else { return }
    let shares = EffectBalance.leastShares
    let least = Double(frames.given) * (changesLength ? shares.changed : shares.same)
    guard Double(frames.made) >= least else {
      throw Misbehaviour(.effectLostSound(frames: frames.made, given: frames.given))
    }
    guard peaks.made >= EffectBalance.silentPeak else { throw Misbehaviour(.effectSilent) }
  }

  /// The highest level of float samples.
  private static func peak(_ bytes: [UInt8]) -> Float {
    unsafe bytes.withUnsafeBytes { bytes in
      // Without their signs, floats are ordered as their bits are; a processor compares several at once.
      var highest: UInt32 = 0
      for index in 0..<bytes.count / 4 {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        highest = max(highest, bits & 0x7fff_ffff)
      }
      return Float(bitPattern: highest)
    }
  }
}
