import CueModel
import CuePlugins

/// One voice of a plugin that several parts share, at a pitch of its own.
final class CastVoice: Voice {
  private let client: VoiceClient
  private let choice: String
  private let pitchSemitones: Double

  init(_ client: VoiceClient, voice: String, pitchSemitones: Double = 0) {
    self.client = client
    choice = voice
    self.pitchSemitones = pitchSemitones
  }

  var name: String {
    let own = choice.isEmpty ? client.name : "\(client.plugin):\(choice)"
    guard pitchSemitones != 0 else { return own }
    return own + (pitchSemitones > 0 ? "+" : "") + "\(Int(pitchSemitones))st"
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try client.speak(cast(request), cancellation: cancellation, receive: receive)
  }

  func expect(_ request: SpeechRequest) { client.expect(cast(request)) }

  private func cast(_ request: SpeechRequest) -> SpeechRequest {
    var request = request
    if !choice.isEmpty { request.voice = choice }
    request.pitchSemitones += pitchSemitones
    return request
  }
}
