import CSystem
import CueModel
import Glibc

/// A device that is not heard, and that takes as long as the sound lasts.
public final class SilentDevice: Device {
  private let now: () -> Double
  private let wait: (_ seconds: Double, Cancellation) -> Void
  private var rateHertz = 1.0
  private var latencySeconds = 0.0
  private var writtenFrames = 0
  /// When the sound that was written will be over.
  private var end = 0.0

  /// A device by the clock of the system.
  public convenience init() {
    self.init(
      now: { Double(cue_now_milliseconds()) / 1000 },
      wait: { seconds, cancellation in
        let event = cue_event_open()
        defer { Glibc.close(event) }
        cancellation.withHandler({ cue_event_set(event) }) {
          _ = cue_wait(-1, -1, event, Int32(clamping: Int((seconds * 1000).rounded(.up))))
        }
      })
  }

  /// A device by another clock.
  ///
  /// - Parameters:
  ///   - now: the time in seconds; it never goes back
  ///   - wait: lets so many seconds pass, or fewer if it is cancelled
  package init(
    now: @escaping () -> Double, wait: @escaping (_ seconds: Double, Cancellation) -> Void
  ) {
    self.now = now
    self.wait = wait
  }

  /// What it is, for people.
  public var name: String { "silence" }

  /// Opens the stream.
  public func open(_ format: AudioFormat, latencyFrames: Int) {
    rateHertz = Double(format.rateHertz)
    latencySeconds = Double(latencyFrames) / rateHertz
    writtenFrames = 0
    end = now()
  }

  /// Takes sound, and waits until there is room for the next.
  public func write(_ sound: AudioBuffer, cancellation: Cancellation) {
    guard !cancellation.isCancelled else { return }
    writtenFrames += sound.frameCount
    end = max(end, now()) + Double(sound.frameCount) / rateHertz
    pass(until: end - latencySeconds, cancellation)
  }

  /// Frames whose time is over.
  public func position() -> Int {
    writtenFrames - Int((max(0, end - now()) * rateHertz).rounded(.up))
  }

  /// Waits until the time of all sound is over.
  public func drain(cancellation: Cancellation) { pass(until: end, cancellation) }

  /// Drops the time that is left.
  public func flush() {
    writtenFrames = position()
    end = now()
  }

  /// Nothing is open.
  public func close() {}

  private func pass(until time: Double, _ cancellation: Cancellation) {
    let seconds = time - now()
    if seconds > 0, !cancellation.isCancelled { wait(seconds, cancellation) }
  }
}
