import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

@Suite(.startsProcesses) struct `The whispering plugin` {
  private static let rate = 16_000
  /// The period of the vowel in frames: 160 Hz.
  private static let period = 100

  private func whisper(_ amount: Double = 1, blockFrames: Int = 1000) -> EffectClient {
    builtEffect("whispering", [(name: "amount", value: "\(amount)")], blockFrames: blockFrames)
  }

  /// An "a" as a voice says it: pulses of vocal cords through resonances of 700 and 2,600 Hz.
  private func vowel() -> AudioBuffer {
    var samples = (0..<Self.rate).map { $0.isMultiple(of: Self.period) ? 1.0 : 0.0 }
    for (hertz, width) in [(700.0, 80.0), (2600, 120)] {
      let radius = exp(-Double.pi * width / Double(Self.rate))
      let turn = 2 * radius * cos(2 * Double.pi * hertz / Double(Self.rate))
      for index in 2..<samples.count {
        samples[index] += turn * samples[index - 1] - radius * radius * samples[index - 2]
      }
    }
    let peak = samples.map(abs).max() ?? 1
    return AudioBuffer(float32: samples.map { Float(0.5 * $0 / peak) }, rateHertz: Self.rate)
  }

  /// How much the sound is like itself a period later.
  private func periodicity(_ sound: AudioBuffer) -> Double {
    let x = sound.floats.map(Double.init)
    var (cross, energy) = (0.0, 0.0)
    for index in Self.period..<x.count {
      cross += x[index] * x[index - Self.period]
      energy += x[index] * x[index]
    }
    return cross / energy
  }

  /// The power around a frequency, some 100 Hz wide, as a mean over pieces of 10 ms.
  private func power(_ sound: AudioBuffer, at hertz: Double) -> Double {
    let x = sound.floats.map(Double.init)
    var power = 0.0
    for start in stride(from: 0, to: x.count - 160, by: 160) {
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<160 {
        let angle = 2 * Double.pi * hertz * Double(index) / Double(Self.rate)
        real += x[start + index] * cos(angle)
        imaginary += x[start + index] * sin(angle)
      }
      power += real * real + imaginary * imaginary
    }
    return power
  }

  @Test func `takes the pitch out of a vowel, and leaves its level and what the mouth does`() throws
  {
    let voiced = vowel()
    let breath = try whisper().whole(voiced)
    #expect(breath.frameCount == voiced.frameCount)
    #expect(periodicity(voiced) > 0.9)
    #expect(abs(periodicity(breath)) < 0.2)
    func level(_ sound: AudioBuffer) -> Double {
      10 * log10(sound.floats.reduce(0) { $0 + Double($1 * $1) })
    }
    #expect(abs(level(breath) - level(voiced)) < 1.5)
    // The resonances are still there: 10 dB above what lies between them, at least.
    for resonance in [700.0, 2600] {
      #expect(power(breath, at: resonance) > 10 * power(breath, at: 1600))
    }
  }

  @Test func `leaves breath, a click and silence as they are`() throws {
    var random = Seeded(7)
    let noise = AudioBuffer(
      float32: (0..<8000).map { _ in Float.random(in: -0.3...0.3, using: &random) },
      rateHertz: Self.rate)
    #expect(try whisper().whole(noise) == noise)
    var samples = [Float](repeating: 0, count: 5000)
    samples[3000] = 0.8
    let click = AudioBuffer(float32: samples, rateHertz: Self.rate)
    #expect(try whisper().whole(click) == click)
  }

  @Test func `The whispering plugin does what its amount says`() throws {
    let voiced = vowel()
    #expect(try whisper(0).whole(voiced) == voiced)
    let half = periodicity(try whisper(0.5).whole(voiced))
    #expect((0.2...0.8).contains(half), "\(half)")
  }

  @Test(arguments: [1, 37, 256, 16_000])
  func `makes the same sound whatever the blocks`(block: Int) throws {
    let voiced = vowel().frames(0..<4001)
    let usual = try whisper().whole(voiced)
    #expect(usual.frameCount == 4001)
    #expect(try whisper(blockFrames: block).whole(voiced) == usual)
  }

  @Test func `The whispering plugin treats each channel by itself`() throws {
    let voiced = vowel()
    let both = AudioBuffer(
      float32: voiced.floats.flatMap { [$0, 0] }, rateHertz: Self.rate, channels: 2)
    let made = try whisper().whole(both).floats
    #expect(stride(from: 1, to: made.count, by: 2).allSatisfy { made[$0] == 0 })
    let left = stride(from: 0, to: made.count, by: 2).map { made[$0] }
    #expect(left == (try whisper().whole(voiced).floats))
  }

  @Test func `has its former name where an effect is chosen, and only there`() throws {
    let former = PluginChoice(
      reference: PluginReference("whisper"), settings: [.init(name: "amount", value: "1")])
    #expect(former.asEffect.reference == PluginReference("whispering"))
    #expect(former.asEffect.settings == former.settings)
    for other in ["./whisper", "whisper:tiny", "sonic"] {
      let choice = PluginChoice(reference: PluginReference(other))
      #expect(choice.asEffect == choice)
    }
  }
}
