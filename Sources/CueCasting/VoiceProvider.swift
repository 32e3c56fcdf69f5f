import CueModel
import CuePlugins

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

/// A layer of one engine, which still is an engine that lists its voices.
public protocol ListedVoiceLayer: ListedVoice, VoiceLayer {
  /// The engine inside.
  var engine: any ListedVoice { get }
}

extension ListedVoiceLayer {
  /// The engine inside.
  public var inner: any Voice { engine }

  /// The processor time of the engine inside.
  public var processorSeconds: Double? { engine.processorSeconds }

  /// Starts the engine inside.
  public func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool) {
    try engine.identify()
  }

  /// All voices of the engine inside, possibly from a kept list.
  public func voices() throws(PluginFailure) -> [VoiceDescription] { try engine.voices() }

  /// All voices of the engine inside, never from a kept list.
  public func currentVoices() throws(PluginFailure) -> [VoiceDescription] {
    try engine.currentVoices()
  }

  /// As the engine inside moves it.
  public func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans {
    try engine.pitchMeans(of: voice)
  }

  /// Whether the engine inside does.
  public func whispers() throws(PluginFailure) -> Bool { try engine.whispers() }

  /// That of the engine inside.
  public func soundIdentity(voice: String) throws(PluginFailure) -> SoundIdentity {
    try engine.soundIdentity(voice: voice)
  }

  /// As the engine inside gets it.
  public func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    try engine.requestAsSent(request)
  }

  /// Lets go of the engine inside.
  public func quit() { engine.quit() }
}
