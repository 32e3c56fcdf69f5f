import CueAssembly
import CueAudio
import CueCasting
import CueModel
import CuePlugins
import CueSystem
import Glibc

/// `host voices`, `host devices`, `host tones`: what is available.
struct ListCommands {
  let studio: Studio

  /// The voices of plugins; if none is named, of all that can be found except those for tests.
  ///
  /// Voices that need a key that is missing come last; hidden ones are left out, unless the user asks for them.
  func voices(
    _ choices: [PluginChoice], language: String, showsHidden: Bool = false
  ) throws -> ExitStatus {
    let asked = studio.plugins.voicesByDefault
    let setups = try setups(choices, kind: .voice).filter { setup in
      !choices.isEmpty || !PluginDescription.isForTests(setup.file.id)
        || asked.contains { $0.isNamed(setup.file.id) }
    }
    var status = ExitStatus.done
    var closed: [(voice: VoiceDescription, plugin: PluginDescription)] = []
    for setup in setups {
      let client = VoiceClient(setup)
      defer { client.quit() }
      do {
        let plugin = try client.start()
        let isClosed = try lacksKey(client, plugin)
        for voice in try client.currentVoices() where voice.speaks(language) {
          if !showsHidden, studio.plugins.isHidden("\(plugin.id):\(voice.id)") { continue }
          if isClosed { closed.append((voice, plugin)) } else { try show(voice, of: plugin) }
        }
      } catch let failure as PluginFailure {
        let userError = UserError(failure)
        Console.say(userError.sentence, hint: userError.hint)
        status = userError.status
      }
    }
    for (voice, plugin) in closed { try show(voice, of: plugin, lacksKey: true) }
    return choices.isEmpty ? .done : status
  }

  /// Whether a service needs a key that the user has not given; a key that cannot be read is reported when the voice speaks.
  private func lacksKey(_ client: VoiceClient, _ plugin: PluginDescription) throws -> Bool {
    guard plugin.needsNetwork, !client.asksThisMachine else { return false }
    return try client.parameters().contains { parameter in
      guard parameter.isSecret else { return false }
      do throws(CredentialsError) {
        return try studio.plugins.credentials.secret(plugin: plugin.id, name: parameter.name) == nil
      } catch { return false }
    }
  }

  private func show(
    _ voice: VoiceDescription, of plugin: PluginDescription, lacksKey: Bool = false
  ) throws {
    let name = "\(plugin.id):\(voice.id)"
    guard studio.manner.isJSON else {
      var about = [
        voice.languages.joined(separator: " "), voice.gender?.rawValue ?? "", voice.name,
      ]
      if voice.rateHertz > 0 { about.append("\(voice.rateHertz) Hz") }
      if voice.quality > 0 { about.append("quality \(voice.quality) of 5") }
      if voice.isSlow { about.append("slow: for recordings") }
      if voice.isNovelty { about.append("does not sound like a person") }
      switch voice.determinism {
      case .none: about.append("another sound each time")
      case .bySeed: about.append("the same sound for the same seed")
      case .asPlugin, .always: break
      }
      about.append(voice.licence)
      if voice.isDefault { about.append("default") }
      about += voice.ownNames.map { "yours: \($0)" }
      if voice.isVariant { about.append("is added to another voice") }
      about.append(voice.summary)
      if lacksKey { about.append("needs a key") }
      try Console.result(
        ListCommands.padded(name, 28)
          + about.filter { !$0.isEmpty }.joined(separator: ", ") + "\n")
      return
    }
    var json = JSONObject(event: "voice")
    json["id"] = .string(name)
    json["name"] = .string(voice.name)
    json["languages"] = .strings(voice.languages)
    json["gender"] = .string(voice.gender?.rawValue ?? "")
    json["age"] = voice.age > 0 ? .integer(voice.age) : nil
    json["rate"] = voice.rateHertz > 0 ? .integer(voice.rateHertz) : nil
    json["default"] = .bool(voice.isDefault)
    json["variant"] = .bool(voice.isVariant)
    json["licence"] = .string(voice.licence.isEmpty ? plugin.licence : voice.licence)
    json["quality"] = voice.quality > 0 ? .integer(voice.quality) : nil
    if voice.isSlow { json["slow"] = .bool(true) }
    if voice.isNovelty { json["novelty"] = .bool(true) }
    json["determinism"] = voice.determinism.name.map { .string($0) }
    json["own_names"] = voice.ownNames.isEmpty ? nil : .strings(voice.ownNames)
    json["description"] = .string(voice.summary)
    json["needs_key"] = lacksKey ? .bool(true) : nil
    try Console.result(json.line)
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }

