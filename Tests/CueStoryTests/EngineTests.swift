import CueModel
import CuePlugins
import Foundation
import TestSupport
import Testing

@testable import CueStory

@Suite struct `Effects in one worker` {
  private let folder: TemporaryFolder
  private let plugin: String

  init() throws {
    folder = try TemporaryFolder()
    // A file of its own, so that its workers can be distinguished from others.
    plugin = folder.path("libplugin-tape.so")
    try FileManager.default.copyItem(
      atPath: Places.product("libplugin-varispeed.so"), toPath: plugin)
  }

  private func engine() -> EffectEngine {
    EffectEngine(
      PluginSetup(
        file: PluginFile(path: plugin, name: "varispeed", isProgram: false, id: "varispeed"),
        worker: WorkerSettings(workerPath: Places.product("cue-worker"))))
  }

  private func sound(_ seed: UInt64) -> AudioBuffer {
    AudioBuffer(
      float32: AudioBuffer(int16: noise(4000, seed: seed), rateHertz: 8000).floats, rateHertz: 8000)
  }

  @Test func `Effects in one worker do not hear each other`() throws {
    let engine = engine()
    defer { engine.quit() }
    let speeds = [0.5, 1.3, 2, 0.8, 1.9]
    let effects = speeds.map { engine.effect([("speed", $0)]) }
    for effect in effects { try effect.configure(rateHertz: 8000, channels: 1) }
    #expect(Processes.mentioning(plugin).count <= 2)
    // All have their work before the first is asked, and are asked in another order.
    for (index, effect) in effects.enumerated() {
      try effect.begin(sound(UInt64(index)), changes: [], asking: [1000])
    }
    var made: [Int: (EffectOutput, AudioBuffer)] = [:]
    for index in effects.indices.reversed() {
      made[index] = (try effects[index].finish(), try effects[index].flush())
    }
    for (index, speed) in speeds.enumerated() {
      let alone = self.engine()
      let effect = alone.effect([("speed", speed)])
      try effect.configure(rateHertz: 8000, channels: 1)
      try effect.begin(sound(UInt64(index)), changes: [], asking: [1000])
      let output = try effect.finish()
      #expect(made[index]?.0 == output)
      #expect(made[index]?.1 == (try effect.flush()))
      alone.quit()
    }
  }

  @Test func `are served by as many threads as there are cores`() throws {
    let engine = engine()
    defer { engine.quit() }
    let effects = (0..<24).map { engine.effect([("speed", 0.5 + Double($0) / 20)]) }
    for effect in effects { try effect.configure(rateHertz: 8000, channels: 1) }
    for (index, effect) in effects.enumerated() {
      try effect.begin(sound(UInt64(index)), changes: [], asking: [])
    }
    for effect in effects { #expect(try effect.finish().sound.frameCount > 0) }
    let threads = Processes.mentioning(plugin).map { process in
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").count) ?? 0
    }
    // The worker's own thread reads what the host sends.
    let most = 1 + cores
    #expect(threads.max() ?? 0 > 1)
    #expect(threads.max() ?? 0 <= most)
  }

  /// How many cores this process may use, and what it starts.
  private var cores: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") } ?? ""
    return line.split(separator: ":").last?.reduce(0) {
      $0 + (Int(String($1), radix: 16)?.nonzeroBitCount ?? 0)
    } ?? 1
  }

  @Test func `are destroyed while they have work, and others go on`() throws {
    let engine = engine()
    defer { engine.quit() }
    let effects = (0..<200).map { _ in engine.effect([("speed", 0.5)]) }
    for effect in effects { try effect.configure(rateHertz: 8000, channels: 1) }
    for effect in effects { try effect.begin(sound(1), changes: [], asking: []) }
    // More than the engine keeps.
    for effect in effects.dropFirst() { engine.end(effect) }
    let expected = 2 * sound(1).frameCount
    let made = try effects[0].finish().sound.frameCount
    #expect(made + (try effects[0].flush().frameCount) == expected)
  }

  @Test func `get silence for samples that are no numbers`() throws {
    let engine = engine()
    defer { engine.quit() }
    let effect = engine.effect([("speed", 0.5)])
    try effect.configure(rateHertz: 8000, channels: 1)
    var samples = [Float](repeating: 0.25, count: 3000)
    (samples[1000], samples[1001]) = (.nan, .infinity)
    try effect.begin(
      AudioBuffer(float32: samples, rateHertz: 8000), changes: [], asking: [])
    let made = try effect.finish().sound.floats
    #expect(made.allSatisfy { $0.isFinite })
    #expect(made.contains { $0 > 0.2 })
  }

  @Test func `effects are used again, and start fresh`() throws {
    let engine = engine()
    defer { engine.quit() }
    func made(_ effect: any Effect, _ seed: UInt64) throws -> AudioBuffer {
      try effect.configure(rateHertz: 8000, channels: 1)
      return try effect.process(sound(seed))
    }
    let first = engine.effect([("speed", 0.5)])
    let fresh = try made(first, 1)
    try first.begin(sound(2), changes: [], asking: [])
    engine.end(first)
    let again = engine.effect([("speed", 0.5)])
    #expect(again === first)
    #expect(try made(again, 1) == fresh)
    engine.end(again)
    #expect(try made(engine.effect([("speed", 2)]), 1) != fresh)
  }

  @Test func `go on in another worker where theirs dies`() throws {
    let home = try Home()
    try home.story()
    let places = (0..<30).map { 1000 + $0 * 1000 }
    try home.add(drum(32_000, strokes: places))
    try home.add(drum(40_000, strokes: [39_000]))
    let engine = engine()
    let effects = StoryEffects(
      make: { change in
        guard case .varispeed(let speed) = change else { throw StoryFailure.noTakes(title: "") }
        return engine.effect([("speed", speed)])
      }, end: { engine.end($0) })
    let rig = Rig(try home.played(turned(0.5)), effects)
    rig.play(20_000)
    let workers = Processes.mentioning(plugin)
    #expect(!workers.isEmpty)
    for worker in workers { kill(worker, SIGKILL) }
    rig.play(44_000)
    #expect(Set(rig.failures) == [1, 2])
    let found = strokes(in: rig.left, gap: 600)
    try #require(found.count == places.count)
    #expect(zip(found, places).allSatisfy { abs($0 - 2 * $1) <= 16 })
  }

  @Test func `a dial that is turned from rest uses one effect for each sounding take`() throws {
    let home = try Home()
    try home.story(40_000, 44_000)
    let engine = engine()
    defer { engine.quit() }
    var (used, most) = (0, 0)
    let effects = StoryEffects(
      make: { change in
        guard case .varispeed(let speed) = change else { throw StoryFailure.noTakes(title: "") }
        used += 1
        most = max(most, used)
        return engine.effect([("speed", speed)])
      },
      end: {
        used -= 1
        engine.end($0)
      })
    let rig = Rig(try home.played(turned(0.5)), effects)
    for rate in [0.8, 1.1, 0.9] {
      rig.play(8000)
      rig.requests.turn(turned(rate))
    }
    rig.play(8000)
    #expect(rig.renderer.turns == 3)
    #expect(most == 2)
  }
}
