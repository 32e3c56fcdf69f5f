import CueModel

/// Brings lines of any format into one format.
public struct Conformer {
  /// The format that everything is brought to.
  public let format: AudioFormat
  private var resampler: Resampler?
  private var lineFormat: AudioFormat?

  /// Brings sound to `format`.
  public init(to format: AudioFormat) { self.format = format }

  /// A new line in `format` begins; what was left of a line before is dropped.
  public mutating func begin(_ format: AudioFormat) {
    lineFormat = format
    resampler = nil
    guard format.rateHertz != self.format.rateHertz else { return }
    let mono = AudioFormat(
      sample: .float32, rateHertz: format.rateHertz, channels: self.format.channels)
    resampler = Resampler(from: mono, to: self.format)
  }

  /// What the line's next sound becomes; some of it may come later.
  public mutating func process(_ sound: AudioBuffer) -> AudioBuffer {
    guard sound.format != format else { return sound }
    if sound.format.rateHertz == format.rateHertz {
      return Conformer.convert(sound, channels: format.channels, to: format.sample)
    }
    guard let resampler else { preconditionFailure("sound came before its line began") }
    return resampler.process(
      Conformer.convert(sound, channels: format.channels, to: .float32))
  }

  /// The rest of the line.
  public mutating func finish() -> AudioBuffer {
    defer { resampler = nil }
    return resampler?.finish() ?? AudioBuffer(format: format, bytes: [])
  }

  /// The same sound with other samples and channels: mono is copied to all, all are averaged to mono.
  static func convert(
    _ sound: AudioBuffer, channels: Int, to sample: SampleFormat
  ) -> AudioBuffer {
    let from = sound.format.channels
    let samples: [Float]
    if from == channels {
      samples = sound.floats
    } else if channels == 1 || from == 1 {
      samples = sound.monoFloats.flatMap { repeatElement($0, count: channels) }
    } else {
      let old = sound.floats
      samples = (0..<sound.frameCount).flatMap { frame in
        (0..<channels).map { $0 < from ? old[frame * from + $0] : 0 }
      }
    }
    let floats = AudioBuffer(
      float32: samples, rateHertz: sound.format.rateHertz, channels: channels)
    guard sample == .int16 else { return floats }
    return AudioBuffer(
      int16: floats.int16s, rateHertz: sound.format.rateHertz, channels: channels)
  }
}
