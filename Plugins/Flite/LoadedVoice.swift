import CFlite
import Glibc

/// A voice of flite's, and what its own pace and pitch are.
@safe final class LoadedVoice {
  private let voice: UnsafeMutablePointer<cst_voice>
  private let ownPitchHertz: Float
  private let ownStretch: Float

  init?(_ id: String) {
    guard
      let voice = unsafe cue_flite_register(
        "libflite_cmu_us_\(id).so.1", "register_cmu_us_\(id)")
    else { return nil }
    unsafe self.voice = unsafe voice
    ownPitchHertz = unsafe flite_get_param_float(voice.pointee.features, "int_f0_target_mean", 0)
    ownStretch = unsafe flite_get_param_float(voice.pointee.features, "duration_stretch", 1)
  }

  /// Says `text`, which ends with a NUL, and hands the sound to `callback` with `user`.
  ///
  /// Diphone voices take a mean pitch in Hz, statistical ones a factor; each ignores the other's feature.
  func say(
    _ text: [UInt8], speed: Double, pitchSemitones: Double,
    _ callback: cst_audio_stream_callback, _ user: UnsafeMutableRawPointer
  ) {
    let factor = Float(exp2(pitchSemitones / 12))
    let features = unsafe voice.pointee.features
    unsafe flite_feat_set_float(features, "duration_stretch", ownStretch / Float(speed))
    unsafe flite_feat_set_float(features, "f0_shift", factor)
    if ownPitchHertz > 0 {
      unsafe flite_feat_set_float(features, "int_f0_target_mean", ownPitchHertz * factor)
    }
    _ = unsafe cue_flite_stream(voice, callback, user)
    _ = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe flite_text_to_speech(characters.baseAddress, voice, "none")
      }
    }
  }
}
