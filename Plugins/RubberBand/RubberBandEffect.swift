import CuePluginKit
import StretchingPlugin

/// Sound faster or slower, higher or lower, with Rubber Band.
final class RubberBandEffect: EffectPlugin {
  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "rubberband", name: "Rubber Band", version: "3.1", licence: "GPL-2.0-or-later",
      summary: "Makes sound faster or slower, higher or lower; for speech and music alike.",
      concurrency: .perInstance, determinism: .always)
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
    ]
  }

  private var stretcher: Stretcher?
  private var setting = StretchSetting()
  let latencyFrames = 0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    guard case .number(let number) = value else { return }
    RubberBandEffect.apply(id, number, &setting)
    stretcher?.setting = setting
  }

  private static func apply(_ id: UInt32, _ number: Double, _ setting: inout StretchSetting) {
    var choice = RubberBandEngine.Choice(number: setting.choice)
    switch id {
    case 1: setting.tempo = number
    case 2: setting.pitchSemitones = number
    case 3: choice.engine = Int(number)
    default: choice.keepsFormants = number != 0
    }
    setting.choice = choice.number
  }

  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) throws(PluginFailure) {
    try Stretcher.checkFormat(rateHertz: rateHertz, channels: channels, mostChannels: 64)
    stretcher = Stretcher(
      RubberBandEngine(rateHertz: rateHertz, channels: channels), rateHertz: rateHertz,
      channels: channels, setting: setting)
  }

  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    guard let stretcher else { return (0, 0) }
    defer { setting = stretcher.setting }
    return unsafe stretcher.process(input, output, changes: changes) {
      RubberBandEffect.apply($0.id, $0.number, &$1)
    }
  }

  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int {
    unsafe stretcher?.flush(output) ?? 0
  }

  func place(of frame: Int) -> Int { stretcher?.place(of: frame) ?? frame }
}
