import CueModel
import CueSystem

/// Finds plugins, sets them up with their parameters and keys, and knows the defaults.
///
/// A value that any thread may use; the clients it makes belong to one thread each.
public struct PluginHost: Sendable {
  /// The user's folders, variables and configuration.
  public let environment: UserEnvironment
  /// Where plugins' keys come from.
  public let credentials: Credentials
  /// What is known of plugin files.
  public let registry: PluginRegistry
  /// Whether what plugins print to standard error is shown.
  public var showsPluginOutput = false
  /// Whether no plugin that needs a network is started, whatever cue.conf says; see ``isLocalOnly()``.
  public var staysLocal = false
  /// Whether plugins have all rights of the user, whatever cue.conf says; see ``PluginWall``.
  public var isUnconfined = false
  /// What the user gives plugins for this run, beyond what they declare.
  public var allowed: [AllowedNeed] = []
  /// Asks the user whether a plugin gets what it declares; nil if nobody can be asked.
  public var consent: @Sendable (ConsentRequest) -> ConsentAnswer? = { _ in nil }
  /// Whether plugins may take long, as in a recording: they get the deadlines of ``Deadlines/recording``.
  public var isUnhurried = false
  /// The program's words for reasons that Cue does not word itself.
  public var reasons = PluginReasons()
  private let note: @Sendable (PluginNote) -> Void
  private let reported = ReportedNotes()

  /// The plugins of the user of `environment`.
  ///
  /// - Parameters:
  ///   - environment: the user's folders, variables and configuration
  ///   - keyDescriptors: descriptors that keys are read from, by plugin id; "" is for every plugin
  ///   - note: takes what is worth reporting; any thread may call it
  public init(
    _ environment: UserEnvironment, keyDescriptors: [String: Int32] = [:],
    note: @escaping @Sendable (PluginNote) -> Void = { _ in }
  ) {
    self.environment = environment
    self.note = note
    credentials = Credentials(environment, descriptors: keyDescriptors)
    registry = PluginRegistry(path: environment.cacheFolder.map { $0 + "/registry" })
  }

  /// How workers are started.
  public func workerSettings() throws(ConfigurationError) -> WorkerSettings {
    var settings = WorkerSettings(workerPath: try environment.workerPath())
    settings.showsPluginOutput = showsPluginOutput
    if isUnhurried { settings.deadlines = .recording }
    settings.wall = try wall()
    let (registry, quiet, note, reported) = (registry, settings, note, reported)
    settings.leftOut = { plugin, what in
      if reported.isNew(plugin, what) { note(.leftOut(plugin: plugin, what)) }
    }
    settings.stateTrouble = { plugin, trouble in note(.state(plugin: plugin, trouble)) }
    settings.gaveUp = { file, failure in
      registry.quarantine(file, because: failure, quiet)
    }
    settings.log = { plugin, level, line in
      note(.log(plugin: plugin, level: PluginLogLevel(rawValue: level) ?? .debug, line: line))
    }
    return settings
  }

  /// What confines plugins.
  ///
  /// - Returns: the walls; none if ``isUnconfined``, or with `sandbox = off` in cue.conf
  /// - Throws: ``ConfigurationError``
  public func wall() throws(ConfigurationError) -> PluginWall {
    var wall = PluginWall(environment, say: reasons.unconfinable)
    let isSwitchedOff = try environment.preference(.sandbox) == "off"
    wall.isOff = isUnconfined || isSwitchedOff
    wall.allowed = allowed
    return wall
  }

  /// Asks the user about what a plugin declares beyond its places, if it was not asked before.
  ///
  /// A plugin that does not get what it declares is reported, once.
  private func askAbout(
    _ file: PluginFile, _ wall: PluginWall
  ) throws(PluginSetupError) {
    guard !wall.isOff else { return }
    do throws(WallFault) {
      var plan = try wall.plan(for: file)
      if let request = plan.request, plan.answer == nil, let answer = consent(request) {
        try wall.record(answer, to: request)
        plan.answer = answer
      }
      let withheld = plan.withheld
      if !withheld.isEmpty, reported.isNewlyConfined(file.name) {
        note(.confined(plugin: file.name, withheld))
      }
    } catch {
      throw .plugin(
        PluginFailure(
          plugin: file.name, activity: .starting, kind: .unusable,
          reason: .said(reasons.unconfinable(error))))
    }
  }

