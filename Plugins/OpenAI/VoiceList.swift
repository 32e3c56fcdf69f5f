import CuePluginKit
import ServicePlugin

/// The voices of a service: as it lists them, where it does; else as OpenAI documents them.
///
/// OpenAI has no list. Servers that are like it have one in one of two places: beside the model that has the voices in
/// `/models` (speaches), or in `/audio/voices` (Kokoro-FastAPI), as texts or as objects.
enum VoiceList {
  /// No server has more.
  private static let most = 10_000

  /// Asks `courier`; the documented list if that was cancelled.
  ///
  /// `model` is the one that speaks, and `documented` gives the list for a service that lists no voices.
  static func fetch(
    _ courier: Courier, _ site: Site, _ settings: Settings, model id: String,
    documented: () -> [VoiceInfo]
  ) throws(PluginFailure) -> [VoiceInfo] {
    guard !OpenAIService(base: site.base).isOriginal else { return documented() }
    if let models = try list("/models", courier)?["data"]?.list {
      let model = models.first { $0["id"]?.text == id }
      let voices = read(model?["voices"]?.list ?? [], settings)
      if !voices.isEmpty { return voices }
    }
    let answer = try list("/audio/voices", courier)
    let voices = read(
      answer?["voices"]?.list ?? answer?["data"]?.list ?? answer?.list ?? [], settings)
    if !voices.isEmpty { return voices }
    courier.host.log(
      .info,
      "\(courier.service.nameAtStart) lists no voices. Those that OpenAI documents may be known there."
    )
    return documented()
  }

  /// The JSON at `target`; nil if the service has nothing there.
  private static func list(
    _ target: String, _ courier: Courier
  ) throws(PluginFailure) -> Json? {
    let reader = PageReader(from: courier.service.name)
    do throws(PluginFailure) {
      guard try courier.fetch(target, into: reader) != nil else { return nil }
    } catch {
      guard [404, 405, 501].contains(error.detail) else { throw error }
      return nil
    }
    return reader.json
  }

  private static func read(_ items: [Json], _ settings: Settings) -> [VoiceInfo] {
    var ids: Set<String> = []
    var voices = items.prefix(most).compactMap(info).filter { ids.insert($0.id).inserted }
    if let index = voices.firstIndex(where: { $0.id == settings.voice }) {
      voices[index].isDefault = true
    }
    return voices
  }

  /// Reads one voice, a text or an object; nothing without an id.
  static func info(_ json: Json) -> VoiceInfo? {
    guard
      let id = json.text ?? json["id"]?.text ?? json["voice_id"]?.text ?? json["name"]?.text,
      !id.isEmpty, id.utf8.count <= 200
    else { return nil }
    let known = kokoro(id)
    let tags = (json["languages"]?.list ?? []).compactMap(\.text)
    let language = json["language"]?.text ?? json["lang"]?.text ?? json["locale"]?.text
    let languages = tags.isEmpty ? [language ?? known?.language ?? "en"] : tags
    var voice = VoiceInfo(
      id: id, name: json["name"]?.text ?? id, languages: languages.map(canonical))
    switch json["gender"]?.text?.lowercased() {
    case "male": voice.gender = .male
    case "female": voice.gender = .female
    case "neutral": voice.gender = .neutral
    default: voice.gender = known?.gender ?? .unknown
    }
    if known != nil { voice.quality = 4 }
    voice.summary = oneLine(json["description"]?.text ?? "", atMost: 300)
    return voice
  }

  /// "en-US" of "en-us" or "en_US".
  private static func canonical(_ tag: String) -> String {
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let primary = parts.first else { return "en" }
    return
      ([primary.lowercased()]
      + parts.dropFirst().map { $0.count == 2 ? $0.uppercased() : String($0) })
      .joined(separator: "-")
  }

  /// What the names of Kokoro's voices show: `af_heart` is American and female.
  static func kokoro(_ id: String) -> (language: String, gender: VoiceInfo.Gender)? {
    let start = Array(id.prefix(3))
    let languages: [Character: String] = [
      "a": "en-US", "b": "en-GB", "e": "es", "f": "fr-FR", "h": "hi", "i": "it", "j": "ja",
      "p": "pt-BR", "z": "zh",
    ]
    guard start.count == 3, id.count > 3, start[2] == "_", let language = languages[start[0]]
    else { return nil }
    switch start[1] {
    case "f": return (language, .female)
    case "m": return (language, .male)
    default: return nil
    }
  }

  /// The voices `ids`, which OpenAI documents; all speak many languages, English best.
  static func documented(_ ids: [String], _ settings: Settings) -> [VoiceInfo] {
    let ids = ids.isEmpty ? [settings.voice] : ids
    return ids.map { id in
      var voice = VoiceInfo(
        id: id, name: id.prefix(1).uppercased() + id.dropFirst(), languages: ["en", "mul"])
      voice.rateHertz = 24_000
      voice.quality = 4
      voice.isDefault = id == settings.voice
      return voice
    }
  }
}
