import CueAssembly
import CueInstallation
import CueModel
import CuePlugins
import CueSystem

/// `host models`: which models are installed, which can be, and how to add them.
struct ModelsCommand {
  let action: ModelsAction
  let studio: Studio

  private var words: Messages { studio.words }
  private var isJSON: Bool { studio.manner.isJSON }

  private var shelf: ModelShelf {
    let environment = studio.environment
    return ModelShelf(
      folder: environment.dataFolder + "/models",
      otherFolders: ModelShelf.folders(
        besidePlugins: environment.search.folders.map { (try? SystemPath.resolved($0)) ?? $0 }))
  }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    do {
      switch action {
      case .list(true, let type, let language):
        try listAvailable(type: type, language: language)
      case .list(false, let type, let language): try list(type: type, language: language)
      case .add(let request): return try add(request, cancellation)
      case .remove(let ids): for id in ids { try remove(id) }
      case .check(let ids): return try check(ids, cancellation)
      }
    } catch let failure as ModelFailure {
      if failure == .cancelled { return .interrupted }
      throw words.error(failure)
    }
    return .done
  }

  // List.

  private func list(type: String, language: String) throws {
    let models = shelf.models().filter { model in
      guard let description = model.description else { return type.isEmpty && language.isEmpty }
      return description.matches(type: type, language: language)
    }
    for model in models {
      if isJSON { try tell(model) } else { try show(model) }
    }
    guard models.isEmpty, !isJSON, !studio.manner.isQuiet else { return }
    Console.talk(
      words(.modelNone, ["command": "\(Program.name) models list --available"]) + "\n")
  }

  private func show(_ model: InstalledModel) throws {
    var about: [String] = []
    if let description = model.description {
      about = facts(description, bytes: model.byteCount)
    } else if let fault = model.fault {
      about = [words.clause(fault)]
    }
    if !model.isYours { about.append(model.folder) }
    try Console.result(
      Signs.fitted(Rows.padded(model.id, 28) + about.joined(separator: ", ")) + "\n")
  }

  /// Short facts about a model.
  private func facts(_ description: ModelDescription, bytes: Int?) -> [String] {
    var facts = ["\(words.name(of: description.kind)) (\(description.type))"]
    facts.append(description.languages.joined(separator: " "))
    if description.speakers.count > 1 {
      facts.append(words(.modelSpeakers, ["number": "\(description.speakers.count)"]))
    }
    facts.append(bytes.map { Counted.bytes($0) } ?? "")
    facts.append(description.licence.isEmpty ? words(.modelNoLicence) : description.licence)
    return facts.filter { !$0.isEmpty }
  }

  private func tell(_ model: InstalledModel) throws {
    try Console.result(model.json("model", clause: words.clause).line)
  }

  private func catalogue() throws(ModelCatalogue.Fault) -> ModelCatalogue {
    try ModelsCommand.catalogue(studio.environment)
  }

  /// The catalogue: named by `CUE_CATALOGUE`, installed, or in the build tree.
  private static func catalogue(
    _ environment: UserEnvironment
  ) throws(ModelCatalogue.Fault) -> ModelCatalogue {
    try ModelCatalogue(ofFile: environment.sharedFile("models.json", or: "CUE_CATALOGUE"))
  }

  private func listAvailable(type: String, language: String) throws {
    let known: ModelCatalogue
    do throws(ModelCatalogue.Fault) { known = try catalogue() } catch {
      throw words.error(.catalogue(error))
    }
    let installed = Set(shelf.models().map(\.id))
    for entry in known.entries {
      let description = entry.description
      guard description.matches(type: type, language: language) else { continue }
      guard isJSON else {
        var about = facts(description, bytes: entry.byteCount)
        if entry.isUntested { about.append(words(.modelUntested)) }
        if installed.contains(entry.id) { about.append(words(.modelIsInstalled)) }
        try Console.result(
          Signs.fitted(Rows.padded(entry.id, 28) + about.joined(separator: ", ")) + "\n")
        continue
      }
      try Console.result(entry.json(isInstalled: installed.contains(entry.id)).line)
    }
  }

  // Add.

  private func add(
    _ request: ModelRequest, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    let isOffline: Bool
    do throws(ConfigurationError) { isOffline = try studio.plugins.isLocalOnly() } catch {
      throw UserError(error)
    }
    let environment = studio.environment
    let installer = ModelInstaller(
      shelf,
      catalogue: { () throws(ModelCatalogue.Fault) in try ModelsCommand.catalogue(environment) },
      isOffline: isOffline)
    let report = ModelReport(studio)
    let model: InstalledModel
    do throws(ModelFailure) {
      model = try installer.add(request, cancellation: cancellation) { report.say($0) }
    } catch {
      report.endLine()
      throw error
    }
    report.endLine()
    if isJSON {
      try Console.result(model.json("added", clause: words.clause).line)
    } else if !studio.manner.isQuiet, let description = model.description {
      let about = facts(description, bytes: model.byteCount).joined(separator: ", ")
      try Console.result(
        words(.modelAdded, ["name": model.id, "about": about, "folder": model.folder]) + "\n")
      if let command = use(of: model, description) { try Console.result("  \(command)\n") }
    }
    return .done
  }

  /// A command that uses a model.
  private func use(of model: InstalledModel, _ description: ModelDescription) -> String? {
    switch description.kind {
    case .voice:
      let speaker = description.speakers.count > 1 ? "/\(description.speakers[0].id)" : ""
      return "\(Program.name) --voice=sherpa:\(model.id)\(speaker) \"…\""
    case .recognizer where description.type != "faster-whisper":
      return "\(Program.name) listen FILE --recognizer=sherpa --set model=\(model.id)"
    case .effect: return "\(Program.name) process IN -o OUT --dsp sherpa"
    default: return nil
    }
  }

  // Remove and check.

  private func remove(_ id: String) throws {
    try shelf.remove(id)
    if isJSON {
      var json = JSONObject(event: "removed")
      json["id"] = .string(id)
      try Console.result(json.line)
    } else if !studio.manner.isQuiet {
      try Console.result(words(.modelRemoved, ["name": id]) + "\n")
    }
  }

  private func check(_ ids: [String], _ cancellation: Cancellation) throws -> ExitStatus {
    var models = shelf.models()
    if !ids.isEmpty {
      models = try ids.map { id throws(ModelFailure) in
        guard let model = shelf[id] else { throw ModelFailure.notInstalled(id) }
        return model
      }
    }
    var wrong = 0
    for model in models {
      if cancellation.isCancelled { return .interrupted }
      try shelf.check(model) { finding in
        if finding.isWrong { wrong += 1 }
        let sentence = words.sentence(finding, of: model.id)
        if isJSON {
          var json = JSONObject(event: "finding")
          json["model"] = .string(model.id)
          json["kind"] = .string(finding.name)
          json["wrong"] = .bool(finding.isWrong)
          json["sentence"] = .string(sentence)
          try Console.result(json.line)
        } else if finding.isWrong || !studio.manner.isQuiet {
          try Console.result(sentence + "\n")
        }
      }
    }
    if isJSON {
      var json = JSONObject(event: "checked")
      json["models"] = .integer(models.count)
      json["findings"] = .integer(wrong)
      try Console.result(json.line)
    } else if !studio.manner.isQuiet {
      let sum =
        wrong == 0
        ? [words(.modelsAreWell, count: models.count)]
        : [words(.modelsChecked, count: models.count), words(.modelFilesWrong, count: wrong)]
      Console.talk(sum.joined(separator: " ") + "\n")
    }
    return wrong == 0 ? .done : .answerIsNo
  }
}
