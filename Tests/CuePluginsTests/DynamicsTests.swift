import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

@Suite(.startsProcesses) struct `The dynamics plugin` {
  private func dynamics(_ parameters: KeyValuePairs<String, String> = [:], blockFrames: Int = 1000)
    -> EffectClient
  {
    builtEffect(
      "dynamics", parameters.map { (name: $0.key, value: $0.value) }, blockFrames: blockFrames)
  }

  private static let gainId: UInt32 = 1

  @Test(arguments: [(8000, 1), (48000, 2)])
  func `changes no bit where it has nothing to do`(format: (rate: Int, channels: Int)) throws {
    var random = Seeded(3)
    let noise = AudioBuffer(
      float32: (0..<9000 * format.channels).map { _ in Float.random(in: -1...1, using: &random) },
      rateHertz: format.rate, channels: format.channels)
    #expect(try dynamics().whole(noise) == noise)
    #expect(try dynamics(["limiter": "off"]).whole(noise) == noise)
  }

  @Test
  func `doubles a quarter with 6 dB, and keeps what 12 dB would lift too high below full scale`()
    throws
  {
    let soft = Sounds.sine(300, frames: 22050, peak: 0.25)
    let lifted = try dynamics(["gain": "6"]).whole(soft)
    let factor = Float(pow(10, 6.0 / 20))
    for (was, became) in zip(soft.floats, lifted.floats) {
      #expect(abs(became - was * factor) < 1e-6)
    }
    let loud = Sounds.sine(300, frames: 22050, peak: 0.5)
    let peak = try dynamics(["gain": "12"]).whole(loud).floats.map { abs($0) }.max() ?? 0
    #expect(peak <= 1)
    // It is turned down, not cut off: the peaks come near the ceiling.
    #expect(peak > 0.98)
  }

  @Test(arguments: ["0", "-1", "-12.3"], [0.0, 12, 40])
  func `lets no sample above the ceiling, whatever comes`(ceiling: String, gain: Double) throws {
    // Noise with bursts and single peaks.
    var random = Seeded(5)
    let samples = (0..<40_000).map { index -> Float in
      let level: Float = index % 7000 < 900 ? 1 : 0.05
      return index % 3333 == 0 ? 4 : Float.random(in: -level...level, using: &random)
    }
    let sound = AudioBuffer(float32: samples, rateHertz: 44100, channels: 2)
    let made = try dynamics(["gain": "\(gain)", "ceiling": ceiling]).whole(sound)
    #expect(made.frameCount == sound.frameCount)
    let most = Float(ceiling == "0" ? 1 : pow(10, Double(ceiling)! / 20))
    #expect(made.floats.allSatisfy { abs($0) <= most })
  }

  @Test func `turns the sound down before a peak, and leaves it alone again later`() throws {
    var samples = [Float](repeating: 0.5, count: 60_000)
    samples[20_000] = 2
    let made = try dynamics().whole(AudioBuffer(float32: samples, rateHertz: 22050)).floats
    #expect(made[20_000] == 1 || abs(made[20_000] - 1) < 1e-6)
    #expect(made[19_990] < 0.5)
    // Next to the peak the gain is what the peak needs: the wave is turned down, and not cut off.
    #expect(abs(made[19_999] - 0.25) < 0.005 && abs(made[20_001] - 0.25) < 0.005)
    // 5 ms are 110 frames; before them the peak is not known.
    #expect(made[..<19_880] == samples[..<19_880])
    #expect(made[55_000...] == samples[55_000...])
  }

  @Test(arguments: [0, 1, 999, 1000, 2500])
  func `The dynamics plugin changes the gain at a frame`(frame: Int) throws {
    let noise = Sounds.noise(frames: 4000, channels: 2)
    let half = Float(pow(10, -6.0 / 20))
    let made = try dynamics(["glide": "0"]).whole(
      noise, changes: [EffectChange(parameter: Self.gainId, frame: frame, value: -6)])
    let expected = noise.floats.enumerated().map {
      $0 < frame * 2 ? $1 : Float(Double($1) * pow(10, -6.0 / 20))
    }
    #expect(made.floats == expected)
    #expect(half < 1)
  }

