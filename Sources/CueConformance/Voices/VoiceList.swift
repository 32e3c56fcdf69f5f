import CueABI
import CuePlugins

/// A voice of a listing, and what the engine says it can do.
struct VoiceEntry: Equatable {
  let id: String
  let name: String
  let languages: [String]
  let flags: UInt32
  let rate: Int
  /// From 1, a machine, to 5, a person; 0: unknown.
  let quality: Int
  /// Whether it repeats its sound: a CUE_VOICE_DETERMINISM_….
  let determinism: UInt32

  init(_ message: WorkerMessage) throws {
    id = try message.text(CUE_TAG_ID)
    name = try message.text(CUE_TAG_NAME)
    languages = try message.texts(CUE_TAG_LANGUAGE)
    flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    rate = Int(try message.u32(CUE_TAG_RATE) ?? 0)
    quality = Int(try message.u32(CUE_TAG_QUALITY) ?? 0)
    determinism = try message.u32(CUE_TAG_DETERMINISM) ?? CUE_VOICE_DETERMINISM_PLUGIN
  }

  var isVariant: Bool { flags & CUE_VOICE_IS_VARIANT != 0 }
  var isDefault: Bool { flags & CUE_VOICE_IS_DEFAULT != 0 }
}

/// What a voice promises of its sound.
enum VoiceRepeatability {
  /// Nothing.
  case none
  /// The same bytes for the same seed, in fresh processes.
  case bySeed
  /// The same bytes from a fresh process.
  case fresh
  /// The same bytes, whatever came before.
  case always
}

struct Traits {
  let flags: UInt32
  let events: UInt32
  let mostTextBytes: Int
  let speed: (minimum: Double, maximum: Double)
  let pitch: (minimum: Double, maximum: Double)
  /// The largest volume; 0: any.
  let mostVolume: Double

  init(_ message: WorkerMessage) throws {
    flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    events = try message.u32(CUE_TAG_EVENTS) ?? 0
    mostTextBytes = Int(try message.u32(CUE_TAG_MAX_TEXT) ?? 0)
    speed = (
      try message.f64(CUE_TAG_SPEED_MINIMUM) ?? 0, try message.f64(CUE_TAG_SPEED_MAXIMUM) ?? 0
    )
    pitch = (
      try message.f64(CUE_TAG_PITCH_MINIMUM) ?? 0, try message.f64(CUE_TAG_PITCH_MAXIMUM) ?? 0
    )
    mostVolume = try message.f64(CUE_TAG_VOLUME_MAXIMUM) ?? 0
  }

  /// Whether `speed` is one the voice declares.
  func can(speed value: Double) -> Bool {
    (speed.minimum == 0 && speed.maximum == 0) || (speed.minimum...speed.maximum).contains(value)
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
  func tells(_ event: UInt32) -> Bool { events & event != 0 }
}

extension Session {
  func voices() throws -> [VoiceEntry] {
    let answer = try ask(CUE_MSG_VOICES, within: 30_000)
    bench.done = "The voices were listed."
    try bench.require(
      answer.status == CUE_OK, "They are listed.",
      "It was refused with \(Status.name(answer.status)): \(answer.sentence)")
    return try answer.messages.filter { $0.type == CUE_MSG_VOICE }.map { try VoiceEntry($0) }
  }

  /// What `voice` promises: its own declaration, else the plugin's for all voices.
  func repetition(of voice: VoiceEntry?) -> VoiceRepeatability {
    switch voice?.determinism ?? CUE_VOICE_DETERMINISM_PLUGIN {
    case CUE_VOICE_DETERMINISM_NONE: .none
    case CUE_VOICE_DETERMINISM_SEED: .bySeed
    case CUE_VOICE_DETERMINISM_ALWAYS: .always
    default:
      switch bench.voice.determinism {
      case CUE_DETERMINISM_NONE: .none
      case CUE_DETERMINISM_FRESH_STATE: .fresh
      default: .always
      }
    }
  }

  /// The promise of the voice that speaks if none is named.
  func repetition() throws -> VoiceRepeatability {
    let voices = try voices()
    return repetition(of: voices.first(where: \.isDefault) ?? voices.first { !$0.isVariant })
  }

  func traits() throws -> Traits { try Traits(ask(CUE_MSG_TRAITS).done) }

  func fingerprint(_ voice: String = "") throws -> String {
    try ask(CUE_MSG_FINGERPRINT) { $0.text(CUE_TAG_VOICE, voice) }.done.text(CUE_TAG_TEXT)
  }
}
