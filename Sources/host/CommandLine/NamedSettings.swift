import CuePlugins

/// The settings of `--set PLUGIN:NAME=VALUE`, which belong to that plugin wherever it stands among the words.
struct NamedSettings {
  private var entries: [(plugin: String, setting: PluginChoice.Setting, isPlaced: Bool)] = []

  /// Whether there is none.
  var isEmpty: Bool { entries.isEmpty }

  /// Keeps what names a plugin; answers `NAME=VALUE`, which belongs to the plugin before it.
  mutating func take(_ text: String) throws(UserError) -> PluginChoice.Setting? {
    let (plugin, setting) = try PluginChoice.Setting.parse(text)
    guard let plugin else { return setting }
    entries.append((plugin, setting, false))
    return nil
  }

  /// The same where there are but `choices` that `NAME=VALUE` may belong to: it goes to the last of them.
  ///
  /// Throws a userError that it is `homeless` where there is none.
  mutating func take(
    _ text: String, onto choices: inout [PluginChoice], homeless: @autoclosure () -> UserError
  ) throws(UserError) {
    guard let setting = try take(text) else { return }
    guard !choices.isEmpty else { throw homeless() }
    choices[choices.count - 1].settings.append(setting)
  }

  /// Gives those of `choices` that are named what is theirs.
  mutating func place(in choices: inout [PluginChoice]) {
    for index in entries.indices {
      for place in choices.indices
      where Arguments.isNamed(choices[place], entries[index].plugin) {
        choices[place].settings.append(entries[index].setting)
        entries[index].isPlaced = true
      }
    }
  }

  /// Complains of the first that nobody was given; `topic` is the command whose help tells more.
  func checkPlaced(_ topic: String? = nil) throws(UserError) {
    guard let entry = entries.first(where: { !$0.isPlaced }) else { return }
    throw .usage(
      "--set \(entry.plugin):\(entry.setting.name) names a plugin that is not in use.", topic)
  }
}
