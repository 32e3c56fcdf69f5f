import CueCasting
import CueGeneration
import CueModel
import CueScreenplay
import Synchronization

/// The plugins that a cast needs, and who plays which item with which of them.
struct GenerateVoices {
  private(set) var sources: [VoiceSource] = []
  private(set) var roles: [GenerationRole] = []
  /// The role of each item.
  private(set) var roleOfItem: [Int] = []

  /// Starts the plugins of `cast` that say some of `items`.
  ///
  /// Where one cannot be had, those that stand in are taken, and that is said once; who has nobody left is an error.
  /// `keepsToCores`: the voices of each lane stay on a core of their own.
  init(
    _ cast: Cast, _ speakers: Speakers, _ items: [SpeakableItem], _ studio: Studio,
    keepsToCores: Bool
  ) throws(UserError) {
    var chains = CastChains(studio.plugins, note: { studio.note($0) }) { provider in
      try GenerateVoices.source(provider, studio, keepsToCores: keepsToCores)
    }
    var numbers: [String: Int] = [:]
    for item in items {
      let key = speakers.key(of: item) ?? ""
      if numbers[key] == nil {
        numbers[key] = roles.count
        roles.append(try GenerateVoices.role(cast.role(key: key) ?? cast.narrator, &chains))
      }
      roleOfItem.append(numbers[key] ?? 0)
    }
    sources = chains.sources
  }

  private static func role(
    _ part: CastRole, _ chains: inout CastChains<VoiceSource>
  ) throws(UserError) -> GenerationRole {
    do throws(CastingFailure) {
      let choices = try chains.chain(of: part).map { link in
        var delivery = RoleDelivery(voice: link.reference.voice)
        delivery.language = link.reference.language
        delivery.pitchSemitones = link.reference.pitchSemitones
        delivery.speed = link.reference.speed
        return GenerationRole.Choice(source: link.source, delivery: delivery)
      }
      return GenerationRole(speaker: part.name, choices: choices)
    } catch { throw UserError(error, script: "", castFile: nil) }
  }

  /// Starts `provider`, and makes a source of it.
  private static func source(
    _ provider: any VoiceProvider, _ studio: Studio, keepsToCores: Bool
  ) throws -> VoiceSource {
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
        remote: provider.name, rateLimit: try rateLimit(provider.name, studio), makeVoice: make)
      : VoiceSource(local: provider.name, makeVoice: make)
  }

  /// `rate.PLUGIN = 120` in cue.conf: requests a minute.
  private static func rateLimit(
    _ plugin: String, _ studio: Studio
  ) throws(UserError) -> RateLimit {
    guard let text = try studio.configured("rate.\(plugin)") else {
      return RateLimit(requests: plugin == "elevenlabs" ? 300 : 60, seconds: 60)
    }
    guard let requests = Int(text), requests > 0 else {
      throw UserError(
        "rate.\(plugin) in cue.conf is requests a minute, as in 60; not “\(text)”.", .configuration)
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
