import CueModel
import CuePlugins

extension PluginChoice {
  /// The plugin of `voice`, with the settings of the reference.
  ///
  /// - Parameters:
  ///   - voice: a voice of a cast
  ///   - namesVoice: whether the choice names the voice, too; otherwise each request must
  public init(_ voice: VoiceReference, namesVoice: Bool = false) {
    let isNamed = namesVoice && !voice.voice.isEmpty
    self.init(
      reference: PluginReference(
        isNamed ? "\(voice.provider):\(voice.voice)" : voice.provider),
      settings: voice.settings.map { Setting(name: $0.name, value: $0.value) })
  }
}

extension VoiceReference {
  /// The voice that `choice` names, or `voice`, with the plugin's settings.
  init(_ choice: PluginChoice, voice: String? = nil) {
    self.init(provider: choice.reference.plugin, voice: voice ?? choice.reference.part)
    settings = choice.settings.map { Setting($0.name, $0.value) }
  }
}