  @Test func `glides to a new gain, beginning at its frame and ending 5 ms later`() throws {
    let level = AudioBuffer(float32: [Float](repeating: 0.5, count: 3000), rateHertz: 48000)
    let made = try dynamics().whole(
      level, changes: [EffectChange(parameter: Self.gainId, frame: 1500, value: -20)]
    ).floats
    #expect(made[1499] == 0.5)
    #expect(made[1500] < 0.5)
    #expect(abs(made[1500 + 239] - 0.05) < 1e-6)
    #expect(zip(made, made.dropFirst()).allSatisfy { abs($0 - $1) < 0.002 })
  }

  /// SH-79: a padded tone is trimmed to within a chunk, which is 100 ms.
  @Test(arguments: [
    ("off", true, true), ("start", false, true), ("end", true, false), ("both", false, false),
  ])
  func `The dynamics plugin cuts silence from the ends`(
    trim: (name: String, keepsStart: Bool, keepsEnd: Bool)
  ) throws {
    let rate = 16000
    var random = Seeded(9)
    func hiss(_ frames: Int) -> [Float] {
      (0..<frames).map { _ in Float.random(in: -0.002...0.002, using: &random) }
    }
    let tone = Sounds.sine(440, frames: rate, rateHertz: rate).floats
    // 0.73 s of hiss below −50 dB, a tone, a pause that stays, a tone, 1.31 s of hiss.
    let samples =
      hiss(rate * 73 / 100) + tone + hiss(rate / 2) + tone + hiss(rate * 131 / 100)
    let sound = AudioBuffer(float32: samples, rateHertz: rate)
    let made = try dynamics(["trim": trim.name]).whole(sound)
    let inner = rate * 5 / 2
    let expected =
      inner + (trim.keepsStart ? rate * 73 / 100 : 0) + (trim.keepsEnd ? rate * 131 / 100 : 0)
    #expect(abs(made.frameCount - expected) <= rate / 10 * 2)
    #expect(made.frameCount >= expected)
    // All of the tones is there.
    func energy(_ samples: [Float]) -> Float {
      samples.filter { abs($0) > 0.01 }.reduce(0) { $0 + $1 * $1 }
    }
    #expect(energy(made.floats) == energy(samples))
  }

  @Test func `makes nothing of nothing but silence`() throws {
    let silence = AudioBuffer(float32: [Float](repeating: 0.001, count: 50_000), rateHertz: 16000)
    #expect(try dynamics(["trim": "both"]).whole(silence).frameCount == 0)
    #expect(try dynamics(["trim": "both"]).whole(silence.frames(0..<0)).frameCount == 0)
  }

  @Test func `says where a frame is heard when silence before it is gone`() throws {
    let effect = dynamics(["trim": "start"])
    let samples = [Float](repeating: 0, count: 16_000) + [Float](repeating: 0.5, count: 16_000)
    try effect.configure(rateHertz: 16000, channels: 1)
    try effect.begin(
      AudioBuffer(float32: samples, rateHertz: 16000), changes: [], asking: [16_000, 20_000])
    #expect(try effect.finish().places == [0, 4000])
  }

  @Test func `fades in and out along half a cosine`() throws {
    let level = AudioBuffer(float32: [Float](repeating: 0.8, count: 48_000), rateHertz: 48000)
    let made = try dynamics(["fade-in": "100", "fade-out": "250"]).whole(level).floats
    #expect(made.count == 48_000)
    #expect(made[0] < 0.0001)
    #expect(abs(made[2400] - 0.4) < 0.001)
    #expect(made[4800..<36_000].allSatisfy { $0 == 0.8 })
    #expect(abs(made[42_000] - 0.4) < 0.001)
    #expect((made.last ?? 1) < 0.0001)
    #expect(zip(made[..<4800], made[1..<4801]).allSatisfy { $0 <= $1 })
  }

  @Test(arguments: [1, 100, 4096])
  func `gives the same sound in blocks of any size`(block: Int) throws {
    let settings: KeyValuePairs = [
      "gain": "20", "trim": "both", "fade-in": "30", "fade-out": "40",
    ]
    let silence = [Float](repeating: 0, count: 3000)
    let sound = AudioBuffer(
      float32: silence + Sounds.noise(frames: 6000).floats + silence, rateHertz: 22050)
    let usual = try dynamics(settings).whole(sound)
    #expect(try dynamics(settings, blockFrames: block).whole(sound) == usual)
    #expect(usual.frameCount < 12_000)
  }
}
