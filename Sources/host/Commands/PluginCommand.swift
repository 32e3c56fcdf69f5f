import CSystem
import CueCasting
import CueConformance
import CueModel
import CuePlugins
import CueSystem
import Synchronization

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
        try tell(plugin, record, conformance, parameters, voices, cost)
      } else {
        try write(plugin, record, conformance, parameters, voices, cost)
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
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription], _ cost: PluginCost
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
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription], _ cost: PluginCost
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
      for plugin in record.plugins {
        try show(plugin, record)
        if !names.isEmpty { try showParameters(plugin, file, settings) }
      }
    }
    return status
  }

  private func show(_ failure: PluginFailure, _ record: PluginRecord) throws {
    guard studio.manner.isJSON else {
      let name = PluginSearch.stem(of: record.path)
      try Console.result(
        ListCommands.padded(name, 14) + ListCommands.padded(record.stateName, 14)
          + failure.sentence + "\n              \(record.path)\n")
      return
    }
    var json = JSONObject(event: "unusable")
    json["path"] = .string(record.path)
    json["state"] = .string(record.stateName)
    json["because"] = .string(failure.sentence)
    json["sha256"] = record.digest.isEmpty ? nil : .string(record.digest)
    try Console.result(json.line)
  }

  private func show(_ plugin: PluginDescription, _ record: PluginRecord) throws {
    guard studio.manner.isJSON else {
      try Console.result(
        ListCommands.padded(plugin.id, 14) + ListCommands.padded(plugin.kind.name, 12)
          + "\(plugin.name) \(plugin.version), \(plugin.licence): \(plugin.summary)\n"
          + "              \(record.path)\n")
      return
    }
    var json = JSONObject(event: "plugin")
    plugin.describe(in: &json)
    json["path"] = .string(record.path)
    json["state"] = .string(record.stateName)
    json["sha256"] = .string(record.digest)
    try Console.result(json.line)
  }

  private func showParameters(
    _ plugin: PluginDescription, _ file: PluginFile, _ settings: WorkerSettings
  ) throws {
    guard !studio.manner.isJSON else { return }
    let own = PluginFile(
      path: file.path, name: file.name, isProgram: file.isProgram, id: plugin.id)
    let setup = PluginSetup(file: own, worker: settings)
    for parameter in try PluginInspection.parameters(of: setup, kind: plugin.kind) {
      try Console.result(
        "              --set "
          + ListCommands.padded(parameter.usage(plugin.id), 34) + parameter.summary + "\n")
    }
  }
}

extension Determinism {
  /// The name for programs.
  fileprivate var name: String {
    switch self {
    case .none: "none"
    case .freshState: "fresh-state"
    case .always: "always"
    }
  }
}

extension PluginDescription {
  /// Adds all of it as members of an event.
  func describe(in json: inout JSONObject) {
    json["id"] = .string(id)
    json["kind"] = .string(kind.name)
    json["name"] = .string(name)
    json["version"] = .string(version)
    json["vendor"] = vendor.isEmpty ? nil : .string(vendor)
    json["licence"] = .string(licence)
    json["url"] = url.isEmpty ? nil : .string(url)
    json["gpl"] = .bool(linksGPL)
    json["network"] = .bool(needsNetwork)
    json["determinism"] = .string(determinism.name)
    json["forked"] = .bool(isForked)
    json["abi"] = .string(abi)
    json["description"] = .string(summary)
  }
}

extension ParameterDescription {
  /// The form in which it is set: `base=80…400 Hz (160)`.
  func usage(_ plugin: String) -> String {
    func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
    var values =
      range.map {
        short($0.lowerBound) + Signs.fitted("…") + short($0.upperBound)
      } ?? ""
    if !choices.isEmpty { values = choices.joined(separator: "|") }
    if type == "switch" { values = "on|off" }
    if isSecret { values = "a secret: '\(Program.name) credentials set \(plugin)'" }
    return "\(name)=\(values)" + (unit.isEmpty ? "" : " \(unit)")
      + (initial.isEmpty ? "" : " (\(initial))")
  }
}

