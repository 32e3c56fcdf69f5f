import CueModel
import CueSystem

/// A device that is not heard, and that takes as long as the sound lasts.
public final class SilentDevice: Device {
  private let clock: any MonotonicTime
  private var rateHertz = 1.0
  private var latencySeconds = 0.0
  private var writtenFrames = 0
  /// When the sound that was written will be over.
  private var end = 0.0

  /// A device that takes its time by `clock`.
  public init(clock: any MonotonicTime = MonotonicClock()) { self.clock = clock }

  private func now() -> Double { Double(clock.milliseconds) / 1000 }

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
    let milliseconds = Int(((time - now()) * 1000).rounded(.up))
    guard milliseconds > 0, !cancellation.isCancelled else { return }
    clock.wait(milliseconds: milliseconds, cancellation: cancellation)
  }
}
