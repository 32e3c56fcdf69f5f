import Foundation
import Testing

@testable import CuePluginKit
@testable import PocketSphinxPlugin

@Suite struct `Noise beneath the sound` {
  /// White noise of each level for its seconds, one after the other.
  private func noise(_ parts: [(seconds: Double, level: Float)]) -> [Float] {
    var state: UInt32 = 7
    return parts.flatMap { part in
      (0..<Int(part.seconds * 16000)).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return part.level * (Float(state >> 8) / Float(1 << 23) - 1)
      }
    }
  }

  /// Which share of the power of the last `seconds` of `samples` is left.
  private func left(_ samples: [Float], last seconds: Double) throws -> Float {
    let converter = try InputConverter(SoundFormat(isFloat: true, rateHertz: 16000, channels: 1))
    for start in stride(from: 0, to: samples.count, by: 480) {
      _ = converter.take(Array(samples[start..<min(start + 480, samples.count)]))
    }
    _ = converter.finish()
    let frames = samples.count / Decoder.frameSamples
    return converter.left(frames - Int(seconds * 100)..<frames - 3)
  }

  /// After a second of digital silence, no noise was ever found.
  @Test(arguments: [0, 0.1, 0.2, 0.3, 1, 5])
  func `is learnt however late it begins`(seconds: Double) throws {
    #expect(try left(noise([(seconds, 0), (3, 0.05)]), last: 1) < 0.3)
  }

  @Test(arguments: [0.0005, 0.005] as [Float])
  func `Noise beneath the sound is learnt again where it grows`(level: Float) throws {
    #expect(try left(noise([(1, level), (3.5, 0.05)]), last: 1) < 0.3)
  }

  @Test(arguments: [(0.005, 20), (0.05, 0), (0.0005, 40)] as [(Float, Float)])
  func `noise is compared with louder sound`(level: Float, decibels: Float) throws {
    let converter = try InputConverter(SoundFormat(isFloat: true, rateHertz: 16000, channels: 1))
    _ = converter.take(noise([(0.5, level), (1, 0.05), (0.5, level)]))
    _ = converter.finish()
    #expect(abs(converter.decibels(50..<150) - decibels) < 2)
  }

  @Test func `noise is still known after a dropout`() throws {
    #expect(try left(noise([(2, 0.05), (0.1, 0), (0.4, 0.05)]), last: 0.35) < 0.3)
  }

  /// Words that stand in digital silence, as speech programs make them: each a voice whose pitch glides.
  @Test func `words with silence between them contain no noise`() throws {
    var samples = [Float](repeating: 0, count: 8000)
    for word in 0..<6 {
      var phase = 0.0
      for index in 0..<6400 {
        let place = Double(index) / 6400
        let pitch = (word % 2 == 0 ? 120.0 : 160) + 50 * place
        phase += 2 * .pi * pitch / 16000
        var value = 0.0
        for harmonic in 1...20 { value += sin(phase * Double(harmonic)) / Double(harmonic) }
        samples.append(Float(0.1 * value * min(1, place * 20, (1 - place) * 20)))
      }
      samples += [Float](repeating: 0, count: 1600)
    }
    #expect(try left(samples, last: 2.5) > 0.7)
  }

  /// A click of 2 ms, and a vowel of 60 ms at half a second.
  @Test(arguments: [(0.002, 0.02, 0.045), (0.06, 0.06, 0.1)] as [(Double, Float, Float)])
  func `the length of loud sound in noise is known`(
    seconds: Double, least: Float, most: Float
  ) throws {
    let converter = try InputConverter(SoundFormat(isFloat: true, rateHertz: 16000, channels: 1))
    _ = converter.take(noise([(0.5, 0.0001), (seconds, 0.3), (0.5, 0.0001)]))
    _ = converter.finish()
    let longest = converter.longest(45..<60)
    #expect((least...most).contains(longest), "\(longest)")
  }
}
