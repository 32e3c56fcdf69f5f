import CueAudio
import CueModel
import CueText

/// What happens in practice, as it happens, for display.
///
/// A segment is identified by its index, counted from 0 among those of the granularity that is set; ``PracticeText`` has its
/// words. A frame is one of the session's output, counted from 0.
public enum PracticeReport: Equatable, Sendable {
  /// Practice begins; the state has the settings and where it begins.
  case started(PracticeState)
  /// Something of the state is different: what is done, where, or what is set. Reported before what begins with it.
  ///
  /// All that a view draws stands in it, so it is enough to draw it again at each of these.
  case state(PracticeState)
  /// A voice begins to be heard in a segment, `from` a byte of the text on. It is reported again where the voice, its rate or a
  /// stand-in changes in the middle of it.
  case speaking(index: Int, from: Int, voice: String, frame: Int)
  /// A word begins: its bytes of the text.
  case word(index: Int, range: Range<Int>, frame: Int, isEstimated: Bool = false)
  /// A segment was said to its end, and how long that took.
  case said(index: Int, duration: Duration)
  /// A pause has another tenth of a second less left, or one more where it has no length.
  case countdown(tenths: Int)
  /// Segments up to the end that was set, and the time that they will about take with their pauses; after each segment.
  case progress(PracticeProgress)
  /// How the speaker repeated a segment; where it is asked for, it is reported at the end.
  case repeated(index: Int, Repetition)
  /// A better judgement of a repetition that was reported before.
  case reconsidered(index: Int, Repetition)
  /// What the speaker said of a segment is played to them, and how long that is.
  case playingOwn(index: Int, duration: Duration)
  /// A sentence is played in the chosen voice.
  case sampling(String)
  /// A voice failed in a segment, and this one says it from its start.
  case standIn(index: Int, voice: String, because: PluginFailure)
  /// No voice could say the segment. Practice is held there.
  case failed(index: Int, because: PluginFailure)
  /// The output is lost. Practice is held there.
  case outputLost(index: Int, sentence: String)
  /// The speaker is not heard any more; pauses are timed from here on.
  case microphoneLost(sentence: String)
  /// A voice could not do as it was asked.
  case shortfall(index: Int, Shortfall)
  /// A voice is not available, and the previous one speaks on.
  case voiceRefused(String, sentence: String)
  /// Nothing was done, and why.
  case ignored(PracticeCommand, why: PracticeRefusal)
  /// Practice is over: the text came to its end, or the time that was set.
  case finished(PracticeOutcome)
  /// The speaker ended it.
  case stopped(PracticeOutcome)
  /// Something failed that ends it; the error is thrown next.
  case brokenOff(PracticeOutcome)
}

/// How far practice has come, and how much is left of it.
public struct PracticeProgress: Equatable, Sendable {
  /// The segment it stands at, counted from 1; 0 if there is none.
  public var number: Int
  /// How many segments there are.
  public var count: Int
  /// About how long all from here to the end will take, pauses included; nothing in a loop, which has no end.
  public var timeLeft: Duration?

  /// That far.
  public init(number: Int, count: Int, timeLeft: Duration?) {
    self.number = number
    self.count = count
    self.timeLeft = timeLeft
  }

  /// Up to this many segments are shown as dots, more as a bar.
  public static let mostDots = 20
}

/// How a segment was repeated, as far as it was heard.
public struct Repetition: Equatable, Sendable {
  /// How long the voice took for it.
  public var model: Duration
  /// How long the speaker took, from the first sound to the last; zero where nothing was heard.
  public var took: Duration
  /// The longest silence within.
  public var longestSilence: Duration
  /// Silences within of at least ``leastSilence``.
  public var silences: Int
  /// How long these are together.
  public var silent = Duration.zero
  /// Words that were heard, whatever they are; 0 if words were not listened to.
  public var spokenWords = 0
  /// Fillers that were heard: "um", "you know".
  public var fillers: [String] = []
  /// How loud and how high it was said.
  public var voice = VoiceMeasure()
  /// The judgement of what was missing, changed and added; nil if one recognizer judged alone.
  public var judgement: LineJudgement?
  /// Words that are to be said; 0 if words were not listened to.
  public var words: Int
  /// Bytes of the text whose words were not said.
  public var missing: [Range<Int>]
  /// Bytes of the text whose words were changed.
  public var changed: [Range<Int>]
  /// Bytes of the text whose words cannot have been heard: nothing was said, or listening ended before them.
  public var notHeard: [Range<Int>] = []
  /// Words that were said besides those of the text, in the order in which they were heard.
  public var added: [String] = []
  /// What was said in place of the segment; empty if that was the segment, or is not known.
  public var instead = ""

  /// What counts as a silence between words.
  public static let leastSilence = Duration.milliseconds(300)

  /// Nothing was heard of a segment that took the voice `model`.
  public init(model: Duration, words: Int = 0) {
    self.model = model
    self.words = words
    took = .zero
    longestSilence = .zero
    silences = 0
    missing = []
    changed = []
  }
}

/// What practice came to.
public struct PracticeOutcome: Equatable, Sendable {
  /// Why it ended; nil if it was ended by hand.
  public var end: PracticeState.End?
  /// The byte of the text at which to go on another time.
  public var place = 0
  /// Segments that were said to their end, one as often as it was said.
  public var segments = 0
  /// Different ones.
  public var differentSegments = 0
  /// Segments that no voice could say.
  public var failures = 0
  /// How long the voice spoke.
  public var spoken = Duration.zero
  /// How long the pauses were.
  public var paused = Duration.zero
  /// The length of the session's sound.
  public var frames = 0
  /// Frames a second.
  public var rateHertz = 22050
  /// How segments were repeated, in that order.
  public var repetitions: [Repeated] = []

  /// One segment's repetition.
  public struct Repeated: Equatable, Sendable {
    /// The bytes of the segment.
    public var range: Range<Int>
    /// How it was repeated.
    public var repetition: Repetition
  }

  /// Nothing yet.
  public init() {}
}
