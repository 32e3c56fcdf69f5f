import CueABI
import CuePluginKit
import ServicePlugin
import Synchronization

/// What voice and recognizer have in common: settings, a connection, and what a cancel ends.
final class Client: Sendable {
  let host: PluginHost
  /// The known models.
  let models: Models
  /// The ids of the models that a service listed; `place` is its address and key.
  private let listed = Mutex<(place: String, ids: [String])?>(nil)
  private let told = Mutex<Set<String>>([])
  private let connection: CancellableConnection

  init(host: PluginHost) throws(PluginFailure) {
    connection = try CancellableConnection()
    self.host = host
    models = Models(besideLibrary: host.libraryPath)
  }

  /// A call begins: what was cancelled before does not count.
  func begin() { connection.begin() }

  /// Whether the call under way should go on.
  var goesOn: Bool { connection.goesOn }

  /// Ends the call under way.
  ///
  /// Any thread may.
  func cancel() { connection.cancel() }

  /// The courier that asks the service, as `settings` have it; no connection is opened where key or address are not good.
  ///
  /// While it waits, the host is notified every other second that the plugin lives: a server without a graphics card may think
  /// for longer than a host waits.
  func courier(
    _ settings: Settings, while goesOn: @escaping () -> Bool = { true }
  ) throws(PluginFailure) -> Courier {
    let site = try Client.site(settings.base)
    let service = OpenAIService(base: site.base)
    let key = settings.key
    guard !key.isEmpty || site.isLoopback else {
      throw PluginFailure(
        CUE_E_CREDENTIALS, "\(service.nameAtStart) needs an API key, and none was given. Set key.")
    }
    guard key.utf8.count <= 1024, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw PluginFailure(
        CUE_E_CREDENTIALS, "The key has characters that no key has. Set key again.")
    }
    let host = host
    var toldSeconds = monotonicSeconds()
    return Courier(
      connection: connection.http, host: host, service: service, key: key, site: site,
      timeoutSeconds: settings.timeoutSeconds,
      retry: RetryPolicy(
        maximum: settings.retries, baseMilliseconds: Double(settings.retryBaseMilliseconds),
        seed: host.monotonicNanoseconds),
      goesOn: {
        let now = monotonicSeconds()
        if now - toldSeconds >= Client.signOfLifeSeconds {
          toldSeconds = now
          host.progress(permille: 0)
        }
        return self.goesOn && goesOn()
      })
  }

  private static let signOfLifeSeconds = 1.5

  // MARK: - Models

  /// The model that the user sets for `use`; else the one that openai.json names for the service, or that the service lists.
  func model(_ settings: Settings, for use: Models.Use) -> Model {
    let chosen = use == .speaking ? settings.model : settings.listenModel
    guard chosen.isEmpty else { return models.model(chosen) }
    let isOriginal =
      (try? Client.site(settings.base)).map { OpenAIService(base: $0.base).isOriginal } ?? true
    return models.model(
      models.usualModel(
        for: use, isOriginal: isOriginal, listed: isOriginal ? [] : listedModels(settings)))
  }

  /// The ids of the models that the service lists, asked for once; empty if it does not answer in time.
  private func listedModels(_ settings: Settings) -> [String] {
    let place = settings.base + "\u{0}" + settings.key
    if let known = listed.withLock({ $0 }), known.place == place { return known.ids }
    let end = monotonicSeconds() + Client.patienceForModelsSeconds
    var hasty = settings
    hasty.timeoutSeconds = min(settings.timeoutSeconds, Client.patienceForModelsSeconds)
    var ids: [String] = []
    if let courier = try? courier(hasty, while: { monotonicSeconds() < end }) {
      let reader = PageReader(from: courier.service.name)
      if (try? courier.once.fetch("/models", into: reader)) != nil {
        let list = reader.json?["data"]?.list ?? reader.json?["models"]?.list ?? []
        ids = list.compactMap { $0["id"]?.text ?? $0.text }
      }
    }
    // What a cancelled call did not learn is asked for again.
    if goesOn { listed.withLock { $0 = (place, ids) } }
    return ids
  }

  /// The host waits at most 5 s for the plugin's traits, for which this list may be needed.
  private static let patienceForModelsSeconds = 2.5

  /// Logs, once, that `model` is unknown, or that it ends; throws if there is no model.
  func tell(of model: Model, _ settings: Settings) throws(PluginFailure) {
    guard !model.id.isEmpty else {
      throw PluginFailure(
        CUE_E_MODEL,
        "\(Models.fileName), which says which model is used, is not beside the plugin. Set model.")
    }
    guard told.withLock({ $0.insert(model.id).inserted }) else { return }
    let isOriginal = OpenAIService(base: try Client.site(settings.base).base).isOriginal
    if !model.isKnown {
      host.log(
        isOriginal ? .warning : .info,
        scrubbed(
          "Cue does not know the model \(oneLine(model.id, atMost: 80)): it gets no directions, and at most "
            + "\(model.characters) characters at once; acting and max-characters say otherwise.",
          settings.key))
    }
    if isOriginal, let notice = model.end.notice(of: model.id, unixSeconds: unixSeconds()) {
      host.log(.warning, notice)
    }
  }

  /// The service at `address`; one without a path has the usual one.
  static func site(_ address: String) throws(PluginFailure) -> Site {
    let site = try Site(address)
    let parts = site.base.split(separator: "/", omittingEmptySubsequences: true)
    return parts.count > 2 ? site : try Site(site.base + "/v1")
  }
}
