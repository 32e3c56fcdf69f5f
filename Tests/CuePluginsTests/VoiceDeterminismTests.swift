import CueModel
import CuePlugins
import Testing
import TestSupport

/// The library of broken voices, one of which is healthy.
private let library = Result {
  try Fixtures.mutants(
    "voice.c", as: "libvoicemutants.so",
    ["-DALL", "-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}

/// A plugin that repeats all its sound, but for its voice "low", which says that it does so for the same seed.
private func client(_ id: String = "healthy", voice: String = "") throws -> VoiceClient {
  VoiceClient(setup(try library.get(), id: id), voice: voice)
}

@Suite(.startsProcesses) struct `A voice says whether it repeats its sound` {
  @Test func `for itself, or as its plugin says of all`() throws {
    let voices = try client()
    #expect(try voices.voices().map(\.determinism) == [.asPlugin, .bySeed])
    #expect(try voices.determinism(of: "hum") == .always)
    #expect(try voices.determinism(of: "low") == .bySeed)
    #expect(try voices.determinism() == .always, "the default voice")
  }

  @Test func `through the kit for plugins in Swift, too`() throws {
    let mock = VoiceClient(setup(Places.product("libplugin-mock.so"), id: "mock"))
    #expect(try mock.voices().map(\.determinism) == [.asPlugin, .always])
  }

  @Test func `a line that is kept gets a seed where the voice needs one`() throws {
    let line = SpeechRequest(text: "Oh.")
    #expect(try client(voice: "low").requestAsSent(line).seed == 1)
    #expect(try client(voice: "hum").requestAsSent(line).seed == 0)
    var take = line
    take.seed = 3
    #expect(try client(voice: "low").requestAsSent(take).seed == 3)
  }

  @Test func `a kept clip of a deterministic voice is reproducible`() throws {
    #expect(try client(voice: "low").soundIdentity().isReproducible)
  }

  @Test func `an unknown determinism counts as none`() throws {
    let voices = try client("promises-too-much")
    #expect(try voices.determinism(of: "hum") == .none)
    #expect(try !voices.soundIdentity(voice: "hum").isReproducible)
  }
}
