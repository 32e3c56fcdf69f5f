import CueText

/// What a speaker has set for practice; every field stays in its range.
public struct PracticeSettings: Equatable, Sendable {
  /// What stands between two segments.
  public enum Pause: String, CaseIterable, Sendable {
    /// Nothing: the next segment follows at once.
    case off
    /// As long as the segment took to say, times ``PracticeSettings/pauseFactor``.
    case timed
    /// Until the speaker has repeated it and fallen silent; without a microphone the same as ``timed``.
    case untilQuiet
  }

  /// What there is to choose from for ``pauseFactor``.
  public static let pauseFactors = 0.25...3.0
  /// What one press of a key changes.
  public static let pauseFactorStep = 0.25

  /// The rates at which each segment is said, one after the other; at least one.
  public var rates: [PracticeRate] = [.own] {
    didSet { if rates.isEmpty { rates = [.own] } }
  }
  /// What stands between two segments.
  public var pause = Pause.timed
  /// The pause is this many times as long as the segment took: 0.25…3.
  public var pauseFactor = 1.0 {
    didSet {
      pauseFactor = pauseFactor.isNaN ? 1 : pauseFactor.clamped(to: PracticeSettings.pauseFactors)
    }
  }
  /// What is said and repeated at once.
  public var granularity = Segment.Kind.sentence
  /// The voice, as the user writes it: `PLUGIN[:VOICE][,…]`; empty for the choice by language.
  public var voice = ""
  /// The bytes of the text that are said over and over; nil for the whole, once.
  public var loop: Range<Int>?
  /// After this much playing and repeating no further segment begins; nil for no limit.
  public var limit: Duration?
  /// Whether practice that something outside interrupted goes on by itself.
  public var resumesAfterInterruption = false

  /// Sentence by sentence, at the voice's own pace, with a pause as long as the sentence.
  public init() {}
}
