import CueModel
import CueScreenplay

/// Learns what a microphone captures while somebody else uses it.
public protocol MicrophoneWatcher: AnyObject {
  /// The microphone was opened, and gives sound of `format`.
  func microphoneOpened(_ format: AudioFormat)
  /// The microphone gave `sound`.
  func captured(_ sound: CapturedSound)
  /// The microphone was closed.
  func microphoneClosed()
}

/// A microphone that behaves as another one, and whose sound a watcher gets as well.
public final class WatchedMicrophone: LineMicrophone {
  private let microphone: any Microphone
  private let watcher: any MicrophoneWatcher

  /// `microphone`, which is closed, and which `watcher` watches.
  public init(_ microphone: any Microphone, by watcher: any MicrophoneWatcher) {
    self.microphone = microphone
    self.watcher = watcher
  }

  /// That of the microphone.
  public var name: String { microphone.name }
  /// That of the microphone.
  public var isLive: Bool { microphone.isLive }

  /// Tells a microphone that says lines itself which is next.
  public func prepare(_ line: Line) { (microphone as? any LineMicrophone)?.prepare(line) }

  /// Whether the microphone says lines by itself.
  public var saysLines: Bool { (microphone as? any LineMicrophone)?.saysLines ?? false }

  /// Opens the microphone.
  public func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    let format = try microphone.open(
      wanted, latencyFrames: latencyFrames, cancellation: cancellation)
    watcher.microphoneOpened(format)
    return format
  }

  /// Reads from the microphone; the watcher gets the sound first.
  public func read(atMost frames: Int, cancellation: Cancellation) throws -> CapturedSound? {
    let sound = try microphone.read(atMost: frames, cancellation: cancellation)
    if let sound { watcher.captured(sound) }
    return sound
  }

  /// Drops what was not read; the watcher does not get it.
  public func flush() throws { try microphone.flush() }

  /// Closes the microphone.
  public func close() {
    microphone.close()
    watcher.microphoneClosed()
  }
}
