/// A way of speaking that a direction asks for and that is not a tone: how loud, how fast, how high.
///
/// All values are Cue's own; decision 27 says why they are no larger.
public enum Manner: String, CaseIterable, Sendable {
  case shouting, loudly, softly, whispering, muttering
  case quickly, slowly
  case flatly
  case high = "high-pitched"
  case low = "deep"

  /// The manner called `label`, in any case; nil for any other word.
  public init?(label: String) { self.init(rawValue: label.lowercased()) }

  /// What it is about: of two manners of one family, only one can be played.
  public enum Family: Sendable {
    case loudness, pace, pitch
  }

  /// What it is about.
  public var family: Family {
    switch self {
    case .shouting, .loudly, .softly, .whispering, .muttering: .loudness
    case .quickly, .slowly: .pace
    case .flatly, .high, .low: .pitch
    }
  }

  /// What it does to any voice.
  public var delivery: SpeechRequest.ToneDelivery {
    switch self {
    case .shouting: .init(1.05, 3.5, decibels: 6, pitchRange: 1.4)
    case .loudly: .init(1, 1.5, decibels: 4, pitchRange: 1.2)
    case .softly: .init(0.92, -0.8, decibels: -4, pitchRange: 0.85)
    case .whispering: .init(0.92, -1, decibels: -7, pitchRange: 0.5, isWhispered: true)
    case .muttering: .init(1.08, -1.5, decibels: -5, pitchRange: 0.5)
    case .quickly: .init(1.33, 1.2)
    case .slowly: .init(0.76, -1.2, pitchRange: 0.9)
    case .flatly: .init(0.94, -0.5, decibels: -1.5, pitchRange: 0.3)
    case .high: .init(1, 3.5)
    case .low: .init(0.95, -3)
    }
  }
}

extension SpeechRequest.ToneDelivery {
  fileprivate init(
    _ speed: Double, _ semitones: Double, decibels: Double = 0, pitchRange: Double = 1,
    isWhispered: Bool = false
  ) {
    self.init(VoiceProfile())
    self.speed = speed
    pitchSemitones = semitones
    volume = gain(decibels)
    self.pitchRange = pitchRange
    self.isWhispered = isWhispered
  }
}
