import CueCasting
import CueModel
import CuePlugins
import CueSystem

/// `host plugins`: the plugin files, what they offer, and which of them cannot be used.
struct PluginsCommand {
  let studio: Studio

  /// All that can be found, or the named ones, for which parameters are shown, too.
  ///
  /// `rescans`: what is known of them is forgotten first.
  func run(_ names: [String], rescans: Bool) throws -> ExitStatus {
    let settings = try studio.workerSettings()
    var files: [PluginFile] = []
    for name in names { files.append(try studio.file(PluginReference(name), rescans: rescans)) }
    if names.isEmpty { files = studio.environment.search.allFiles() }
    if rescans {
      studio.registry.forget(files)
      VoiceFailures.forget(cacheFolder: studio.environment.cacheFolder)
    }
    guard !files.isEmpty else {
      Console.say(
        "There are no plugins in "
          + studio.environment.search.folders.joined(separator: ", ") + ".",
        hint: "Name a folder of plugins in CUE_PLUGIN_PATH.")
      return .answerIsNo
    }
    var status = ExitStatus.done
    let records = studio.registry.records(of: files, settings) { count in
      if count > 20, !studio.manner.isQuiet { Console.talk("Looking at \(count) plugins.\n") }
    }
    for (file, record) in zip(files, records) {
      if let failure = record.failure(file.name) {
        try show(failure, record)
        if !names.isEmpty { status = UserError(failure).status }
        continue
      }
      for plugin in asked(of: record, names, file) {
        try show(plugin, record)
        if !names.isEmpty { try showParameters(plugin, file, settings) }
      }
    }
    return status
  }

  /// The plugins of a file that are shown: of a file that is not named after one of `names`, those with such an id.
  private func asked(
    of record: PluginRecord, _ names: [String], _ file: PluginFile
  ) -> [PluginDescription] {
    let named = record.plugins.filter { names.contains($0.id) }
    return named.isEmpty || names.contains(PluginSearch.stem(of: file.path))
      ? record.plugins : named
  }

  private func show(_ failure: PluginFailure, _ record: PluginRecord) throws {
    guard studio.manner.isJSON else {
      return try Console.result(record.row(failure))
    }
    try Console.result(record.json(unusable: failure.sentence).line)
  }

  private func show(_ plugin: PluginDescription, _ record: PluginRecord) throws {
    guard studio.manner.isJSON else {
      return try Console.result(record.row(of: plugin))
    }
    try Console.result(record.json(of: plugin).line)
  }

  private func showParameters(
    _ plugin: PluginDescription, _ file: PluginFile, _ settings: WorkerSettings
  ) throws {
    guard !studio.manner.isJSON else { return }
    // Only a program that knows its kind can load it.
    if case .other = plugin.kind { return }
    let own = PluginFile(
      path: file.path, name: file.name, isProgram: file.isProgram, id: plugin.id)
    let setup = PluginSetup(file: own, worker: settings)
    for parameter in try PluginInspection.parameters(of: setup, kind: plugin.kind)
    where !parameter.isOutput {
      try Console.result(
        "              --set "
          + Rows.padded(parameter.usage(plugin.id), 34) + parameter.summary + "\n")
    }
  }
}
