import CuePlugins

extension UserError {
  /// Why what a plugin has learned is not kept, or not used.
  init(_ plugin: String, _ trouble: PluginNote.StateTrouble) {
    let sentence =
      switch trouble {
      case .refused: "\(plugin) does not take what it learned earlier, and begins again."
      case .notGiven: "\(plugin) does not say what it has learned, so that is not kept."
      case .tooLong(let bytes):
        "What \(plugin) has learned is not kept: it has \(bytes) bytes, and \(PluginStates.mostBytes) are allowed."
      case .holdsKey: "What \(plugin) has learned is not kept: it contains a key."
      case .notWritten(let words): "What \(plugin) has learned is not kept: \(words)."
      }
    self.init(sentence, .done)
  }
}
