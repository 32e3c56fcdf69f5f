import CuePluginKit
import Glibc

/// A gain in decibels, changeable at a frame; 0 dB is bit-exact.
final class MockEffect: EffectPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "mock-gain", name: "Mock gain", version: "1.0", licence: "Apache-2.0",
      summary: "A gain, for tests.", concurrency: .perInstance, determinism: .always)
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "gain", kind: .number(-96...24, initial: 0), unit: "dB",
        summary: "How much louder the sound becomes.", changesSound: true, isLive: true)
    ]
  }

  private var gain: Float = 1
  private var channels = 1
  let latencyFrames = 0
  let tailFrames = 0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    if case .number(let decibels) = value { set(decibels) }
  }

  private func set(_ decibels: Double) { gain = Float(pow(10, decibels / 20)) }

  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) { self.channels = channels }

  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    let frames = min(input.count, output.count) / channels
    var next = 0
    for frame in 0..<frames {
      while next < changes.count, changes[next].frame <= frame {
        set(changes[next].number)
        next += 1
      }
      for index in frame * channels..<(frame + 1) * channels {
        unsafe output[index] = unsafe input[index] * gain
      }
    }
    return (frames, frames)
  }

  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
}
