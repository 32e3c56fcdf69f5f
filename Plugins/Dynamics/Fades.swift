import CuePluginKit
import Glibc

/// Fades a sound in at its start and out at its end, along half a cosine.
@safe final class Fades {
  private let channels: Int
  private let inFrames: Int
  private let outFrames: Int
  private var frame = 0
  /// The last frames so far, which may be the end.
  private let waiting: FrameQueue

  init(channels: Int, inFrames: Int, outFrames: Int) {
    self.channels = channels
    self.inFrames = inFrames
    self.outFrames = outFrames
    waiting = FrameQueue(channels: channels, roomFrames: outFrames * 2 + 4096)
  }

  /// Takes frames; those that can no more be the end go on.
  func take(_ frames: FrameQueue, into output: (UnsafeMutableBufferPointer<Float>) -> Void) {
    let samples = unsafe frames.samples
    for index in 0..<frames.frameCount {
      let one = unsafe UnsafeMutableBufferPointer(
        rebasing: samples[index * channels..<(index + 1) * channels])
      if frame < inFrames {
        let share = Fades.share(frame, of: inFrames)
        for channel in 0..<channels { unsafe one[channel] *= share }
      }
      frame += 1
      guard outFrames > 0 else {
        unsafe output(one)
        continue
      }
      unsafe waiting.append(UnsafeBufferPointer(one))
      if waiting.frameCount > outFrames {
        unsafe output(UnsafeMutableBufferPointer(rebasing: waiting.samples[..<channels]))
        waiting.drop(1)
      }
    }
  }

  /// No more frames: what waits is the end.
  func finish(into output: (UnsafeMutableBufferPointer<Float>) -> Void) {
    let count = waiting.frameCount
    let samples = unsafe waiting.samples
    for index in 0..<count {
      let one = unsafe UnsafeMutableBufferPointer(
        rebasing: samples[index * channels..<(index + 1) * channels])
      let share = Fades.share(count - 1 - index, of: count)
      for channel in 0..<channels { unsafe one[channel] *= share }
      unsafe output(one)
    }
    waiting.clear()
  }

  /// ½ − ½·cos(π·(frame + ½) ÷ frames): from nearly nothing to nearly all.
  static func share(_ frame: Int, of frames: Int) -> Float {
    Float(0.5 - 0.5 * cos(Double.pi * (Double(frame) + 0.5) / Double(frames)))
  }
}
