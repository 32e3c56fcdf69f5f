import CueABI
import CueModel

// The voices of the plugin, and what decides how they sound.
extension VoiceClient {
  /// All voices of the plugin, from the kept list if there is one; see ``VoiceLists``.
  ///
  /// Without a kept list, the plugin may ask a network.
  public func voices() throws(PluginFailure) -> [VoiceDescription] {
    guard let lists = client.setup.voiceLists else { return try currentVoices() }
    let key = try listKey()
    let changes = client.worker?.takeChanges(of: PluginClient.instance) ?? PluginChanges()
    if changes.flags & CUE_CHANGED_VOICES == 0, let kept = lists.voices(key) { return take(kept) }
    return try currentVoices()
  }

  /// All voices of the plugin, never from a kept list.
  ///
  /// The plugin may ask a network.
  public func currentVoices() throws(PluginFailure) -> [VoiceDescription] {
    let voices = try askedVoices()
    if let lists = client.setup.voiceLists, let key = try? listKey() { lists.keep(voices, key) }
    return take(voices)
  }

  /// The key of the kept list.
  private func listKey() throws(PluginFailure) -> VoiceListKey {
    let description = try start()
    let secrets = Set(client.parameters.filter(\.isSecret).map(\.name))
    let setup = client.setup
    return VoiceListKey(
      file: setup.file.path, plugin: description.id, version: description.version,
      engine: (try? soundFingerprint()) ?? "",
      settings: (setup.configured + setup.parameters + setup.preferences)
        .filter { !secrets.contains($0.name) },
      secret: client.secretMark, needsNetwork: description.needsNetwork)
  }

  /// Remembers the listed voices, with the user's own names for them.
  private func take(_ voices: [VoiceDescription]) -> [VoiceDescription] {
    var voices = voices
    for index in voices.indices {
      voices[index].ownNames = client.setup.voiceNames.filter { $1 == voices[index].id }.keys
        .sorted()
    }
    listed = voices
    voiceIDs = [:]
    return voices
  }

  /// Asks the plugin for its list.
  private func askedVoices() throws(PluginFailure) -> [VoiceDescription] {
    forgetEarly()
    hasAskedForVoices = true
    return try client.restarting { () throws(PluginFailure) in
      var voices: [VoiceDescription] = []
      try client.ask(
        CUE_MSG_VOICES, within: client.deadlines.list, while: .listingVoices,
        each: { message throws(Misbehaviour) in
          guard message.type == CUE_MSG_VOICE else { return }
          guard voices.count < 100_000 else { throw Misbehaviour(.endlessList) }
          voices.append(try VoiceDescription(message))
        })
      return voices
    }
  }

  /// Whether the pitch of `voice` can be changed, by what the plugin says of itself and of the voice; an empty one is
  /// the client's own voice.
  ///
  /// The plugin is started for it; a network is not asked.
  public func movesPitch(of asked: String = "") throws(PluginFailure) -> Bool {
    let description = try start()
    let traits = client.traits
    let reach = [CUE_TAG_PITCH_MINIMUM, CUE_TAG_PITCH_MAXIMUM].map {
      ((try? traits?.f64($0)) ?? nil) ?? 0
    }
    guard reach[0] != 0 || reach[1] != 0 else { return false }
    guard !description.needsNetwork else { return true }
    if keeping == nil {
      keeping = Set(try voices().filter(\.keepsPitch).map(\.id))
    }
    let voice = voiceID(asked.isEmpty ? voice : asked)
    return !(keeping ?? []).contains(String(voice.prefix { $0 != "+" }))
  }

  /// Whether the same request gives the same bytes in `voice`, by what the plugin says of the voice and of itself; an empty one
  /// is the client's own voice.
  ///
  /// Never ``VoiceDeterminism/asPlugin``. The plugin is started for it; a network is not asked.
  public func determinism(of asked: String = "") throws(PluginFailure) -> VoiceDeterminism {
    let description = try start()
    let ofPlugin: VoiceDeterminism = description.determinism == .none ? .none : .always
    if listed.isEmpty, !description.needsNetwork { _ = try voices() }
    let id = voiceID(asked.isEmpty ? voice : asked)
    let own =
      listed.first { id.isEmpty ? $0.isDefault : $0.id == id.prefix { $0 != "+" } }?.determinism
    return own.flatMap { $0 == .asPlugin ? nil : $0 } ?? ofPlugin
  }

  /// Whether the plugin whispers, or acts on tones and directions by itself.
  ///
  /// The plugin is started for it.
  public func playsWhispers() throws(PluginFailure) -> Bool {
    _ = try client.ready()
    return has(CUE_VOICE_WHISPER) || has(CUE_VOICE_TONES)
  }

  /// The id of the voice that the user calls `name`: by an own name, or by its name in the plugin's list, once that was read.
  func voiceID(_ name: String) -> String {
    guard !name.isEmpty else { return name }
    if let id = voiceIDs[name] { return id }
    let id =
      client.setup.voiceNames[name.lowercased()] ?? listed.voice(named: name)?.id ?? name
    voiceIDs[name] = id
    return id
  }

  /// Identifies engine, data and model of `voice`; an empty one is the client's own voice.
  public func soundFingerprint(voice asked: String = "") throws(PluginFailure) -> String {
    forgetEarly()
    let done = try client.restarting { () throws(PluginFailure) in
      try client.ask(
        CUE_MSG_FINGERPRINT, within: client.deadlines.answer, while: .namingVersion,
        { $0.text(CUE_TAG_VOICE, voiceID(asked.isEmpty ? voice : asked)) })
    }
    return (try? done.text(CUE_TAG_TEXT)) ?? ""
  }

  /// What decides how `voice` sounds, apart from the request; an empty one is the client's own voice.
  ///
  /// The plugin is started for it. Secret settings are not included.
  public func soundIdentity(voice asked: String = "") throws(PluginFailure) -> SoundIdentity {
    let description = try start()
    let secrets = Set(client.parameters.filter(\.isSecret).map(\.name))
    // A setting of the configuration counts only if it changes the sound: a region or a timeout makes no other clip.
    let heard = Set(client.parameters.filter(\.changesSound).map(\.name))
    let set = Dictionary(
      (client.setup.configured.filter { heard.contains($0.name) } + client.setup.parameters)
        .filter { !secrets.contains($0.name) }.map { ($0.name, $0.value) },
      uniquingKeysWith: { $1 })
    let determinism = try determinism(of: asked)
    var identity = SoundIdentity(
      plugin: description.id, fingerprint: try soundFingerprint(voice: asked),
      parameters: set.map { "\($0.key)=\($0.value)" }.sorted(),
      isReproducible: determinism != .none)
    identity.followsSeed = determinism == .bySeed
    return identity
  }
}
