import CueModel
import CueSpeaking

/// Voices, clips and an output without sound, for queues of scripts: their events come in order, in next to no time.
enum SilentSpeech {
  /// What a queue speaks and plays with.
  static var tools: SpeakingTools {
    SpeakingTools(makeVoice: { _, name in SilentVoice(name) }, openClip: { _ in SilentClip() })
  }
}

private final class SilentVoice: Voice {
  let name: String

  init(_ name: String) { self.name = name }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome { cancellation.isCancelled ? .cancelled : .finished }
}

private final class SilentClip: ClipReader {
  let rateHertz = AudioFormat.ofSilence.rateHertz
  let channels = 1

  func nextSound(atMost frames: Int) -> AudioBuffer? { nil }
}

/// Takes sound, and keeps nothing.
final class SilentOutput: SoundOutput {
  private(set) var format: AudioFormat?
  private(set) var frames = 0

  func beginLine(_ format: AudioFormat) { self.format = self.format ?? format }
  func write(_ sound: AudioBuffer, cancellation: Cancellation) { frames += sound.frameCount }
  func endLine() {}
  func dropLine() {}
  func cutLine() {}
  func silence(frames: Int, cancellation: Cancellation) { self.frames += frames }
  func drain(cancellation: Cancellation) {}
}
