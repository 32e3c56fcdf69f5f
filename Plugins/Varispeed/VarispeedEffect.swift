import CuePluginKit
import StretchingPlugin

/// Sound as from a tape that runs faster or slower: speed and pitch together.
final class VarispeedEffect: EffectPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "varispeed", name: "Varispeed", version: "1.0", licence: "Apache-2.0 AND BSD-2-Clause",
      summary: "Plays sound faster and higher, or slower and lower, as a tape does.",
      concurrency: .perInstance, determinism: .always)
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

  private var stretcher: Stretcher?
  private var setting = StretchSetting()
  let latencyFrames = 0

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) {
    guard case .number(let number) = value else { return }
    VarispeedEffect.apply(id, number, &setting)
    stretcher?.setting = setting
  }

  private static func apply(_ id: UInt32, _ number: Double, _ setting: inout StretchSetting) {
    if id == 1 { setting.tempo = number } else { setting.choice = Int(number) }
  }

  func configure(rateHertz: Int, channels: Int, maximumFrames: Int) throws(PluginFailure) {
    try Stretcher.checkFormat(rateHertz: rateHertz, channels: channels, mostChannels: 64)
    stretcher = Stretcher(
      VarispeedEngine(channels: channels), rateHertz: rateHertz, channels: channels,
      setting: setting)
  }

  func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    guard let stretcher else { return (0, 0) }
    defer { setting = stretcher.setting }
    return unsafe stretcher.process(input, output, changes: changes) {
      VarispeedEffect.apply($0.id, $0.number, &$1)
    }
  }

  func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int {
    unsafe stretcher?.flush(output) ?? 0
  }

  func place(of frame: Int) -> Int { stretcher?.place(of: frame) ?? frame }
}
