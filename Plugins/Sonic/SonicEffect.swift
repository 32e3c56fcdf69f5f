import CuePluginKit
import StretchingPlugin

/// Speech faster or slower, higher or lower, with libsonic.
final class SonicEffect: EffectPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "sonic", name: "Sonic", version: "0.2", licence: "Apache-2.0",
      summary: "Makes speech faster or slower, higher or lower; made for voices, and quick.",
      concurrency: .perInstance, determinism: .always)
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

  private var stretcher: Stretcher?
  private var setting = StretchSetting()
  let latencyFrames = 0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    guard case .number(let number) = value else { return }
    SonicEffect.apply(id, number, &setting)
    stretcher?.setting = setting
  }

  private static func apply(_ id: UInt32, _ number: Double, _ setting: inout StretchSetting) {
    switch id {
    case 1: setting.tempo = number
    case 2: setting.pitchSemitones = number
    default: setting.choice = Int(number)
    }
  }

  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) throws(PluginFailure) {
    try Stretcher.checkFormat(rateHertz: rateHertz, channels: channels, mostChannels: 64)
    stretcher = Stretcher(
      try SonicEngine(rateHertz: rateHertz, channels: channels), rateHertz: rateHertz,
      channels: channels, setting: setting)
  }

  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    guard let stretcher else { return (0, 0) }
    defer { setting = stretcher.setting }
    return unsafe stretcher.process(input, output, changes: changes) {
      SonicEffect.apply($0.id, $0.number, &$1)
    }
  }

  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int {
    unsafe stretcher?.flush(output) ?? 0
  }

  func place(of frame: Int) -> Int { stretcher?.place(of: frame) ?? frame }
}
