/// A voice whose sound can be kept and used again: it names all that decides it.
public protocol RecordingVoice: Voice {
  /// What decides how `voice` sounds, beside the request; an empty one is the voice's own choice.
  func soundIdentity(voice: String) throws(PluginFailure) -> SoundIdentity

  /// `request` with all that the engine gets, and nothing that it leaves aside.
  func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest

  /// Lets go of the engine; the next request starts it again.
  func quit()
}
