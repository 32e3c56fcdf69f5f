import CueABI
import CuePluginKit
import ServicePlugin

/// The voices of the account, page by page.
enum VoiceList {
  /// No account has more pages; a service that goes on is not believed.
  static let mostPages = 200

  /// Speaks when no voice is asked for: Daniel.
  static let defaultID = "onwK4e9ZLuTAKqWW03F9"

  /// Asks `courier` for all pages; an unfinished list when it was stopped.
  static func fetch(_ courier: Courier, rateHertz: UInt32) throws(PluginFailure) -> [VoiceInfo] {
    var voices: [VoiceInfo] = []
    var ids: Set<String> = []
    var tokens: Set<String> = []
    var target = "/v2/voices?page_size=100"
    for _ in 0..<mostPages {
      let reader = PageReader(from: "ElevenLabs")
      guard try courier.fetch(target, into: reader) != nil else { return voices }
      let page = try reader.page()
      guard let items = page["voices"]?.list else {
        throw PluginFailure(CUE_E_SERVICE, "ElevenLabs answered without a list of voices.")
      }
      for voice in items.compactMap({ info($0, rateHertz) }) where ids.insert(voice.id).inserted {
        voices.append(voice)
      }
      guard page["has_more"]?.bool == true else { return withDefault(voices) }
      guard let token = page["next_page_token"]?.text, !token.isEmpty,
        tokens.insert(token).inserted
      else {
        courier.host.log(.warning, "ElevenLabs lost its place in the list of voices.")
        return withDefault(voices)
      }
      target = "/v2/voices?page_size=100&next_page_token=\(percentEncoded(token))"
    }
    courier.host.log(
      .warning, "ElevenLabs' list of voices does not end: \(voices.count) are enough.")
    return withDefault(voices)
  }

  private static func withDefault(_ voices: [VoiceInfo]) -> [VoiceInfo] {
    var voices = voices
    let index = voices.firstIndex { $0.id == defaultID } ?? 0
    if !voices.isEmpty { voices[index].isDefault = voices[index].id == defaultID }
    return voices
  }

  /// Reads one voice; nothing without an id.
  static func info(_ json: Json, _ rateHertz: UInt32) -> VoiceInfo? {
    guard let id = json["voice_id"]?.text, !id.isEmpty else { return nil }
    let labels = json["labels"]
    var languages: [String] = []
    let verified = json["verified_languages"]?.list ?? []
    for tag in [labels?["language"]?.text]
      + verified.flatMap({ [$0["locale"]?.text, $0["language"]?.text] })
    {
      guard let tag, SpeechOrder.languageCode(tag) != nil, !languages.contains(tag) else {
        continue
      }
      languages.append(tag)
    }
    var voice = VoiceInfo(
      id: id, name: json["name"]?.text ?? id, languages: languages.isEmpty ? ["en"] : languages)
    voice.rateHertz = rateHertz
    switch labels?["gender"]?.text?.lowercased() {
    case "male": voice.gender = .male
    case "female": voice.gender = .female
    case "neutral", "non-binary": voice.gender = .neutral
    default: break
    }
    switch labels?["age"]?.text?.lowercased() {
    case "young": voice.age = 25
    case "middle_aged", "middle-aged", "middle aged": voice.age = 45
    case "old": voice.age = 70
    default: break
    }
    let words = [
      labels?["accent"]?.text, labels?["description"]?.text ?? labels?["descriptive"]?.text,
      labels?["use_case"]?.text, json["description"]?.text,
    ]
    voice.summary = oneLine(
      words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", "), atMost: 300)
    return voice
  }

  /// The voices every account has, for a host without a key.
  static func offline(rateHertz: UInt32) -> [VoiceInfo] {
    [
      ("Daniel", defaultID, VoiceInfo.Gender.male),
      ("Sarah", "EXAVITQu4vr4xnSDxMaL", .female),
      ("Charlie", "IKne3meq5aSn9XLyUdCD", .male),
      ("George", "JBFqnCBsd6RMkjVDRZzb", .male),
      ("Liam", "TX3LPaxmHKxFdv7VOQHJ", .male),
      ("Adam", "pNInz6obpgDQGcFmaJgB", .male),
      ("Matilda", "XrExE9yKIg1WjnnlVkGX", .female),
      ("Aria", "9BWtsMINqrJLrRacOk9x", .female),
    ].map { name, id, gender in
      var voice = VoiceInfo(id: id, name: name, languages: ["en"])
      voice.gender = gender
      voice.rateHertz = rateHertz
      voice.isDefault = id == defaultID
      return voice
    }
  }
}
