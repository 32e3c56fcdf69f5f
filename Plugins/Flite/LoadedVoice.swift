import CFlite
import Glibc

/// A voice of flite's, and what its own pace and pitch are.
@safe final class LoadedVoice {
  private let voice: UnsafeMutablePointer<cst_voice>
  /// Whether it has one pitch, whatever is asked.
  let keepsPitch: Bool
  private let ownStretch: Float

  init?(_ id: String) {
    guard
      let voice = unsafe cue_flite_register(
        "libflite_cmu_us_\(id).so.1", "register_cmu_us_\(id)")
    else { return nil }
    unsafe self.voice = unsafe voice
    keepsPitch = unsafe cue_flite_keeps_pitch(voice) != 0
    ownStretch = unsafe flite_get_param_float(voice.pointee.features, "duration_stretch", 1)
  }

  /// Says `text`, which ends with a NUL, and hands the sound to `callback` with `user`.
  func say(
    _ text: [UInt8], speed: Double, pitchSemitones: Double,
    _ callback: cst_audio_stream_callback, _ user: UnsafeMutableRawPointer
  ) {
    let factor = Float(exp2(pitchSemitones / 12))
    unsafe cue_flite_deliver(voice, ownStretch / Float(speed), factor)
    _ = unsafe cue_flite_stream(voice, callback, user)
    _ = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe cue_flite_say(voice, characters.baseAddress!)
      }
    }
  }
}
