/// What is to be said, and how, in the units of the plugin interface.
public struct SpeechRequest: Equatable, Sendable {
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
  public struct ToneWeight: Equatable, Sendable {
    /// The tone's label.
    public var label: String
    /// Above 0 to 1.
    public var weight: Double

    /// A tone of that label and weight.
    public init(label: String, weight: Double = 1) {
      self.label = label
      self.weight = weight
    }
  }

  /// What tones or manners do to how something is said.
  public struct ToneDelivery: Equatable, Sendable {
    /// Multiplies ``SpeechRequest/speed``.
    public var speed: Double
    /// Is added to ``SpeechRequest/pitchSemitones``.
    public var pitchSemitones: Double
    /// Multiplies ``SpeechRequest/volume``.
    public var volume: Double
    /// Multiplies ``SpeechRequest/pitchRange``.
    public var pitchRange = 1.0
    /// Whether ``SpeechRequest/isWhispered`` is set.
    public var isWhispered = false

    /// What a profile does, in the units of the plugin interface.
    public init(_ profile: VoiceProfile) {
      speed = profile.speedFactor
      pitchSemitones = profile.pitchSemitones
      volume = profile.volumeGain
    }
  }

  /// The words, exactly as written.
  public var text: String
  /// ``text`` in the words that the engine gets for it, where these are others; see `RecordingVoice.requestAsSent`.
  ///
  /// Places of marks are always those of ``text``.
  public var spokenText = ""
  /// The text, if it comes in pieces; ``text`` is then empty.
  public var inflow: TextInflow?
  /// What the text is written in.
  public var form = TextForm.plain
  /// A BCP 47 tag; empty for the voice's own language.
  public var language = ""
  /// The id of a voice; empty for the plugin's choice.
  public var voice = ""
  /// A factor; 1 is the voice's own speed.
  public var speed = 1.0
  /// Semitones; 0 is the voice's own pitch.
  public var pitchSemitones = 0.0
  /// How far the formants are moved, and with them the person, in semitones; only by an effect after the voice.
  public var formantSemitones = 0.0
  /// A linear gain; 1 is the voice's own volume.
  public var volume = 1.0
  /// Tones, for engines that act on them.
  public var tones: [ToneWeight] = []
  /// How far the pitch moves, as a factor; 1 is the voice's own.
  ///
  /// A voice that cannot leaves it aside.
  public var pitchRange = 1.0
  /// Without voice; a voice that cannot leaves it aside.
  public var isWhispered = false
  /// Names the effect that moves the pitch or whispers in the voice's place, with all that decides its sound; nil if the
  /// voice does it itself.
  public var voiceEffect: String?
  /// What the tones do to a voice that does not act on them itself; one that does leaves it aside.
  public var toneDelivery: ToneDelivery?
  /// What manners such as shouting do; a voice that acts on tones takes only speed and volume of it.
  public var mannerDelivery: ToneDelivery?
  /// 0 if none is given.
  public var seed: UInt32 = 0
  /// How to say it; never spoken.
  public var direction = ""
  /// What was said just before; never spoken.
  public var previousText = ""
  /// What will be said next; never spoken.
  public var nextText = ""
  /// How words of the text are spoken, in IPA, by the words in small letters; for voices that read it.
  public var lexicon: [String: String] = [:]
  /// Whether words, sentences and marks are reported.
  public var wantsMarks = false

  /// A request to say `text` in the voice's own way.
  public init(text: String) { self.text = text }

  /// A request to say a text that comes in pieces, in the voice's own way.
  public init(_ inflow: TextInflow) {
    text = ""
    self.inflow = inflow
  }
}

/// Something that begins in an utterance: a word, a sentence, a mark, a phoneme.
public struct SpeechMark: Equatable, Sendable {
  /// What begins.
  public enum Kind: UInt32, Sendable {
    /// A word.
    case word = 1
    /// A sentence.
    case sentence = 2
    /// A `<mark/>`.
    case mark = 4
    /// A phoneme.
    case phoneme = 8
  }

