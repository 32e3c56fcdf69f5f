import CuePluginKit
import Glibc

/// Keeps sound below a ceiling, true to the sample, and turns it down before a peak comes rather than at it.
///
/// With g(n) = min(1, ceiling ÷ peak of frame n) and a look-ahead of N frames:
///
///     m(n) = min of g over the last N frames        the most that a window allows
///     r(n) = min(m(n), r(n−1) + (1 − r(n−1))·a)     rises again with a time constant of 100 ms
///     s(n) = mean of r over the last N frames       never above g(n − N + 1), since all its windows hold that frame
///     y(n − N + 1) = x(n − N + 1)·s(n)
///
/// Sound that stays below the ceiling is left alone, bit by bit.
@safe final class Limiter {
  let lookAheadFrames: Int
  private let channels: Int
  private let recovery: Double
  private let waiting: FrameQueue
  /// Rings of the last N frames.
  private var ceilings: [Float]
  private var allowed: [Double]
  /// Frames whose g may yet be the least of a window: rising values, the oldest first.
  private var leastFrames: [Int]
  private var leastValues: [Double]
  private var leastStart = 0
  private var leastCount = 0

  private var frame = 0
  private var risen = 1.0
  private var sum: Double
  /// How many of `allowed` are below 1: where none is, the sum is exact.
  private var reducedCount = 0

  init(rateHertz: Int, channels: Int) {
    self.channels = channels
    lookAheadFrames = max(1, rateHertz / 200)
    recovery = 1 - exp(-1 / (0.1 * Double(rateHertz)))
    waiting = FrameQueue(channels: channels, roomFrames: 4 * lookAheadFrames + 16384)
    ceilings = Array(repeating: 1, count: lookAheadFrames)
    allowed = Array(repeating: 1, count: lookAheadFrames)
    leastFrames = Array(repeating: 0, count: lookAheadFrames + 1)
    leastValues = Array(repeating: 1, count: lookAheadFrames + 1)
    sum = Double(lookAheadFrames)
  }

  /// Takes a frame; the one that is due by now goes to `output`.
  func take(_ samples: UnsafeMutableBufferPointer<Float>, ceiling: Float, into output: FrameQueue) {
    var peak: Float = 0
    for index in 0..<channels { peak = max(peak, abs(unsafe samples[index])) }
    unsafe waiting.append(UnsafeBufferPointer(samples))
    advance(peak > ceiling ? Double(ceiling) / Double(peak) : 1, ceiling)
    if frame >= lookAheadFrames { give(output) }
  }

  /// No more frames: gives those that wait.
  func finish(into output: FrameQueue) {
    while waiting.frameCount > 0 {
      advance(1, 1)
      if frame >= lookAheadFrames { give(output) }
    }
  }

  private func advance(_ gain: Double, _ ceiling: Float) {
    let size = leastFrames.count
    // The least of the window: a later frame that allows less makes earlier ones idle.
    if leastCount > 0, leastFrames[leastStart] <= frame - lookAheadFrames {
      leastStart = (leastStart + 1) % size
      leastCount -= 1
    }
    while leastCount > 0, leastValues[(leastStart + leastCount - 1) % size] >= gain {
      leastCount -= 1
    }
    leastFrames[(leastStart + leastCount) % size] = frame
    leastValues[(leastStart + leastCount) % size] = gain
    leastCount += 1
    let least = leastValues[leastStart]
    risen = min(least, risen + (1 - risen) * recovery)
    if least == 1, risen > 0.9999 { risen = 1 }

    let slot = frame % lookAheadFrames
    if allowed[slot] < 1 { reducedCount -= 1 }
    if risen < 1 { reducedCount += 1 }
    sum = reducedCount == 0 ? Double(lookAheadFrames) : sum - allowed[slot] + risen
    allowed[slot] = risen
    ceilings[slot] = ceiling
    frame += 1
  }

  /// Gives the frame that came N − 1 frames before the last one.
  private func give(_ output: FrameQueue) {
    let source = unsafe waiting.samples
    let target = unsafe output.makeRoom(1)
    let ceiling = ceilings[frame % lookAheadFrames]
    if reducedCount == 0 {
      for index in 0..<channels { unsafe target[index] = unsafe source[index] }
    } else {
      let gain = sum / Double(lookAheadFrames)
      for index in 0..<channels {
        // Rounding must not lift a sample over the edge.
        let sample = unsafe Float(Double(source[index]) * gain)
        unsafe target[index] = max(-ceiling, min(ceiling, sample))
      }
    }
    output.grow(1)
    waiting.drop(1)
  }
}
