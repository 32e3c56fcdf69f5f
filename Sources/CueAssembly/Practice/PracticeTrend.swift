import CueStore

/// What is followed over the sessions of a speech.
package enum PracticeMeasure: String, CaseIterable, Sendable {
  /// The score, in percent.
  case score
  /// Words a minute, from the first sound to the last.
  case wordsPerMinute = "words_per_minute"
  /// Words a minute of speech, without the silences between words.
  case wordsPerMinuteSpeaking = "words_per_minute_speaking"
  /// Fillers in a hundred words.
  case fillers = "fillers_per_hundred_words"
  /// The loudness, in LUFS.
  case loudness = "loudness_lufs"
  /// How high the voice is, in Hz.
  case pitch = "pitch_hertz"
  /// How far the pitch moves, in semitones.
  case pitchRange = "pitch_range_semitones"

  /// Its value in a session; nil if that was not measured.
  package func value(_ session: PracticeRecord) -> Double? {
    switch self {
    case .score: session.score.map { $0 * 100 }
    case .wordsPerMinute: session.wordsPerMinute
    case .wordsPerMinuteSpeaking: session.wordsPerMinuteSpeaking
    case .fillers: session.fillersPerHundredWords
    case .loudness: session.loudnessLUFS
    case .pitch: session.pitchHertz
    case .pitchRange: session.pitchRangeSemitones
    }
  }
}

/// One measure over the sessions of a speech, the first session first.
package struct PracticeTrend: Equatable, Sendable {
  /// What was measured.
  package let measure: PracticeMeasure
  /// Its value in each session; nil if that was not measured.
  package let values: [Double?]

  /// The value of the first session that has one.
  package var first: Double? { values.lazy.compactMap { $0 }.first }
  /// The value of the last session that has one.
  package var last: Double? { values.last { $0 != nil } ?? nil }

  /// All measures that any of `sessions` has; these come the last first, as the library gives them.
  package static func all(of sessions: [PracticeRecord]) -> [PracticeTrend] {
    PracticeMeasure.allCases.compactMap { measure in
      let trend = PracticeTrend(measure: measure, values: sessions.reversed().map(measure.value))
      return trend.first == nil ? nil : trend
    }
  }
}
