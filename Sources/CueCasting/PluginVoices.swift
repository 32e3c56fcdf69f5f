import CueModel
import CuePlugins
import Glibc

/// The voice plugins of this machine, with effects for what their engines cannot do, and the user's profiles.
public struct PluginVoices: VoiceProviders {
  private let host: PluginHost

  /// The voice plugins that `host` finds.
  public init(_ host: PluginHost) { self.host = host }

  /// The chain that speaks if the user names no voice.
  public var voicesByDefault: [PluginChoice] { host.voicesByDefault }

  /// Whether the user has chosen that chain.
  public var hasChosenVoices: Bool { host.hasChosenVoices }

  /// Every voice plugin that can be used and needs no network.
  public func freeVoices() -> [PluginChoice] {
    guard let settings = try? host.workerSettings() else { return [] }
    return host.registry.records(of: host.environment.search.allFiles(), settings)
      .filter { $0.state == .ok }.flatMap(\.plugins)
      .filter { $0.kind == .voice && !$0.needsNetwork }
      .map { PluginChoice(reference: PluginReference($0.id)) }
  }

  /// Whether it is among the hidden voices of voices.json.
  public func isHidden(_ voice: String) -> Bool {
    (try? host.environment.profiles())?.isHidden(voice) ?? false
  }

  /// `voice.TAG` of cue.conf, else the profile of that language.
  public func configuredVoices(
    forLanguage language: String
  ) throws(PluginSetupError) -> [PluginChoice] {
    var list: String?
    do throws(ConfigurationError) {
      list = try host.environment.configured("voice.\(language)")
      if list == nil, let name = try host.environment.profiles().defaults[language.lowercased()] {
        list = "profile:\(name)"
      }
    } catch { throw .configuration(error) }
    return PluginReference.list(list ?? "").map { PluginChoice(reference: $0) }
  }

  /// The engines of a chain; those that cannot be found are noted, unless none can.
  ///
  /// The usual chain where `choices` is empty.
  public func chain(_ choices: [PluginChoice]) throws(PluginSetupError) -> [any ListedVoice] {
    var chain: [any ListedVoice] = []
    var first: PluginSetupError?
    for choice in choices.isEmpty ? voicesByDefault : choices {
      do throws(PluginSetupError) {
        chain.append(
          isProfile(choice)
            ? try profileProvider(choice).makeVoice(core: nil) : try engine(choice))
      } catch {
        // A mistyped name is an error; no other voice stands in.
        if case .unknownProfile = error { throw error }
        if first == nil { first = error } else { host.tellUnavailable(error) }
      }
    }
    if let first {
      guard !chain.isEmpty else { throw first }
      host.tellUnavailable(first)
    }
    return chain
  }

  /// The plugin of `choice`, set up.
  public func provider(_ choice: PluginChoice) throws(PluginSetupError) -> any VoiceProvider {
    if isProfile(choice) { return try profileProvider(choice) }
    return PluginProvider(setup: try host.setup(choice), host: host)
  }

  /// Whether the plugin of `choice` refuses the voice that the choice names, when it is asked to say a letter.
  ///
  /// The list of voices is not enough: eSpeak NG also takes languages ("et") and variants ("en+f3"). A service is not asked,
  /// because that may cost money, and because it may have voices that it does not list. Other failures are not counted as a
  /// refusal.
  public func refusesVoice(_ choice: PluginChoice) -> Bool {
    guard !choice.reference.part.isEmpty, let engine = try? chain([choice]).first else {
      return false
    }
    defer { engine.quit() }
    do {
      guard try !engine.identify().needsNetwork else { return false }
      _ = try engine.collect(SpeechRequest(text: "a"), cancellation: Cancellation())
      return false
    } catch let failure as PluginFailure {
      return failure.kind == .refused(status: .voice)
    } catch { return false }
  }

  /// Whether a choice names a profile.
  private func isProfile(_ choice: PluginChoice) -> Bool {
    choice.reference.plugin == ProfileVoice.plugin
  }

  /// The provider of a profile, or of all where none is named.
  private func profileProvider(
    _ choice: PluginChoice
  ) throws(PluginSetupError) -> ProfileProvider {
    let store: ProfileStore
    do throws(ConfigurationError) { store = try host.environment.profiles() } catch {
      throw .configuration(error)
    }
    let name = choice.reference.part
    if !name.isEmpty || store.profiles.isEmpty, store.profile(named: name) == nil {
      throw .unknownProfile(name, known: store.profiles.map(\.name))
    }
    return ProfileProvider(profile: name, settings: choice.settings, store: store, voices: self)
  }

  /// The voice of a choice that is not a profile.
  func engine(_ choice: PluginChoice) throws(PluginSetupError) -> any ListedVoice {
    VoiceChain.engine(try host.setup(choice), voice: choice.reference.part, on: host)
  }
}

/// A voice plugin, each engine of it with a worker of its own.
private struct PluginProvider: VoiceProvider {
  let setup: PluginSetup
  let host: PluginHost

  var name: String { setup.file.name }

  /// Path, size and time of its file, and which of its plugins is meant.
  var stamp: String {
    var status = stat()
    let state =
      unsafe stat(setup.file.path, &status) == 0
      ? "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)" : ""
    return [setup.file.path, state, setup.file.id].joined(separator: "\u{0}")
  }

  func makeVoice(core: Int?) -> any ListedVoice {
    VoiceChain.engine(core.map { setup.kept(toCore: $0) } ?? setup, on: host)
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