  /// Whether no network may be used: ``staysLocal``, or `local-only = on` in cue.conf.
  ///
  /// If so, a plugin that declares that it needs a network is not started. Plugins that declare nothing, and files that were not
  /// loaded before, never have access to a network.
  public func isLocalOnly() throws(ConfigurationError) -> Bool {
    if staysLocal { return true }
    return try environment.isOn(.localOnly)
  }

  private func settings() throws(PluginSetupError) -> WorkerSettings {
    do throws(ConfigurationError) { return try workerSettings() } catch {
      throw .configuration(error)
    }
  }

  /// The file of a plugin.
  ///
  /// - Parameters:
  ///   - reference: names the plugin
  ///   - rescans: whether files that are known to be harmful are tried once more
  /// - Returns: the first file that offers it
  /// - Throws: ``PluginSetupError`` if there is none that can be used
  public func file(
    _ reference: PluginReference, rescans: Bool = false
  ) throws(PluginSetupError) -> PluginFile {
    if rescans, !reference.isPath {
      registry.forget(
        environment.search.allFiles().filter {
          PluginSearch.stem(of: $0.path) == reference.plugin
        })
    }
    let settings = try settings()
    do throws(PluginFailure) {
      return try environment.search.file(for: reference, registry, settings)
    } catch { throw .plugin(error) }
  }

  /// The plugin of `choice`, set up.
  ///
  /// - Throws: ``PluginSetupError``, also if it needs a network and ``isLocalOnly()``
  public func setup(_ choice: PluginChoice) throws(PluginSetupError) -> PluginSetup {
    var setup = PluginSetup(file: try file(choice.reference), worker: try settings())
    try askAbout(setup.file, setup.worker.wall)
    let meant = plugins(meantBy: setup.file, setup.worker)
    let isLocalOnly: Bool
    do throws(ConfigurationError) { isLocalOnly = try self.isLocalOnly() } catch {
      throw .configuration(error)
    }
    if isLocalOnly, meant.contains(where: \.needsNetwork) {
      throw .needsNetwork(plugin: setup.file.name)
    }
    setup.grantNetwork(asDeclaredBy: meant, isLocalOnly: isLocalOnly)
    setup.parameters = choice.settings.map { ($0.name, $0.value) }
    do throws(ConfigurationError) { try configure(&setup) } catch { throw .configuration(error) }
    setup.handOver(part: choice.reference.part, in: environment)
    let (host, path) = (self, setup.file.path)
    setup.secret = { (id, name) throws(PluginFailure) in
      do throws(CredentialsError) {
        return try host.credentials.secret(plugin: id, name: name) {
          host.isHolder(path, ofKeysOf: $0)
        }
      } catch {
        throw PluginFailure(
          plugin: id, activity: .takingKey, kind: .refused(status: .unstated),
          reason: .said(host.reasons.keyUnavailable(error)))
      }
    }
    return setup
  }

  /// The descriptions of the plugins that `file` may mean: all in the file if it was named by its path, else the one with its id.
  private func plugins(meantBy file: PluginFile, _ settings: WorkerSettings) -> [PluginDescription]
  {
    registry.records(of: [file], settings).flatMap(\.plugins)
      .filter { file.id.isEmpty || $0.id == file.id }
  }

  /// All plugins of `kind` that can be used, each under its own id; a key that cannot be read is left out.
  ///
  /// Those that need a network are left out if ``isLocalOnly()``.
  public func setups(ofKind kind: PluginKind) throws(ConfigurationError) -> [PluginSetup] {
    let settings = try workerSettings()
    let isLocalOnly = try self.isLocalOnly()
    let files = environment.search.allFiles()
    return zip(files, registry.records(of: files, settings)).filter { $1.state == .ok }
      .flatMap { file, record in
        record.plugins
          .filter { $0.kind == kind && !(isLocalOnly && $0.needsNetwork) }
          .map { setup(of: $0, in: file, settings) }
      }
  }

  /// The kinds of the plugins in the file of `reference`; empty if the file is missing or cannot be loaded.
  public func kinds(of reference: PluginReference) -> Set<PluginKind> {
    guard let file = try? file(reference), let settings = try? workerSettings() else { return [] }
    return Set(registry.records(of: [file], settings).flatMap(\.plugins).map(\.kind))
  }

  // MARK: Recognizers

  /// `choice` for a recognizer: if it names a plugin of another kind, the recognizer of the same file is meant,
  /// as `sherpa` means `sherpa-recognizer`.
  public func recognizer(_ choice: PluginChoice) -> PluginChoice {
    let reference = choice.reference
    guard !reference.isPath, reference.plugin != PluginHost.usualRecognizer,
      let file = try? file(reference), let settings = try? workerSettings()
    else { return choice }
    let plugins = registry.records(of: [file], settings).flatMap(\.plugins)
    guard !plugins.contains(where: { $0.id == reference.plugin && $0.kind == .recognizer }),
      let meant = plugins.first(where: { $0.kind == .recognizer })
    else { return choice }
    let part = reference.part.isEmpty ? "" : ":" + reference.part
    return PluginChoice(reference: PluginReference(meant.id + part), settings: choice.settings)
  }

