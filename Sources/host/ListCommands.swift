import CueModel
import CuePlugins

/// `host voices`, `host plugins`, `host devices`, `host tones`: what there is.
struct ListCommands {
  let studio: Studio

  /// The voices of plugins; of all that can be found where none is named.
  func voices(_ choices: [PluginChoice], language: String) throws -> ExitStatus {
    let setups = try setups(choices, kind: "voice")
    var status = ExitStatus.done
    for setup in setups {
      let client = VoiceClient(setup)
      defer { client.quit() }
      do {
        let plugin = try client.start()
        for voice in try client.voices() where ListCommands.speaks(voice, language) {
          try show(voice, of: plugin)
        }
      } catch let failure as PluginFailure {
        let complaint = Studio.complaint(failure)
        Console.say(complaint.sentence, hint: complaint.hint)
        status = complaint.status
      }
    }
    return choices.isEmpty ? .done : status
  }

  private static func speaks(_ voice: VoiceDescription, _ language: String) -> Bool {
    guard !language.isEmpty else { return true }
    let wanted = language.lowercased().prefix(2)
    return voice.languages.contains { $0.lowercased().hasPrefix(wanted) }
  }

  private func show(_ voice: VoiceDescription, of plugin: PluginDescription) throws {
    let name = "\(plugin.id):\(voice.id)"
    guard studio.manner.isJSON else {
      var about = [voice.languages.joined(separator: " "), voice.gender, voice.name]
      if voice.rateHertz > 0 { about.append("\(voice.rateHertz) Hz") }
      if voice.isDefault { about.append("default") }
      if voice.isVariant { about.append("goes behind another voice") }
      about.append(voice.summary)
      try Console.result(
        ListCommands.padded(name, 28)
          + about.filter { !$0.isEmpty }.joined(separator: ", ") + "\n")
      return
    }
    var json = JSONLine(event: "voice")
    json["id"] = .string(name)
    json["name"] = .string(voice.name)
    json["languages"] = .strings(voice.languages)
    json["gender"] = .string(voice.gender)
    json["age"] = voice.age > 0 ? .integer(voice.age) : nil
    json["rate"] = voice.rateHertz > 0 ? .integer(voice.rateHertz) : nil
    json["default"] = .bool(voice.isDefault)
    json["variant"] = .bool(voice.isVariant)
    json["licence"] = .string(voice.licence.isEmpty ? plugin.licence : voice.licence)
    json["description"] = .string(voice.summary)
    try Console.result(json.line)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }

  /// The files and what they offer; with names, also what may be set.
  func plugins(_ names: [String]) throws -> ExitStatus {
    let settings = try studio.workerSettings()
    var status = ExitStatus.done
    var files: [PluginFile] = []
    for name in names {
      files.append(try studio.setup(PluginChoice(reference: PluginReference(name))).file)
    }
    if names.isEmpty { files = studio.surroundings.search.allFiles() }
    for file in files {
      do {
        for plugin in try PluginProbe.descriptions(of: file, settings) {
          try show(plugin, file)
          if !names.isEmpty { try showParameters(plugin, file, settings) }
        }
      } catch let failure as PluginFailure {
        let complaint = Studio.complaint(failure)
        if studio.manner.isJSON {
          var json = JSONLine(event: "unusable")
          json["path"] = .string(file.path)
          json["because"] = .string(complaint.sentence)
          try Console.result(json.line)
        } else {
          Console.say(complaint.sentence)
        }
        if !names.isEmpty { status = complaint.status }
      }
    }
    if files.isEmpty {
      Console.say(
        "There are no plugins in "
          + studio.surroundings.search.folders.joined(separator: ", ") + ".",
        hint: "Name a folder of plugins in CUE_PLUGIN_PATH.")
      return .answerIsNo
    }
    return status
  }

  private func show(_ plugin: PluginDescription, _ file: PluginFile) throws {
    let determinism = ["none", "fresh-state", "always"]
    guard studio.manner.isJSON else {
      try Console.result(
        ListCommands.padded(plugin.id, 14) + ListCommands.padded(plugin.kind, 12)
          + "\(plugin.name) \(plugin.version), \(plugin.licence): \(plugin.summary)\n"
          + "              \(file.path)\n")
      return
    }
    var json = JSONLine(event: "plugin")
    json["id"] = .string(plugin.id)
    json["kind"] = .string(plugin.kind)
    json["name"] = .string(plugin.name)
    json["version"] = .string(plugin.version)
    json["licence"] = .string(plugin.licence)
    json["gpl"] = .bool(plugin.linksGPL)
    json["network"] = .bool(plugin.needsNetwork)
    json["determinism"] = .string(
      determinism.indices.contains(plugin.determinism) ? determinism[plugin.determinism] : "none")
    json["forked"] = .bool(plugin.isForked)
    json["abi"] = .string(plugin.abi)
    json["description"] = .string(plugin.summary)
    json["path"] = .string(file.path)
    try Console.result(json.line)
  }

