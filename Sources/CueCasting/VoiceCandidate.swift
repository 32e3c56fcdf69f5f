import CueAudio
import CueModel

/// A voice that could be given a part.
public struct VoiceCandidate: Equatable, Sendable {
  /// Names it, unmoved.
  public var reference: VoiceReference
  /// Whose voice it sounds like; nil if its plugin does not say.
  public var gender: VoiceGender?
  /// Years; 0 if it is not known.
  public var age = 0
  /// BCP 47 tags, the best first.
  public var languages: [String] = []
  /// How natural it is beside the others: the lower, the better; 1 is an engine further down the chain.
  public var rank = 0.0
  /// How much it sounds like a person, 1…5; 0 if its plugin does not say.
  public var quality = 0
  /// Whether it is a color of another voice.
  public var isVariant = false
  /// Whether parts may be given it; else it is only known, because somebody has it.
  public var isOffered = true
  /// How its pitch is moved; a voice whose pitch nothing moves is given no part at another one.
  public var pitchMeans = PitchMeans.engine
  /// Whether it may take longer to speak than its sound lasts, as its plugin says or as it was measured here.
  public var isSlow = false
  /// What was measured of it; nil if it was not.
  public var print: VoicePrint?

  /// The voice of that name.
  public init(_ reference: VoiceReference) { self.reference = reference }

  /// From this quality on, a voice is taken for a person's.
  public static let naturalQuality = 4

  /// What the measure says against it in any part: a whisper, a robot, a croak are for lack of others.
  var flaw: Double {
    guard let print else { return 0 }
    if print.pitchHertz == 0 { return 3 }
    return (print.pitchSpreadSemitones < 0.4 ? 1 : 0) + (print.voicedShare < 0.35 ? 0.6 : 0)
  }

  /// Whether a part can have it at another pitch.
  var isMovable: Bool { pitchMeans != .none && (print?.pitchResponse ?? 1) > 0 }

  /// Whether it is a voice at all: what never leaves its tone is not one.
  var isVoice: Bool { print.map { !$0.isTone } ?? true }
}
