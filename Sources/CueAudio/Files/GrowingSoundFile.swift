import CSystem
import CueModel
import Glibc

/// A WAV file that is whole at every moment while it grows: what was written survives a kill, and a full disk.
///
/// Sound is written in blocks of half a second, and the header is updated after each. What follows the length that the
/// header states is not part of the sound. One thread at a time.
public final class GrowingSoundFile {
  /// Where it is.
  public let path: String
  /// What it is made of: 16-bit sound.
  public let format: AudioFormat
  /// Frames so far, those that wait to be written included.
  public private(set) var frames = 0

  private let descriptor: Int32
  private var waiting: [UInt8] = []
  /// Bytes of sound that are in the file, as its header states.
  private var written = 0
  private var isOpen = true
  private let mostWaiting: Int

  /// A new file at `path`, where none is yet, that only the user can read.
  ///
  /// - Parameters:
  ///   - path: where it is
  ///   - format: 16-bit sound
  /// - Throws: ``SoundFileError`` where it cannot be made
  public init(path: String, format: AudioFormat) throws(SoundFileError) {
    precondition(format.sample == .int16, "such files hold 16-bit sound")
    self.path = path
    self.format = format
    mostWaiting = format.frames(inSeconds: 0.5) * format.frameByteCount
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SoundFileError(path, .cannotCreate(errno: errno)) }
    // So that other programs see that it grows; without locks, they cannot.
    _ = cue_lock_byte(descriptor, 0)
    do throws(SoundFileError) { try writeHeader() } catch {
      Glibc.close(descriptor)
      unsafe unlink(path)
      isOpen = false
      throw error
    }
  }

  deinit { if isOpen { Glibc.close(descriptor) } }

  /// Whether the file at `path` is one that grows at the moment.
  public static func grows(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    return cue_lock_byte(descriptor, 0) == EAGAIN
  }

  /// Adds `sound`, which has the file's format.
  ///
  /// - Throws: ``SoundFileError`` where there is no room; what was written before stays
  public func append(_ sound: AudioBuffer) throws(SoundFileError) {
    precondition(sound.format == format, "sound of another format")
    waiting += sound.bytes
    frames += sound.frameCount
    if waiting.count >= mostWaiting { try flush() }
  }

  /// Adds silence.
  public func appendSilence(frames count: Int) throws(SoundFileError) {
    var left = count
    while left > 0 {
      let some = min(left, format.rateHertz)
      try append(AudioBuffer(silentFrames: some, format: format))
      left -= some
    }
  }

  /// Removes what follows the first `count` frames.
  public func cut(toFrames count: Int) throws(SoundFileError) {
    guard count < frames else { return }
    let bytes = count * format.frameByteCount
    if bytes >= written {
      waiting.removeLast(waiting.count - (bytes - written))
    } else {
      waiting = []
      written = bytes
      try writeHeader()
      _ = ftruncate(descriptor, off_t(WAV.headerByteCount + written))
    }
    frames = count
  }

  /// Writes what waits.
  public func flush() throws(SoundFileError) {
    guard isOpen, !waiting.isEmpty else { return }
    guard written + waiting.count <= WAV.mostBytes else {
      throw SoundFileError(path, .writingStopped(errno: EFBIG))
    }
    let failure = write(waiting, at: WAV.headerByteCount + written)
    guard failure == 0 else {
      // The sound before is whole; half a frame after it would only confuse.
      _ = ftruncate(descriptor, off_t(WAV.headerByteCount + written))
      waiting = []
      frames = written / format.frameByteCount
      throw SoundFileError(path, .writingStopped(errno: failure))
    }
    written += waiting.count
    waiting = []
    try writeHeader()
  }

  /// Writes what waits, and closes the file.
  public func close() throws(SoundFileError) {
    guard isOpen else { return }
    defer {
      Glibc.close(descriptor)
      isOpen = false
    }
    try flush()
  }

  private func writeHeader() throws(SoundFileError) {
    let header = WAV.header(format, frames: written / format.frameByteCount)
    let failure = write(header, at: 0)
    guard failure == 0 else { throw SoundFileError(path, .writingStopped(errno: failure)) }
  }

  /// Returns 0 or an `errno` value.
  private func write(_ bytes: [UInt8], at offset: Int) -> Int32 {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + sent))
      }
      if count > 0 {
        sent += count
      } else if count == 0 {
        return ENOSPC
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
