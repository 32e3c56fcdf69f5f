import CueModel
import CueSystem

/// Captured sound on its way from the microphone's thread to the one that writes it to the disk.
final class CaptureRing: Sendable {
  /// A piece of captured sound.
  struct Piece: Sendable {
    /// Its first frame, counted from the first that the microphone gave.
    let start: Int
    let sound: AudioBuffer
  }

  private struct State {
    var pieces: [Piece] = []
    var frames = 0
    /// The frame after the newest that was read.
    var end = 0
    var readAt: Int64 = 0
    var clock: CaptureClock
    var lostFrames = 0
    var overruns = 0
    var peak: Float = 0
    var isOver = false
    var failure: (any Error)?
  }

  private let state: Monitor<State>
  private let mostFrames: Int

  /// A ring for at most this many frames of a microphone of that rate.
  init(mostFrames: Int, rateHertz: Int) {
    self.mostFrames = mostFrames
    state = Monitor(State(clock: CaptureClock(rateHertz: rateHertz)))
  }

  /// Takes what was captured; where there is no room, it is lost.
  func put(_ captured: CapturedSound, start: Int, at now: Int64) {
    let peak = captured.sound.floats.reduce(0) { max($0, abs($1)) }
    state.change { state in
      let end = start + captured.sound.frameCount
      state.end = end
      state.readAt = now
      state.clock.take(frame: end, milliseconds: now)
      state.overruns += captured.xruns
      if captured.xruns == 0, captured.lostFrames > 0 { state.overruns += 1 }
      state.peak = max(state.peak, peak)
      guard state.frames + captured.sound.frameCount <= mostFrames else {
        state.lostFrames += captured.sound.frameCount
        return
      }
      state.frames += captured.sound.frameCount
      state.pieces.append(Piece(start: start, sound: captured.sound))
    }
  }

  /// No more comes; `failure` says why, nil at the end of a file.
  func end(_ failure: (any Error)?) {
    state.change {
      $0.isOver = true
      $0.failure = failure
    }
  }

  /// Waits for the next piece; nil when no more comes.
  func next() -> Piece? {
    state.wait { state -> Piece?? in
      guard let piece = state.pieces.first else { return state.isOver ? .some(nil) : nil }
      state.pieces.removeFirst()
      state.frames -= piece.sound.frameCount
      return piece
    }
  }

  /// Waits until this many frames were captured, or no more come.
  func wait(forFrames count: Int) {
    state.wait { $0.isOver || $0.end >= count ? () : nil }
  }

  /// The captured frame of this moment: what was read, and what the time since then has brought.
  func frame(at now: Int64, rateHertz: Int, burstFrames: Int) -> Int {
    state.change {
      $0.end + min(max(0, Int(now - $0.readAt) * rateHertz / 1000), burstFrames)
    }
  }

  /// The frame after the newest one at that time, as well as the microphone knows; nil before its first sound.
  func newestFrame(at milliseconds: Int64) -> Int? {
    state.change { $0.clock.frame(at: milliseconds) }
  }
  /// Why no more comes.
  var failure: (any Error)? { state.change { $0.failure } }
  /// Frames for which there was no room, and how often the microphone lost some.
  var losses: (frames: Int, overruns: Int) { state.change { ($0.lostFrames, $0.overruns) } }

  /// The highest level since this was asked last, 0…1.
  var peak: Float {
    state.change { state in
      defer { state.peak = 0 }
      return state.peak
    }
  }
}
