/// The sound of one take that was made and not heard yet, by played frames.
struct TrackSound: Sendable {
  let channels: Int
  /// The played frame of the first sample.
  private(set) var start: Int
  private var samples: [Float]
  /// How many samples at the start are not wanted any more.
  private var gone = 0

  init(channels: Int, start: Int, samples: [Float] = []) {
    self.channels = channels
    self.start = start
    self.samples = samples
  }

  /// The played frame after the last.
  var end: Int { start + (samples.count - gone) / channels }

  mutating func append(_ more: [Float]) { samples += more }

  /// Forgets what is before a played frame.
  mutating func drop(before frame: Int) {
    guard frame > start else { return }
    let count = min(frame, end) - start
    gone += count * channels
    start = frame
    if gone * 2 > samples.count {
      samples.removeFirst(gone)
      gone = 0
    }
  }

  private func sample(_ frame: Int, _ channel: Int) -> Float {
    guard frame >= start, frame < end else { return 0 }
    return samples[gone + (frame - start) * channels + channel]
  }

  /// Goes over to `other` from a played frame on, within `fadeFrames`; after them, all is the other's.
  mutating func fade(to other: TrackSound, at frame: Int, fadeFrames: Int) {
    precondition(other.channels == channels, "a take keeps its channels")
    let first = start < frame ? start : max(frame, min(start, other.start))
    let faded = frame + fadeFrames
    let last = max(other.end, min(end, faded), first)
    var joined: [Float] = []
    joined.reserveCapacity((last - first) * channels)
    var at = first
    while at < last {
      if at >= faded, at >= other.start {
        joined += other.samples[(other.gone + (at - other.start) * channels)...]
        break
      }
      // Smooth at both ends: 3x² − 2x³.
      let part = min(1, Float(at - frame + 1) / Float(fadeFrames + 1))
      let share = part * part * (3 - 2 * part)
      for channel in 0..<channels {
        let (was, becomes) = (sample(at, channel), other.sample(at, channel))
        joined.append(at < frame ? was : at >= faded ? becomes : was + (becomes - was) * share)
      }
      at += 1
    }
    (start, samples, gone) = (first, joined, 0)
  }

  /// Adds played frames, as many as `sum` has, to its two channels, going from one gain to another within `rampFrames`.
  func add(
    to sum: inout [Float], from frame: Int, _ gain: inout StereoGain, towards target: StereoGain,
    _ rampFrames: Int
  ) {
    let count = sum.count / 2
    let right = channels == 2 ? 1 : 0
    let (first, last) = (max(frame, start), min(frame + count, end))
    if gain == target {
      guard first < last, gain != StereoGain(left: 0, right: 0) else { return }
      addAll(to: &sum, at: first - frame, first..<last, gain)
      return
    }
    let step = 1 / Float(rampFrames)
    for at in frame..<frame + count {
      gain.left += max(-step, min(step, target.left - gain.left))
      gain.right += max(-step, min(step, target.right - gain.right))
      guard at >= first, at < last else { continue }
      let place = gone + (at - start) * channels
      sum[2 * (at - frame)] += samples[place] * gain.left
      sum[2 * (at - frame) + 1] += samples[place + right] * gain.right
    }
  }

  /// Adds the played frames in `range`, all of which are there, to the frames of `sum` from `start` on.
  private func addAll(
    to sum: inout [Float], at start: Int, _ range: Range<Int>, _ gain: StereoGain
  ) {
    let place = gone + (range.lowerBound - self.start) * channels
    let isStereo = channels == 2
    unsafe samples[place..<place + range.count * channels].withUnsafeBufferPointer { source in
      unsafe sum.withUnsafeMutableBufferPointer { sum in
        let both = unsafe UnsafeMutableBufferPointer(rebasing: sum[(2 * start)...])
        // A loop each, so that the compiler does several frames at once.
        if isStereo {
          for index in 0..<range.count {
            unsafe both[2 * index] += source[2 * index] * gain.left
            unsafe both[2 * index + 1] += source[2 * index + 1] * gain.right
          }
        } else {
          for index in 0..<range.count {
            unsafe both[2 * index] += source[index] * gain.left
            unsafe both[2 * index + 1] += source[index] * gain.right
          }
        }
      }
    }
  }
}
