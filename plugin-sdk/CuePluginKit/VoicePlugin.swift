// SPDX-License-Identifier: MIT

/// What a voice engine can do.
public struct VoiceTraits: Sendable {
  /// The first sound waits for the whole text.
  public var waitsForWholeUtterance = false
  /// It reads SSML itself.
  public var readsSSML = false
  /// It reads text in its own phoneme notation.
  public var readsPhonemes = false
  /// It acts on tone labels itself.
  public var actsOnTones = false
  /// It uses direction, previous and next text.
  public var usesContext = false
  /// It obeys ``SpeechRequest/pitchRange``.
  public var movesPitchRange = false
  /// It obeys ``SpeechRequest/isWhispered``.
  public var whispers = false
  /// It speaks words as ``SpeechRequest/lexicon`` says.
  public var readsLexicon = false
  /// Which events it can report.
  public var events: EventKinds = []
  /// The longest text it takes, in bytes; 0 where it takes a megabyte at least.
  public var maximumTextBytes: UInt32 = 0
  /// The speed factors it can do.
  public var speed: ClosedRange<Double>?
  /// The pitch shifts it can do, in semitones.
  public var pitch: ClosedRange<Double>?
  /// The highest volume it can do; nil where it can do any, and clips what leaves full scale.
  public var maximumVolume: Double?
  /// How its phonemes are written, in events and in texts of phonemes.
  public var alphabet = PhonemeAlphabet.engine

  /// A voice engine that can do nothing special.
  public init() {}
}

/// How phonemes are written.
public enum PhonemeAlphabet: UInt32, Sendable {
  /// As the engine does.
  case engine = 0
  /// The International Phonetic Alphabet.
  case ipa = 1
  /// X-SAMPA.
  case xsampa = 2
  /// ARPABET, with the digits of stress.
  case arpabet = 3
}

/// Kinds of event in an utterance.
public struct EventKinds: OptionSet, Sendable {
  /// The bits of the ABI.
  public let rawValue: UInt32
  /// Event kinds by the bits of the ABI.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// A word begins.
  public static let word = EventKinds(rawValue: 1)
  /// A sentence begins.
  public static let sentence = EventKinds(rawValue: 2)
  /// A `<mark/>` is reached.
  public static let mark = EventKinds(rawValue: 4)
  /// A phoneme begins.
  public static let phoneme = EventKinds(rawValue: 8)
}

/// A voice that a plugin offers.
public struct VoiceInfo: Sendable {
  /// Whose voice it sounds like.
  public enum Gender: UInt32, Sendable {
    /// Not said.
    case unknown = 0
    /// A man's.
    case male = 1
    /// A woman's.
    case female = 2
    /// Neither.
    case neutral = 3
  }

  /// Whether a voice gives the same sound for the same request.
  public enum Determinism: UInt32, Sendable {
    /// As the plugin's descriptor says of all its voices.
    case asPlugin = 0
    /// No.
    case none = 1
    /// For the same seed; without one, each time another.
    case bySeed = 2
    /// Yes, with or without a seed, whatever came before.
    case always = 3
  }

  /// Stable: what users write after `PLUGIN:`.
  public var id: String
  /// The name for people.
  public var name: String
  /// BCP 47 tags, the best first.
  public var languages: [String]
  /// Whose voice it sounds like.
  public var gender = Gender.unknown
  /// Years; 0 where it is not known.
  public var age: UInt32 = 0
  /// The rate of its sound; 0 where it varies.
  public var rateHertz: UInt32 = 0
  /// An SPDX expression, where it differs from the plugin's.
  public var licence = ""
  /// One sentence.
  public var summary = ""
  /// It speaks when no voice is asked for.
  public var isDefault = false
  /// It is no voice by itself: its id follows another voice's.
  public var isVariant = false
  /// It has one pitch, whatever the plugin's others can do.
  public var keepsPitch = false
  /// It does not sound like a person speaking: a robot, a whisper.
  public var isNovelty = false
  /// It may take longer to speak than its sound lasts.
  public var isSlow = false
  /// How much it sounds like a person: 1 a machine, 5 a person, or nearly; 0 where it is not said.
  public var quality: UInt32 = 0
  /// Whether it gives the same sound for the same request, where that is not what the plugin says of all its voices.
  public var determinism = Determinism.asPlugin

