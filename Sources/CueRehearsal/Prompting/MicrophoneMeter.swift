import CueAudio
import CueListening
import CueModel

/// Tells how loud a microphone is while it is open.
public final class MicrophoneMeter: MicrophoneWatcher {
  private let tell: (Double?) -> Void
  private var meter = LevelMeter()

  /// A meter; `tell` takes each new level, 0 to 1 as ``LevelMeter/level`` has it, and nil when the microphone is closed.
  public init(tell: @escaping (Double?) -> Void) { self.tell = tell }

  /// The meter begins at 0.
  public func microphoneOpened(_ format: AudioFormat) {
    meter.reset()
    tell(0)
  }

  /// Measures what was captured.
  public func captured(_ sound: CapturedSound) {
    if meter.take(sound.sound) { tell(meter.level) }
  }

  /// No level is left.
  public func microphoneClosed() {
    meter.reset()
    tell(nil)
  }
}
