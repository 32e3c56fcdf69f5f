import CueModel
import CuePlugins
import CueSpeaking

/// What is spoken, and how, as one value.
public struct SpeakingRequest: Sendable {
  /// What the sound is put together from.
  public enum Work: Sendable {
    /// Speech, clips and pauses, one after the other in each channel, and all channels at once.
    case queue(QueueList, ClipFolder)
    /// A text that all voices say together.
    case chorus(String, ChorusVariation)
    /// Lines that must last a given time each; if `onlyShortens`, shorter ones stay as they are.
    case fit([TimedText.Line], onlyShortens: Bool)
  }

  /// How the voices of a chorus differ.
  public struct ChorusVariation: Equatable, Sendable {
    /// The most by which a voice may begin later than another, in seconds: 0…5.
    public var onsetSeconds = 0.06
    /// The most by which the speeds may differ, as a share: 0…0.5.
    public var speed = 0.03
    /// The most by which the pitches may differ, in semitones: 0…12.
    public var pitchSemitones = 0.3
    /// Chooses the variation; the same seed gives the same one.
    public var seed: UInt64 = 1
    /// How long each voice takes, in seconds; nil for its own pace.
    public var seconds: Double?

    /// A usual variation.
    public init() {}
  }

  /// What is spoken.
  public var work: Work
  /// The usual chain of voices, the best first; empty for the user's own voices.
  ///
  /// In a chorus, all of them speak.
  public var voices: [PluginChoice] = []
  /// Whether no voice stands in for another.
  public var isStrict = false
  /// The language of the words, as a BCP 47 tag; empty for that of each voice.
  public var language = ""
  /// A factor of all speeds.
  public var speed = 1.0
  /// Is added to all pitches, in semitones.
  public var pitchSemitones = 0.0
  /// A factor of all volumes.
  public var volume = 1.0
  /// Whether no effect stretches sound that does not fit.
  public var avoidsEffects = false

  /// That work, in the voices' own way.
  public init(_ work: Work) { self.work = work }

  /// A text that must last `seconds`.
  public static func fit(_ text: String, seconds: Double) -> SpeakingRequest {
    SpeakingRequest(
      .fit(
        [TimedText.Line(text: text, startSeconds: 0, endSeconds: seconds, line: 1)],
        onlyShortens: false))
  }
}

/// What happens in a session of speaking.
public enum SpeakingReport: Sendable {
  /// What a queue or a chorus does.
  case course(SpeakingEvent)
  /// The mark of that line of the list names a clip that does not exist, and is left out.
  case noClip(name: String, line: Int)
  /// While speech is fitted, a voice failed, and another one says it.
  case standIn(voice: String, because: PluginFailure)
  /// A line was fitted, and put at its time.
  case fitted(FittedLine)
  /// All is spoken, and heard or written; the last event.
  case finished(SpeakingOutcome)
}

/// How a line came to last as long as it does.
public struct FittedLine: Sendable {
  /// Its line in the list, from 1.
  public var line: Int
  /// The voice that says it.
  public var voice: String
  /// When it was to begin, in seconds.
  public var startSeconds: Double
  /// How long it was to last, in seconds.
  public var targetSeconds: Double
  /// How long it lasts, in seconds.
  public var seconds: Double
  /// How long the voice takes at the speed that was asked for, in seconds.
  public var ownSeconds: Double
  /// The speed of the voice, as a factor.
  public var speed: Double
  /// The factor by which an effect made it faster; 1 without one.
  public var tempo: Double
  /// How often the voice said it.
  public var passes: Int
  /// How late it begins, because the line before it lasts too long; in seconds.
  public var lateSeconds: Double
  /// Whether it lasts as long as it should.
  public var isFitted: Bool
}

/// What came of a session of speaking.
public struct SpeakingOutcome: Equatable, Sendable {
  /// Whether lines are counted that were fitted, and no items.
  public var countsLines = false
  /// Items that were said or played, or lines that were fitted.
  public var finished = 0
  /// Items that could not be, or lines that do not fit or begin late.
  public var failed = 0
  /// Whether it was cancelled.
  public var isCancelled = false
  /// How long the sound is, in seconds.
  public var seconds = 0.0

  /// Nothing spoken yet.
  package init(countsLines: Bool = false, finished: Int = 0, failed: Int = 0, seconds: Double = 0) {
    self.countsLines = countsLines
    self.finished = finished
    self.failed = failed
    self.seconds = seconds
  }
}