  /// Where sound can be heard and captured.
  ///
  /// The failure of a plugin that was named is an error; that of any other is only reported.
  func devices(_ choices: [PluginChoice]) throws -> ExitStatus {
    var status = ExitStatus.done
    for setup in try setups(choices, kind: .device) {
      let client = DeviceClient(setup)
      defer { client.close() }
      do {
        for device in try client.devices() { try show(device, of: client.name) }
      } catch let failure as PluginFailure {
        let userError = UserError(failure)
        studio.note(userError)
        status = userError.status
      }
    }
    return choices.isEmpty ? .done : status
  }

  private func show(_ device: DeviceDescription, of plugin: String) throws {
    let name = "\(plugin):\(device.id)"
    let type = device.isMonitor ? "monitor" : device.captures ? "microphone" : "output"
    guard studio.manner.isJSON else {
      var about = device.name
      if device.rateHertz > 0 { about += ", \(device.rateHertz) Hz" }
      if device.channels > 0 {
        about += device.channels == 1 ? ", 1 channel" : ", \(device.channels) channels"
      }
      if device.isDefault { about += " (default)" }
      try Console.result(
        ListCommands.padded(name, 40) + ListCommands.padded(type, 12) + about + "\n")
      return
    }
    var json = JSONObject(event: "device")
    json["id"] = .string(name)
    json["name"] = .string(device.name)
    json["type"] = .string(type)
    json["rate"] = device.rateHertz > 0 ? .integer(device.rateHertz) : nil
    json["channels"] = device.channels > 0 ? .integer(device.channels) : nil
    json["default"] = .bool(device.isDefault)
    try Console.result(json.line)
  }

  /// The level of a microphone, until it is cancelled or there is no more sound.
  func meter(_ choice: PluginChoice, _ cancellation: Cancellation) throws -> ExitStatus {
    let microphone = try studio.microphone(choice.reference.text, choice, raw: nil)
    defer { microphone.close() }
    var isShown = false
    let isAtTerminal = !studio.manner.isJSON && isatty(STDOUT_FILENO) == 1
    do {
      let format = try microphone.open(nil, latencyFrames: 0, cancellation: cancellation)
      var level = LevelMeter()
      var check = MicrophoneCheck(format)
      var frames = 0
      while let block = try microphone.read(
        atMost: LevelMeter.windowFrames, cancellation: cancellation)
      {
        frames = block.startFrame + block.sound.frameCount
        if level.take(block.sound) {
          let seconds = Double(frames) / Double(format.rateHertz)
          try show(level, seconds, of: microphone.name, isAtTerminal: isAtTerminal)
          isShown = true
        }
        for fault in check.take(block.sound) {
          if isAtTerminal, isShown { try Console.result("\n") }
          studio.note(fault, of: microphone.name)
        }
      }
    } catch let error as PluginFailure {
      throw UserError(microphone: error)
    }
    if isAtTerminal, isShown { try Console.result("\n") }
    return cancellation.isCancelled ? .interrupted : .done
  }

  private func show(
    _ level: LevelMeter, _ seconds: Double, of name: String, isAtTerminal: Bool
  ) throws {
    let peak = max(-99, level.peakDecibels)
    guard studio.manner.isJSON else {
      let (bar, rest) = Signs.arePlain ? ("#", ".") : ("█", "·")
      let line =
        "\(name)  " + String(repeating: bar, count: level.bars)
        + String(repeating: rest, count: LevelMeter.barCount - level.bars)
        + "  \(Int(peak.rounded())) dB"
      return try Console.result(
        isAtTerminal ? TerminalText(.wipeRow) + TerminalText(line) : TerminalText(line + "\n"))
    }
    var json = JSONObject(event: "level")
    json["id"] = .string(name)
    json["seconds"] = .number((seconds * 1000).rounded() / 1000)
    json["level"] = .number((level.level * 1000).rounded() / 1000)
    json["bars"] = .integer(level.bars)
    json["peak"] = .number((peak * 10).rounded() / 10)
    try Console.result(json.line)
  }