/// `host conform`: tests a plugin and reports what was found.
struct ConformCommand {
  let options: ConformOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    var setup = try studio.setup(options.plugin)
    setup.worker.showsPluginOutput = studio.manner.isVerbose
    setup.worker.log = { _, _, _ in }
    // Failures during the tests say nothing about its use.
    setup.worker.gaveUp = { _, _ in }
    let keys = Keys()
    let secret = setup.secret
    setup.secret = { (id, name) throws(PluginFailure) in
      try keys.known.withLock { (known) throws(PluginFailure) in
        if let key = known["\(id) \(name)"] { return key }
        let found = try secret(id, name)
        known["\(id) \(name)"] = found
        return found
      }
    }
    var judgement = Judgement(
      setup,
      checks: Suite.chosen(level: options.level, only: options.only, skip: options.skip),
      words: options.plugin.reference.text)
    judgement.program = Program.name
    judgement.settings = options.plugin.settings.map { "--set \($0.name)=\($0.value)" }
    if let voice = options.voice {
      judgement.speaker = ConformanceSpeaker(try studio.setup(voice), voice: voice.reference.part)
      judgement.settings.append("--voice \(voice.reference.text)")
    }
    judgement.plugin = options.plugin.reference.part
    judgement.seed = options.seed
    judgement.jobs = options.jobs ?? Int(cue_core_count())
    judgement.timeoutSeconds = options.timeoutSeconds
    judgement.patience = options.patience
    judgement.watchSeconds = options.watchSeconds
    let start = cue_now_milliseconds()
    var results: [CheckResult] = []
    var failure: UserError?
    judgement.run(isCancelled: { cancellation.isCancelled }) { result in
      results.append(result)
      do throws(UserError) { try show(result) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    let verdict = ConformanceVerdict(
      results: results, level: options.level, isWhole: options.only.isEmpty && options.skip.isEmpty)
    if let junit = options.junit {
      let text = JUnitReport.text(results, plugin: options.plugin.reference.text, words: \.text)
      try Texts.write(Array(text.utf8), to: junit, isSynced: true)
    }
    guard !cancellation.isCancelled else { return .interrupted }
    try sum(verdict, milliseconds: Int(cue_now_milliseconds() - start))
    if options.only.isEmpty, options.skip.isEmpty, options.plugin.reference.part.isEmpty {
      ConformanceRecord.keep(setup.file, verdict, studio.plugins)
    }
    return verdict.isFailure ? .answerIsNo : .done
  }

  /// Keys that were read: a descriptor can be read only once, and many checks need the key.
  private final class Keys: Sendable {
    let known = Mutex<[String: String]>([:])
  }

  private func show(_ result: CheckResult) throws(UserError) {
    guard !studio.manner.isJSON else { return try Console.result(ConformCommand.json(result)) }
    switch result.outcome {
    case .passed:
      if studio.manner.isVerbose { try Console.result(head(result) + "\n") }
    case .skipped(let reason):
      if studio.manner.isVerbose { try Console.result(head(result) + ": \(reason.text)\n") }
    case .failed(let finding), .warning(let finding), .crashed(let finding):
      try Console.result(
        """
        \(head(result))
          \(finding.done)
          Expected: \(finding.expected)
          Happened: \(finding.happened.text)
          Again:    \(result.reproduce)

        """)
    }
  }

  private static func json(_ result: CheckResult) -> String {
    var json = JSONObject(event: "result")
    json["check"] = .string(result.check)
    json["level"] = .integer(result.level)
    json["plugin"] = result.plugin.isEmpty ? nil : .string(result.plugin)
    json["outcome"] = .string(result.outcome.word)
    if case .skipped(let reason) = result.outcome { json["reason"] = .string(reason.text) }
    if let finding = result.outcome.finding {
      json["done"] = .string(finding.done)
      json["expected"] = .string(finding.expected)
      json["happened"] = .string(finding.happened.text)
      json["reproduce"] = .string(result.reproduce)
    }
    json["milliseconds"] = .integer(result.milliseconds)
    return json.line
  }

  private func head(_ result: CheckResult) -> String {
    let plugin = result.plugin.isEmpty ? "" : ", \(result.plugin)"
    return "\(result.outcome.word) \(result.check) (level \(result.level)\(plugin))"
  }

  private func sum(_ verdict: ConformanceVerdict, milliseconds: Int) throws(UserError) {
    guard !studio.manner.isJSON else {
      var json = JSONObject(event: "summary")
      json["plugin"] = .string(options.plugin.reference.text)
      json["verdict"] = .string(verdict.words)
      json["level"] = .integer(verdict.reachedLevel)
      for word in ConformanceVerdict.outcomes { json[word] = .integer(verdict.count(word)) }
      json["seed"] = .string(String(options.seed))
      json["milliseconds"] = .integer(milliseconds)
      return try Console.result(json.line)
    }
    guard !studio.manner.isQuiet || verdict.isFailure else { return }
    let counts = ConformanceVerdict.outcomes.filter { verdict.count($0) > 0 }
      .map { "\(verdict.count($0)) \($0)" }
    let tenths = milliseconds / 100
    try Console.result(
      "\(options.plugin.reference.text): \(verdict.words): \(counts.joined(separator: ", ")), "
        + "in \(tenths / 10).\(tenths % 10) s\n")
  }

  /// The checks, one on a line, or as a page.
  static func list(isMarkdown: Bool, _ manner: OutputManner) throws(UserError) {
    guard !isMarkdown else { return try Console.result(Suite.page) }
    for check in Suite.checks {
      if manner.isJSON {
        var json = JSONObject(event: "check")
        json["id"] = .string(check.id)
        json["level"] = .integer(check.level)
        json["purpose"] = .string(check.purpose)
        json["method"] = .string(check.method)
        try Console.result(json.line)
      } else {
        let blank = String(repeating: " ", count: max(1, 32 - check.id.count))
        try Console.result(
          "\(check.level < 10 ? " " : "")\(check.level)  \(check.id)\(blank)\(check.purpose)\n")
      }
    }
  }
}

extension ConformanceVerdict {
  /// The verdict in words.
  var words: String {
    guard isWhole else { return isFailure ? "something failed" : "nothing failed" }
    if reachedLevel >= Suite.compatible { return "compatible (level \(reachedLevel))" }
    if isFailure { return "not compatible (level \(reachedLevel))" }
    return "passes level \(reachedLevel)"
  }
}

extension ConformanceRecord {
  /// The test results of the plugin, as a sentence.
  var sentence: String {
    "level \(level), \(hasPassed ? "nothing failed" : "something failed"), on \(date) (suite \(suite))"
  }
}
