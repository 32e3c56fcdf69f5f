import CueModel

/// How a text is spoken.
public struct Delivery: Equatable, Sendable {
  /// A factor; 1 is the voice's own speed.
  ///
  /// A voice takes what it can, and reports the rest as a `Shortfall`.
  public var speed = 1.0
  /// Semitones; 0 is the voice's own pitch.
  public var pitchSemitones = 0.0
  /// A linear gain; 1 is the voice's own volume.
  public var volume = 1.0
  /// Tones of voice, averaged.
  public var tones: [Tone] = []
  /// Manners of speaking, such as shouting, all at once.
  public var manners: [Manner] = []
  /// A BCP 47 tag; empty for the voice's own language.
  public var language = ""
  /// What the text is written in: plain words, SSML, or the engine's phonemes.
  public var form = SpeechRequest.TextForm.plain

  /// In the voice's own way.
  public init() {}

  /// The request for `text`.
  func request(_ text: String) -> SpeechRequest {
    var request = SpeechRequest(text: text)
    request.form = form
    request.language = language
    request.speed = speed
    request.pitchSemitones = pitchSemitones
    request.volume = volume
    request.play(Expression(tones: tones, manners: manners))
    request.wantsMarks = true
    return request
  }
}
