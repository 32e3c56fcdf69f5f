import CFlite
import Glibc

/// A voice of flite's, and what its own pace and pitch are.
@safe final class LoadedVoice {
  private let voice: UnsafeMutablePointer<cst_voice>
  /// Whether it has one pitch, whatever is asked.
  let keepsPitch: Bool
  private let ownStretch: Float
  /// How far its pitch moves by itself, in Hz; 0 if flite does not say.
  private let ownDeviation: Float

  init?(_ id: String) {
    guard
      let voice = unsafe cue_flite_register(
        "libflite_cmu_us_\(id).so.1", "register_cmu_us_\(id)")
    else { return nil }
    unsafe self.voice = unsafe voice
    keepsPitch = unsafe cue_flite_keeps_pitch(voice) != 0
    ownDeviation = unsafe cue_flite_pitch_deviation(voice)
    ownStretch = unsafe flite_get_param_float(voice.pointee.features, "duration_stretch", 1)
  }

  /// Says `text`, which ends with a NUL, and hands the sound to `callback` with `user`.
  ///
  /// `pitchRange` is a factor on how far its pitch moves.
  func say(
    _ text: [UInt8], speed: Double, pitchSemitones: Double, pitchRange: Double,
    _ callback: cst_audio_stream_callback, _ user: UnsafeMutableRawPointer
  ) {
    let factor = Float(exp2(pitchSemitones / 12))
    // Further down a man's pitch would leave the voice, and flite's filter with it.
    let range = Float(min(max(pitchRange, 0.1), 2))
    // A pitch that is moved moves as far in semitones as it did.
    let deviation = pitchRange == 1 ? ownDeviation : ownDeviation * range * factor
    unsafe cue_flite_deliver(voice, ownStretch / Float(speed), factor, deviation)
    _ = unsafe cue_flite_stream(voice, callback, user)
    _ = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe cue_flite_say(voice, characters.baseAddress!)
      }
    }
  }
}
