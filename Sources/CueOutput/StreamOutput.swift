import CueAudio
import CueModel
import CueSystem
import Glibc

/// Standard output, a pipe or a device file: output cannot be taken back.
public final class StreamOutput: SoundOutput {
  /// Nil for standard output.
  private let path: String?
  private let descriptor: Int32
  private let isRaw: Bool
  private let announces: (AudioFormat) -> Void
  private var conformer: Conformer?
  /// Frames that were put out so far.
  public private(set) var frames = 0

  /// The format of the session; nil before its first sound.
  public var format: AudioFormat? { conformer?.format }

  /// Standard output; `announces` gets the format of raw sound, which has no header.
  public init(
    standardOutputIsRaw isRaw: Bool, announces: @escaping (AudioFormat) -> Void = { _ in }
  ) {
    path = nil
    descriptor = STDOUT_FILENO
    self.isRaw = isRaw
    self.announces = announces
  }

  /// The pipe, terminal or device file at `path`.
  public init(opening path: String, isRaw: Bool) throws(OutputFailure) {
    descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: errno) }
    self.path = path
    self.isRaw = isRaw
    announces = { _ in }
  }

  deinit { if path != nil { close(descriptor) } }

  /// A line in `format` begins.
  public func beginLine(_ format: AudioFormat) throws {
    if conformer == nil {
      let own = AudioFormat(
        sample: .int16, rateHertz: format.rateHertz, channels: format.channels)
      conformer = Conformer(to: own)
      if !isRaw { try put(WAV.header(own, frames: nil)) }
      if isRaw { announces(own) }
    }
    conformer?.begin(format)
  }

  /// Puts out the next sound of the line.
  public func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard !cancellation.isCancelled, let sound = conformer?.process(sound) else { return }
    try put(sound)
  }

  /// The line is complete.
  public func endLine() throws {
    if let rest = conformer?.finish() { try put(rest) }
  }

  /// Drops the line if possible.
  public func dropLine() throws { _ = conformer?.finish() }

  /// Ends the line at this point.
  public func cutLine() throws { try endLine() }

  /// Puts out silence.
  public func silence(frames count: Int, cancellation: Cancellation) throws {
    if conformer == nil { try beginLine(.standard) }
    guard let format, count > 0 else { return }
    try put(AudioBuffer(silentFrames: count, format: format))
  }

  /// Waits until all has been heard.
  public func drain(cancellation: Cancellation) throws {}

  /// If the stream is a file, its header gets the true sizes.
  public func complete() throws {
    if conformer == nil { try beginLine(.standard) }
    guard !isRaw, let format, lseek(descriptor, 0, SEEK_SET) == 0 else { return }
    try put(WAV.header(format, frames: frames))
    lseek(descriptor, 0, SEEK_END)
  }

  private func put(_ sound: AudioBuffer) throws {
    guard sound.frameCount > 0 else { return }
    try put(sound.bytes)
    frames += sound.frameCount
  }

  private func put(_ bytes: [UInt8]) throws {
    let error = Descriptor.write(bytes, to: descriptor)
    guard error == 0 else { throw OutputFailure.stream(path: path, errno: error) }
  }
}
