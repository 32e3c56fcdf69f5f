import CueAudio
import CueModel

/// A voice that could be given a part.
public struct VoiceCandidate: Equatable, Sendable {
  /// Names it, unmoved.
  public var reference: VoiceReference
  /// "male", "female", "neutral", or nothing.
  public var gender = ""
  /// Years; 0 where it is not known.
  public var age = 0
  /// BCP 47 tags, the best first.
  public var languages: [String] = []
  /// How natural it is beside the others: 0 is the best, 1 an engine further down the chain.
  public var rank = 0.0
  /// Whether it is a color of another voice.
  public var isVariant = false
  /// What was measured of it; nothing where it was not.
  public var print: VoicePrint?

  /// The voice of that name.
  public init(_ reference: VoiceReference) { self.reference = reference }

  /// How good it is for a part, lower is better: its rank, and what the measure says against it.
  var cost: Double {
    var cost = rank
    if let print {
      // A whisper, or a robot: for lack of others.
      if print.pitchHertz == 0 { cost += 2 } else if print.pitchSpreadSemitones < 0.4 { cost += 1 }
      // A croak.
      if print.pitchHertz > 0, print.voicedShare < 0.35 { cost += 0.6 }
    }
    return cost
  }

  /// Whether it is a voice at all: what never leaves its tone is none.
  var isVoice: Bool { print.map { !$0.isTone } ?? true }
}
