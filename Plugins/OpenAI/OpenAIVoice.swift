import CueABI
import CuePluginKit
import ServicePlugin

/// Voices of OpenAI, and of servers that have its interface, streamed.
final class OpenAIVoice: VoicePlugin {
  static let version = "1.0"

  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "openai", name: "OpenAI speech", version: version, licence: "Apache-2.0",
      summary: "Voices of OpenAI, and of speech servers with its interface, also on this machine.",
      concurrency: .perInstance, determinism: .none)
    descriptor.vendor = "Cue"
    descriptor.url = "https://platform.openai.com/docs/guides/text-to-speech"
    // A service on this machine is behind a socket of the network, too.
    descriptor.needsNetwork = true
    return descriptor
  }

  static var parameters: [Parameter] { Settings.parameters }

  private let client: Client
  private var settings = Settings()

  init(host: PluginHost) throws(PluginFailure) { client = try Client(host: host) }

  func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    try settings.set(id, to: value)
  }

  func cancel() { client.cancel() }

  var traits: VoiceTraits {
    var traits = VoiceTraits()
    traits.actsOnTones = settings.acts
    traits.usesContext = settings.acts
    traits.maximumTextBytes = Models.maximumTextBytes
    traits.speed = SpeechOrder.speeds
    return traits
  }

  func soundFingerprint(voice: String) -> String {
    "openai \(Self.version); \(voice.isEmpty ? settings.voice : voice); \(settings.fingerprint)"
  }

  func voices() throws(PluginFailure) -> [VoiceInfo] {
    client.begin()
    let site = try Client.site(settings.base)
    guard !settings.key.isEmpty || site.isLoopback else {
      client.host.log(.info, "Without a key, the list has the voices that OpenAI documents.")
      return VoiceList.documented(settings)
    }
    return try VoiceList.fetch(try client.courier(settings), site, settings)
  }

  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    client.begin()
    guard request.form == .plain else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "OpenAI's speech interface takes plain text only.")
    }
    guard request.text.utf8.count <= Models.maximumTextBytes else {
      throw PluginFailure(
        CUE_E_TEXT_TOO_LONG, "A request takes \(Models.maximumTextBytes) bytes of text.")
    }
    guard !trimmed(request.text).isEmpty else { return }
    let voice = request.voice.isEmpty ? settings.voice : request.voice
    let courier = try client.courier(settings) { !sink.cancelFlag.isSet }
    let order = SpeechOrder(request, voice: voice, settings: settings)
    for note in order.notes {
      switch note {
      case .clamped(let field, let value): sink.clamped(field, to: value)
      case .ignored(let field): sink.ignored(field)
      }
    }
    let reader = SpeechReader(
      into: sink, name: courier.service.name, key: settings.key, settings: settings,
      gain: request.volume)
    _ = try courier.fetch(SpeechOrder.target, body: order.body.written, into: reader)
  }
}
