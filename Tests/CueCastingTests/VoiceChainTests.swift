import CueAudio
import CueModel
import CuePlugins
import TestSupport
import Testing

@testable import CueCasting

@Suite struct `A chain of voices` {
  /// The types of `voice` and all that is inside, up to the first that is no layer.
  private func layers(_ voice: any Voice) -> [String] {
    let name = "\(type(of: voice))"
    if let chain = voice as? FallbackVoice { return [name] + layers(chain.speaking) }
    guard let layer = voice as? any VoiceLayer else { return [name] }
    return [name] + layers(layer.inner)
  }

  /// A plugin that is never started.
  private let setup = PluginSetup(
    file: PluginFile(path: "/none.so", name: "none", isProgram: false, id: "none"),
    worker: WorkerSettings(workerPath: "/none"))

  private func engine() throws -> any ListedVoice {
    try DoubleProviders.usual().chain([PluginChoice(reference: PluginReference("near"))])[0]
  }

  @Test func `has its layers in the documented order`() throws {
    let chain = VoiceChain(
      clips: { CachedVoice($0, in: MemoryCache(), key: { _ in nil }) },
      effect: EffectClient(setup, blockFrames: 64))
    let voice = chain.keeping(try engine())
    #expect(
      layers(chain.make(of: [(voice, VoiceReference(provider: "near", voice: "ann"))])) == [
        "EffectVoice", "TimedVoice", "FallbackVoice", "CastVoice", "CachedVoice", "DoubleEngine",
      ])
  }

  @Test func `leaves out the layers that nobody asked for`() throws {
    let voice = VoiceChain().make(of: [try engine()])
    #expect(layers(voice) == ["TimedVoice", "FallbackVoice", "DoubleEngine"])
  }

  @Test func `of a plugin ends in words for the engine, and its worker`() {
    let host = PluginHost(UserEnvironment(variables: [:], programFolder: "/none"))
    let engine = VoiceChain.engine(setup, on: host)
    #expect(layers(engine) == ["AssistedVoice", "NormalizedVoice", "VoiceClient"])
    #expect(engine.name == "none")
  }
}
