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
    var samples = sound.floats
    let from = sound.format.channels
    if from != channels {
      let frames = sound.frameCount
      samples = (0..<frames).flatMap { frame -> [Float] in
        let old = samples[frame * from..<(frame + 1) * from]
        if channels == 1 || from == 1 {
          return Array(repeating: old.reduce(0, +) / Float(from), count: channels)
        }
        return (0..<channels).map { $0 < from ? old[old.startIndex + $0] : 0 }
      }
    }
    let floats = AudioBuffer(
      float32: samples, rateHertz: sound.format.rateHertz, channels: channels)
    guard sample == .int16 else { return floats }
    return AudioBuffer(
      int16: floats.int16s, rateHertz: sound.format.rateHertz, channels: channels)
  }
}
