import CuePluginKit
import Glibc

/// Drops silence from the ends of a sound, chunk by chunk.
///
/// A chunk is silent when none of its samples is above the threshold. Silence that may be the end is kept until sound comes
/// again; when more of it waits than ``mostWaitingSamples``, it is passed on.
@safe final class SilenceTrim {
  private static let mostWaitingSamples = 1 << 25

  private let channels: Int
  private let chunkFrames: Int
  private let threshold: Float
  private let trimsEnd: Bool
  private var isAtStart: Bool
  private let chunk: FrameQueue
  private let silence: FrameQueue
  private var peak: Float = 0
  /// Frames of silence that go on at once where it was not the end.
  let mostWaitingFrames: Int
  /// Frames that were dropped at the start.
  private(set) var droppedFrames = 0

  init(
    channels: Int, chunkFrames: Int, thresholdDecibels: Double, trimsStart: Bool, trimsEnd: Bool
  ) {
    self.channels = channels
    self.chunkFrames = max(1, chunkFrames)
    threshold = Float(pow(10, thresholdDecibels / 20))
    isAtStart = trimsStart
    self.trimsEnd = trimsEnd
    chunk = FrameQueue(channels: channels, roomFrames: self.chunkFrames * 2)
    mostWaitingFrames =
      trimsEnd ? SilenceTrim.mostWaitingSamples / channels + self.chunkFrames : 0
    // Memory that no silence has touched is only promised.
    silence = FrameQueue(channels: channels, roomFrames: mostWaitingFrames)
  }

  /// Takes a frame that was as loud as `level` when it came in.
  func take(
    _ samples: UnsafeMutableBufferPointer<Float>, level: Float, into output: (FrameQueue) -> Void
  ) {
    unsafe chunk.append(UnsafeBufferPointer(samples))
    peak = max(peak, level)
    if chunk.frameCount == chunkFrames { endChunk(output) }
  }

  /// No more frames.
  func finish(into output: (FrameQueue) -> Void) {
    if chunk.frameCount > 0 { endChunk(output) }
    silence.clear()
  }

  private func endChunk(_ output: (FrameQueue) -> Void) {
    defer {
      chunk.clear()
      peak = 0
    }
    if peak > threshold {
      isAtStart = false
      output(silence)
      silence.clear()
      output(chunk)
    } else if isAtStart {
      droppedFrames += chunk.frameCount
    } else if trimsEnd {
      unsafe silence.append(UnsafeBufferPointer(chunk.samples))
      guard silence.frameCount * channels > SilenceTrim.mostWaitingSamples else { return }
      output(silence)
      silence.clear()
    } else {
      output(chunk)
    }
  }
}
