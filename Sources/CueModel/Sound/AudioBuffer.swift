/// A run of interleaved sound in one format.
///
/// Holds the bytes as the engine made them, so that 16-bit sound reaches a file without a conversion.
public struct AudioBuffer: Equatable, Sendable {
  /// What the sound is made of.
  public let format: AudioFormat
  /// The samples, in native byte order.
  public let bytes: [UInt8]

  /// Sound of `format` in `bytes`, which hold whole frames.
  public init(format: AudioFormat, bytes: [UInt8]) {
    precondition(bytes.count.isMultiple(of: format.frameByteCount), "half a frame")
    self.format = format
    self.bytes = bytes
  }

  /// 16-bit sound.
  public init(int16 samples: [Int16], rateHertz: Int, channels: Int = 1) {
    format = AudioFormat(sample: .int16, rateHertz: rateHertz, channels: channels)
    bytes = unsafe samples.withUnsafeBytes { unsafe Array($0) }
  }

  /// Float sound.
  public init(float32 samples: [Float], rateHertz: Int, channels: Int = 1) {
    format = AudioFormat(sample: .float32, rateHertz: rateHertz, channels: channels)
    bytes = unsafe samples.withUnsafeBytes { unsafe Array($0) }
  }

  /// Silence of `frames` frames.
  public init(silentFrames frames: Int, format: AudioFormat) {
    self.format = format
    bytes = Array(repeating: 0, count: frames * format.frameByteCount)
  }

  /// How many frames there are.
  public var frameCount: Int { bytes.count / format.frameByteCount }

  /// The samples as floats of −1…1.
  public var floats: [Float] {
    unsafe bytes.withUnsafeBytes { bytes in
      switch format.sample {
      case .float32:
        (0..<bytes.count / 4).map {
          unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
        }
      case .int16:
        (0..<bytes.count / 2).map {
          unsafe Float(bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) / 32768
        }
      }
    }
  }

  /// The samples as floats of −1…1, all channels averaged to one.
  public var monoFloats: [Float] {
    let samples = floats
    let channels = format.channels
    guard channels > 1 else { return samples }
    return (0..<frameCount).map { frame in
      samples[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
    }
  }

  /// The samples as 16-bit integers; floats are rounded and limited to full scale.
  public var int16s: [Int16] {
    switch format.sample {
    case .int16:
      unsafe bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 2).map {
          unsafe bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)
        }
      }
    case .float32:
      floats.map { Int16(max(-32768, min(32767, ($0 * 32768).rounded()))) }
    }
  }

  /// The frames in `range`.
  public func frames(_ range: Range<Int>) -> AudioBuffer {
    let size = format.frameByteCount
    return AudioBuffer(
      format: format, bytes: Array(bytes[range.lowerBound * size..<range.upperBound * size]))
  }
}
