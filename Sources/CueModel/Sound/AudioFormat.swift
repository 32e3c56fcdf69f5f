/// How one sample of sound is stored.
public enum SampleFormat: Equatable, Sendable {
  /// 16-bit signed integer; 1/32768 makes it float, exactly.
  case int16
  /// 32-bit float, full scale −1…1.
  case float32

  /// Bytes that one sample takes.
  public var byteCount: Int { self == .int16 ? 2 : 4 }
}

/// What a run of interleaved sound is made of.
public struct AudioFormat: Equatable, Sendable {
  /// How one sample is stored.
  public var sample: SampleFormat
  /// Frames a second, 1…768,000.
  public var rateHertz: Int
  /// Samples in a frame, 1…64.
  public var channels: Int

  /// A format of `sample`s, `rateHertz` frames a second, `channels` samples in a frame.
  public init(sample: SampleFormat, rateHertz: Int, channels: Int = 1) {
    self.sample = sample
    self.rateHertz = rateHertz
    self.channels = channels
  }

  /// Bytes that one frame takes.
  public var frameByteCount: Int { sample.byteCount * channels }

  /// The number of frames nearest to `seconds`.
  public func frames(inSeconds seconds: Double) -> Int {
    Int((seconds * Double(rateHertz)).rounded())
  }
}
