import CueModel
import CuePlugins
import CueSystem
import Glibc

/// `host doctor`: looks at the whole installation and says what to do.
struct Doctor {
  let studio: Studio

  /// What was found, and what to do about it.
  struct Finding: Equatable {
    enum Outcome: String {
      case ok, note, wrong
    }
    /// "worker", "folder", "plugin", "voice", "model", "sound", "keys", "cache", "sdk".
    var about: String
    var outcome: Outcome
    var sentence: String
    var hint = ""
  }

  /// Status 0 where nothing is wrong.
  func run() throws -> ExitStatus {
    var wrong = 0
    let tell = { (finding: Finding) throws in
      if finding.outcome == .wrong { wrong += 1 }
      try show(finding)
    }
    let worker = workerFinding()
    try tell(worker)
    for finding in folders() + keys() + [cache(), sdk()] { try tell(finding) }
    if worker.outcome != .wrong { for finding in try plugins(tell) { try tell(finding) } }
    if !studio.manner.isJSON, !studio.manner.isQuiet {
      try Console.result(
        wrong == 0 ? "Nothing is wrong.\n" : "Wrong: \(wrong). Each says what to do.\n")
    }
    return wrong == 0 ? .done : .answerIsNo
  }

  private func show(_ finding: Finding) throws {
    if studio.manner.isJSON {
      var json = JSONObject(event: "finding")
      json["about"] = .string(finding.about)
      json["outcome"] = .string(finding.outcome.rawValue)
      json["sentence"] = .string(finding.sentence)
      json["hint"] = finding.hint.isEmpty ? nil : .string(finding.hint)
      try Console.result(json.line)
      return
    }
    guard !studio.manner.isQuiet || finding.outcome == .wrong else { return }
    var text =
      ListCommands.padded(finding.outcome.rawValue, 7) + ListCommands.padded(finding.about, 8)
      + finding.sentence + "\n"
    if !finding.hint.isEmpty { text += "               " + finding.hint + "\n" }
    try Console.result(text)
  }

  // The installation.

  private func workerFinding() -> Finding {
    let path: String
    do throws(ConfigurationError) { path = try studio.environment.workerPath() } catch {
      let error = UserError(error)
      return Finding(about: "worker", outcome: .wrong, sentence: error.sentence, hint: error.hint)
    }
    let expected =
      "cue-worker, plugin interface \(PluginInterface.version), "
      + "protocol \(PluginInterface.protocolVersion)"
    guard let said = ShortRun.output(of: [path, "--version"], within: 5000) else {
      return Finding(
        about: "worker", outcome: .wrong, sentence: "\(path) does not run.",
        hint: "Install the whole of Cue again, or take CUE_WORKER out of the environment.")
    }
    let version = said.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    guard version == expected else {
      return Finding(
        about: "worker", outcome: .wrong,
        sentence: "\(path) says “\(version)”; this host needs “\(expected)”.",
        hint: "Host and worker are of different versions: install the whole of Cue again.")
    }
    return Finding(about: "worker", outcome: .ok, sentence: "\(path) runs.")
  }

