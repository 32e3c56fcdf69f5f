import Synchronization

/// The one open stream, of which any thread may ask how far it is.
final class StreamPair {
  private struct Open {
    var playback: FilePlayback?
    var capture: FileCapture?
    /// Frames of the capture that were read, or of the last stream that was closed.
    var frames = 0
  }

  // What is in it is used by one thread at a time, but for positions, which are of a lock of their own.
  private let open = Mutex(Open())

  var playback: FilePlayback? { open.withLock { $0.playback } }
  var capture: FileCapture? { open.withLock { $0.capture } }

  func set(playback: FilePlayback) { open.withLock { $0 = Open(playback: playback) } }
  func set(capture: FileCapture) { open.withLock { $0 = Open(capture: capture) } }
  func noteRead(_ frames: Int) { open.withLock { $0.frames = frames } }

  func clear() {
    open.withLock { open in
      let frames = open.playback.map { Int($0.position) } ?? open.frames
      open = Open(frames: frames)
    }
  }

  var position: UInt64 {
    open.withLock { $0.playback?.position ?? UInt64($0.frames) }
  }

  var waitingFrames: UInt32 { open.withLock { $0.playback?.waitingFrames ?? 0 } }
}
