import CueModel
import CuePlugins
import Glibc

/// Where voices come from: the plugins of this machine, or a test's doubles.
public protocol VoiceProviders: Sendable {
  /// The chain of voices that speaks if the user names none, the best first.
  var voicesByDefault: [PluginChoice] { get }

  /// Whether the user has chosen that chain, so that its order counts.
  var hasChosenVoices: Bool { get }

  /// Every voice plugin that needs no network, and so costs nothing.
  func freeVoices() -> [PluginChoice]

  /// The voices that the user's configuration names for `language`, a BCP 47 tag; empty if it names none.
  func configuredVoices(forLanguage language: String) throws(PluginSetupError) -> [PluginChoice]

  /// Whether the user wants a voice, as in `flite:awb`, in no list and no proposal.
  func isHidden(_ voice: String) -> Bool

  /// A chain of voices, each as the one that `choices` name; those that cannot be found are left out, unless none can.
  func chain(_ choices: [PluginChoice]) throws(PluginSetupError) -> [any ListedVoice]

  /// The plugin of `choice` with its settings; nothing is started yet.
  func provider(_ choice: PluginChoice) throws(PluginSetupError) -> any VoiceProvider
}

extension VoiceProviders {
  /// The chain is the usual one.
  public var hasChosenVoices: Bool { false }

  /// None is.
  public func isHidden(_ voice: String) -> Bool { false }
}

/// A voice plugin with its settings.
public protocol VoiceProvider: Sendable {
  /// As the user named it.
  var name: String { get }

  /// Changes whenever the plugin's file does.
  var stamp: String { get }

  /// An engine of it, started when it is first asked; `core` keeps it on that processor core, nil leaves it free.
  func makeVoice(core: Int?) -> any ListedVoice
}

/// An engine that lists its voices.
public protocol ListedVoice: RecordingVoice {
  /// Starts it, and returns the plugin's own id and whether it uses a network.
  func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool)

  /// All voices of the plugin, possibly from a kept list; may ask a network.
  func voices() throws(PluginFailure) -> [VoiceDescription]

  /// All voices of the plugin, never from a kept list; may ask a network.
  func currentVoices() throws(PluginFailure) -> [VoiceDescription]

  /// How the pitch of one of its voices is moved.
  func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans

  /// Whether it does something of its own about a line that is to be whispered.
  func whispers() throws(PluginFailure) -> Bool

  /// The processor time that its processes have used so far, in seconds; nil if unknown.
  var processorSeconds: Double? { get }
}

extension ListedVoice {
  /// Unknown.
  public var processorSeconds: Double? { nil }

  /// The same as ``voices()``, for a voice that keeps no list.
  public func currentVoices() throws(PluginFailure) -> [VoiceDescription] { try voices() }

  /// By the engine.
  public func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans { .engine }

  /// It does.
  public func whispers() throws(PluginFailure) -> Bool { true }
}

// MARK: - Plugins

extension PluginHost: VoiceProviders {
  /// Every voice plugin that can be used and needs no network.
  public func freeVoices() -> [PluginChoice] {
    guard let settings = try? workerSettings() else { return [] }
    return registry.records(of: environment.search.allFiles(), settings)
      .filter { $0.state == .ok }.flatMap(\.plugins)
      .filter { $0.kind == .voice && !$0.needsNetwork }
      .map { PluginChoice(reference: PluginReference($0.id)) }
  }

  /// Whether it is among the hidden voices of voices.json.
  public func isHidden(_ voice: String) -> Bool {
    (try? environment.profiles())?.isHidden(voice) ?? false
  }

  /// `voice.TAG` of cue.conf, else the profile of that language.
  public func configuredVoices(
    forLanguage language: String
  ) throws(PluginSetupError) -> [PluginChoice] {
    var list: String?
    do throws(ConfigurationError) {
      list = try environment.configured("voice.\(language)")
      if list == nil, let name = try environment.profiles().defaults[language.lowercased()] {
        list = "profile:\(name)"
      }
    } catch { throw .configuration(error) }
    return PluginReference.list(list ?? "").map { PluginChoice(reference: $0) }
  }

  /// Clients of a chain, with effects for what their engines cannot do; those that cannot be found are noted.
  ///
  /// The usual chain where `choices` is empty.
  public func chain(_ choices: [PluginChoice]) throws(PluginSetupError) -> [any ListedVoice] {
    let all = choices.isEmpty ? voicesByDefault : choices
    guard all.contains(where: isProfile) else {
      return try voices(all).map { AssistedVoice($0, on: self) }
    }
    var chain: [any ListedVoice] = []
    var failures: [PluginSetupError] = []
    for choice in all {
      do throws(PluginSetupError) {
        chain.append(
          isProfile(choice)
            ? try profileProvider(choice).makeVoice(core: nil) : try engine(choice))
      } catch {
        // What is mistyped is no fallback's business.
        if case .unknownProfile = error { throw error }
        failures.append(error)
      }
    }
    if chain.isEmpty, let first = failures.first { throw first }
    for failure in failures { tellUnavailable(failure) }
    return chain
  }

  /// The plugin of `choice`, set up, with effects for what its engine cannot do.
  public func provider(_ choice: PluginChoice) throws(PluginSetupError) -> any VoiceProvider {
    if isProfile(choice) { return try profileProvider(choice) }
    return AssistedProvider(setup: try setup(choice), host: self)
  }
}

extension PluginSetup: VoiceProvider {
  /// As the user named it.
  public var name: String { file.name }

  /// Path, size and time of its file, and which of its plugins is meant.
  public var stamp: String {
    var status = stat()
    let state =
      unsafe stat(file.path, &status) == 0
      ? "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)" : ""
    return [file.path, state, file.id].joined(separator: "\u{0}")
  }

  /// A client with a worker of its own.
  public func makeVoice(core: Int?) -> any ListedVoice {
    VoiceClient(core.map { kept(toCore: $0) } ?? self)
  }
}

extension VoiceClient: ListedVoice {
  /// Starts the plugin, and returns its id and whether it uses a network.
  public func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool) {
    let description = try start()
    return (description.id, description.needsNetwork)
  }

  /// By the engine, or not at all.
  public func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans {
    try movesPitch(of: voice) ? .engine : .none
  }

  /// By the engine, or as its service understands tones.
  public func whispers() throws(PluginFailure) -> Bool { try playsWhispers() }
}
