import CueModel

extension PluginFailure {
  /// Whether only the process of `voice` was ended, from outside, and the voice itself says the line again.
  func isLoss(of voice: String) -> Bool {
    isFromOutside && (voice == plugin || voice.hasPrefix(plugin + ":"))
  }

  /// Which voice says the line in the end.
  func hint(of voice: String, _ words: Messages = .forPrograms) -> String {
    words(isLoss(of: voice) ? Message.saysLineAgain : .standInSpeaks, ["voice": voice])
  }
}
