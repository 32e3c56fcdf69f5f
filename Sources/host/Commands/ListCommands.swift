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
    guard studio.manner.isJSON else {
      return try Console.result(voice.row(of: plugin, lacksKey: lacksKey))
    }
    try Console.result(voice.json(of: plugin, lacksKey: lacksKey).line)
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
      if studio.manner.isJSON {
        try Console.result(tone.json.line)
      } else {
        try Console.result(tone.row(showsEmoji: showsEmoji))
      }
    }
    return .done
  }
}
