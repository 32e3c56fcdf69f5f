import CueAudio
import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// Tests/Fixtures/widener.py: one channel in, two out, ten frames late, five frames of tail.
@Suite(.startsProcesses, .needsPython) struct `An effect with more channels out than in` {
  private let program: KitProgram
  private let effect: EffectClient

  init() throws {
    program = try KitProgram("widener")
    effect = EffectClient(program.setup(), blockFrames: 64)
  }

  @Test func `is asked for the number that it has, and its latency and tail are heard`() throws {
    defer { effect.quit() }
    let noise = Sounds.noise(frames: 300, rateHertz: 8000)
    let made = try effect.whole(noise)
    #expect(effect.outputChannels == 2)
    #expect(effect.latencyFrames == 10 && effect.tailFrames == 5)
    #expect(made.format.channels == 2)
    #expect(made.frameCount == 315)
    let input = noise.floats
    for frame in 0..<300 {
      #expect(made.floats[2 * (frame + 10)] == input[frame])
      #expect(made.floats[2 * (frame + 10) + 1] == input[frame] * 0.5)
    }
    #expect(made.floats.suffix(10).allSatisfy { $0 == 0.25 })
  }

  @Test func `does not depend on blocks, and a change counts from its frame on`() throws {
    defer { effect.quit() }
    let noise = Sounds.noise(frames: 300, rateHertz: 8000)
    let whole = EffectClient(program.setup(), blockFrames: 1024)
    defer { whole.quit() }
    let change = EffectChange(parameter: 1, frame: 150, value: 0)
    let made = try whole.whole(noise, changes: [change])
    #expect(try effect.whole(noise, changes: [change]).bytes == made.bytes)
    #expect(made.floats[2 * (149 + 10)] == noise.floats[149])
    #expect(made.floats[2 * (150 + 10)] == 0)
  }

  @Test func `goes on in a chain with the next effect, and its marks move`() throws {
    let dynamics = builtEffect("dynamics")
    let chain = EffectChain([effect, dynamics])
    defer {
      effect.quit()
      dynamics.quit()
    }
    try chain.configure(rateHertz: 8000, channels: 1)
    #expect(chain.outputChannels == 2)
    try chain.begin(Sounds.noise(frames: 1000, rateHertz: 8000), changes: [], asking: [7])
    let first = try chain.finish()
    let rest = try chain.flush()
    #expect(first.sound.format.channels == 2 && rest.format.channels == 2)
    #expect(first.sound.frameCount + rest.frameCount == 1005)
    #expect(first.places == [7])
  }

  @Test func `makes a voice heard in two channels`() throws {
    defer { effect.quit() }
    let voice = EffectVoice(builtVoice("mock"), through: effect)
    let said = try voice.say("Good evening.")
    #expect(said.format?.channels == 2)
    #expect(said.frames >= 960 * "Good evening.".count)
  }

  @Test func `that does not fit the sound is refused in its own words`() throws {
    defer { effect.quit() }
    let failure = try #require(throws: PluginFailure.self) {
      try effect.configure(rateHertz: 8000, channels: 3)
    }
    #expect(failure.reason.words?.contains("3 channels of 3") == true)
  }
}