  /// The recognizers that can hear any text, the best first, if the user has set none.
  ///
  /// First those with neural models, then others in the order of their names, and ``usualRecognizer`` last, which is best if a
  /// line is expected. None that needs a network, and none that is for tests. One without a model fails when it is asked.
  public var recognizersForAnything: [PluginChoice] {
    if environment.variable("CUE_RECOGNIZER") != nil || kept(.recognizer) != nil {
      return [recognizerByDefault]
    }
    let ids = ((try? setups(ofKind: .recognizer)) ?? []).filter { setup in
      !needsNetwork(setup) && setup.file.id != PluginHost.recognizerForTests
    }.map(\.file.id)
    let all = Set(ids + [PluginHost.usualRecognizer]).sorted()
    func rank(_ id: String) -> Int {
      if let rank = PluginHost.neuralRecognizers.firstIndex(of: id) { return rank }
      let count = PluginHost.neuralRecognizers.count
      return id == PluginHost.usualRecognizer ? count + 1 : count
    }
    return all.sorted { (rank($0), $0) < (rank($1), $1) }.map(choice)
  }

  private static let neuralRecognizers = ["whisper", "sherpa-recognizer"]
  private static let recognizerForTests = "mock-ear"

  private func needsNetwork(_ setup: PluginSetup) -> Bool {
    registry.records(of: [setup.file], setup.worker).flatMap(\.plugins).contains {
      $0.id == setup.file.id && $0.needsNetwork
    }
  }

  /// Identifies the recognizer of `setup` and all that decides what it hears; nil if its file is not known to have one.
  public func identity(ofRecognizer setup: PluginSetup) -> String? {
    let plugins = registry.records(of: [setup.file], setup.worker).flatMap(\.plugins)
      .filter { $0.kind == .recognizer }
    guard let plugin = plugins.first(where: { $0.id == setup.file.id }) ?? plugins.first else {
      return nil
    }
    let settings = (setup.configured + setup.parameters + setup.preferences).map { "\($0)=\($1)" }
    return ([plugin.id, plugin.version] + settings).joined(separator: " ")
  }

  /// `plugin`, which `file` is known to offer, under its own id; a key that cannot be read is left out.
  public func setup(
    of plugin: PluginDescription, in file: PluginFile, _ settings: WorkerSettings
  ) -> PluginSetup {
    var setup = PluginSetup(
      file: PluginFile(
        path: file.path, name: plugin.id, isProgram: file.isProgram, id: plugin.id),
      worker: settings)
    setup.grantNetwork(
      asDeclaredBy: [plugin], isLocalOnly: (try? isLocalOnly()) ?? true)
    try? configure(&setup)
    setup.handOver(part: "", in: environment)
    let host = self
    setup.secret = { (id, name) throws(PluginFailure) in
      try? host.credentials.secret(plugin: id, name: name) {
        host.isHolder(file.path, ofKeysOf: $0)
      }
    }
    return setup
  }

  /// Whether the plugin in the file `path` gets the keys of the plugin `id`.
  ///
  /// It does if it is the first file that offers this plugin, or if no file in the folders of plugins offers it. The keys of Cue's
  /// own plugins are for the files that came with Cue.
  private func isHolder(_ path: String, ofKeysOf id: String) -> Bool {
    var isHolder = environment.owns(id, path)
    if ShippedPlugins.owner(ofPlugin: id) == nil, let first = try? file(PluginReference(id)) {
      isHolder = SystemPath.absolute(first.path) == SystemPath.absolute(path)
    }
    if !isHolder, reported.isNewlyForeign(path) { note(.foreign(plugin: id, path: path)) }
    return isHolder
  }

