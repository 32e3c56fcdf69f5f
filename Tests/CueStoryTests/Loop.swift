import CueModel
import CueSystem

/// A device and a microphone that hears it: what is captured at frame f was played at f − latency.
///
/// The microphone has a little sound before anything is played, and waits for what is played then.
final class Loop: Sendable {
  /// What goes wrong.
  struct Faults: Sendable {
    /// The microphone is gone once this many frames were played.
    var goneAt: Int?
    /// Its sound is over then, as a file's is.
    var endsAt: Int?
    /// How many frames are lost at a played frame.
    var lost: (at: Int, frames: Int)?
    /// The speed that the device reports, as a share of the right one; nil: it reports nothing.
    var speed: Double?
    /// How often the device says that it had nothing to play.
    var gaps = 0
  }

  private struct State {
    var played: [Float] = []
    var isClosed = false
    var captured = 0
    var isMicrophoneOpen = false
  }

  let rateHertz: Int
  /// What the recorder reads before it plays: a burst that is dropped, and 100 ms.
  private var before: Int { rateHertz / 100 + rateHertz / 10 }

  private let state = Monitor(State())
  let latency: Int
  let faults: Faults
  /// What is sung while a frame is played, in sixteenths bits.
  private let sing: @Sendable (_ frame: Int, _ played: Float) -> Int16
  let clock: VirtualTime

  /// Time that passes as sound is played.
  final class VirtualTime: MonotonicTime {
    let frames = Monitor(0)
    private let rateHertz: Int
    init(_ rateHertz: Int) { self.rateHertz = rateHertz }
    var milliseconds: Int64 { Int64(frames.change { $0 } * 1000 / rateHertz) }
    func wait(milliseconds: Int, cancellation: Cancellation) {}
  }

  init(
    latency: Int, _ faults: Faults = Faults(), rateHertz: Int = 8000,
    sing: @escaping @Sendable (_ frame: Int, _ played: Float) -> Int16
  ) {
    self.latency = latency
    self.faults = faults
    self.sing = sing
    self.rateHertz = rateHertz
    clock = VirtualTime(rateHertz)
  }

  var device: any Device { LoopDevice(self) }
  var microphone: any Microphone { LoopMicrophone(self) }
  /// All that was played, left.
  var played: [Float] { state.change { $0.played } }

  fileprivate func play(_ samples: [Float]) {
    // At most a fifth of a second ahead of the listener.
    let (before, most) = (before, rateHertz / 5)
    state.wait { state in
      if state.isClosed || !state.isMicrophoneOpen { return () }
      return state.played.count + before - state.captured < most ? () : nil
    }
    state.change { $0.played += samples }
    clock.frames.change { $0 += samples.count }
  }

  fileprivate func position() -> Int {
    Int(Double(state.change { $0.played.count }) * (faults.speed ?? 0))
  }

  fileprivate func openMicrophone() {
    state.change {
      $0.isMicrophoneOpen = true
      ($0.captured, $0.played) = (0, [])
    }
  }
  fileprivate func close() { state.change { $0.isClosed = true } }
  fileprivate func open() {
    state.change {
      $0.isClosed = false
      $0.played = []
    }
  }

  fileprivate func read(_ most: Int, _ cancellation: Cancellation) -> (
    start: Int, [Int16], lost: Int
  )? {
    let (state, latency, faults, sing, before) = (state, latency, faults, sing, before)
    return cancellation.withHandler({ state.change { _ in } }) {
      state.wait { state -> (start: Int, [Int16], lost: Int)?? in
        if cancellation.isCancelled { return .some(nil) }
        var lost = 0
        let heard = state.captured - before - latency
        if let gap = faults.lost, heard >= gap.at, heard < gap.at + gap.frames {
          lost = gap.frames
        }
        let start = state.captured + lost
        var end = min(start + most, before + state.played.count)
        if start < before { end = min(end, before) }
        guard end > start else { return nil }
        if let gone = faults.goneAt ?? faults.endsAt, start - before >= gone {
          return .some(nil)
        }
        state.captured = end
        let samples = (start..<end).map { frame -> Int16 in
          let played = frame - before - latency
          return played < 0 ? -1 : sing(played, state.played[played])
        }
        return (start, samples, lost)
      }
    }
  }
}

private final class LoopDevice: Device {
  let name = "loop"
  private let loop: Loop
  init(_ loop: Loop) { self.loop = loop }
  func open(_ format: AudioFormat, latencyFrames: Int) { loop.open() }
  func write(_ sound: AudioBuffer, cancellation: Cancellation) {
    let floats = sound.floats
    let loop = loop
    cancellation.withHandler({ loop.close() }) {
      loop.play((0..<sound.frameCount).map { floats[2 * $0] })
    }
  }
  func position() -> Int { loop.position() }
  var gapCount: Int { loop.faults.gaps }
  func drain(cancellation: Cancellation) {}
  func flush() {}
  func close() { loop.close() }
}

private final class LoopMicrophone: Microphone {
  let name = "loop"
  let isLive = true
  private let loop: Loop
  init(_ loop: Loop) { self.loop = loop }
  func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    loop.openMicrophone()
    return wanted!
  }
  func read(atMost frames: Int, cancellation: Cancellation) throws -> CapturedSound? {
    guard let (start, samples, lost) = loop.read(frames, cancellation) else {
      if loop.faults.goneAt != nil, !cancellation.isCancelled {
        throw PluginFailure(
          plugin: "loop", activity: .capturing, kind: .unusable, reason: .processEnded)
      }
      return nil
    }
    return CapturedSound(
      AudioBuffer(int16: samples, rateHertz: loop.rateHertz), startFrame: start, lostFrames: lost)
  }
  func flush() {}
  func close() {}
}
