import CSystem
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import Synchronization

/// The plugins that a cast needs, and who plays which item with which of them.
package struct RecordingVoices {
  /// The plugins.
  package private(set) var sources: [VoiceSource] = []
  /// The voices, and which sources each asks in turn.
  package private(set) var roles: [GenerationRole] = []
  /// The role of each item.
  package private(set) var roleOfItem: [Int] = []

  /// Starts the plugins of `cast` that say some of `items`.
  ///
  /// - Parameters:
  ///   - cast: the voices of the characters
  ///   - speakers: the speakers of all speeches
  ///   - items: what is said
  ///   - host: where plugins are found
  ///   - playing: how the part of a key is played, where the script says nothing else
  ///   - basis: the speed and pitch that those of voices and script are moved from
  ///   - lanes: how many voices speak at once, as the user has set; nil for one on each core, which stays there
  ///   - isStrict: whether there are no stand-ins
  ///   - note: is called once for each plugin for which others stand in
  /// - Throws: where somebody who says something has no voice left
  package init(
    _ cast: Cast, _ speakers: Speakers, _ items: [SpeakableItem], _ host: PluginHost,
    playing: (String) -> Expression, basis: RoleDelivery = RoleDelivery(), lanes: Int?,
    isStrict: Bool,
    note: @escaping (CastingNote) -> Void
  ) throws(CastingFailure) {
    var chains = CastChains(PluginVoices(host), isStrict: isStrict, note: note) { provider in
      try RecordingVoices.source(provider, host, lanes: lanes)
    }
    var numbers: [String: Int] = [:]
    // A sound needs no voice.
    for item in items where item.kind != .sound {
      let key = speakers.key(of: item) ?? ""
      if numbers[key] == nil {
        numbers[key] = roles.count
        roles.append(
          try RecordingVoices.role(
            cast.role(key: key) ?? cast.narrator, playing(key), basis, &chains))
      }
    }
    roleOfItem = items.map { numbers[speakers.key(of: $0) ?? ""] ?? 0 }
    sources = chains.sources
  }

  private static func role(
    _ part: CastRole, _ expression: Expression, _ basis: RoleDelivery,
    _ chains: inout CastChains<VoiceSource>
  ) throws(CastingFailure) -> GenerationRole {
    let choices = try chains.chain(of: part).map { link in
      var delivery = RoleDelivery(voice: link.reference.voice)
      delivery.language = link.reference.language
      delivery.pitchSemitones = basis.pitchSemitones + link.reference.pitchSemitones
      delivery.formantSemitones = link.reference.formantSemitones
      delivery.speed = basis.speed * link.reference.speed
      delivery.expression = expression
      delivery.seed = basis.seed
      return GenerationRole.Choice(
        source: link.source, delivery: delivery, isStandIn: link.isStandIn)
    }
    var role = GenerationRole(speaker: part.name, choices: choices)
    if choices[0].isStandIn, let own = part.chain.first {
      role.absent = GenerationRole.AbsentVoice(
        name: PluginChoice(own, namesVoice: true).reference.text,
        failure: chains.failure(of: own))
    }
    return role
  }

  /// Starts `provider`, and makes a source of it.
  private static func source(
    _ provider: any VoiceProvider, _ host: PluginHost, lanes: Int?
  ) throws -> VoiceSource {
    let keepsToCores = lanes == nil && cue_core_count() > 1
    @Sendable func makeVoice(lane: Int) -> any ListedVoice {
      provider.makeVoice(core: keepsToCores ? lane : nil)
    }
    let voice = makeVoice(lane: 0)
    let needsNetwork = try voice.identify().needsNetwork
    let first = FirstVoice(voice)
    let make: @Sendable (Int) throws(PluginFailure) -> any RecordingVoice = {
      lane throws(PluginFailure) in first.take() ?? makeVoice(lane: lane)
    }
    return needsNetwork
      ? VoiceSource(
        remote: provider.name, mostVoices: lanes ?? mostVoicesOfService,
        rateLimit: try rateLimit(provider.name, host), makeVoice: make)
      : VoiceSource(local: provider.name, makeVoice: make)
  }

  /// More requests at once than the usual plans of services allow.
  private static let mostVoicesOfService = 8

  /// Requests a minute that the smallest plans of services allow.
  private static let usualRates = ["elevenlabs": 300, "openai": 500]

  /// `rate.PLUGIN = 120` in cue.conf: requests a minute.
  private static func rateLimit(
    _ plugin: String, _ host: PluginHost
  ) throws(ConfigurationError) -> RateLimit {
    guard let text = try host.environment.configured("rate.\(plugin)") else {
      return RateLimit(requests: usualRates[plugin] ?? 60, seconds: 60)
    }
    guard let requests = Int(text), requests > 0 else {
      throw .invalid(key: "rate.\(plugin)", value: text)
    }
    return RateLimit(requests: requests, seconds: 60)
  }
}

/// A voice that was started to look at it, for the first who wants one.
private final class FirstVoice: @unchecked Sendable {  // guarded by the lock
  private let lock = Mutex(())
  private var voice: (any RecordingVoice)?

  init(_ voice: any RecordingVoice) { self.voice = voice }

  func take() -> (any RecordingVoice)? {
    lock.withLock { _ in
      defer { voice = nil }
      return voice
    }
  }
}
