import CuePluginKit
import StretchingPlugin

/// Speech faster or slower, higher or lower, with libsonic.
final class SonicEffect: StretchingEffect {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "sonic", name: "Sonic", version: "0.2", licence: "Apache-2.0",
      summary: "Makes speech faster or slower, higher or lower; made for voices, and quick.",
      concurrency: .perInstance, determinism: .always,
      features: ["time-stretch", "pitch-shift"])
  }

  static var parameters: [Parameter] {
    [
      .tempo(0.1...6),
      .pitch(-24...24),
      Parameter(
        id: 3, name: "quality", kind: .choice(["fast", "best"], initial: 0),
        summary: "How carefully pitch is found; best takes much longer and hardly differs.",
        changesSound: true),
    ]
  }

  let stretching = Stretching()

  init(host: PluginHost) {}

  static func apply(_ id: UInt32, _ number: Double, _ setting: inout StretchSetting) {
    switch id {
    case 1: setting.tempo = number
    case 2: setting.pitchSemitones = number
    default: setting.choice = Int(number)
    }
  }

  static func makeEngine(
    rateHertz: Int, channels: Int
  ) throws(PluginFailure) -> any StretchEngine {
    try SonicEngine(rateHertz: rateHertz, channels: channels)
  }
}