  /// What begins.
  public var kind: Kind
  /// Frames since the utterance began.
  public var frame: Int
  /// Bytes of the request's text.
  public var textRange: Range<Int>
  /// A mark's or phoneme's name.
  public var name: String
  /// Whether the voice did not report it: its place was found in the sound afterwards, or is a guess.
  public var isEstimated: Bool

  /// A mark at `frame` for the bytes in `textRange`.
  public init(
    kind: Kind, frame: Int, textRange: Range<Int>, name: String = "", isEstimated: Bool = false
  ) {
    self.kind = kind
    self.frame = frame
    self.textRange = textRange
    self.name = name
    self.isEstimated = isEstimated
  }
}

/// Something a voice could not do as it was asked.
public struct Shortfall: Equatable, Sendable {
  /// What was asked, as in "speed" or "pitch".
  public var field: String
  /// What became of it: "clamped to 2.5", "ignored", "replaced by en".
  public var outcome: String

  /// A shortfall in `field` with `outcome`.
  public init(field: String, outcome: String) {
    self.field = field
    self.outcome = outcome
  }
}

/// What comes of a request while it is said.
public enum SpeechEvent: Equatable, Sendable {
  /// Sound of that format follows.
  case began(AudioFormat)
  /// The next sound.
  case sound(AudioBuffer)
  /// Something begins; not later than the sound that holds it.
  case mark(SpeechMark)
  /// Something is not as it was asked.
  case shortfall(Shortfall)
  /// The voice failed; `voice` says the line again, from its start. What was heard of it does not count.
  case startedOver(voice: String, because: PluginFailure)
}

/// How a request ended that did not fail.
public enum SpeechOutcome: Equatable, Sendable {
  /// All of it was said.
  case finished
  /// It was cancelled.
  case cancelled
}

/// What a voice uses, and what may fail for all voices that use it.
public struct VoiceService: Sendable {
  /// The same for all voices that ask the same one, with the same settings.
  public var id: String
  /// Whether it is reached by a network; false as long as that is not known.
  public var needsNetwork: Bool
  /// Asks whether it answers; may block, and any thread may call it.
  public var answers: @Sendable () -> Bool

  /// A service of that id.
  public init(id: String, needsNetwork: Bool, answers: @escaping @Sendable () -> Bool) {
    self.id = id
    self.needsNetwork = needsNetwork
    self.answers = answers
  }
}

/// Somebody who can say things.
///
/// One request at a time.
public protocol Voice: AnyObject {
  /// Its name, for people: "flite:slt".
  var name: String { get }

  /// The name of the voice that speaks or spoke last, to show to the user; in a chain, that of the member whose turn it is.
  var speakerName: String { get }

  /// Says `request` and hands everything that comes of it to `receive`, in order, before it returns.
  ///
  /// A failure of the voice is a ``PluginFailure``; whatever `receive` throws ends the request and is thrown on.
  func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome

  /// Says which request will follow the next one, so that a voice may begin with it early.
  ///
  /// A hint: another request may follow all the same.
  func expect(_ request: SpeechRequest)

  /// Begins with `request` now, so that its first sound is there when it is asked for.
  ///
  /// A hint: another request may follow all the same, and what was begun is then given up. A voice that costs money or a
  /// network for each request may leave it.
  func prepare(_ request: SpeechRequest)

  /// The service that the voice uses; nil if one failed line says nothing about the next one.
  var service: VoiceService? { get }

  /// Whether ``service`` is asked for `request`; not where its sound is kept.
  func needsService(for request: SpeechRequest) -> Bool
}

extension Voice {
  /// Its own name, for a voice that is not a chain.
  public var speakerName: String { name }

  /// Begins nothing early.
  public func expect(_ request: SpeechRequest) {}

  /// Prepares nothing.
  public func prepare(_ request: SpeechRequest) {}

  /// It uses no service.
  public var service: VoiceService? { nil }

  /// It is asked each time.
  public func needsService(for request: SpeechRequest) -> Bool { true }
}
