import Glibc

/// The dials of a story: how all of it is heard.
package struct StoryDials: Hashable, Sendable {
  /// How fast it plays.
  package var rate = PlaybackRate.one
  /// How much higher it sounds.
  package var pitch = PitchOffset.none
  /// Whether speed moves the pitch, as on a tape; else sound is stretched at its pitch.
  package var isLinked = true

  /// As takes were made: rate 1, pitch 0, linked.
  package init() {}

  /// How much higher all is heard: the pitch dial, and what a tape of that rate adds.
  package var heardPitch: PitchOffset {
    isLinked ? pitch + PitchOffset(semitones: rate.semitones) : pitch
  }

  /// What a take that is recorded now remembers.
  package var asHeard: RecordedDials { RecordedDials(rate: rate, pitch: heardPitch) }
}

/// The click of a story, which is heard while it plays and is in no mix.
package struct StoryClick: Hashable, Sendable {
  /// What a tempo may be, in beats a minute.
  package static let tempos = 20...400
  /// Whether it is heard.
  package var isOn: Bool
  /// Its tempo where the story plays at rate 1, in beats a minute, within ``tempos``.
  package var beatsPerMinute: Int

  /// A click of that tempo; one beyond ``tempos`` becomes the nearest.
  package init(isOn: Bool, beatsPerMinute: Int) {
    self.isOn = isOn
    self.beatsPerMinute = min(
      max(beatsPerMinute, StoryClick.tempos.lowerBound), StoryClick.tempos.upperBound)
  }
}

/// What was heard while a take was recorded; it never changes.
package struct RecordedDials: Hashable, Sendable {
  /// The rate of the story then.
  package let rate: PlaybackRate
  /// Its pitch then, what a linked rate added included.
  package let pitch: PitchOffset

  /// A take that was recorded at `rate` and `pitch`.
  package init(rate: PlaybackRate, pitch: PitchOffset) {
    self.rate = rate
    self.pitch = pitch
  }
}

/// How the sound of one take is to be changed to be in place among the others.
package struct NodeSetting: Hashable, Sendable {
  private let master: PlaybackRate
  private let recorded: PlaybackRate
  /// How much higher: master − recorded + local.
  package let pitch: PitchOffset

  /// The setting of a take under the story's `dials`; `local` is the take's own pitch.
  package init(_ dials: StoryDials, _ recorded: RecordedDials, local: PitchOffset = .none) {
    master = dials.rate
    self.recorded = recorded.rate
    pitch = dials.heardPitch - recorded.pitch + local
  }

  /// How many times faster: master ÷ recorded, 0.125…8.
  package var rate: Double { Double(master.thousandths) / Double(recorded.thousandths) }

  /// Whether the take is heard as it was recorded, bit by bit.
  package var isUnchanged: Bool { master == recorded && pitch == .none }

  /// What effects offer: factors of speed, and semitones.
  private static let factors = 0.1...10.0
  private static let mostSemitones = 24.0
  /// Offsets that are so near, in semitones, are the same.
  private static let sameSemitones = 0.000_03

  /// The effects that do it, in their order; none if nothing changes, nil if no effects reach so far.
  ///
  /// A change of pitch that is just what a tape of that speed makes is left to varispeed, which is exact.
  package var changes: [SoundChange]? {
    if isUnchanged { return [] }
    let (rate, semitones) = (rate, pitch.semitones)
    if abs(semitones - 12 * log2(rate)) < NodeSetting.sameSemitones { return [.varispeed(rate)] }
    guard abs(semitones) > NodeSetting.mostSemitones else {
      return [.stretch(tempo: rate, semitones: semitones)]
    }
    // Varispeed takes what the stretcher's pitch does not reach.
    let rest = semitones < 0 ? -NodeSetting.mostSemitones : NodeSetting.mostSemitones
    let tape = exp2((semitones - rest) / 12)
    guard NodeSetting.factors.contains(tape), NodeSetting.factors.contains(rate / tape) else {
      return nil
    }
    return [.varispeed(tape), .stretch(tempo: rate / tape, semitones: rest)]
  }
}

/// What an effect does to a take.
package enum SoundChange: Hashable, Sendable {
  /// Speed and pitch together, as a tape; the factor, 0.1…10.
  case varispeed(Double)
  /// Speed by a factor of 0.1…10, and pitch by −24…24 semitones, each by itself.
  case stretch(tempo: Double, semitones: Double)
}
