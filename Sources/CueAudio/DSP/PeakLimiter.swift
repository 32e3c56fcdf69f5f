import CueModel
import Glibc

/// Keeps peaks below a ceiling, and turns sound down before they come rather than at them.
///
/// With g(n) = min(1, ceiling ÷ peak of frame n), a smoothing of N frames (5 ms), and R frames that have a part in a peak:
///
///     m(n) = min of g over the last W = N + R frames     the most that a window allows
///     r(n) = min(m(n), r(n−1) + (1 − r(n−1))·a)          rises again with a time constant of 100 ms
///     s(n) = mean of r over the last N frames            flat over all frames of a peak
///     y(n − W + 1) = x(n − W + 1)·s(n)
///
/// All channels have one gain. Sound that stays below the ceiling is left alone, bit by bit.
public final class PeakLimiter {
  /// How much later a sound comes out than it goes in.
  public let latencyFrames: Int
  /// The least gain so far: 1 where nothing was turned down.
  public private(set) var leastGain = 1.0

  private let channels: Int
  private let ceiling: Float
  private let format: AudioFormat
  private let smoothingFrames: Int
  private let recovery: Double
  private var detectors: [TruePeak]

  /// What waits for its gain.
  private var waiting: [Float] = []
  /// The last N values of r.
  private var allowed: [Double]
  private var sum: Double
  /// How many of `allowed` are below 1: where none is, nothing is multiplied.
  private var reducedCount = 0
  private var risen = 1.0
  private var frame = 0
  /// Frames whose g may yet be the least of a window, rising.
  private var least: [(frame: Int, gain: Double)] = []
  private var leastStart = 0

  /// Limits sound of `rateHertz` to `ceilingDecibels` below full scale; `isTrue` for peaks between samples, too.
  public init(rateHertz: Int, channels: Int, ceilingDecibels: Double, isTrue: Bool = true) {
    self.channels = channels
    ceiling = Float(pow(10, (ceilingDecibels - (isTrue ? PeakLimiter.marginDecibels : 0)) / 20))
    format = AudioFormat(sample: .float32, rateHertz: rateHertz, channels: channels)
    smoothingFrames = max(1, rateHertz / 200)
    let detector = TruePeak(rateHertz: rateHertz)
    latencyFrames = smoothingFrames + (isTrue ? detector.reachFrames : 0) - 1
    recovery = 1 - exp(-1 / (0.1 * Double(rateHertz)))
    detectors = isTrue ? Array(repeating: detector, count: channels) : []
    allowed = Array(repeating: 1, count: smoothingFrames)
    sum = Double(smoothingFrames)
  }

  /// What rounding and a moving gain may add to a peak between samples.
  static let marginDecibels = 0.05

  /// What `sound` becomes, as long as that but ``latencyFrames`` late: those come with ``finish()``.
  public func process(_ sound: AudioBuffer) -> AudioBuffer {
    precondition(sound.format.channels == channels, "sound of another format than the limiter's")
    let samples = sound.floats
    let frames = sound.frameCount
    var peaks = [Float](repeating: 0, count: frames)
    findPeaks(samples, frames, &peaks)
    return give(samples, peaks)
  }

  /// The rest, when there is no more sound.
  public func finish() -> AudioBuffer {
    let silence = [Float](repeating: 0, count: latencyFrames * channels)
    var peaks = [Float](repeating: 0, count: latencyFrames)
    findPeaks(silence, latencyFrames, &peaks)
    return give(silence, peaks)
  }

  private func findPeaks(_ samples: [Float], _ frames: Int, _ peaks: inout [Float]) {
    guard !detectors.isEmpty else {
      for frame in 0..<frames {
        for channel in 0..<channels {
          peaks[frame] = max(peaks[frame], abs(samples[frame * channels + channel]))
        }
      }
      return
    }
    guard channels > 1 else {
      detectors[0].find(in: samples, floor: ceiling, peaks: &peaks)
      return
    }
    var ofChannel = peaks
    for channel in 0..<channels {
      let alone = (0..<frames).map { samples[$0 * channels + channel] }
      detectors[channel].find(in: alone, floor: ceiling, peaks: &ofChannel)
      for frame in 0..<frames { peaks[frame] = max(peaks[frame], ofChannel[frame]) }
    }
  }

  private func give(_ samples: [Float], _ peaks: [Float]) -> AudioBuffer {
    waiting += samples
    let frames = peaks.count
    var gains = [Float](repeating: 1, count: frames)
    var start = 0
    while start < frames {
      let end = min(start + 256, frames)
      defer { start = end }
      let isQuiet = peaks[start..<end].allSatisfy { $0 <= ceiling }
      if isQuiet, isIdle {
        frame += end - start
        continue
      }
      for index in start..<end {
        let peak = peaks[index]
        gains[index] = advance(peak > ceiling ? Double(ceiling) / Double(peak) : 1)
      }
    }
    // The gain of the last frame that came is that of the frame `latencyFrames` before it.
    let ready = max(0, waiting.count / channels - latencyFrames)
    let first = peaks.count - ready
    var made = Array(waiting[..<(ready * channels)])
    for index in 0..<ready where gains[first + index] < 1 {
      for channel in 0..<channels { made[index * channels + channel] *= gains[first + index] }
    }
    waiting.removeFirst(ready * channels)
    return AudioBuffer(float32: made, rateHertz: format.rateHertz, channels: channels)
  }

  /// Whether nothing is turned down, nor will be for a peak that came already.
  private var isIdle: Bool {
    reducedCount == 0 && risen == 1 && !least[leastStart...].contains { $0.gain < 1 }
  }

  private func advance(_ gain: Double) -> Float {
    if leastStart < least.count, least[leastStart].frame < frame - latencyFrames { leastStart += 1 }
    while least.count > leastStart, least[least.count - 1].gain >= gain { least.removeLast() }
    if leastStart > 4096 {
      least.removeFirst(leastStart)
      leastStart = 0
    }
    least.append((frame, gain))
    let lowest = least[leastStart].gain
    risen = min(lowest, risen + (1 - risen) * recovery)
    if lowest == 1, risen > 0.9999 { risen = 1 }

    let slot = frame % smoothingFrames
    if allowed[slot] < 1 { reducedCount -= 1 }
    if risen < 1 { reducedCount += 1 }
    // Where none is below 1 the sum is exact again.
    sum = reducedCount == 0 ? Double(smoothingFrames) : sum - allowed[slot] + risen
    allowed[slot] = risen
    frame += 1
    guard reducedCount > 0 else { return 1 }
    let smooth = min(1, sum / Double(smoothingFrames))
    leastGain = min(leastGain, smooth)
    return Float(smooth)
  }
}
