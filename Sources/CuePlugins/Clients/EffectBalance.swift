import CueModel
import Glibc

/// Compares the sound that an effect returns with the sound that it was given: an effect that loses, silences or overloads
/// sound has failed.
///
/// The limits are far from what effects do on purpose, so that a setting is not mistaken for a fault.
struct EffectBalance {
  private let format: AudioFormat
  /// Whether the effect has a parameter that changes the length of sound.
  private let changesLength: Bool
  private var frames = (given: 0, made: 0)
  private var peaks: (given: Float, made: Float) = (0, 0)

  /// How many times as loud as its input the output may be if it exceeds ``loudPeak``.
  private let loudRatio: Float

  /// The state before an effect with those parameters was given sound in `format`.
  init(_ format: AudioFormat, _ parameters: [ParameterDescription]) {
    self.format = format
    changesLength = parameters.contains { EffectBalance.lengthParameters.contains($0.name) }
    // A parameter in dB may make sound louder by its range, plus 6 dB.
    let most = parameters.filter { $0.unit == "dB" }.compactMap { $0.range?.upperBound }.max() ?? 0
    loudRatio = max(EffectBalance.leastLoudRatio, 2 * Float(pow(10, most / 20)))
  }

  /// Names of parameters that make sound longer or shorter.
  private static let lengthParameters: Set<String> = [
    "tempo", "speed", "rate", "stretch", "time", "trim",
  ]

  /// Output up to this peak is never too loud: 12 dB beyond full scale.
  private static let loudPeak: Float = 4
  /// The least ``loudRatio``, of an effect without a parameter in dB: 18 dB.
  private static let leastLoudRatio: Float = 8
  /// Input with a lower peak may become silence or be cut off, as by a gate: −40 dB.
  private static let heardPeak: Float = 0.01
  /// A lower peak is silence: −120 dB.
  private static let silentPeak: Float = 1e-6
  /// Shorter sound is not judged, because an effect may hold it back.
  private static let leastSeconds = 0.25
  /// The least share of the frames that must come out of an effect that keeps the length, and of one that changes it.
  private static let leastShares = (same: 0.75, changed: 1.0 / 32)

  /// Counts sound that is given to the effect.
  mutating func give(_ sound: AudioBuffer) {
    frames.given += sound.frameCount
    peaks.given = max(peaks.given, EffectBalance.peak(sound.bytes))
  }

  /// Checks sound that the effect returned, before it is played.
  ///
  /// - Throws: ``Misbehaviour`` if it is far too loud
  mutating func take(_ sound: AudioBuffer) throws(Misbehaviour) {
    frames.made += sound.frameCount
    peaks.made = max(peaks.made, EffectBalance.peak(sound.bytes))
    guard
      peaks.made <= EffectBalance.loudPeak || peaks.made <= loudRatio * peaks.given
    else {
      throw Misbehaviour(.effectTooLoud(times: Int(min(peaks.made / max(peaks.given, 1e-3), 1e6))))
    }
  }

  /// Checks all sound together, after the effect has returned its tail.
  ///
  /// - Throws: ``Misbehaviour`` if sound was lost or silenced
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
      // The bits of positive floats have the order of their values, and a processor compares several integers at once.
      var highest: UInt32 = 0
      for index in 0..<bytes.count / 4 {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        highest = max(highest, bits & 0x7fff_ffff)
      }
      return Float(bitPattern: highest)
    }
  }
}
