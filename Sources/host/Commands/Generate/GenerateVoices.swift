import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import Synchronization

/// The plugins that a cast needs, and who plays which item with which of them.
struct GenerateVoices {
  private(set) var sources: [VoiceSource] = []
  private(set) var roles: [GenerationRole] = []
  /// The role of each item.
  private(set) var roleOfItem: [Int] = []
  private var places: [Provider: Int?] = [:]
  private let studio: Studio
  private let keepsToCores: Bool

  /// A plugin with its settings: what a process is needed for.
  private struct Provider: Hashable {
    var name: String
    var settings: [VoiceReference.Setting]
  }

  /// Starts the plugins of `cast` that say some of `items`.
  ///
  /// Where one cannot be had, those that stand in are taken, and that is said once; who has nobody left is an error.
  /// `keepsToCores`: the voices of each lane stay on a core of their own.
  init(
    _ cast: Cast, _ speakers: Speakers, _ items: [SpeakableItem], _ studio: Studio,
    keepsToCores: Bool
  ) throws(UserError) {
    self.studio = studio
    self.keepsToCores = keepsToCores
    var numbers: [String: Int] = [:]
    for item in items {
      let key = speakers.key(of: item) ?? ""
      if numbers[key] == nil {
        numbers[key] = roles.count
        roles.append(try role(cast.role(key: key) ?? cast.narrator))
      }
      roleOfItem.append(numbers[key] ?? 0)
    }
  }

  private mutating func role(_ part: CastRole) throws(UserError) -> GenerationRole {
    var choices: [GenerationRole.Choice] = []
    var first: UserError?
    for reference in part.chain {
      do throws(UserError) {
        guard let source = try source(reference) else { continue }
        var delivery = RoleDelivery(voice: reference.voice)
        delivery.language = reference.language
        delivery.pitchSemitones = reference.pitchSemitones
        delivery.speed = reference.speed
        choices.append(.init(source: source, delivery: delivery))
      } catch { if first == nil { first = error } }
    }
    guard !choices.isEmpty else {
      let voices = part.chain.map(\.description).joined(separator: ", ")
      throw UserError(
        "\(part.name) has nobody who could speak\(voices.isEmpty ? "" : ", as \(voices) cannot")"
          + "\(first.map { ": " + $0.sentence } ?? ".")",
        hint: first?.hint ?? "Give the part a voice with 'host cast'.",
        first?.status ?? .unavailable)
    }
    if let first { studio.note(first) }
    return GenerationRole(speaker: part.name, choices: choices)
  }

  /// The place of the plugin among the sources; nothing where it cannot be had and that was said before.
  private mutating func source(_ reference: VoiceReference) throws(UserError) -> Int? {
    let provider = Provider(name: reference.provider, settings: reference.settings)
    if let known = places[provider] { return known }
    places[provider] = .some(nil)
    var choice = PluginChoice(reference: PluginReference(reference.provider))
    choice.settings = reference.settings.map { .init(name: $0.name, value: $0.value) }
    let setup = try studio.setup(choice)
    let keepsToCores = keepsToCores
    @Sendable func makeClient(lane: Int) -> VoiceClient {
      VoiceClient(keepsToCores ? setup.kept(toCore: lane) : setup)
    }
    let client = makeClient(lane: 0)
    let description: PluginDescription
    do throws(PluginFailure) { description = try client.start() } catch {
      throw UserError(error)
    }
    let first = FirstVoice(client)
    let make: @Sendable (Int) throws(PluginFailure) -> any RecordingVoice = {
      lane throws(PluginFailure) in first.take() ?? makeClient(lane: lane)
    }
    places[provider] = sources.count
    sources.append(
      description.needsNetwork
        ? VoiceSource(
          remote: reference.provider, rateLimit: try rateLimit(reference.provider), makeVoice: make)
        : VoiceSource(local: reference.provider, makeVoice: make))
    return sources.count - 1
  }

  /// `rate.PLUGIN = 120` in cue.conf: requests a minute.
  private func rateLimit(_ plugin: String) throws(UserError) -> RateLimit {
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
  private var client: VoiceClient?

  init(_ client: VoiceClient) { self.client = client }

  func take() -> VoiceClient? {
    lock.withLock { _ in
      defer { client = nil }
      return client
    }
  }
}
