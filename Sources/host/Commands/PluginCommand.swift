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
        try Console.result(
          PluginPage.text(plugin, record, conformance, parameters, voices, cost, needs(setup.file)))
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

  private func tell(
    _ plugin: PluginDescription, _ record: PluginRecord, _ conformance: ConformanceRecord?,
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription], _ cost: PluginCost,
    _ needs: (all: [PluginNeed], withheld: [PluginNeed])?
  ) throws {
    var json = record.json(of: plugin)
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
