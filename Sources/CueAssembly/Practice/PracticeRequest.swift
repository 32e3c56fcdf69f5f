import CueModel
import CuePlugins
import CuePractice
import CueText

/// How a speech is practised: everything that practice can do, as one value.
///
/// Options that are not given are as the last time, if the speech is in the library, else as usual.
public struct PracticeRequest: Sendable {
  /// Who speaks, as in `PracticeSettings.voice`; nil for the voice of the last time.
  public var voice: String?
  /// The same voices with their settings.
  public var voices: [PluginChoice] = []
  /// Whether there are no stand-ins for the first voice, and its failure ends practice.
  public var isStrict = false
  /// Pitch, volume and tones of all that is said; its text and speed do not count.
  public var style = SpeechRequest(text: "")
  /// What the sound goes through.
  public var effects: [PluginChoice] = []
  /// Whether sound is kept, so that the same words are not made twice.
  public var keepsClips = true

  /// What is said at a time.
  public var granularity: Segment.Kind?
  /// The speeds of the rounds; each is moved to the nearest that there is.
  public var rates: [Double]?
  /// The speed of a speech for which none was given or remembered.
  public var usualRate: Double?
  /// What follows a segment.
  public var pause: PracticeSettings.Pause?
  /// The length of a pause, as a factor of the segment's; moved to the nearest that there is.
  public var pauseFactor: Double?
  /// The segment to begin with, counted from 1; nil for where the last practice stopped.
  public var firstSegment: Int?
  /// The segments that are repeated, counted from 1.
  public var loop: ClosedRange<Int>?
  /// After how many minutes it ends; nil for at the end of the text.
  public var minutes: Double?
  /// Whether it goes on by itself after an interruption.
  public var resumesAfterInterruption = false
  /// Whether what was set last, and where the last practice stopped, is forgotten first.
  public var forgets = false
  /// Whether settings are kept and used the next time.
  public var keepsSettings = true

  /// Where the speaker is heard; nil if pauses have a length.
  public var microphone: MicrophoneSource?
  /// Whether the words of the repetitions are compared with the text.
  public var listens = false
  /// The recognizers that can hear the words, the best first; empty for the usual one.
  public var recognizers: [PluginChoice] = []
  /// The recognizer that also judges the wording, while practice goes on.
  public var secondOpinion: PluginChoice?
  /// The device that plays, for the measurements of `cue calibrate`; nil for the usual one.
  public var outputDevice: String?

  /// Practice as the last time.
  public init() {}
}
