import CueText

/// Something that the speaker wants, by a key, a pedal, a word on standard input, or a script.
public enum PracticeCommand: Equatable, Sendable {
  /// Begin, or go on from where it was held; from the end, begin again; in a pause, go on to the next segment.
  case play
  /// Hold everything. In a pause it ends the pause, and playing says the segment once more.
  case pause
  /// The one big key: pauses while the voice speaks, else plays.
  case playOrPause
  /// The next segment; nothing at the last.
  case next
  /// The segment before; nothing at the first.
  case previous
  /// The first segment.
  case first
  /// The last segment.
  case last
  /// The segment of that number, counted from 1.
  case jump(Int)
  /// This segment once more, from its start and at the first of the rates.
  case repeatSegment
  /// Play what the speaker said of this segment, else what they said last; then practice goes on, or stays held.
  case playOwn
  /// From the first segment, at once.
  case restart
  /// End practice; where it stood is kept.
  case stop
  /// One rate for all that comes, also for what is left of this segment.
  case setRate(Double)
  /// This many steps of ``PracticeRate/step`` faster, or slower where it is below 0.
  case changeRate(steps: Int)
  /// Several rates for each segment.
  case setRates([Double])
  /// Another voice, as in ``PracticeSettings/voice``.
  case setVoice(String)
  /// Hear a sentence in another voice, as in ``PracticeSettings/voice``; practice is held then, and its own voice stays.
  case sample(String)
  /// Sentences or paragraphs; the place is kept.
  case setGranularity(Segment.Kind)
  /// The other of the two.
  case changeGranularity
  /// What stands between two segments.
  case setPause(PracticeSettings.Pause)
  /// With a pause, or without one.
  case changePause
  /// How long pauses are, as in ``PracticeSettings/pauseFactor``.
  case setPauseFactor(Double)
  /// This many steps of ``PracticeSettings/pauseFactorStep`` longer, or shorter where it is below 0.
  case changePauseFactor(steps: Int)
  /// Say the segments from one number to another over and over, counted from 1; nothing for the whole.
  case setLoop(ClosedRange<Int>?)
  /// Something outside wants silence: the program is stopped, a device goes away.
  case interrupt
  /// That is over.
  case interruptionEnded
}
