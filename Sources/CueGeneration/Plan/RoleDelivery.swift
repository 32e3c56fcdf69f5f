import CueModel

/// How a part is played: what all requests of its voice have in common.
public struct RoleDelivery: Hashable, Sendable {
  /// The id of a voice; empty for the plugin's choice.
  public var voice = ""
  /// A BCP 47 tag; empty for the voice's own language.
  public var language = ""
  /// A factor; 1 is the voice's own speed.
  public var speed = 1.0
  /// Semitones; 0 is the voice's own pitch.
  public var pitchSemitones = 0.0
  /// Semitones; 0 leaves the voice its own formants.
  public var formantSemitones = 0.0
  /// A linear gain; 1 is the voice's own volume.
  public var volume = 1.0
  /// How all of it is played, where the script says nothing else.
  public var expression = Expression()
  /// How the part is said, for voices that understand it; never spoken.
  public var direction = ""
  /// 0 if none is given.
  public var seed: UInt32 = 0

  /// The voice's own way.
  public init(voice: String = "") { self.voice = voice }

  /// The request to say `text`, with the direction of the moment after the part's, played as `expression` says, with the
  /// pronunciations of `lexicon`.
  func request(
    _ text: String, direction moment: String?, _ expression: Expression = Expression(),
    lexicon: [String: String] = [:]
  ) -> SpeechRequest {
    var request = SpeechRequest(text: text)
    request.voice = voice
    request.language = language
    request.speed = speed
    request.pitchSemitones = pitchSemitones
    request.formantSemitones = formantSemitones
    request.volume = volume
    request.seed = seed
    request.lexicon = lexicon
    request.wantsMarks = true
    request.direction = [direction, moment ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
    request.play(expression)
    return request
  }
}
