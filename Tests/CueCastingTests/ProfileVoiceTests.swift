import CueModel
import CuePlugins
import Testing

@testable import CueCasting

/// Records the requests that are announced to it.
private final class Told: ListedVoice {
  private(set) var prepared: [SpeechRequest] = []
  private(set) var expected: [SpeechRequest] = []
  let name = "told"

  func identify() throws(PluginFailure) -> (id: String, needsNetwork: Bool) { ("told", false) }
  func voices() throws(PluginFailure) -> [VoiceDescription] { [.of("one")] }
  func soundIdentity(voice: String) throws(PluginFailure) -> SoundIdentity {
    SoundIdentity(plugin: "told", fingerprint: "", parameters: [], isReproducible: true)
  }
  func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest { request }
  func quit() {}
  func expect(_ request: SpeechRequest) { expected.append(request) }
  func prepare(_ request: SpeechRequest) { prepared.append(request) }
  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome { .finished }
}

@Suite struct `A profile as a voice` {
  @Test func `a profile prepares the next line in its engine, with its own settings`() {
    var profile = NamedProfile("anna", voice: "told:one")
    profile.profile.rate = 0.7
    var store = ProfileStore()
    store.set(profile)
    let told = Told()
    let voice = ProfileVoice("anna", of: store) { _ in told }
    let request = SpeechRequest(text: "Then go.")
    voice.prepare(request)
    voice.expect(request)
    #expect(told.prepared == [profile.applied(to: request)].map(named))
    #expect(told.expected == told.prepared)
    #expect(told.prepared.first?.speed != request.speed)
    // A missing profile has no voice to announce it to.
    ProfileVoice("ben", of: store) { _ in told }.prepare(request)
    #expect(told.prepared.count == 1)
  }

  private func named(_ request: SpeechRequest) -> SpeechRequest {
    var named = request
    named.voice = "one"
    return named
  }
}
