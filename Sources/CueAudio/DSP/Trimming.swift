import CueModel

/// Takes away what is recorded before and after speech.
///
/// Where a recognizer says when it heard words, that is believed if it can be; else the loud part is looked for.
public enum Trimming {
  /// Kept before speech, in seconds.
  public static let padBeforeSeconds = 0.05
  /// Kept after speech, in seconds.
  public static let padAfterSeconds = 0.20

  /// What decided where speech is.
  public enum Source: Sendable {
    /// The times of the recognizer.
    case recognizer
    /// How loud it is.
    case energy
    /// Nothing stands out: the sound is whole.
    case nothing
  }

  /// A sound, trimmed or not.
  public struct Trimmed: Equatable, Sendable {
    /// What is left; all of it where trimming failed.
    public let sound: AudioBuffer
    /// Which frames of the whole that are.
    public let frames: Range<Int>
    /// What decided.
    public let source: Source
    /// Whether the sound could not be judged: it is empty, or has samples that are not numbers.
    public let hasFailed: Bool
  }

  /// How much is kept around speech, in seconds.
  public struct Pads: Equatable, Sendable {
    /// Before speech.
    public var before: Double
    /// After speech.
    public var after: Double

    /// Pads of that many seconds each.
    public init(
      before: Double = Trimming.padBeforeSeconds, after: Double = Trimming.padAfterSeconds
    ) {
      self.before = before
      self.after = after
    }
  }

  /// Trims `sound`; `spokenSeconds` is where a recognizer heard words, as start and end.
  public static func trim(
    _ sound: AudioBuffer, spokenSeconds: (start: Double, end: Double)? = nil, pads: Pads = Pads()
  ) -> Trimmed {
    let samples = sound.floats
    let whole = 0..<sound.frameCount
    guard !samples.isEmpty, samples.allSatisfy(\.isFinite) else {
      return Trimmed(sound: sound, frames: whole, source: .nothing, hasFailed: true)
    }
    let rate = Double(sound.format.rateHertz)
    let duration = Double(sound.frameCount) / rate
    let source: Source
    let span: (start: Double, end: Double)
    if let spoken = spokenSeconds, isBelievable(spoken, durationSeconds: duration) {
      (source, span) = (.recognizer, spoken)
    } else if let frames = loudFrames(
      samples, channels: sound.format.channels, rateHertz: sound.format.rateHertz)
    {
      (source, span) = (
        .energy, (Double(frames.lowerBound) / rate, Double(frames.upperBound) / rate)
      )
    } else {
      return Trimmed(sound: sound, frames: whole, source: .nothing, hasFailed: false)
    }
    let kept = padded(span, by: pads, durationSeconds: duration)
    let first = min(sound.frameCount, sound.format.frames(inSeconds: kept.start))
    let last = max(first, min(sound.frameCount, sound.format.frames(inSeconds: kept.end)))
    return Trimmed(
      sound: sound.frames(first..<last), frames: first..<last, source: source, hasFailed: false)
  }

  /// Whether speech can be where a recognizer says.
  ///
  /// Not where it ends before it starts, nor where more than 2 s and more than half as long as the speech would be left over.
  public static func isBelievable(
    _ spokenSeconds: (start: Double, end: Double), durationSeconds: Double
  ) -> Bool {
    let span = spokenSeconds.end - spokenSeconds.start
    guard spokenSeconds.start.isFinite, span.isFinite, span > 0,
      spokenSeconds.start < durationSeconds, spokenSeconds.end > 0
    else { return false }
    return durationSeconds - span <= max(2.0, 0.5 * span)
  }

  /// A span with its pads, clipped to the sound.
  public static func padded(
    _ span: (start: Double, end: Double), by pads: Pads = Pads(), durationSeconds: Double
  ) -> (start: Double, end: Double) {
    (max(0, span.start - pads.before), min(durationSeconds, span.end + pads.after))
  }

  /// From the first chunk that is loud to the last, at least 0.1 s; nil if none is.
  ///
  /// Chunks are as long as 1024 frames at 44.1 kHz, 23 ms; the loudness of all channels counts. A chunk is loud above
  /// max(−35 dB, min(q + 10 dB, (q + l) / 2)) where q is the level that a twentieth of the chunks do not reach, and l the loudest:
  /// in constant noise that is nearly as loud as the voice the threshold lies between both, instead of above all, and a moment
  /// of digital silence does not lower it below the noise. Where the loudest is not 6 dB above q, nothing stands out.
  public static func loudFrames(
    _ samples: [Float], channels: Int, rateHertz: Int
  ) -> Range<Int>? {
    let chunkFrames = NoiseTracker.blockFrames(rateHertz: rateHertz)
    let frames = samples.count / channels
    let starts = Array(stride(from: 0, to: frames, by: chunkFrames))
    let levels = starts.map { start in
      Loudness.decibels(
        of: samples[start * channels..<min(start + chunkFrames, frames) * channels])
    }
    let sorted = levels.sorted()
    guard let loudest = sorted.last else { return nil }
    let quiet = sorted[sorted.count / 20]
    guard loudest >= quiet + 6 else { return nil }
    let threshold = max(-35, min(quiet + 10, (quiet + loudest) / 2))
    guard let first = levels.firstIndex(where: { $0 > threshold }),
      let last = levels.lastIndex(where: { $0 > threshold })
    else { return nil }
    let least = starts[first] + rateHertz / 10
    return starts[first]..<min(frames, max(least, starts[last] + chunkFrames))
  }
}
