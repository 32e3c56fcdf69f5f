import CueModel

/// A voice as a part has it: one of an engine's voices, at the part's pitch, speed and language.
///
/// Several parts share an engine.
public final class CastVoice: VoiceLayer {
  /// The engine, which other parts may have, too.
  public let inner: any Voice
  private let reference: VoiceReference

  /// `engine` speaking as `reference` says.
  public init(_ engine: any Voice, as reference: VoiceReference) {
    inner = engine
    self.reference = reference
  }

  /// As in "flite:slt" or "flite:slt+2st".
  public var name: String {
    let own =
      reference.voice.isEmpty ? inner.name : "\(reference.provider):\(reference.voice)"
    let pitch = reference.pitchSemitones
    guard pitch != 0 else { return own }
    let number = pitch == pitch.rounded() ? "\(Int(pitch))" : "\(pitch)"
    return own + (pitch > 0 ? "+" : "") + number + "st"
  }

  /// The part's voice, not only its engine.
  public var speakerName: String { name }

  /// Says `request` in the part's voice.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try inner.speak(cast(request), cancellation: cancellation, receive: receive)
  }

  /// Hands the hint to the engine.
  public func expect(_ request: SpeechRequest) { inner.expect(cast(request)) }

  /// Has the engine begin.
  public func prepare(_ request: SpeechRequest) { inner.prepare(cast(request)) }

  /// Whether the engine asks its service.
  public func needsService(for request: SpeechRequest) -> Bool {
    inner.needsService(for: cast(request))
  }

  private func cast(_ request: SpeechRequest) -> SpeechRequest {
    var request = request
    if !reference.voice.isEmpty { request.voice = reference.voice }
    if !reference.language.isEmpty { request.language = reference.language }
    request.pitchSemitones += reference.pitchSemitones
    request.formantSemitones += reference.formantSemitones
    request.speed *= reference.speed
    return request
  }
}
