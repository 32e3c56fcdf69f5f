import CueModel
import CuePlugins

extension PluginChoice {
  /// The plugin of `voice`, with what the reference sets on it.
  ///
  /// - Parameters:
  ///   - voice: a voice of a cast
  ///   - namesVoice: whether the choice also names the voice, which else each request does
  public init(_ voice: VoiceReference, namesVoice: Bool = false) {
    let isNamed = namesVoice && !voice.voice.isEmpty
    self.init(
      reference: PluginReference(
        isNamed ? "\(voice.provider):\(voice.voice)" : voice.provider),
      settings: voice.settings.map { Setting(name: $0.name, value: $0.value) })
  }
}

extension VoiceReference {
  /// The voice that `choice` names, with what is set on its plugin.
  init(_ choice: PluginChoice, voice: String? = nil) {
    self.init(provider: choice.reference.plugin, voice: voice ?? choice.reference.part)
    settings = choice.settings.map { Setting($0.name, $0.value) }
  }
}