  private func showParameters(
    _ plugin: PluginDescription, _ file: PluginFile, _ settings: WorkerSettings
  ) throws(PluginFailure) {
    let own = PluginFile(
      path: file.path, name: file.name, isProgram: file.isProgram, id: plugin.id)
    let setup = PluginSetup(file: own, worker: settings)
    let parameters: [ParameterDescription]
    switch plugin.kind {
    case "voice":
      let client = VoiceClient(setup)
      defer { client.quit() }
      parameters = try client.parameters()
    case "recognizer":
      let client = RecognizerClient(setup)
      defer { client.quit() }
      parameters = try client.parameters()
    case "dsp":
      let client = EffectClient(setup)
      defer { client.quit() }
      parameters = try client.descriptions()
    default: return
    }
    for parameter in parameters {
      var range = parameter.range.map { "\(short($0.lowerBound))…\(short($0.upperBound))" } ?? ""
      if !parameter.choices.isEmpty { range = parameter.choices.joined(separator: "|") }
      if parameter.type == "switch" { range = "on|off" }
      if parameter.isSecret { range = "a secret: 'host credentials set \(plugin.id)'" }
      let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
      let initial = parameter.initial.isEmpty ? "" : " (\(parameter.initial))"
      try? Console.result(
        "              --set "
          + ListCommands.padded("\(parameter.name)=\(range)\(unit)\(initial)", 34)
          + parameter.summary + "\n")
    }
  }

  private func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  /// Where sound can be heard.
  func devices(_ choices: [PluginChoice]) throws -> ExitStatus {
    for setup in try setups(choices, kind: "device") {
      let client = DeviceClient(setup)
      defer { client.close() }
      do {
        for device in try client.devices() {
          var json = JSONLine(event: "device")
          json["id"] = .string("\(client.name):\(device.id)")
          json["name"] = .string(device.name)
          json["default"] = .bool(device.isDefault)
          try Console.result(
            studio.manner.isJSON
              ? json.line
              : ListCommands.padded("\(client.name):\(device.id)", 40) + device.name
                + (device.isDefault ? " (default)" : "") + "\n")
        }
      } catch let failure as PluginFailure { studio.note(Studio.complaint(failure)) }
    }
    return .done
  }

  /// The named plugins, or all of `kind`, each under its own id.
  private func setups(_ choices: [PluginChoice], kind: String) throws(Complaint) -> [PluginSetup] {
    var setups: [PluginSetup] = []
    for choice in choices { setups.append(try studio.setup(choice)) }
    guard choices.isEmpty else { return setups }
    let settings = try studio.workerSettings()
    for file in studio.surroundings.search.allFiles() {
      for plugin in (try? PluginProbe.descriptions(of: file, settings)) ?? []
      where plugin.kind == kind {
        let named = PluginFile(
          path: file.path, name: plugin.id, isProgram: file.isProgram, id: plugin.id)
        var setup = PluginSetup(file: named, worker: settings)
        let credentials = studio.credentials
        setup.secret = { (id, name) throws(PluginFailure) in
          try? credentials.secret(plugin: id, name: name)
        }
        setups.append(setup)
      }
    }
    return setups
  }

  /// The tones of a delivery.
  func tones(showsEmoji: Bool) throws -> ExitStatus {
    for tone in Tone.allCases {
      let profile = tone.preset
      if studio.manner.isJSON {
        var json = JSONLine(event: "tone")
        json["label"] = .string(tone.rawValue)
        json["emoji"] = .string(tone.emoji)
        json["rate"] = .number(profile.rate)
        json["pitch"] = .number(profile.pitch)
        json["volume"] = .number(profile.volume)
        json["pause"] = .integer(profile.pauseAfterMilliseconds)
        try Console.result(json.line)
      } else {
        try Console.result(
          (showsEmoji ? "\(tone.emoji) " : "") + ListCommands.padded(tone.rawValue, 14)
            + "rate \(profile.rate), pitch \(profile.pitch), volume \(profile.volume), "
            + "pause \(profile.pauseAfterMilliseconds) ms\n")
      }
    }
    return .done
  }
}
