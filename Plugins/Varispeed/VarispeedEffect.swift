import CuePluginKit
import StretchingPlugin

/// Sound as from a tape that runs faster or slower: speed and pitch together.
final class VarispeedEffect: StretchingEffect {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "varispeed", name: "Varispeed", version: "1.0", licence: "Apache-2.0 AND BSD-2-Clause",
      summary: "Plays sound faster and higher, or slower and lower, as a tape does.",
      concurrency: .perInstance, determinism: .always,
      features: ["time-stretch", "pitch-shift"])
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 1, name: "speed", kind: .number(0.1...10, initial: 1), unit: "x",
        summary: "How fast the tape runs; 2 is half as long and an octave higher.",
        changesSound: true, isLive: true),
      Parameter(
        id: 2, name: "quality", kind: .choice(["medium", "fast", "best"], initial: 0),
        summary: "How carefully libsamplerate interpolates.", changesSound: true),
    ]
  }

  let stretching = Stretching()

  init(host: PluginHost) {}

  static func apply(_ id: UInt32, _ number: Double, _ setting: inout StretchSetting) {
    if id == 1 { setting.tempo = number } else { setting.choice = Int(number) }
  }

  static func makeEngine(
    rateHertz: Int, channels: Int
  ) throws(PluginFailure) -> any StretchEngine {
    VarispeedEngine(channels: channels)
  }
}
