import CueGeneration
import CueModel
import Synchronization
import Testing

/// An effect that dies in mid-line a given number of times, and what the voices before it were asked.
private final class FragileEffect: Sendable {
  struct State {
    /// How many lines it still dies in.
    var deaths = 0
    /// The lines that an engine began, each try of them.
    var tries: [String] = []
  }

  let state = Mutex(State())
  static let failure = PluginFailure(
    plugin: "effect", activity: .processing, kind: .crashed(signal: 11), reason: .processEnded)

  /// Whether the line at hand is one that it dies in.
  func dies() -> Bool {
    state.withLock { state in
      defer { state.deaths = max(0, state.deaths - 1) }
      return state.deaths > 0
    }
  }

  var source: VoiceSource {
    VoiceSource(local: "moved") { _ throws(PluginFailure) in MovedVoice(self) }
  }
}

/// A voice with an effect, which makes samples of 2; without it they are 1.
///
/// A byte lasts 70 frames.
private final class MovedVoice: RecordingVoice {
  private let effect: FragileEffect
  private var hasEffect = true
  init(_ effect: FragileEffect) { self.effect = effect }

  let name = "moved"
  func quit() {}
  func requestAsSent(_ request: SpeechRequest) -> SpeechRequest {
    var sent = SpeechRequest(text: request.text)
    sent.voiceEffect = hasEffect ? "effect 1" : nil
    return sent
  }
  func soundIdentity(voice: String) -> SoundIdentity {
    SoundIdentity(plugin: name, fingerprint: "", parameters: [], isReproducible: true)
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    func say(_ value: Int16, _ bytes: Int) throws {
      effect.state.withLock { $0.tries.append(request.text) }
      try receive(.began(AudioFormat(sample: .int16, rateHertz: 1000)))
      try receive(
        .sound(AudioBuffer(int16: Array(repeating: value, count: bytes * 70), rateHertz: 1000)))
    }
    let bytes = request.text.utf8.count
    if hasEffect {
      let dies = effect.dies()
      try say(2, dies ? bytes / 2 : bytes)
      guard dies else { return .finished }
      hasEffect = false
    }
    // Its clip was to go through the effect.
    if request.voiceEffect != nil {
      try receive(.startedOver(voice: name, because: FragileEffect.failure))
    }
    try say(1, bytes)
    return .finished
  }
}

@Suite struct `A recording whose effect dies in mid-line` {
  private let effect = FragileEffect()
  private let items = GenerationStage.speeches(["A: One one.", "A: Two.", "A: Three three."])

  private func run(
    deaths: Int, _ stage: GenerationStage
  ) throws -> (run: GenerationStage.Run, clips: [Clip]) {
    effect.state.withLock { $0.deaths = deaths }
    let run = try stage.run(items)
    let clips = run.plan.jobs.indices.compactMap { job in
      run.outcome.entry(job).flatMap { stage.cache.clip($0.key) }
    }
    return (run, clips)
  }

  private func stage() -> GenerationStage { GenerationStage([], sources: [effect.source]) }

  /// What was kept began with the first try's half of the line.
  @Test func `keeps the line of another worker of the effect, and no stutter`() throws {
    let stage = stage()
    let (run, clips) = try self.run(deaths: 1, stage)
    #expect(run.retries == [0] && run.failed.isEmpty)
    #expect(
      clips.map(\.sound.frameCount)
        == ["One one.", "Two.", "Three three."].map { $0.utf8.count * 70 })
    #expect(clips.allSatisfy { $0.sound.int16s.allSatisfy { $0 == 2 } })
    #expect(Set(stage.cache.puts) == Set(run.plan.jobs.map(\.key)))
  }

  @Test func `keeps nothing under the effect's name that did not go through it`() throws {
    let stage = stage()
    let (run, clips) = try self.run(deaths: 2, stage)
    // The first line is tried twice, and said without; the others do not try an effect that has failed so often.
    #expect(
      clips.map(\.sound.frameCount)
        == ["One one.", "Two.", "Three three."].map { $0.utf8.count * 70 })
    #expect(clips.allSatisfy { $0.sound.int16s.allSatisfy { $0 == 1 } })
    #expect(Set(stage.cache.puts).isDisjoint(with: run.plan.jobs.map(\.key)))
    let left = run.events.compactMap { event -> Int? in
      if case .leftEffectOut(let job, FragileEffect.failure, "moved:v") = event { job } else { nil }
    }
    #expect(left.sorted() == [0, 1, 2] && run.failed.isEmpty)
    let tries = effect.state.withLock { $0.tries }
    #expect(
      tries.sorted() == ["One one.", "One one.", "One one.", "Three three.", "Two."])
    // The next run makes them as they were planned.
    let again = try self.run(deaths: 0, stage)
    #expect(Set(again.run.made) == ["One one.", "Two.", "Three three."])
    #expect(again.clips.allSatisfy { $0.sound.int16s.allSatisfy { $0 == 2 } })
  }

  @Test func `leaves a line to the stand-in where every try is started over`() throws {
    let other = DoubleEngine("other")
    let restless = VoiceSource(local: "restless") { _ throws(PluginFailure) in RestlessVoice() }
    let stage = GenerationStage([other], sources: [restless, other.source])
    let run = try stage.run(items)
    #expect(Set(other.texts) == ["One one.", "Two.", "Three three."])
    #expect(run.failed.isEmpty && stage.cache.claims.isEmpty)
  }
}

/// Starts every line over.
private final class RestlessVoice: RecordingVoice {
  let name = "restless"
  func quit() {}
  func requestAsSent(_ request: SpeechRequest) -> SpeechRequest { request }
  func soundIdentity(voice: String) -> SoundIdentity {
    SoundIdentity(plugin: name, fingerprint: "", parameters: [], isReproducible: true)
  }
  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try receive(.startedOver(voice: name, because: FragileEffect.failure))
    return .finished
  }
}
