import CueAudio
import CueModel

/// A sound device.
public final class DeviceOutput: SoundOutput {
  private let device: any Device
  private let latencyMilliseconds: Int
  private var conformer: Conformer?
  /// Frames that were put out so far.
  public private(set) var frames = 0
  /// Whether the device has its stream; one that went away gets it again with the next sound.
  private var isOpen = false

  /// The format of the session; nil before its first sound.
  public var format: AudioFormat? { conformer?.format }

  /// Opens `device` with the first line, with at most so much sound waiting in it.
  public init(_ device: any Device, latencyMilliseconds: Int = 100) {
    self.device = device
    self.latencyMilliseconds = latencyMilliseconds
  }

  /// A line in `format` begins.
  public func beginLine(_ format: AudioFormat) throws {
    if !isOpen {
      let own = conformer?.format ?? format
      try device.open(own, latencyFrames: own.rateHertz * latencyMilliseconds / 1000)
      conformer = conformer ?? Conformer(to: own)
      isOpen = true
    }
    conformer?.begin(format)
  }

  /// Puts out the next sound of the line.
  public func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard let sound = conformer?.process(sound) else { return }
    try put(sound, cancellation)
  }

  /// The line is whole.
  public func endLine() throws {
    if let rest = conformer?.finish() { try put(rest, Cancellation()) }
  }

  /// What was heard was heard; the rest of the line need not be.
  public func dropLine() throws { try cutLine() }

  /// Ends the line where it is.
  public func cutLine() throws {
    _ = conformer?.finish()
    guard isOpen else { return }
    do { try device.flush() } catch let failure as PluginFailure {
      // One that takes too long, as on a busy machine, is silent too: its process was ended. The next line opens it anew.
      guard case .hung = failure.kind else { throw failure }
      close()
    }
  }

  /// Puts out silence.
  public func silence(frames count: Int, cancellation: Cancellation) throws {
    if !isOpen { try beginLine(format ?? .standard) }
    guard let format else { return }
    let most = format.rateHertz / 10
    var left = count
    while left > 0, !cancellation.isCancelled {
      let some = min(left, most)
      try put(AudioBuffer(silentFrames: some, format: format), cancellation)
      left -= some
    }
  }

  /// Waits until all has been heard.
  public func drain(cancellation: Cancellation) throws {
    guard isOpen else { return }
    try device.drain(cancellation: cancellation)
  }

  /// Closes the device; the next line opens it again.
  public func close() {
    device.close()
    isOpen = false
  }

  private func put(_ sound: AudioBuffer, _ cancellation: Cancellation) throws {
    guard sound.frameCount > 0, !cancellation.isCancelled else { return }
    try device.write(sound, cancellation: cancellation)
    frames += sound.frameCount
  }
}
