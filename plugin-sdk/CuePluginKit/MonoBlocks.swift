// SPDX-License-Identifier: MIT

/// Gathers pushed sound, mixed down to one channel, into blocks of one length.
///
/// A recognizer that hears its sound in such blocks, from the stream's start on, gives the same results however the sound was
/// cut. A sample that is not a finite number is silence.
public struct MonoBlocks: Sendable {
  private let blockFrames: Int
  private let channels: Int
  private var samples: [Float] = []
  private var start = 0

  /// Blocks of `blockFrames` frames of sound that comes interleaved in `channels` channels.
  public init(blockFrames: Int, channels: Int) {
    precondition(blockFrames > 0 && channels > 0, "a block holds at least one frame of one channel")
    self.blockFrames = blockFrames
    self.channels = channels
  }

  /// Takes the next frames, as `push` gets them.
  public mutating func append(_ interleaved: [Float]) {
    precondition(interleaved.count.isMultiple(of: channels), "half a frame")
    samples.removeFirst(start)
    start = 0
    samples.reserveCapacity(samples.count + interleaved.count / channels)
    for frame in stride(from: 0, to: interleaved.count, by: channels) {
      var sum: Float = 0
      for sample in interleaved[frame..<frame + channels] where sample.isFinite { sum += sample }
      samples.append(sum / Float(channels))
    }
  }

  /// The next block, once it is whole.
  public mutating func next() -> [Float]? {
    guard samples.count - start >= blockFrames else { return nil }
    defer { start += blockFrames }
    return Array(samples[start..<start + blockFrames])
  }

  /// What is left at the stream's end, shorter than a block after the last ``next()``.
  public mutating func rest() -> [Float] {
    defer { (samples, start) = ([], 0) }
    return Array(samples[start...])
  }
}
