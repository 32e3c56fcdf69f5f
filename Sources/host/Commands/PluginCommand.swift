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
    case .forget(let reference): try forget(reference)
    }
  }

  private func forget(_ reference: PluginReference) throws -> ExitStatus {
    let id = reference.isPath ? PluginSearch.stem(of: reference.plugin) : reference.plugin
    let count: Int
    do throws(ConsentError) {
      count = try studio.environment.consents.forget(plugin: id)
    } catch { throw UserError(WallFault.consent(error).clause, .inputOutput) }
    guard count > 0 else {
      Console.say("You were never asked about \(id).")
      return .answerIsNo
    }
    if !studio.manner.isQuiet { Console.say("You will be asked about \(id) again.") }
    return .done
  }

  /// What the plugin declares, and whether it gets it; in words, a line each.
  private func needs(_ file: PluginFile) -> (all: [PluginNeed], withheld: [PluginNeed])? {
    guard let wall = try? studio.plugins.wall(), let plan = try? wall.plan(for: file) else {
      return nil
    }
    return (plan.declaration.needs.all, plan.withheld)
  }

  private func make(_ kit: StarterKit) throws -> ExitStatus {
    let sdk = try studio.sdkFolder()
    let files: [StarterKit.File]
    let folder: String
    do throws(StarterKitError) {
      files = try kit.files(sdk: sdk, packageConfig: studio.environment.packageConfigFolder)
      folder = try kit.write(files, in: ".")
    } catch { throw UserError(error, kit) }
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

  /// All that is known of a plugin: its description, its parameters, its voices, and its test results.
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
      let (parameters, cost) = try PluginInspection.look(at: setup, kind: plugin.kind)
      let voices = plugin.kind == .voice ? try PluginCommand.voices(setup) : []
      if studio.manner.isJSON {
        try tell(plugin, record, conformance, parameters, voices, cost, needs(setup.file))
      } else {
        try write(plugin, record, conformance, parameters, voices, cost, needs(setup.file))
      }
    }
    return .done
  }

  /// If a list is not available, for example without a key, the rest is still shown.
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
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription], _ cost: PluginCost,
    _ needs: (all: [PluginNeed], withheld: [PluginNeed])?
  ) throws {
    let wishes = (needs?.all ?? []).map { need in
      (
        "needs",
        need.meaning
          + (needs?.withheld.contains(need) == true ? ", which you have not allowed" : "")
      )
    }
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
      (
        "network",
        plugin.needsNetwork
          ? "needed" : plugin.mayNeedNetwork ? "only where your settings name another machine" : ""
      ),
      ("interface", plugin.abi), ("start time", "\(cost.milliseconds) ms"),
      ("memory", cost.residentBytes.map { Counted.bytes($0) } ?? ""),
      ("file", record.path), ("sha256", record.digest),
      (
        "conformance",
        conformance?.sentence ?? "not known: '\(Program.name) conform \(record.path)' finds out"
      ),
    ]
    var text = ""
    for (name, value) in rows + wishes where !value.isEmpty {
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
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription], _ cost: PluginCost,
    _ needs: (all: [PluginNeed], withheld: [PluginNeed])?
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
    json["start_milliseconds"] = .integer(cost.milliseconds)
    json["memory_bytes"] = cost.residentBytes.map { .integer($0) }
    json["needs"] = needs.map { .strings($0.all.map(\.text)) }
    if let withheld = needs?.withheld, !withheld.isEmpty {
      json["withheld"] = .strings(withheld.map(\.text))
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

extension UserError {
  /// Why a project was not made.
  fileprivate init(_ error: StarterKitError, _ kit: StarterKit) {
    switch error {
    case .templatesMissing(let folder):
      self.init(
        "The templates for a \(kit.kind) in \(kit.language) are missing: \(folder) has none.",
        hint: "Install the whole of Cue again, or name its SDK in CUE_SDK.", .configuration)
    case .unreadable(let path, let error): self.init(error, path)
    case .exists(let folder):
      self.init(
        "\(folder) is there already, and is left as it is.",
        hint: "Choose another name, or move it away.", .cannotCreate)
    case .cannotMake(let path, let errno):
      self.init("\(path) cannot be made: \(Console.describe(errno: errno)).", .cannotCreate)
    case .cannotWrite(let path, let errno):
      self.init("\(path) could not be written: \(Console.describe(errno: errno)).", .inputOutput)
    }
  }
}
