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
    // A service on this machine also needs a network socket.
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

  func callBegins() { client.begin() }

  func cancel() { client.cancel() }

  var traits: VoiceTraits {
    let model = client.model(settings, for: .speaking)
    var traits = VoiceTraits()
    traits.actsOnTones = settings.acts(model)
    traits.usesContext = settings.acts(model)
    traits.maximumTextBytes = maximumTextBytes(model)
    traits.speed = model.takesSpeed ? SpeechOrder.speeds : nil
    return traits
  }

  /// The longest text of a request: characters are never more than bytes.
  private func maximumTextBytes(_ model: Model) -> UInt32 {
    let most = settings.mostCharacters
    return most > 0 ? min(model.characters, UInt32(most)) : model.characters
  }

  func soundFingerprint(voice: String) -> String {
    let model = client.model(settings, for: .speaking)
    return "openai \(Self.version); \(voice.isEmpty ? settings.voice : voice); "
      + settings.fingerprint(model)
  }

  func voices() throws(PluginFailure) -> [VoiceInfo] {
    let site = try Client.site(settings.base)
    let documented = {
      VoiceList.documented(
        self.client.models.documentedVoices(of: self.client.model(self.settings, for: .speaking)),
        self.settings)
    }
    guard !settings.key.isEmpty || site.isLoopback else {
      client.host.log(.info, "Without a key, the list has the voices that OpenAI documents.")
      return documented()
    }
    return try VoiceList.fetch(
      try client.courier(settings), site, settings,
      model: client.model(settings, for: .speaking).id, documented: documented)
  }

  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure) {
    guard request.form == .plain else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "OpenAI's speech interface takes plain text only.")
    }
    let model = client.model(settings, for: .speaking)
    guard client.goesOn, !sink.cancelFlag.isSet else { return }
    let limit = maximumTextBytes(model)
    guard request.text.utf8.count <= limit else {
      throw PluginFailure(CUE_E_TEXT_TOO_LONG, "A request takes \(limit) bytes of text.")
    }
    guard !trimmed(request.text).isEmpty else { return }
    let voice = request.voice.isEmpty ? settings.voice : request.voice
    let courier = try client.courier(settings) { !sink.cancelFlag.isSet }
    try client.tell(of: model, settings)
    let isChat = model.interface == .chat
    let chat = isChat ? ChatOrder(request, voice: voice, settings: settings, model: model) : nil
    let order =
      isChat ? nil : SpeechOrder(request, voice: voice, settings: settings, model: model)
    for note in chat?.notes ?? order?.notes ?? [] {
      switch note {
      case .clamped(let field, let value): sink.clamped(field, to: value)
      case .ignored(let field): sink.ignored(field)
      }
    }
    if let chat {
      let reader = ChatReader(
        into: sink, name: courier.service.name, key: settings.key, gain: request.volume,
        text: request.text)
      _ = try courier.fetch(ChatOrder.target, body: chat.body.written, into: reader)
    } else if let order {
      let reader = SpeechReader(
        into: sink, name: courier.service.name, key: settings.key, settings: settings,
        gain: request.volume, text: request.text)
      _ = try courier.fetch(SpeechOrder.target, body: order.body.written, into: reader)
    }
  }
}
