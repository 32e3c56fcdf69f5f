import CueABI
import CueModel

/// A voice that a plugin offers.
public struct VoiceDescription: Equatable, Sendable {
  /// Stable: what users write after `PLUGIN:`.
  public let id: String
  /// The name for people.
  public let name: String
  /// BCP 47 tags, the best first.
  public let languages: [String]
  /// The gender of its sound; nil if the plugin does not say.
  public let gender: VoiceGender?
  /// Years; 0 if unknown.
  public let age: Int
  /// The rate of its sound in Hz; 0 if it varies.
  public let rateHertz: Int
  /// An SPDX expression, if it differs from the plugin's.
  public let licence: String
  /// One sentence.
  public let summary: String
  /// It is used if no voice is asked for.
  public let isDefault: Bool
  /// It is not a voice by itself: its id follows another voice's.
  public let isVariant: Bool
  /// It has one pitch, whatever is requested.
  public let keepsPitch: Bool
  /// It does not sound like a person speaking: a robot, a whisper.
  public var isNovelty = false
  /// It may take longer to speak than its sound lasts.
  public var isSlow = false
  /// How much it sounds like a person, from 1 (a machine) to 5; 0 if the plugin does not say.
  public let quality: Int
  /// Whether it gives the same bytes for the same request.
  public let determinism: VoiceDeterminism
  /// The user's names for it, in cue.conf.
  public var ownNames: [String] = []

  /// A voice of that id, with what is known of it.
  public init(
    id: String, name: String = "", languages: [String] = [], gender: VoiceGender? = nil,
    age: Int = 0,
    rateHertz: Int = 0, licence: String = "", summary: String = "", isDefault: Bool = false,
    isVariant: Bool = false, keepsPitch: Bool = false, quality: Int = 0,
    determinism: VoiceDeterminism = .asPlugin
  ) {
    self.id = id
    self.name = name
    self.languages = languages
    self.gender = gender
    self.age = age
    self.rateHertz = rateHertz
    self.licence = licence
    self.summary = summary
    self.isDefault = isDefault
    self.isVariant = isVariant
    self.keepsPitch = keepsPitch
    self.quality = quality
    self.determinism = determinism
  }
}

extension VoiceDescription {
  init(_ message: WorkerMessage) throws(Misbehaviour) {
    let flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    id = printable(try message.text(CUE_TAG_ID))
    name = printable(try message.text(CUE_TAG_NAME))
    languages = try message.texts(CUE_TAG_LANGUAGE).map(printable)
    switch try message.u32(CUE_TAG_GENDER) ?? 0 {
    case CUE_GENDER_MALE: gender = .male
    case CUE_GENDER_FEMALE: gender = .female
    case CUE_GENDER_NEUTRAL: gender = .neutral
    default: gender = nil
    }
    age = Int(try message.u32(CUE_TAG_AGE) ?? 0)
    rateHertz = Int(try message.u32(CUE_TAG_RATE) ?? 0)
    licence = printable(try message.text(CUE_TAG_LICENCE))
    summary = printable(try message.text(CUE_TAG_DESCRIPTION))
    isDefault = flags & CUE_VOICE_IS_DEFAULT != 0
    isVariant = flags & CUE_VOICE_IS_VARIANT != 0
    keepsPitch = flags & CUE_VOICE_KEEPS_PITCH != 0
    isNovelty = flags & CUE_VOICE_IS_NOVELTY != 0
    isSlow = flags & CUE_VOICE_IS_SLOW != 0
    quality = Int(min(try message.u32(CUE_TAG_QUALITY) ?? 0, 5))
    // An unknown promise counts as none.
    determinism = VoiceDeterminism(rawValue: try message.u32(CUE_TAG_DETERMINISM) ?? 0) ?? .none
  }
}

extension [VoiceDescription] {
  /// The voice that a user means by `name`: its id, an own name, else a name that only one of them has, in any case.
  public func voice(named name: String) -> VoiceDescription? {
    if let voice = first(where: { $0.id == name }) { return voice }
    let name = name.lowercased()
    if let voice = first(where: { $0.ownNames.contains(name) }) { return voice }
    // Services add a description of the voice: "Sarah - Mature, Confident".
    let called = filter { voice in
      let full = voice.name.lowercased()
      return !voice.isVariant && (full == name || full.hasPrefix(name + " - "))
    }
    return called.count == 1 ? called[0] : nil
  }
}

extension VoiceDescription {
  /// Whether it speaks `language`, a BCP 47 tag of which the first two letters count; empty for any.
  public func speaks(_ language: String) -> Bool {
    guard !language.isEmpty else { return true }
    let wanted = language.lowercased().prefix(2)
    return languages.contains { $0.lowercased().hasPrefix(wanted) }
  }
}