  /// Adds the plugin's settings from cue.conf, and those that the user gives for this run.
  ///
  /// Every setup is made here, so settings reach a plugin whatever names it.
  private func configure(_ setup: inout PluginSetup) throws(ConfigurationError) {
    let file = setup.file
    let id = file.id.isEmpty ? PluginSearch.stem(of: file.path) : file.id
    let kept = try environment.configuration(ofPlugin: id)
    if environment.owns(id, file.path) {
      (setup.configured, setup.voiceNames) = kept
      setup.states = PluginStates(folder: environment.dataFolder + "/states")
    } else if !kept.parameters.isEmpty, reported.isNewlyForeign(file.path) {
      note(.foreign(plugin: id, path: file.path))
    }
    setup.take(environment.given.settings(ofPlugin: id))
    setup.voiceLists = environment.cacheFolder.map {
      VoiceLists(folder: $0 + "/voices", modelFolders: environment.modelFolders)
    }
    // Settings of a voice also apply to the recognizer that is named after it, if it has them: above all an address.
    if let voice = PluginSearch.voice(beside: id), environment.owns(voice, file.path) {
      setup.preferences += try environment.configuration(ofPlugin: voice).parameters
      setup.preferences += environment.given.settings(ofPlugin: voice)
        .map { ($0.setting.name, $0.setting.value) }
    }
  }

  /// The effects of a chain, each in its own worker, started so that a wrong setting is reported at once.
  ///
  /// - Parameters:
  ///   - choices: the effects in the order in which sound passes them
  ///   - blockFrames: the most frames that will be handed over at once
  /// - Returns: the effects, in that order
  /// - Throws: ``PluginSetupError`` for the first that cannot be used
  public func effects(
    _ choices: [PluginChoice], blockFrames: Int
  ) throws(PluginSetupError) -> [EffectClient] {
    var effects: [EffectClient] = []
    do throws(PluginSetupError) {
      for choice in choices {
        let effect = EffectClient(try setup(choice.asEffect), blockFrames: blockFrames)
        effects.append(effect)
        do throws(PluginFailure) { try effect.start() } catch { throw .effect(error) }
      }
    } catch {
      for effect in effects { effect.quit() }
      throw error
    }
    return effects
  }

  /// The chain of voices if none is asked for, as a user writes it: `CUE_VOICE`, else `voice` in cue.conf, else the profile
  /// for all languages, else ``usualChain``.
  public var voiceChainByDefault: String { chosenChain ?? usualChain }

  /// The voices that come with Cue, after those of neural plugins that are installed.
  public var usualChain: String {
    let stems = Set(environment.search.allFiles().map { PluginSearch.stem(of: $0.path) })
    return (PluginHost.neuralVoices.filter(stems.contains) + [PluginHost.usualVoices])
      .joined(separator: ",")
  }

  /// Whether the user has chosen the voices that speak if none is asked for.
  public var hasChosenVoices: Bool { chosenChain != nil }

  private var chosenChain: String? {
    environment.variable("CUE_VOICE") ?? kept(.voice) ?? profileByDefault
  }

  private var profileByDefault: String? {
    (try? environment.profiles())?.defaults[""].map { "profile:\($0)" }
  }

  /// Reports that a voice of a chain cannot be used.
  public func tellUnavailable(_ error: PluginSetupError) { note(.voiceUnavailable(error)) }

  /// The voices of ``voiceChainByDefault``.
  public var voicesByDefault: [PluginChoice] {
    PluginReference.list(voiceChainByDefault).map { PluginChoice(reference: $0) }
  }

  /// The recognizer if none is asked for: `CUE_RECOGNIZER`, else `recognizer` in cue.conf, else ``usualRecognizer``.
  public var recognizerByDefault: PluginChoice {
    recognizer(
      choice(
        environment.variable("CUE_RECOGNIZER") ?? kept(.recognizer) ?? PluginHost.usualRecognizer))
  }

  /// The sound device if none is asked for: `device` in cue.conf, else ``usualDevice``.
  public var deviceByDefault: PluginChoice { choice(kept(.device) ?? PluginHost.usualDevice) }

  /// The microphone if none is asked for: `microphone` in cue.conf, else ``usualDevice``.
  public var microphoneByDefault: PluginChoice {
    choice(kept(.microphone) ?? PluginHost.usualDevice)
  }

  private func choice(_ name: String) -> PluginChoice {
    PluginChoice(reference: PluginReference(name))
  }

  /// What cue.conf says; if it cannot be read, the setup of a plugin reports that.
  private func kept(_ preference: Preference) -> String? {
    (try? environment.preference(preference)) ?? nil
  }

  /// Plugins that `make neural` installs and whose voices sound like people, the one that starts faster first.
  public static let neuralVoices = ["hibari", "sherpa"]
  /// The voices that come with Cue, the better first.
  public static let usualVoices = "flite,espeak"
  /// The recognizer that comes with Cue.
  public static let usualRecognizer = "pocketsphinx"
  /// The sound device that comes with Cue.
  public static let usualDevice = "pulse"
}
