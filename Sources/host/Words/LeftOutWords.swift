import CuePlugins

extension UserError {
  /// What a voice ignores in a line.
  init(_ plugin: String, leavesOut what: PluginNote.LeftOut, _ words: Messages) {
    let name = ["plugin": plugin]
    switch what {
    case .directions:
      self.init(
        words.trouble(.leavesDirections, name), hint: words.trouble(.hasSettings, name), .done)
    case .pronunciations:
      self.init(
        words.trouble(.leavesPronunciations, name), hint: words.trouble(.takesSpelling), .done)
    }
  }
}
