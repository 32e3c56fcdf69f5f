import CueModel
import CuePlugins

/// The profiles of a user as the voices of a plugin that is called `profile`: `profile:anna` is a voice wherever voices are named.
final class ProfileVoice: ListedVoice {
  /// The id of the plugin that there is not.
  static let plugin = "profile"
  /// Marks a request to which the profile is already applied; the voice that was sent follows it.
  private static let sentMark: Character = "\u{1F}"

  private let profile: String
  private let store: ProfileStore
  private let open: (NamedProfile) throws(PluginSetupError) -> any ListedVoice
  private var engines: [String: any ListedVoice] = [:]

  /// The profiles of `store`, speaking as `profile` where a request names none; `open` starts the engine of a profile.
  init(
    _ profile: String, of store: ProfileStore,
    open: @escaping (NamedProfile) throws(PluginSetupError) -> any ListedVoice
  ) {
    self.profile = profile
    self.store = store
    self.open = open
  }

  var name: String {
    profile.isEmpty ? ProfileVoice.plugin : "\(ProfileVoice.plugin):\(profile)"
  }

  /// A request as the engine of its profile gets it.
  private struct Meant {
    let profile: NamedProfile
    let engine: any ListedVoice
    let request: SpeechRequest
  }

  private func meant(_ request: SpeechRequest) throws(PluginFailure) -> Meant {
    let parts = request.voice.split(separator: ProfileVoice.sentMark, maxSplits: 1)
    let (profile, engine) = try engine(parts.first.map(String.init) ?? "")
    var request = parts.count > 1 ? request : profile.applied(to: request)
    request.voice = PluginReference(profile.voice).part
    return Meant(profile: profile, engine: engine, request: request)
  }

  private func engine(
    _ name: String
  ) throws(PluginFailure) -> (NamedProfile, any ListedVoice) {
    let name = name.isEmpty ? profile : name
    guard let profile = store.profile(named: name) else {
      throw PluginFailure(
        plugin: self.name, activity: .starting, kind: .refused(status: .voice),
        reason: .unexplained)
    }
    if let engine = engines[profile.name] { return (profile, engine) }
    do throws(PluginSetupError) {
      let engine = try open(profile)
      engines[profile.name] = engine
      return (profile, engine)
    } catch {
      switch error {
      case .plugin(let failure), .effect(let failure): throw failure
      default:
        throw PluginFailure(
          plugin: profile.voice, activity: .starting, kind: .unusable, reason: .unexplained)
      }
    }
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let meant = try meant(request)
    return try meant.engine.speak(
      meant.request, cancellation: cancellation, receive: receive)
  }

  func expect(_ request: SpeechRequest) {
    if let meant = try? meant(request) { meant.engine.expect(meant.request) }
  }

  func prepare(_ request: SpeechRequest) {
    if let meant = try? meant(request) { meant.engine.prepare(meant.request) }
  }

  var service: VoiceService? { (try? engine(profile))?.1.service }

  func needsService(for request: SpeechRequest) -> Bool {
    guard let meant = try? meant(request) else { return true }
    return meant.engine.needsService(for: meant.request)
  }

  func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool) {
    guard profile.isEmpty else {
      return (ProfileVoice.plugin, try engine(profile).1.identify().needsNetwork)
    }
    var needsNetwork = false
    for one in store.profiles {
      if let engine = try? engine(one.name).1, try engine.identify().needsNetwork {
        needsNetwork = true
      }
    }
    return (ProfileVoice.plugin, needsNetwork)
  }

  func voices() throws(PluginFailure) -> [VoiceDescription] {
    store.profiles.map { profile in
      let part = PluginReference(profile.voice).part
      let own = (try? engine(profile.name).1.voices()).flatMap { voices in
        voices.first { part.isEmpty ? $0.isDefault : $0.id == part }
      }
      return VoiceDescription(
        id: profile.name, name: profile.name,
        languages: profile.language.isEmpty ? own?.languages ?? [] : [profile.language],
        gender: own?.gender, age: own?.age ?? 0, rateHertz: own?.rateHertz ?? 0,
        licence: own?.licence ?? "", summary: profile.voice)
    }
  }

  func soundIdentity(voice: String) throws(PluginFailure) -> SoundIdentity {
    let name = voice.split(separator: ProfileVoice.sentMark, maxSplits: 1).first
    let (profile, engine) = try engine(name.map(String.init) ?? "")
    return try engine.soundIdentity(voice: PluginReference(profile.voice).part)
  }

  func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    let meant = try meant(request)
    var sent = try meant.engine.requestAsSent(meant.request)
    sent.voice = "\(meant.profile.name)\(ProfileVoice.sentMark)\(sent.voice)"
    return sent
  }

  func pitchMeans(of voice: String) throws(PluginFailure) -> PitchMeans {
    let (profile, engine) = try engine(voice)
    return try engine.pitchMeans(of: PluginReference(profile.voice).part)
  }

  func whispers() throws(PluginFailure) -> Bool {
    profile.isEmpty ? true : try engine(profile).1.whispers()
  }

  func quit() {
    for engine in engines.values { engine.quit() }
    engines = [:]
  }
}

/// The profiles of a user as a plugin.
struct ProfileProvider: VoiceProvider {
  let profile: String
  /// Settings for the plugins of the profiles.
  let settings: [PluginChoice.Setting]
  let store: ProfileStore
  let voices: PluginVoices

  var name: String { ProfileVoice.plugin }

  /// Changes with the profiles.
  var stamp: String { ([profile] + store.profiles.map { "\($0)" }).joined(separator: "\u{0}") }

  func makeVoice(core: Int?) -> any ListedVoice {
    let (voices, settings) = (voices, settings)
    return ProfileVoice(profile, of: store) { (profile) throws(PluginSetupError) in
      let choice = PluginChoice(
        reference: PluginReference(profile.voice), settings: settings)
      guard let core else { return try voices.engine(choice) }
      return try voices.provider(choice).makeVoice(core: core)
    }
  }
}