  /// A voice with an id, a name and languages.
  public init(id: String, name: String, languages: [String]) {
    self.id = id
    self.name = name
    self.languages = languages
  }
}

/// What is to be said, and how.
public struct SpeechRequest: Sendable {
  /// What the text is written in.
  public enum TextForm: UInt32, Sendable {
    /// Words.
    case plain = 0
    /// SSML.
    case ssml = 1
    /// The engine's own phoneme notation.
    case phonemes = 2
  }

  /// A tone and how much of it.
  public struct Tone: Equatable, Sendable {
    /// One word, as in "tense" or "playful".
    public var label: String
    /// Above 0 to 1.
    public var weight: Double
  }

  /// What the text is written in.
  public var form: TextForm
  /// The text, which is valid UTF-8.
  public var text: String
  /// A BCP 47 tag, or nothing for the voice's own language.
  public var language: String
  /// The id of a voice, or nothing for the best or default one.
  public var voice: String
  /// A factor; 1 is the voice's own speed.
  ///
  /// Above 0.
  public var speed: Double
  /// Semitones; 0 is the voice's own pitch.
  public var pitch: Double
  /// A linear gain; 1 is the voice's own volume, 0 is silence.
  public var volume: Double
  /// Which events are wanted.
  public var events: EventKinds
  /// Tones, for an engine that acts on them.
  public var tones: [Tone]
  /// 0 where none is given.
  public var seed: UInt32
  /// How to say it: context, never spoken.
  public var direction: String
  /// What was said just before, never spoken.
  public var previousText: String
  /// What will be said next, never spoken.
  public var nextText: String
  /// A factor on how far the pitch moves; 1 is the voice's own, 0.5 half as far.
  ///
  /// Above 0.
  public var pitchRange = 1.0
  /// Without voice, as far as the engine can.
  public var isWhispered = false
  /// Words, in small letters, and how they are spoken, in IPA; a word of the text counts in any case of letters.
  public var lexicon: [String: String] = [:]
}

/// What a voice could not do as asked.
public enum SpeechField: UInt32, Sendable {
  /// The speed.
  case speed = 1
  /// The pitch.
  case pitch = 2
  /// The volume.
  case volume = 3
  /// The language.
  case language = 4
  /// The voice.
  case voice = 5
  /// The tones.
  case tones = 6
  /// The direction.
  case direction = 7
  /// The previous or next text.
  case context = 8
  /// The seed.
  case seed = 9
  /// The form of the text.
  case textForm = 10
  /// The events.
  case events = 11
  /// How a word is spoken.
  case pronunciation = 14
}

/// A voice engine.
///
/// Conform a class to this, list it in a ``PluginLibrary``, and the kit makes the C tables.
public protocol VoicePlugin: Plugin {
  /// What the engine can do, once it is activated.
  var traits: VoiceTraits { get }

  /// All voices. May ask a network.
  func voices() throws(PluginFailure) -> [VoiceInfo]

  /// Says `request` into `sink` and returns when all of it has been given; soon after the sink says stop.
  func speak(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure)

  /// Names all that decides how `voice` sounds: engine, data and model versions.
  func soundFingerprint(voice: String) -> String

  /// Loads `voice` ahead of its first line. With forks, what is loaded here is there for each of them.
  func prepare(voice: String) throws(PluginFailure)
}

extension VoicePlugin {
  /// Nothing is loaded ahead.
  public func prepare(voice: String) throws(PluginFailure) {}
}
