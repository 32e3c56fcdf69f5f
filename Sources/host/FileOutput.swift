import CueAudio
import CueModel
import CuePosix
import Glibc

/// A WAV or raw file that appears under its name only when it is whole.
final class FileOutput: SoundOutput {
  private let path: String
  private let partial: String
  private let isRaw: Bool
  private var descriptor: Int32
  private var conformer: Conformer?
  private var lineStart = 0
  private(set) var frames = 0
  private var isOpen = true

  var format: AudioFormat? { conformer?.format }

  init(path: String, isRaw: Bool) throws(Complaint) {
    self.path = path
    self.isRaw = isRaw
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    partial = "\(folder).\(name).\(getpid()).part"
    descriptor = unsafe open(partial, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0, !name.isEmpty else {
      throw Complaint(
        "\(path) cannot be written: \(Console.describe(errno: errno)).",
        hint: "Name another file with -o, in a folder that exists and that you may write to.",
        .cannotCreate)
    }
  }

  deinit { discard() }

  func beginLine(_ format: AudioFormat) throws {
    if conformer == nil {
      // Files hold 16-bit sound, which every player reads.
      let own = AudioFormat(
        sample: .int16, rateHertz: format.rateHertz, channels: format.channels)
      conformer = Conformer(to: own)
      if !isRaw { try put(WAV.header(own, frames: nil)) }
    }
    lineStart = frames
    conformer?.begin(format)
  }

  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard !cancellation.isCancelled, let sound = conformer?.process(sound) else { return }
    try put(sound)
  }

  func endLine() throws {
    guard let rest = conformer?.finish() else { return }
    try put(rest)
    lineStart = frames
  }

  func dropLine() throws {
    guard let format, frames > lineStart else { return }
    frames = lineStart
    _ = conformer?.finish()
    let size = (isRaw ? 0 : WAV.headerByteCount) + frames * format.frameByteCount
    guard ftruncate(descriptor, size) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw failure(errno)
    }
  }

  func cutLine() throws { try endLine() }

  func silence(frames count: Int, cancellation: Cancellation) throws {
    if conformer == nil { try beginLine(.standard) }
    guard let format, count > 0 else { return }
    try put(AudioBuffer(silentFrames: count, format: format))
    lineStart = frames
  }

  func drain(cancellation: Cancellation) throws {}

  /// Completes the file and gives it its name.
  ///
  /// A session without sound is a file without sound.
  func complete() throws {
    if conformer == nil { try beginLine(.standard) }
    guard let format else { return }
    if !isRaw {
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(errno) }
      try put(WAV.header(format, frames: frames))
    }
    guard Glibc.close(descriptor) == 0, unsafe rename(partial, path) == 0 else {
      throw failure(errno)
    }
    isOpen = false
  }

  /// Leaves nothing behind.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor)
    unsafe unlink(partial)
  }

  private func put(_ sound: AudioBuffer) throws {
    guard sound.frameCount > 0 else { return }
    try put(sound.bytes)
    frames += sound.frameCount
  }

  private func put(_ bytes: [UInt8]) throws {
    let error = Console.write(bytes, to: descriptor)
    guard error == 0 else { throw failure(error) }
  }

  private func failure(_ error: Int32) -> OutputFailure {
    OutputFailure(
      complaint: Complaint(
        "\(path) could not be written to the end: \(Console.describe(errno: error)).",
        hint: "Free some space or name another file with -o.", .inputOutput))
  }
}

extension AudioFormat {
  /// What a session without any sound is made of.
  static let standard = AudioFormat(sample: .int16, rateHertz: 22050)
}