  private func folders() -> [Finding] {
    let named = (studio.environment.variable("CUE_PLUGIN_PATH") ?? "").split(separator: ":")
      .map(String.init)
    var seen: Set<String> = []
    return studio.environment.search.folders.compactMap { folder in
      guard seen.insert(folder).inserted else { return nil }
      let isNamed = named.contains(folder)
      var status = stat()
      guard unsafe stat(folder, &status) == 0 else {
        return isNamed
          ? Finding(
            about: "folder", outcome: .wrong,
            sentence: "CUE_PLUGIN_PATH names \(folder), which is not there.",
            hint: "Make it, or take it out of CUE_PLUGIN_PATH.") : nil
      }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        return Finding(
          about: "folder", outcome: .wrong, sentence: "\(folder) is no folder.",
          hint: isNamed ? "CUE_PLUGIN_PATH takes folders; a plugin is named by --voice=PATH." : "")
      }
      if let finding = Doctor.writableByOthers(folder, status) { return finding }
      guard !isNamed || folder.hasPrefix("/") else {
        return Finding(
          about: "folder", outcome: .note,
          sentence: "CUE_PLUGIN_PATH names \(folder), which is another one in every folder.",
          hint: "Begin it with a slash.")
      }
      return Finding(about: "folder", outcome: .ok, sentence: "\(folder) is looked into.")
    }
  }

  /// Whoever may write there decides what runs here.
  private static func writableByOthers(_ path: String, _ status: stat) -> Finding? {
    if status.st_mode & 0o002 != 0 {
      return Finding(
        about: "folder", outcome: .wrong,
        sentence: "Anybody can write \(path), and so run code here.",
        hint: "chmod o-w \(path)")
    }
    if status.st_uid != 0, status.st_uid != getuid() {
      return Finding(
        about: "folder", outcome: .note,
        sentence: "\(path) belongs to another user, who decides what runs here.")
    }
    return nil
  }

  private func keys() -> [Finding] {
    let path = studio.plugins.credentials.path
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      return [Finding(about: "keys", outcome: .ok, sentence: "No keys are kept.")]
    }
    var findings: [Finding] = []
    if status.st_mode & 0o077 != 0 {
      findings.append(
        Finding(
          about: "keys", outcome: .wrong,
          sentence: "Others can read \(path), which holds your keys.",
          hint: "chmod 600 \(path)"))
    }
    if status.st_uid != getuid() {
      findings.append(
        Finding(
          about: "keys", outcome: .wrong, sentence: "\(path) belongs to another user.",
          hint: "Move it away, and store your keys anew: '\(Program.name) credentials set PLUGIN'.")
      )
    }
    let folder = studio.environment.configurationFolder
    if unsafe stat(folder, &status) == 0, status.st_mode & 0o022 != 0 {
      findings.append(
        Finding(
          about: "keys", outcome: .wrong,
          sentence: "Others can write \(folder), where your keys are.",
          hint: "chmod go-w \(folder)"))
    }
    return findings.isEmpty
      ? [Finding(about: "keys", outcome: .ok, sentence: "\(path) is yours alone.")] : findings
  }

  private func cache() -> Finding {
    guard let folder = studio.environment.cacheFolder else {
      return Finding(
        about: "cache", outcome: .note, sentence: "There is no cache: HOME is not set.",
        hint: "Plugins are asked at every start what they offer; XDG_CACHE_HOME names a folder.")
    }
    // The deepest part of it that is there decides.
    var place = folder
    while unsafe access(place, F_OK) != 0, let slash = place.lastIndex(of: "/"),
      slash != place.startIndex
    {
      place = String(place[..<slash])
    }
    guard unsafe access(place, W_OK | X_OK) == 0 else {
      return Finding(
        about: "cache", outcome: .wrong, sentence: "\(place) cannot be written.",
        hint:
          "Plugins are asked at every start what they offer; make it writable: chmod u+wx \(place)")
    }
    return Finding(about: "cache", outcome: .ok, sentence: "\(folder) can be written.")
  }

  private func sdk() -> Finding {
    do throws(UserError) {
      return Finding(
        about: "sdk", outcome: .ok, sentence: "\(try studio.sdkFolder()) is there.")
    } catch {
      return Finding(about: "sdk", outcome: .note, sentence: error.sentence, hint: error.hint)
    }
  }

  // Plugins.

  private func plugins(_ tell: (Finding) throws -> Void) throws -> [Finding] {
    let files = studio.environment.search.allFiles()
    guard !files.isEmpty else {
      return [
        Finding(
          about: "plugin", outcome: .wrong, sentence: "There are no plugins.",
          hint: "Install the whole of Cue, or name a folder of plugins in CUE_PLUGIN_PATH.")
      ]
    }
    let settings = try studio.workerSettings()
    var kinds: Set<PluginKind> = []
    for (file, record) in zip(files, studio.registry.records(of: files, settings)) {
      var status = stat()
      if unsafe stat(record.path, &status) == 0, status.st_mode & 0o002 != 0 {
        try tell(
          Finding(
            about: "plugin", outcome: .wrong,
            sentence: "Anybody can write \(record.path), and so run code here.",
            hint: "chmod o-w \(record.path)"))
      }
      if let failure = record.failure(file.name) {
        try tell(DoctorAdvice.finding(of: record, failure))
        continue
      }
      for plugin in record.plugins {
        kinds.insert(plugin.kind)
        try tell(examine(plugin, file, settings))
      }
    }
    var findings: [Finding] = []
    if !kinds.contains(.voice) {
      findings.append(
        Finding(
          about: "voice", outcome: .wrong, sentence: "There is no voice that can be used.",
          hint: "Install the plugins flite or espeak."))
    }
    if !kinds.contains(.device) {
      findings.append(
        Finding(
          about: "sound", outcome: .note,
          sentence: "There is no sound device plugin, so sound goes to files only.",
          hint: "Install libpulse-dev and build Cue again."))
    }
    return findings
  }

  /// Puts a plugin to work.
  private func examine(
    _ plugin: PluginDescription, _ file: PluginFile, _ settings: WorkerSettings
  ) -> Finding {
    let setup = studio.plugins.setup(of: plugin, in: file, settings)
    let credentials = studio.plugins.credentials
    do {
      let parameters = try PluginInspection.parameters(of: setup, kind: plugin.kind)
      // Without a network a key opens nothing.
      for secret in parameters where secret.isSecret && plugin.needsNetwork {
        guard try credentials.secret(plugin: plugin.id, name: secret.name) == nil else { continue }
        return Finding(
          about: "keys", outcome: .note, sentence: "\(plugin.id) has no key, so it is not used.",
          hint: "'\(Program.name) credentials set \(plugin.id)' stores one.")
      }
      switch plugin.kind {
      case .voice where !plugin.needsNetwork: return try Doctor.speak(plugin, setup)
      case .device: return try Doctor.hear(plugin, setup)
      default:
        return Finding(
          about: plugin.kind == .recognizer ? "model" : "plugin", outcome: .ok,
          sentence: "\(plugin.id) loads, with all that it needs.")
      }
    } catch let failure as PluginFailure {
      return DoctorAdvice.finding(of: plugin, failure)
    } catch let error as CredentialsError {
      let userError = UserError(error)
      return Finding(
        about: "keys", outcome: .wrong, sentence: userError.sentence, hint: userError.hint)
    } catch {
      return Finding(about: "plugin", outcome: .wrong, sentence: "\(plugin.id): \(error)")
    }
  }

  private static func speak(_ plugin: PluginDescription, _ setup: PluginSetup) throws -> Finding {
    let client = VoiceClient(setup)
    defer { client.quit() }
    var byteCount = 0
    _ = try client.speak(SpeechRequest(text: "One, two."), cancellation: Cancellation()) { event in
      if case .sound(let sound) = event { byteCount += sound.bytes.count }
    }
    guard byteCount > 0 else {
      return Finding(
        about: "voice", outcome: .wrong,
        sentence: "\(plugin.id) said “One, two.” without any sound.",
        hint: "'\(Program.name) conform \(setup.file.path)' says what is wrong with it.")
    }
    return Finding(about: "voice", outcome: .ok, sentence: "\(plugin.id) speaks.")
  }

  private static func hear(_ plugin: PluginDescription, _ setup: PluginSetup) throws -> Finding {
    let client = DeviceClient(setup)
    defer { client.close() }
    let devices = try client.devices()
    guard !devices.isEmpty else {
      return Finding(
        about: "sound", outcome: .note,
        sentence: "\(plugin.id) knows no place where sound is heard.",
        hint: "Sound can be written to files: -o out.wav.")
    }
    return Finding(
      about: "sound", outcome: .ok,
      sentence: "\(plugin.id) is heard at " + devices.map(\.name).joined(separator: ", ") + ".")
  }
}
