import CueConformance
import CueModel
import CuePlugins
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// The test needs the headers of Festival, and a voice of it.
  fileprivate static var needsFestival: Self {
    .enabled(if: Fixtures.festival != nil, "festival-dev is not installed")
  }
}

@Suite(.startsProcesses, .needsFestival) struct `Festival` {
  @Test func `is compatible`() throws {
    let results = judge(
      try #require(Fixtures.festival),
      checks: Suite.chosen(level: Suite.compatible, only: [], skip: []), timeoutSeconds: 120,
      patience: 10)
    #expect(found(results) == [])
    #expect(results.contains { $0.check == "voice-cancel" && $0.outcome == .passed })
  }

  @Test func `says English, and where its words are in a text with accents and numbers`() throws {
    var worker = WorkerSettings(workerPath: Places.product("cue-worker"))
    worker.wall.isOff = true
    let file = PluginFile(
      path: try #require(Fixtures.festival), name: "festival", isProgram: false, id: "")
    let voice = VoiceClient(PluginSetup(file: file, worker: worker))
    defer { voice.quit() }
    var request = SpeechRequest(text: "The café is “open”, with 42 chairs.")
    request.wantsMarks = true
    var words: [String] = []
    var frames = 0
    let utf8 = Array(request.text.utf8)
    _ = try voice.speak(request, cancellation: Cancellation()) { event in
      if case .sound(let sound) = event { frames += sound.frameCount }
      if case .mark(let mark) = event {
        words.append(String(decoding: utf8[mark.textRange], as: UTF8.self))
      }
    }
    #expect(words == ["The", "café", "is", "open", "with", "42", "chairs"])
    #expect(frames > 16000)
    let voices = try voice.voices()
    #expect(voices.first?.id == "kal_diphone" && voices.first?.languages == ["en-US"])
  }
}
