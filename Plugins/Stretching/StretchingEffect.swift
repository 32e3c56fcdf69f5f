import CuePluginKit

/// An effect that stretches sound with an engine: what such effects have in common.
///
/// An effect names its parameters, says what each means for the setting, and makes its engine.
public protocol StretchingEffect: EffectPlugin {
  /// The setting, and the sound on its way.
  var stretching: Stretching { get }

  /// Makes a parameter's value part of `setting`.
  static func apply(_ id: UInt32, _ number: Double, _ setting: inout StretchSetting)

  /// A new engine for sound with that rate and channel count.
  static func makeEngine(rateHertz: Int, channels: Int) throws(PluginFailure) -> any StretchEngine
}

/// What a stretching effect keeps: its setting, and its stretcher once the sound's format is known.
///
/// A class, because a value in a protocol type could only be changed by allocating memory.
public final class Stretching {
  fileprivate var stretcher: Stretcher?
  fileprivate var setting = StretchSetting()

  /// Nothing stretched yet, with the settings that change nothing.
  public init() {}
}

extension StretchingEffect {
  /// The stretcher drops its latency itself.
  public var latencyFrames: Int { 0 }

  /// Makes the value part of the setting; the stretcher uses it from the next block on.
  public func set(_ id: UInt32, to value: ParameterValue) {
    guard case .number(let number) = value else { return }
    Self.apply(id, number, &stretching.setting)
    stretching.stretcher?.setting = stretching.setting
  }

  /// Starts a new engine and stretcher for that format.
  public func configure(
    rateHertz: Int, channels: Int, maximumFrames: Int
  ) throws(PluginFailure) {
    try Stretcher.checkFormat(rateHertz: rateHertz, channels: channels, mostChannels: 64)
    stretching.stretcher = Stretcher(
      try Self.makeEngine(rateHertz: rateHertz, channels: channels), rateHertz: rateHertz,
      channels: channels, setting: stretching.setting)
  }

  /// Stretches a block; changes count from their frame.
  public func process(
    _ input: UnsafeBufferPointer<Float>, _ output: UnsafeMutableBufferPointer<Float>,
    changes: [ParameterChange]
  ) -> (usedFrames: Int, producedFrames: Int) {
    guard let stretcher = stretching.stretcher else { return (0, 0) }
    defer { stretching.setting = stretcher.setting }
    return unsafe stretcher.process(input, output, changes: changes) {
      Self.apply($0.id, $0.number, &$1)
    }
  }

  /// The sound that the stretcher still holds back.
  public func flush(_ output: UnsafeMutableBufferPointer<Float>) -> Int {
    unsafe stretching.stretcher?.flush(output) ?? 0
  }

  /// Where the stretcher puts that frame; where it was, before any format is known.
  public func place(of frame: Int) -> Int { stretching.stretcher?.place(of: frame) ?? frame }
}
