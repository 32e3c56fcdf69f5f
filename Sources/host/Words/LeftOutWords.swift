import CuePlugins

extension UserError {
  /// What a voice ignores in a line.
  init(_ plugin: String, leavesOut what: PluginNote.LeftOut) {
    switch what {
    case .directions:
      self.init(
        "\(plugin) leaves out some directions: its voice or model does not take them.",
        hint: "'\(Program.name) plugins \(plugin)' lists its settings.", .done)
    case .pronunciations:
      self.init(
        "\(plugin) ignores pronunciations in IPA, and says these words as they are written.",
        hint: "Every voice takes a spelling, as in: Aoife = EE-fa", .done)
    }
  }
}
