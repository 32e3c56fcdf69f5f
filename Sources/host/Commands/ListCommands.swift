import CueCasting
import CueModel
import CueOptions
import CuePlugins
import CueSystem

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
          if !showsHidden, PluginVoices(studio.plugins).isHidden("\(plugin.id):\(voice.id)") {
            continue
          }
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

  /// The named plugins, or all of `kind`, each under its own id.
  func setups(_ choices: [PluginChoice], kind: PluginKind) throws(UserError)
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
