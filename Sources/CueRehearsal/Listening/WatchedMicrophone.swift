import CueAudio
import CueModel
import CueScreenplay

/// A microphone whose level is shown while it is open.
public final class MeteredMicrophone: LineMicrophone {
  private let microphone: any Microphone
  private let tell: (Double?) -> Void
  private var meter = LevelMeter()

  /// A meter on `microphone`.
  ///
  /// - Parameters:
  ///   - microphone: what is measured; closed
  ///   - tell: takes each new level, 0 to 1 as ``LevelMeter/level`` has it, and nil when the microphone is closed
  public init(_ microphone: any Microphone, tell: @escaping (Double?) -> Void) {
    self.microphone = microphone
    self.tell = tell
  }

  /// That of the microphone.
  public var name: String { microphone.name }
  /// That of the microphone.
  public var isLive: Bool { microphone.isLive }

  /// Tells a microphone that says lines itself which is next.
  public func prepare(_ line: Line) { (microphone as? any LineMicrophone)?.prepare(line) }

  /// Whether the microphone says lines by itself.
  public var saysLines: Bool { (microphone as? any LineMicrophone)?.saysLines ?? false }

  /// Opens the microphone; the meter begins at 0.
  public func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    meter.reset()
    let format = try microphone.open(
      wanted, latencyFrames: latencyFrames, cancellation: cancellation)
    tell(0)
    return format
  }

  /// Reads, and measures what was read.
  public func read(atMost frames: Int, cancellation: Cancellation) throws -> CapturedSound? {
    let sound = try microphone.read(atMost: frames, cancellation: cancellation)
    if let sound, meter.take(sound.sound) { tell(meter.level) }
    return sound
  }

  /// Drops what was not read.
  public func flush() throws { try microphone.flush() }

  /// Closes the microphone; no level is left.
  public func close() {
    microphone.close()
    meter.reset()
    tell(nil)
  }
}
