import CueModel

/// A voice as a part has it: one of an engine's voices, at the part's pitch, speed and language.
///
/// Several parts share an engine.
public final class CastVoice: Voice {
  private let engine: any Voice
  private let reference: VoiceReference

  /// `engine` speaking as `reference` says.
  public init(_ engine: any Voice, as reference: VoiceReference) {
    self.engine = engine
    self.reference = reference
  }

  /// As in "flite:slt" or "flite:slt+2st".
  public var name: String {
    let own =
      reference.voice.isEmpty ? engine.name : "\(reference.provider):\(reference.voice)"
    let pitch = reference.pitchSemitones
    guard pitch != 0 else { return own }
    let number = pitch == pitch.rounded() ? "\(Int(pitch))" : "\(pitch)"
    return own + (pitch > 0 ? "+" : "") + number + "st"
  }

  /// Says `request` in the part's voice.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try engine.speak(cast(request), cancellation: cancellation, receive: receive)
  }

  /// Hands the hint to the engine.
  public func expect(_ request: SpeechRequest) { engine.expect(cast(request)) }

  /// Has the engine begin.
  public func prepare(_ request: SpeechRequest) { engine.prepare(cast(request)) }

  /// The service that the engine uses.
  public var service: VoiceService? { engine.service }

  /// Whether the engine asks its service.
  public func needsService(for request: SpeechRequest) -> Bool {
    engine.needsService(for: cast(request))
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
