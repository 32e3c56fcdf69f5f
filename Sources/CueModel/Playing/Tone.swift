/// A colour of playing that a line or a scene can be given.
///
/// The order is the one in which tones are offered to a director. Each has a preset for voices that
/// know only speed, pitch and volume: ``preset``.
public enum Tone: String, CaseIterable, Sendable {
  case tense, playful, intimate, angry, sad, comedic, mysterious, urgent
  case desperate, hopeful, bitter, loving, fearful, defiant, vulnerable

  /// The pause after a line, in milliseconds, that the presets' pauses are in proportion to.
  ///
  /// A recording lengthens and shortens its own pauses in that proportion.
  public static let plainPauseMilliseconds = 150

  /// The tone called `label`, in any case; nil for a word that is not a tone.
  public init?(label: String) {
    self.init(rawValue: label.lowercased())
  }

  /// A face for the tone; tense and defiant share theirs.
  public var emoji: String {
    switch self {
    case .tense: "😤"
    case .playful: "😄"
    case .intimate: "🥰"
    case .angry: "😠"
    case .sad: "😢"
    case .comedic: "😂"
    case .mysterious: "🤫"
    case .urgent: "⚡️"
    case .desperate: "😰"
    case .hopeful: "🌟"
    case .bitter: "😒"
    case .loving: "❤️"
    case .fearful: "😨"
    case .defiant: "😤"
    case .vulnerable: "🫂"
    }
  }

  /// How a voice without feelings of its own plays this tone.
  ///
  /// One principle shapes the table: intimacy is slower and quieter, urgency faster and louder. The
  /// first eight are the customary values of rehearsal software; the seven from `desperate` on are
  /// Cue's own, chosen by that principle, so that every tone changes something. What the scales of a
  /// profile cannot say is in ``color``.
  public var preset: VoiceProfile {
    switch self {
    case .tense: VoiceProfile(rate: 0.55, pitch: 1.10, volume: 1.00, pauseAfterMilliseconds: 50)
    case .playful: VoiceProfile(rate: 0.58, pitch: 1.20, volume: 0.90, pauseAfterMilliseconds: 120)
    case .intimate: VoiceProfile(rate: 0.42, pitch: 0.95, volume: 0.75, pauseAfterMilliseconds: 200)
    case .angry: VoiceProfile(rate: 0.60, pitch: 1.15, volume: 1.00, pauseAfterMilliseconds: 80)
    case .sad: VoiceProfile(rate: 0.38, pitch: 0.85, volume: 0.70, pauseAfterMilliseconds: 250)
    case .comedic: VoiceProfile(rate: 0.62, pitch: 1.25, volume: 0.95, pauseAfterMilliseconds: 50)
    case .mysterious:
      VoiceProfile(rate: 0.40, pitch: 0.90, volume: 0.65, pauseAfterMilliseconds: 300)
    case .urgent: VoiceProfile(rate: 0.65, pitch: 1.10, volume: 1.00, pauseAfterMilliseconds: 50)
    case .desperate: VoiceProfile(rate: 0.62, pitch: 1.18, volume: 1.00, pauseAfterMilliseconds: 60)
    case .hopeful: VoiceProfile(rate: 0.54, pitch: 1.10, volume: 0.85, pauseAfterMilliseconds: 140)
    case .bitter: VoiceProfile(rate: 0.41, pitch: 0.89, volume: 0.82, pauseAfterMilliseconds: 180)
    case .loving: VoiceProfile(rate: 0.40, pitch: 0.96, volume: 0.78, pauseAfterMilliseconds: 200)
    case .fearful: VoiceProfile(rate: 0.57, pitch: 1.15, volume: 0.75, pauseAfterMilliseconds: 100)
    case .defiant: VoiceProfile(rate: 0.55, pitch: 0.92, volume: 1.00, pauseAfterMilliseconds: 120)
    case .vulnerable:
      VoiceProfile(rate: 0.40, pitch: 1.03, volume: 0.70, pauseAfterMilliseconds: 260)
    }
  }

  /// What a tone does beside its preset.
  public struct Color: Equatable, Sendable {
    /// Level in dB, beside the preset's volume.
    public var decibels: Double
    /// A factor on how far the pitch moves, in semitones.
    public var pitchRange: Double
  }

  /// What the tone does to a voice without feelings beside ``preset``: Cue's own, for all fifteen.
  ///
  /// A profile's volume ends at the voice's own, so a preset says neither that anger is louder nor that joy moves further
  /// than grief. The directions are those that studies of acted emotion agree on (Juslin and Laukka 2003; decision 27);
  /// presets whose volume is less than anybody notices are moved on in their direction.
  public var color: Color {
    switch self {
    case .tense: Color(decibels: 1.5, pitchRange: 0.6)
    case .playful: Color(decibels: -1, pitchRange: 1.6)
    case .intimate: Color(decibels: -0.5, pitchRange: 0.55)
    case .angry: Color(decibels: 3, pitchRange: 1.55)
    case .sad: Color(decibels: 0, pitchRange: 0.45)
    case .comedic: Color(decibels: -1.5, pitchRange: 1.7)
    case .mysterious: Color(decibels: 0, pitchRange: 0.5)
    case .urgent: Color(decibels: 2.5, pitchRange: 1.35)
    case .desperate: Color(decibels: 2.5, pitchRange: 1.55)
    case .hopeful: Color(decibels: -0.5, pitchRange: 1.45)
    case .bitter: Color(decibels: 0, pitchRange: 0.55)
    case .loving: Color(decibels: 0, pitchRange: 0.6)
    case .fearful: Color(decibels: 0, pitchRange: 0.55)
    case .defiant: Color(decibels: 2.5, pitchRange: 1.35)
    case .vulnerable: Color(decibels: 0, pitchRange: 0.5)
    }
  }
}
