import CueABI
import CuePluginKit
import ServicePlugin
import Synchronization

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
  private let connection: HTTPConnection
  private let isCancelled = Atomic<Bool>(false)
  private var settings = Settings()
  private var stitches = RequestIDHistory()
  /// Characters that the service's models take at once; nil as long as their list was not read.
  private var textLimits: [String: UInt32]?

  init(host: PluginHost) throws(PluginFailure) {
    guard let connection = HTTPConnection() else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory for a connection.")
    }
    self.host = host
    self.connection = connection
  }

  func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    let before = settings
    try settings.set(id, to: value)
    // Another account or another place may have other models.
    if before.key != settings.key || before.address != settings.address { textLimits = nil }
  }

  func reset() { stitches.forget() }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    connection.wake()
  }

  var traits: VoiceTraits {
    var traits = VoiceTraits()
    traits.actsOnTones = true
    traits.usesContext = true
    traits.events = settings.wantsTimestamps ? [.word] : []
    traits.maximumTextBytes = maximumTextBytes
    traits.speed = SpeechOrder.speeds
    return traits
  }

  func soundFingerprint(voice: String) -> String {
    "elevenlabs \(Self.version); \(settings.fingerprint)"
  }

  func voices() throws(PluginFailure) -> [VoiceInfo] {
    isCancelled.store(false, ordering: .releasing)
    guard !settings.key.isEmpty else {
      host.log(.info, "Without a key, ElevenLabs' list is the few voices that every account has.")
      return VoiceList.offline(rateHertz: settings.rateHertz)
    }
    let courier = try courier { !self.isCancelled.load(ordering: .acquiring) }
    let voices = try VoiceList.fetch(courier, rateHertz: settings.rateHertz)
    listModels(courier)
    return voices
  }

  /// The longest text in bytes, as the service's list says, else as is known of the model's name.
  ///
  /// Characters are never more than bytes. A model that is neither in the list nor known is given little.
  private var maximumTextBytes: UInt32 {
    if textLimits == nil, !Models.isKnown(settings.model), !settings.key.isEmpty {
      let end = monotonicSeconds() + Self.patienceForLimitsSeconds
      let courier = try? courier(
        timeoutSeconds: min(settings.timeoutSeconds, Self.patienceForLimitsSeconds),
        while: { monotonicSeconds() < end && !self.isCancelled.load(ordering: .acquiring) })
      if let courier { listModels(courier) }
    }
    return textLimits?[settings.model] ?? Models.maximumTextBytes(settings.model)
  }

  /// The host waits for limits when it starts the plugin, and 5 s are all that it waits.
  private static let patienceForLimitsSeconds = 2.5

  /// Reads, once, which models there are and how much text each takes; that it cannot be known is no failure.
  private func listModels(_ courier: Courier) {
    guard textLimits == nil, courier.goesOn() else { return }
    textLimits = [:]
    let reader = PageReader(from: "ElevenLabs")
    guard (try? courier.once.fetch("/v1/models", into: reader)) != nil,
      let models = reader.json?.list
    else { return }
    textLimits = Models.limits(in: models)
    let names = models.filter { $0["can_do_text_to_speech"]?.bool != false }
      .compactMap { $0["model_id"]?.text }
    host.log(
      .debug,
      scrubbed(
        oneLine("Models: \(names.joined(separator: ", ")).", atMost: 1000), settings.key))
  }

  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    isCancelled.store(false, ordering: .releasing)
    guard request.form == .plain else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "ElevenLabs is given plain text only.")
    }
    let limit = maximumTextBytes
    guard request.text.utf8.count <= limit else {
      throw PluginFailure(
        CUE_E_TEXT_TOO_LONG, "The model \(settings.model) takes \(limit) bytes of text at once.")
    }
    guard !trimmed(request.text).isEmpty else { return }
    let voice = request.voice.isEmpty ? VoiceList.defaultID : request.voice
    try Self.check(voice)
    let courier = try courier {
      !self.isCancelled.load(ordering: .acquiring) && !sink.cancelFlag.isSet
    }
    let order = SpeechOrder(
      request, voice: voice, settings: settings, earlier: earlierIDs(of: voice))
    for note in order.notes {
      switch note {
      case .clamped(let field, let value): sink.clamped(field, to: value)
      case .ignored(let field): sink.ignored(field)
      }
    }
    let reader = SoundReader(
      into: sink, host: host, key: settings.key, rateHertz: settings.rateHertz,
      gain: request.volume, text: request.text, isTimed: order.isTimed)
    guard
      let head = try courier.fetch(order.target, body: order.body.written, into: reader),
      mayStitch, let id = head.headers["request-id"], !id.isEmpty
    else { return }
    stitches.add(id, for: voice, nowSeconds: monotonicSeconds())
  }

  private var mayStitch: Bool {
    settings.stitches && !settings.keepsNothing && !Models.isThird(settings.model)
  }

  private func earlierIDs(of voice: String) -> [String] {
    mayStitch ? stitches.ids(for: voice, nowSeconds: monotonicSeconds()) : []
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
      connection: connection, host: host, service: ElevenLabsService(), key: key,
      site: try Site(settings.address),
      timeoutSeconds: timeoutSeconds ?? settings.timeoutSeconds,
      retry: RetryPolicy(
        maximum: settings.retries, baseMilliseconds: Double(settings.retryBaseMilliseconds),
        seed: host.monotonicNanoseconds),
      goesOn: goesOn)
  }
}
