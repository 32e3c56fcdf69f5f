import CueAudio
import CueModel

/// A sound device.
final class DeviceOutput: SoundOutput {
  private let device: any Device
  private let latencyMilliseconds: Int
  private var conformer: Conformer?
  private(set) var frames = 0
  /// Whether the device has its stream; one that went away gets it again with the next sound.
  private var isOpen = false

  var format: AudioFormat? { conformer?.format }

  init(_ device: any Device, latencyMilliseconds: Int = 100) {
    self.device = device
    self.latencyMilliseconds = latencyMilliseconds
  }

  func beginLine(_ format: AudioFormat) throws {
    if !isOpen {
      let own = conformer?.format ?? format
      try device.open(own, latencyFrames: own.rateHertz * latencyMilliseconds / 1000)
      conformer = conformer ?? Conformer(to: own)
      isOpen = true
    }
    conformer?.begin(format)
  }

  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard let sound = conformer?.process(sound) else { return }
    try put(sound, cancellation)
  }

  func endLine() throws {
    if let rest = conformer?.finish() { try put(rest, Cancellation()) }
  }

  /// What was heard was heard; the rest of the line need not be.
  func dropLine() throws { try cutLine() }

  func cutLine() throws {
    _ = conformer?.finish()
    guard isOpen else { return }
    do { try device.flush() } catch let failure as PluginFailure {
      // One that takes too long, as on a busy machine, is silent too: its process was ended. The next line opens it anew.
      guard case .hung = failure.kind else { throw failure }
      close()
    }
  }

  func silence(frames count: Int, cancellation: Cancellation) throws {
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

  func drain(cancellation: Cancellation) throws {
    guard isOpen else { return }
    try device.drain(cancellation: cancellation)
  }

  func close() {
    device.close()
    isOpen = false
  }

  private func put(_ sound: AudioBuffer, _ cancellation: Cancellation) throws {
    guard sound.frameCount > 0, !cancellation.isCancelled else { return }
    try device.write(sound, cancellation: cancellation)
    frames += sound.frameCount
  }
}
