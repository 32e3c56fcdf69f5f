import CueAudio
import CueModel

extension ListenResult {
  /// Kept before and after what is loud, in seconds: a quiet word at either end is as quiet as a room.
  private static let marginSeconds = 0.3

  /// The recording of what was said, without most of the silence around it; nil if no sound was kept.
  ///
  /// Loudness decides, not the place of the expected words: what was said besides them belongs to it.
  public var recording: AudioBuffer? {
    guard let sound, sound.frameCount > 0 else { return nil }
    let samples = sound.floats
    guard
      let loud = Trimming.loudFrames(
        samples, channels: sound.format.channels, rateHertz: sound.format.rateHertz)
    else { return sound }
    let margin = sound.format.frames(inSeconds: ListenResult.marginSeconds)
    return sound.frames(
      max(0, loud.lowerBound - margin)..<min(sound.frameCount, loud.upperBound + margin))
  }
}
