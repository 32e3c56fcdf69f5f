import CueABI
import CuePluginKit
import Glibc

/// An effect: a tremolo, five swells a second, as deep as its one parameter says.
///
/// Put your effect where `process` is.
final class Tremolo: EffectPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "starter-name", name: "starter-name", version: "1.0", licence: "MIT",
      summary: "Makes sound swell and fade.", concurrency: .perInstance, determinism: .always)
  }

  /// Live: it may change at any frame.
  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "depth", kind: .number(0...1, initial: 0.5),
        summary: "How deep it swells: 0 not at all, 1 down to silence.", changesSound: true,
        isLive: true)
    ]
  }

  private static let swellsASecond = 5.0
  private var depth = 0.5
  private var rate = 1.0
  private var channels = 1
  /// Frames since it was configured.
  private var time = 0.0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    if case .number(let number) = value { depth = number }
  }

  func reset() { time = 0 }

  /// An effect that keeps sound makes room for it here, and not while it works.
  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) {
    rate = Double(rateHertz)
    self.channels = channels
    time = 0
  }

  /// The heart of an effect.
  ///
  /// It neither waits nor allocates.
  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    let frames = min(input.count, output.count) / channels
    var next = 0
    for frame in 0..<frames {
      while next < changes.count, changes[next].frame <= frame {
        depth = changes[next].number
        next += 1
      }
      let turn = (time * Tremolo.swellsASecond / rate).truncatingRemainder(dividingBy: 1)
      let gain = 1 - depth * (0.5 - 0.5 * cos(2 * .pi * turn))
      time += 1
      for index in frame * channels..<(frame + 1) * channels {
        unsafe output[index] = Float(gain * Double(input[index]))
      }
    }
    return (frames, frames)
  }

  /// Nothing is kept back, so there is nothing left.
  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int { 0 }

  let latencyFrames = 0
}

/// The library's one exported function.
@c @implementation
public func cue_plugin_entry(_ host: UnsafePointer<cue_host>) -> UnsafePointer<cue_entry>? {
  unsafe PluginLibrary.enter(host, offering: [.effect(Tremolo.self)])
}
