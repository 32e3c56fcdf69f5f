import CueConformance
import CueModel
import CuePlugins
import CueSystem

/// `host plugin new` and `host plugin info`.
struct PluginCommand {
  let action: PluginAction
  let studio: Studio

  func run() throws -> ExitStatus {
    switch action {
    case .new(let kit): try make(kit)
    case .info(let reference): try show(reference)
    }
  }

  private func make(_ kit: StarterKit) throws -> ExitStatus {
    let files = try kit.files(
      sdk: try studio.sdkFolder(),
      packageConfig: studio.environment.packageConfigFolder)
    let folder = try kit.write(files, in: ".")
    if studio.manner.isJSON {
      var json = JSONObject(event: "made")
      json["folder"] = .string(folder)
      json["files"] = .strings(files.map(\.path))
      try Console.result(json.line)
    } else if !studio.manner.isQuiet {
      try Console.result(
        "\(folder) is a \(kit.kind) in \(StarterKit.spoken(kit.language)). Begin with \(folder)/\(kit.mainSource).\n"
          + "  make -C \(kit.name)          builds \(kit.product)\n"
          + "  make -C \(kit.name) test     proves it\n"
          + "  make -C \(kit.name) install  puts it where it is found as \(kit.name)\n")
    }
    return .done
  }

  /// All that is known of a plugin: what it says of itself, what may be set, its voices, and how it stood its tests.
  private func show(_ reference: PluginReference) throws -> ExitStatus {
    let settings = try studio.workerSettings()
    let file = try studio.file(reference)
    guard let record = studio.registry.records(of: [file], settings).first else {
      return .unavailable
    }
    if let failure = record.failure(file.name) { throw failure }
    let conformance = ConformanceRecord.read(studio.environment, record.digest)
    for plugin in record.plugins where reference.isPath || plugin.id == reference.plugin {
      let setup = studio.plugins.setup(of: plugin, in: file, settings)
      let parameters = try PluginInspection.parameters(of: setup, kind: plugin.kind)
      let voices = plugin.kind == .voice ? try PluginCommand.voices(setup) : []
      if studio.manner.isJSON {
        try tell(plugin, record, conformance, parameters, voices)
      } else {
        try write(plugin, record, conformance, parameters, voices)
      }
    }
    return .done
  }

  /// A list that cannot be had, as without a key, is no reason to show nothing.
  private static func voices(_ setup: PluginSetup) throws -> [VoiceDescription] {
    let client = VoiceClient(setup)
    defer { client.quit() }
    do throws(PluginFailure) { return try client.voices() } catch {
      Console.say(UserError(error).sentence)
      return []
    }
  }

  private func write(
    _ plugin: PluginDescription, _ record: PluginRecord, _ conformance: ConformanceRecord?,
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription]
  ) throws {
    let sameSound =
      switch plugin.determinism {
      case .none: "no"
      case .freshState: "from a fresh state"
      case .always: "always"
      }
    let rows: [(String, String)] = [
      ("id", plugin.id), ("kind", plugin.kind.name), ("name", plugin.name),
      ("version", plugin.version),
      ("vendor", plugin.vendor),
      ("licence", plugin.licence + (plugin.linksGPL ? " (links a GPL library)" : "")),
      ("url", plugin.url), ("description", plugin.summary),
      ("same sound", sameSound),
      ("network", plugin.needsNetwork ? "needed" : ""),
      ("interface", plugin.abi), ("file", record.path), ("sha256", record.digest),
      (
        "conformance",
        conformance?.sentence ?? "not known: '\(Program.name) conform \(record.path)' finds out"
      ),
    ]
    var text = ""
    for (name, value) in rows where !value.isEmpty {
      text += ListCommands.padded(name, 14) + value + "\n"
    }
    for parameter in parameters {
      text +=
        "  --set " + ListCommands.padded(parameter.usage(plugin.id), 36) + parameter.summary + "\n"
    }
    for voice in voices {
      let about = [voice.languages.joined(separator: " "), voice.name, voice.summary]
      text +=
        "  voice " + ListCommands.padded(voice.id, 36)
        + about.filter { !$0.isEmpty }.joined(separator: ", ") + "\n"
    }
    try Console.result(text)
  }

  private func tell(
    _ plugin: PluginDescription, _ record: PluginRecord, _ conformance: ConformanceRecord?,
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription]
  ) throws {
    var json = JSONObject(event: "plugin")
    plugin.describe(in: &json)
    json["path"] = .string(record.path)
    json["state"] = .string(record.stateName)
    json["sha256"] = .string(record.digest)
    if let conformance {
      json["conformance"] = .string(conformance.sentence)
      json["level"] = .integer(conformance.level)
      json["passed"] = .bool(conformance.hasPassed)
    }
    json["parameters"] = .strings(parameters.map { $0.usage(plugin.id) })
    json["voices"] = .strings(voices.map(\.id))
    try Console.result(json.line)
  }
}

extension StarterKit {
  /// A language as people write it.
  static func spoken(_ language: String) -> String {
    ["c": "C", "cpp": "C++", "swift": "Swift", "rust": "Rust", "python": "Python"][language]
      ?? language
  }
}
