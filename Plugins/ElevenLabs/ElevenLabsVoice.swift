import CueABI
import CuePluginKit
import ServicePlugin

/// Voices of the ElevenLabs service, streamed.
final class ElevenLabsVoice: VoicePlugin {
  static let version = "1.0"

  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "elevenlabs", name: "ElevenLabs", version: version, licence: "Apache-2.0",
      summary: "Voices of the ElevenLabs service, which act on tones and directions.",
      concurrency: .perInstance, determinism: .none)
    descriptor.vendor = "Cue"
    descriptor.url = "https://elevenlabs.io"
    descriptor.needsNetwork = true
    return descriptor
  }

  static var parameters: [Parameter] { Settings.parameters }

  private let host: PluginHost
  private let connection: CancellableConnection
  private var settings = Settings()
  private var stitches = RequestIDHistory()
  /// The known models of the service.
  private let models: Models
  /// The service's own list of models; nil until it was read.
  private var listedModels: [Json]?
  private var dictionaries = PronunciationDictionaries()
  /// What was logged already.
  private var told: Set<String> = []

  init(host: PluginHost) throws(PluginFailure) {
    connection = try CancellableConnection()
    self.host = host
    models = Models(besideLibrary: host.libraryPath)
  }

  func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    let before = settings
    try settings.set(id, to: value)
    // Another account or another place may have other models.
    if before.key != settings.key || before.address != settings.address {
      listedModels = nil
      dictionaries.forget()
    }
  }

  func reset() { stitches.forget() }

  func callBegins() { connection.begin() }

  func cancel() { connection.cancel() }

  var traits: VoiceTraits {
    let model = model
    var traits = VoiceTraits()
    traits.actsOnTones = true
    traits.usesContext = true
    traits.whispers = model.direction == .tags
    traits.readsLexicon = model.pronunciation != .none
    traits.events = settings.wantsTimestamps ? [.word] : []
    traits.maximumTextBytes = maximumTextBytes(model)
    traits.speed = model.takesSpeed ? SpeechOrder.speeds : nil
    return traits
  }

  func soundFingerprint(voice: String) -> String {
    "elevenlabs \(Self.version); \(settings.fingerprint)"
  }

  func voices() throws(PluginFailure) -> [VoiceInfo] {
    guard !settings.key.isEmpty else {
      host.log(.info, "Without a key, ElevenLabs' list is the few voices that every account has.")
      return VoiceList.offline(rateHertz: settings.rateHertz)
    }
    let courier = try courier { self.connection.goesOn }
    let voices = try VoiceList.fetch(courier, rateHertz: settings.rateHertz)
    listModels(courier)
    return voices
  }

  /// The model of the settings: as in elevenlabs.json, else as in the service's list, else with the least that any model takes.
  private var model: Model {
    let model = models.model(settings.model)
    if listedModels == nil, !model.isKnown, !settings.key.isEmpty {
      let end = monotonicSeconds() + Self.patienceForLimitsSeconds
      let courier = try? courier(
        timeoutSeconds: min(settings.timeoutSeconds, Self.patienceForLimitsSeconds),
        while: { monotonicSeconds() < end && self.connection.goesOn })
      if let courier { listModels(courier) }
    }
    return Models.model(model, in: listedModels ?? [])
  }

  /// The longest text of a request, in bytes: characters are never more than bytes.
  private func maximumTextBytes(_ model: Model) -> UInt32 {
    let most = settings.mostCharacters
    return most > 0 ? min(model.characters, UInt32(most)) : model.characters
  }

  /// The host waits for limits when it starts the plugin, and 5 s are all that it waits.
  private static let patienceForLimitsSeconds = 2.5

  /// Reads the service's list of models, once; ignores failures.
  private func listModels(_ courier: Courier) {
    guard listedModels == nil, courier.goesOn() else { return }
    listedModels = []
    let reader = PageReader(from: "ElevenLabs")
    guard (try? courier.once.fetch("/v1/models", into: reader)) != nil,
      let models = reader.json?.list
    else {
      // What a cancelled call did not learn is asked for again.
      if !connection.goesOn { listedModels = nil }
      return
    }
    listedModels = models
    let names = models.filter { $0["can_do_text_to_speech"]?.bool != false }
      .compactMap { $0["model_id"]?.text }
    host.log(
      .debug,
      scrubbed(
        oneLine("Models: \(names.joined(separator: ", ")).", atMost: 1000), settings.key))
  }

  /// Logs, once, that the model is unknown, or that it ends.
  private func tell(of model: Model) {
    guard told.insert(model.id).inserted else { return }
    if !models.isRead {
      host.log(
        .warning,
        "\(Models.fileName), which says what ElevenLabs' models take, is not beside the plugin; the least is assumed."
      )
    } else if !model.isKnown {
      let isListed = listedModels?.contains { $0["model_id"]?.text == model.id } == true
      host.log(
        .warning,
        scrubbed(
          "Cue does not know the model \(oneLine(model.id, atMost: 80)): it gets no directions and no context, and at most "
            + "\(model.characters) characters at once"
            + (isListed ? ", as the service says." : "."), settings.key))
    }
    if let notice = model.end.notice(of: model.id, unixSeconds: unixSeconds()) {
      host.log(.warning, notice)
    }
  }

  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    guard request.form == .plain else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "ElevenLabs is given plain text only.")
    }
    let model = model
    tell(of: model)
    let limit = maximumTextBytes(model)
    guard request.text.utf8.count <= limit else {
      throw PluginFailure(
        CUE_E_TEXT_TOO_LONG, "The model \(settings.model) takes \(limit) bytes of text at once.")
    }
    guard !trimmed(request.text).isEmpty else { return }
    let voice = request.voice.isEmpty ? VoiceList.defaultID : request.voice
    try Self.check(voice)
    let courier = try courier {
      self.connection.goesOn && !sink.cancelFlag.isSet
    }
    guard let (own, isIgnored) = try dictionaries(for: request, model, courier) else { return }
    if isIgnored { sink.ignored(.pronunciation) }
    let order = SpeechOrder(
      request, voice: voice, settings: settings, model: model, models: models,
      earlier: earlierIDs(of: voice, model), dictionaries: own)
    for note in order.notes {
      switch note {
      case .clamped(let field, let value): sink.clamped(field, to: value)
      case .ignored(let field): sink.ignored(field)
      }
    }
    let reader = SoundReader(
      into: sink, host: host, key: settings.key, rateHertz: settings.rateHertz,
      gain: request.volume, text: request.text, sent: order.sent, isTimed: order.isTimed)
    guard
      let head = try courier.fetch(order.target, body: order.body.written, into: reader),
      mayStitch(model), let id = head.headers["request-id"], !id.isEmpty
    else { return }
    stitches.add(id, for: voice, nowSeconds: monotonicSeconds())
  }

  private func mayStitch(_ model: Model) -> Bool {
    settings.stitches && !settings.keepsNothing && model.stitches
  }

  private func earlierIDs(of voice: String, _ model: Model) -> [String] {
    mayStitch(model) ? stitches.ids(for: voice, nowSeconds: monotonicSeconds()) : []
  }

  /// The user's own dictionaries, and one of the request's lexicon if the model takes pronunciations by a dictionary; nil if it was
  /// cancelled.
  ///
  /// `isIgnored`: the lexicon is ignored, because the account keeps nothing, may make no dictionary, or has too many in its settings.
  private func dictionaries(
    for request: SpeechRequest, _ model: Model, _ courier: Courier
  ) throws(PluginFailure) -> (dictionaries: [PronunciationDictionary], isIgnored: Bool)? {
    let own = Array(
      PronunciationDictionary.list(settings.dictionaries).prefix(PronunciationDictionary.most))
    guard !request.lexicon.isEmpty, model.pronunciation == .dictionary else { return (own, false) }
    guard !settings.keepsNothing, own.count < PronunciationDictionary.most else {
      return (own, true)
    }
    do throws(PluginFailure) {
      guard let made = try dictionaries.dictionary(of: request.lexicon, courier) else { return nil }
      return (own + [made], false)
    } catch {
      guard
        [CUE_E_PERMISSION, CUE_E_CREDENTIALS, CUE_E_NOT_FOUND, CUE_E_INVALID]
          .contains(error.status)
      else { throw error }
      if told.insert("dictionaries").inserted {
        host.log(.warning, "No pronunciation dictionary could be made. \(error.sentence)")
      }
      return (own, true)
    }
  }

  /// Refuses an id that can be no voice's, before it becomes part of an address.
  private static func check(_ voice: String) throws(PluginFailure) {
    let isSane =
      voice.utf8.count <= 100
      && voice.unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control
      } && voice.contains { $0 != "." } && !voice.contains("/")
    guard isSane else {
      throw PluginFailure(
        CUE_E_VOICE, "“\(oneLine(voice, atMost: 60))” cannot be the id of an ElevenLabs voice.")
    }
  }

  /// Checks key and address; no connection is opened where one of them is not good.
  private func courier(
    timeoutSeconds: Double? = nil, while goesOn: @escaping () -> Bool
  ) throws(PluginFailure) -> Courier {
    let key = settings.key
    guard !key.isEmpty else {
      throw PluginFailure(
        CUE_E_CREDENTIALS, "ElevenLabs needs an API key, and none was given. Set key.")
    }
    guard key.utf8.count <= 1024, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw PluginFailure(
        CUE_E_CREDENTIALS, "The ElevenLabs key has characters that no key has. Set key again.")
    }
    if key.utf8.count < 8 { host.log(.warning, "The ElevenLabs key is shorter than keys are.") }
    return Courier(
      connection: connection.http, host: host, service: ElevenLabsService(), key: key,
      site: try Site(settings.address),
      timeoutSeconds: timeoutSeconds ?? settings.timeoutSeconds,
      retry: RetryPolicy(
        maximum: settings.retries, baseMilliseconds: Double(settings.retryBaseMilliseconds),
        seed: host.monotonicNanoseconds),
      goesOn: goesOn)
  }
}