  /// Measures the delay from an output to a microphone, and keeps it.
  func calibrate(
    _ output: PluginChoice?, _ microphone: PluginChoice?, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    let output = output ?? studio.plugins.deviceByDefault
    let choice = microphone ?? studio.plugins.microphoneByDefault
    let device = DeviceClient(try studio.setup(output), device: output.reference.part)
    let heard: MicrophoneClient
    do throws(PluginSetupError) { heard = try studio.plugins.microphone(choice) } catch {
      throw UserError(error)
    }
    defer { heard.quit() }
    let measured: (measure: LoopMeasure, rateHertz: Int)
    do throws(CalibrationError) {
      measured = try LoopCalibrator(device, heard).run(cancellation)
    } catch {
      if case .cancelled = error { return .interrupted }
      throw UserError(error, microphone: heard.name, output: device.name)
    }
    let calibration = Calibration(
      microphone: choice.reference.text, output: output.reference.text,
      latencySeconds: Double(measured.measure.latencyFrames) / Double(measured.rateHertz),
      decaySeconds: measured.measure.decaySeconds, confidence: measured.measure.confidence)
    do throws(WholeFile.WriteError) {
      try Calibrations(studio.environment).keep(calibration)
    } catch {
      throw UserError("The measure cannot be kept: \(error.system.words).", .cannotCreate)
    }
    try show(calibration)
    return .done
  }

  private func show(_ calibration: Calibration) throws {
    func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }
    guard studio.manner.isJSON else {
      let decay =
        calibration.decaySeconds.map { "the room's decay (RT60) \(milliseconds($0)) ms" }
        ?? "the room's decay is lost in noise"
      return try Console.result(
        "\(calibration.output) to \(calibration.microphone): latency \(milliseconds(calibration.latencySeconds)) ms, "
          + "\(decay), confidence \(Int((calibration.confidence * 100).rounded())) %\n")
    }
    var json = JSONObject(event: "calibration")
    json["microphone"] = .string(calibration.microphone)
    json["output"] = .string(calibration.output)
    json["latency"] = .number(calibration.latencySeconds)
    json["decay"] = calibration.decaySeconds.map { .number($0) }
    json["confidence"] = .number(calibration.confidence)
    try Console.result(json.line)
  }

  /// The named plugins, or all of `kind`, each under its own id.
  private func setups(_ choices: [PluginChoice], kind: PluginKind) throws(UserError)
    -> [PluginSetup]
  {
    guard choices.isEmpty else {
      return try choices.map { (choice) throws(UserError) in try studio.setup(choice) }
    }
    do throws(ConfigurationError) { return try studio.plugins.setups(ofKind: kind) } catch {
      throw UserError(error)
    }
  }

  /// The tones of a delivery.
  func tones(showsEmoji: Bool) throws -> ExitStatus {
    for tone in Tone.allCases {
      let (profile, color) = (tone.preset, tone.color)
      if studio.manner.isJSON {
        var json = JSONObject(event: "tone")
        json["label"] = .string(tone.rawValue)
        json["emoji"] = .string(tone.emoji)
        json["rate"] = .number(profile.rate)
        json["pitch"] = .number(profile.pitch)
        json["volume"] = .number(profile.volume)
        json["pause"] = .integer(profile.pauseAfterMilliseconds)
        json["decibels"] = .number(color.decibels)
        json["pitch_range"] = .number(color.pitchRange)
        try Console.result(json.line)
      } else {
        try Console.result(
          (showsEmoji && !Signs.arePlain ? "\(tone.emoji) " : "")
            + ListCommands.padded(tone.rawValue, 14)
            + "rate \(profile.rate), pitch \(profile.pitch), volume \(profile.volume), "
            + "pause \(profile.pauseAfterMilliseconds) ms, level \(color.decibels > 0 ? "+" : "")\(color.decibels) dB, "
            + "range \(color.pitchRange)\n")
      }
    }
    return .done
  }
}
