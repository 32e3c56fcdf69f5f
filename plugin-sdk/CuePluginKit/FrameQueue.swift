// SPDX-License-Identifier: MIT

/// Frames that wait between blocks: appended at the end, taken from the front.
///
/// It allocates when it is made, and again only where more frames wait than it has room for. An effect that gives it room for
/// the most that can wait allocates nothing while it works; with twice as much, frames move seldom.
@safe public final class FrameQueue {
  /// Samples in a frame.
  public let channels: Int
  /// How many frames wait.
  public private(set) var frameCount = 0
  private var storage: UnsafeMutablePointer<Float>
  private var roomFrames: Int
  private var startFrame = 0

  /// Room for `frames` frames, and more when that is needed.
  public init(channels: Int, roomFrames frames: Int = 4096) {
    precondition(channels > 0, "a frame has samples")
    self.channels = channels
    roomFrames = max(frames, 1)
    unsafe storage = .allocate(capacity: roomFrames * channels)
  }

  deinit { unsafe storage.deallocate() }

  /// The waiting samples, until the queue is next changed.
  public var samples: UnsafeMutableBufferPointer<Float> {
    unsafe UnsafeMutableBufferPointer(
      start: storage + startFrame * channels, count: frameCount * channels)
  }

  /// Forgets all frames.
  public func clear() {
    frameCount = 0
    startFrame = 0
  }

  /// Appends whole frames.
  public func append(_ frames: UnsafeBufferPointer<Float>) {
    guard let source = frames.baseAddress, !frames.isEmpty else { return }
    unsafe makeRoom(frames.count / channels).baseAddress!.update(from: source, count: frames.count)
    grow(frames.count / channels)
  }

  /// Appends silence.
  public func appendSilence(_ frames: Int) {
    guard frames > 0 else { return }
    unsafe makeRoom(frames).update(repeating: 0)
    grow(frames)
  }

  /// Room for `frames` frames after the last one; ``grow(_:)`` says how many were written.
  public func makeRoom(_ frames: Int) -> UnsafeMutableBufferPointer<Float> {
    if startFrame + frameCount + frames > roomFrames { moveToFront(frames) }
    return unsafe UnsafeMutableBufferPointer(
      start: storage + (startFrame + frameCount) * channels, count: frames * channels)
  }

  /// `frames` frames were written after the last one.
  public func grow(_ frames: Int) {
    precondition(
      startFrame + frameCount + frames <= roomFrames, "more frames than there is room for")
    frameCount += frames
  }

  /// Forgets the first `frames` frames.
  public func drop(_ frames: Int) {
    precondition(frames <= frameCount, "more frames than there are")
    startFrame += frames
    frameCount -= frames
    if frameCount == 0 { startFrame = 0 }
  }

  /// Moves frames to `output`, as many as there are and fit; says how many.
  public func read(into output: UnsafeMutableBufferPointer<Float>) -> Int {
    let frames = min(frameCount, output.count / channels)
    guard frames > 0, let target = output.baseAddress else { return 0 }
    unsafe target.update(from: storage + startFrame * channels, count: frames * channels)
    drop(frames)
    return frames
  }

  private func moveToFront(_ more: Int) {
    let needed = frameCount + more
    guard needed > roomFrames else {
      unsafe storage.update(from: storage + startFrame * channels, count: frameCount * channels)
      startFrame = 0
      return
    }
    let bigger = needed * 2
    let fresh = UnsafeMutablePointer<Float>.allocate(capacity: bigger * channels)
    unsafe fresh.update(from: storage + startFrame * channels, count: frameCount * channels)
    unsafe storage.deallocate()
    unsafe storage = unsafe fresh
    roomFrames = bigger
    startFrame = 0
  }
}
