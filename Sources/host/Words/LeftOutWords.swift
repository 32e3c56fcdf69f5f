import CuePlugins

extension UserError {
  /// What a voice leaves out of what it is told of lines.
  init(_ plugin: String, leavesOut what: PluginNote.LeftOut) {
    switch what {
    case .directions:
      self.init(
        "\(plugin) leaves directions out: the voice, or its model, does not take them, or not all of them.",
        hint: "'\(Program.name) plugins \(plugin)' lists its settings.", .done)
    case .pronunciations:
      self.init(
        "\(plugin) leaves pronunciations in IPA out, and says these words as they are written.",
        hint: "A spelling works with every voice, as in: Aoife = EE-fa", .done)
    }
  }
}
