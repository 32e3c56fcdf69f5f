import CueModel
import CuePlugins
import Foundation
import TestSupport

/// An effect of the plugins that Cue comes with.
func builtEffect(
  _ plugin: String, _ parameters: [(name: String, value: String)] = [], blockFrames: Int = 16384
) -> EffectClient {
  EffectClient(
    setup(Places.product("libplugin-\(plugin).so"), id: plugin, parameters: parameters),
    blockFrames: blockFrames)
}

extension EffectClient {
  /// All output for `sound`.
  func whole(_ sound: AudioBuffer, changes: [EffectChange] = []) throws -> AudioBuffer {
    try configure(rateHertz: sound.format.rateHertz, channels: sound.format.channels)
    let first = try process(sound, changes: changes)
    let rest = try flush()
    return AudioBuffer(format: first.format, bytes: first.bytes + rest.bytes)
  }
}

/// Sounds that tests make.
enum Sounds {
  /// Noise at half of full scale.
  static func noise(frames: Int, rateHertz: Int = 22050, channels: Int = 1) -> AudioBuffer {
    var random = Seeded(11)
    return AudioBuffer(
      float32: (0..<frames * channels).map { _ in Float.random(in: -0.5...0.5, using: &random) },
      rateHertz: rateHertz, channels: channels)
  }

  /// A sine, the same in all channels.
  static func sine(
    _ hertz: Double, frames: Int, rateHertz: Int = 22050, channels: Int = 1, peak: Double = 0.5
  ) -> AudioBuffer {
    AudioBuffer(
      float32: (0..<frames).flatMap { frame in
        Array(
          repeating: Float(peak * sin(2 * .pi * hertz * Double(frame) / Double(rateHertz))),
          count: channels)
      }, rateHertz: rateHertz, channels: channels)
  }

  /// Something like a vowel: harmonics of `hertz`, falling off.
  static func vowel(_ hertz: Double, frames: Int, rateHertz: Int = 22050) -> AudioBuffer {
    let samples = (0..<frames).map { frame -> Float in
      var sum = 0.0
      for harmonic in 1...8 {
        let turns = hertz * Double(harmonic * frame) / Double(rateHertz)
        sum += 0.3 / Double(harmonic) * sin(2 * .pi * turns)
      }
      return Float(sum)
    }
    return AudioBuffer(float32: samples, rateHertz: rateHertz)
  }

  /// The frequency of a sine of about `hertz` in the middle of one-channel sound.
  ///
  /// With the phases φ of Σ x(n)·w(n)·e^(−2πi·f·n) over two windows w of half a second's quarter, `shift` apart, the
  /// frequency is f + (φ₂ − φ₁) ÷ (2π·shift); the shift of a tenth of a second leaves no doubt within 5 Hz.
  static func frequency(near hertz: Double, in sound: AudioBuffer) -> Double {
    let samples = sound.floats
    let rate = Double(sound.format.rateHertz)
    let shift = Int(rate / 10)
    let length = Int(rate / 5)
    let start = (samples.count - shift - length) / 2
    precondition(start >= 0, "a frequency needs 0.3 s of sound")
    func phase(from first: Int) -> Double {
      var real = 0.0
      var imaginary = 0.0
      for index in 0..<length {
        let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(length))
        let angle = 2 * .pi * hertz * Double(first + index) / rate
        real += Double(samples[first + index]) * window * cos(angle)
        imaginary -= Double(samples[first + index]) * window * sin(angle)
      }
      return atan2(imaginary, real)
    }
    let turned = phase(from: start + shift) - phase(from: start)
    let turn = atan2(sin(turned), cos(turned))
    return hertz + turn / (2 * .pi * Double(shift) / rate)
  }

  /// How far apart two frequencies are, in cents.
  static func cents(_ one: Double, _ other: Double) -> Double { 1200 * log2(one / other) }
}
