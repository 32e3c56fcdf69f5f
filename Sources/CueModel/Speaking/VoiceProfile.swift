import Glibc

/// How a line is to sound, on the scales a director thinks in.
///
/// Every field stays in its range: a value outside is moved to the nearer end, and a value that is
/// not a number becomes the default. ``speedFactor``, ``pitchSemitones`` and ``volumeGain`` say the
/// same in the units that plugins take.
public struct VoiceProfile: Equatable, Sendable {
  /// Speed of speech, 0…1; 0.5 is the voice's own.
  public var rate: Double {
    didSet { rate = Self.clamped(rate, to: 0...1, default: 0.5) }
  }
  /// Pitch relative to the voice's own, 0.5…2: an octave down to an octave up.
  public var pitch: Double {
    didSet { pitch = Self.clamped(pitch, to: 0.5...2, default: 1) }
  }
  /// Loudness, 0 (silent)…1 (the voice's own).
  public var volume: Double {
    didSet { volume = Self.clamped(volume, to: 0...1, default: 1) }
  }
  /// The silence that belongs to the end of the line, 0…60,000.
  public var pauseAfterMilliseconds: Int {
    didSet { pauseAfterMilliseconds = Self.clampedPause(pauseAfterMilliseconds) }
  }

  /// The silence after a line, in milliseconds, if nothing else is asked for.
  public static let usualPauseMilliseconds = 150

  /// A profile with the given fields, each moved into its range; left out, a field is neutral.
  public init(
    rate: Double = 0.5, pitch: Double = 1, volume: Double = 1,
    pauseAfterMilliseconds: Int = Self.usualPauseMilliseconds
  ) {
    self.rate = Self.clamped(rate, to: 0...1, default: 0.5)
    self.pitch = Self.clamped(pitch, to: 0.5...2, default: 1)
    self.volume = Self.clamped(volume, to: 0...1, default: 1)
    self.pauseAfterMilliseconds = Self.clampedPause(pauseAfterMilliseconds)
  }

  private static func clamped(
    _ value: Double, to range: ClosedRange<Double>, default neutral: Double
  ) -> Double {
    value.isNaN ? neutral : min(max(value, range.lowerBound), range.upperBound)
  }

  private static func clampedPause(_ milliseconds: Int) -> Int {
    min(max(milliseconds, 0), 60_000)
  }
}

// MARK: - Tones and directors

extension VoiceProfile {
  /// The average of the tones' presets, field by field; the neutral profile for no tones.
  ///
  /// A tone listed twice weighs twice. Milliseconds are cut to a whole number.
  public static func blended(_ tones: [Tone]) -> VoiceProfile {
    guard !tones.isEmpty else { return VoiceProfile() }
    let presets = tones.map(\.preset)
    func average(_ field: (VoiceProfile) -> Double) -> Double {
      presets.reduce(0) { $0 + field($1) } / Double(presets.count)
    }
    let pauses = presets.reduce(0) { $0 + $1.pauseAfterMilliseconds }
    return VoiceProfile(
      rate: average(\.rate), pitch: average(\.pitch), volume: average(\.volume),
      pauseAfterMilliseconds: pauses / presets.count)
  }

  /// This profile with what `director` asks for; fields that are nil, 0 or less stay as they are.
  public func merging(_ director: DirectedProfile?) -> VoiceProfile {
    var merged = self
    if let rate = director?.rate, rate > 0 { merged.rate = rate }
    if let pitch = director?.pitch, pitch > 0 { merged.pitch = pitch }
    if let volume = director?.volume, volume > 0 { merged.volume = volume }
    if let pause = director?.pauseAfterMilliseconds, pause > 0 {
      merged.pauseAfterMilliseconds = pause
    }
    return merged
  }
}

/// What a director wants of one character's voice; a field left nil leaves the choice to the tones.
public struct DirectedProfile: Equatable, Sendable {
  /// Speed of speech, as in ``VoiceProfile/rate``.
  public var rate: Double?
  /// Pitch, as in ``VoiceProfile/pitch``.
  public var pitch: Double?
  /// Loudness, as in ``VoiceProfile/volume``.
  public var volume: Double?
  /// Silence after the line, as in ``VoiceProfile/pauseAfterMilliseconds``.
  public var pauseAfterMilliseconds: Int?

  /// A wish for the given fields.
  public init(
    rate: Double? = nil, pitch: Double? = nil, volume: Double? = nil,
    pauseAfterMilliseconds: Int? = nil
  ) {
    self.rate = rate
    self.pitch = pitch
    self.volume = volume
    self.pauseAfterMilliseconds = pauseAfterMilliseconds
  }
}

// MARK: - The units plugins take

// This is the one place where a profile becomes what crosses to a plugin. Tones are averaged before.
//
//   speed factor  f(r) = (80 + 95·2r) / 175           0 ≤ r ≤ 0.5     80/175 … 1
//                 f(r) = (175 + 274·(2r − 1)) / 175   0.5 ≤ r ≤ 1     1 … 449/175
//   semitones     s(p) = 12 · log2(p)
//   gain          g(v) = v
//
// 80, 175 and 449 are words a minute of the common formant voice: its slowest, its own, and the
// fastest before it changes method (at 450) and gets longer again.
extension VoiceProfile {
  /// Speed as a factor of the voice's own: 80/175…449/175, 1 at rate 0.5.
  public var speedFactor: Double {
    rate <= 0.5 ? (80 + 95 * (2 * rate)) / 175 : (175 + 274 * (2 * rate - 1)) / 175
  }

  /// Pitch in semitones from the voice's own: −12…12.
  public var pitchSemitones: Double { 12 * log2(pitch) }

  /// Volume as a linear gain: 0…1.
  public var volumeGain: Double { volume }
}
