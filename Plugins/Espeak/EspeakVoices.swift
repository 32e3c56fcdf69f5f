import CEspeak
import CuePluginKit

/// espeak's own lists of voices and variants.
enum EspeakVoices {
  /// All voices, then all variants.
  static func all(rateHertz: UInt32) -> [VoiceInfo] {
    var voices = unsafe read(engine.list_voices(nil)).map { voice in
      var voice = voice
      voice.rateHertz = rateHertz
      voice.quality = 1
      voice.isDefault = voice.id == EspeakVoice.defaultVoice
      return voice
    }
    var variant = unsafe espeak_VOICE()
    let variants = unsafe "variant".withCString { languages in
      unsafe variant.languages = unsafe languages
      return unsafe read(engine.list_voices(&variant))
    }
    let folder = dataFolder()
    for var voice in variants where voice.id.hasPrefix("!v/") {
      voice.isNovelty = VariantFile("\(folder)/voices/\(voice.id)")?.isNovelty ?? false
      voice.id = "+" + voice.id.dropFirst(3)
      voice.languages = []
      voice.isVariant = true
      voices.append(voice)
    }
    return voices
  }

  /// The folder of espeak's data.
  private static func dataFolder() -> String {
    var path: UnsafePointer<CChar>?
    _ = unsafe engine.info(&path)
    return unsafe path.map { unsafe String(cString: $0) } ?? ""
  }

  private static func read(
    _ list: UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?
  ) -> [VoiceInfo] {
    guard var at = unsafe list else { return [] }
    var voices: [VoiceInfo] = []
    while let voice = unsafe at.pointee {
      defer { unsafe at += 1 }
      let identifier = unsafe voice.pointee.identifier.map { unsafe String(cString: $0) } ?? ""
      guard !identifier.isEmpty, !identifier.hasPrefix("mb/") else { continue }
      let name = unsafe voice.pointee.name.map { unsafe String(cString: $0) } ?? identifier
      var info = VoiceInfo(
        id: identifier, name: name, languages: unsafe languages(voice.pointee.languages))
      info.gender =
        switch unsafe voice.pointee.gender {
        case 1: .male
        case 2: .female
        default: .unknown
        }
      info.age = unsafe UInt32(voice.pointee.age)
      voices.append(info)
    }
    return voices
  }

  /// Pairs of a priority byte and a language that ends with NUL; a priority of 0 ends the list.
  private static func languages(_ list: UnsafePointer<CChar>?) -> [String] {
    guard var at = unsafe list else { return [] }
    var languages: [(priority: CChar, name: String)] = []
    while unsafe at.pointee != 0 {
      let name = unsafe String(cString: at + 1)
      languages.append((unsafe at.pointee, name))
      unsafe at += 2 + name.utf8.count
    }
    return languages.sorted { $0.priority < $1.priority }.map(\.name)
  }
}
