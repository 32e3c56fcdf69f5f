import CuePluginKit
import StretchingPlugin

/// Sound faster or slower, higher or lower, with Rubber Band.
final class RubberBandEffect: StretchingEffect {
  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "rubberband", name: "Rubber Band", version: "3.1", licence: "GPL-2.0-or-later",
      summary: "Makes sound faster or slower, higher or lower; for speech and music alike.",
      concurrency: .perInstance, determinism: .always,
      features: ["time-stretch", "pitch-shift"])
    descriptor.linksGPL = true
    return descriptor
  }

  static var parameters: [Parameter] {
    [
      .tempo(0.1...10),
      .pitch(-24...24),
      Parameter(
        id: 3, name: "engine", kind: .choice(["finer", "faster", "short"], initial: 0),
        summary:
          "finer is R3, faster is R2, short is R3 with a short window: quicker, a little rougher.",
        changesSound: true),
      Parameter(
        id: 4, name: "formants", kind: .toggle(initial: false),
        summary: "Whether a voice that is pitched keeps its formants, and so its person.",
        changesSound: true),
      Parameter(
        id: 5, name: "formant-shift", kind: .number(-12...12, initial: 0), unit: "st",
        summary:
          "How much higher the formants become, whatever the pitch does: another person; not with engine=faster.",
        changesSound: true),
    ]
  }

  let stretching = Stretching()

  init(host: PluginHost) {}

  static func apply(_ id: UInt32, _ number: Double, _ setting: inout StretchSetting) {
    var choice = RubberBandEngine.Choice(number: setting.choice)
    switch id {
    case 1: setting.tempo = number
    case 2: setting.pitchSemitones = number
    case 3: choice.engine = Int(number)
    case 5: setting.formantSemitones = number
    default: choice.keepsFormants = number != 0
    }
    setting.choice = choice.number
  }

  static func makeEngine(
    rateHertz: Int, channels: Int
  ) throws(PluginFailure) -> any StretchEngine {
    RubberBandEngine(rateHertz: rateHertz, channels: channels)
  }
}
