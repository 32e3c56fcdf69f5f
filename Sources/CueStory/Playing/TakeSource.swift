import CueAudio
import CueModel
import Glibc

/// The file of a take, read from any frame on.
///
/// One thread at a time.
final class TakeSource {
  let format: AudioFormat
  let frames: Int
  private let path: String
  private let descriptor: Int32

  /// - Throws: ``StoryFailure/damaged(path:)`` where the file is shorter than the take, and ``StoryFailure/system(path:errno:)``
  init(_ take: PlayedTake) throws(StoryFailure) {
    path = take.path
    format = take.format
    frames = take.frames
    descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path: path, errno: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let failure = errno
      close(descriptor)
      throw .system(path: path, errno: failure)
    }
    guard status.st_size >= off_t(WAV.headerByteCount + frames * format.frameByteCount) else {
      close(descriptor)
      throw .damaged(path: path)
    }
  }

  deinit { close(descriptor) }

  /// The frames from `start` on, at most `count`, as floats; none at the end.
  func read(_ start: Int, _ count: Int) throws(StoryFailure) -> AudioBuffer {
    let size = format.frameByteCount
    let wanted = max(0, min(count, frames - start)) * size
    var got = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { bytes, filled in
      while filled < wanted {
        got = unsafe pread(
          descriptor, bytes.baseAddress! + filled, wanted - filled,
          off_t(WAV.headerByteCount + start * size + filled))
        if got > 0 { filled += got } else if got == 0 || errno != EINTR { break }
      }
    }
    guard got >= 0 else { throw .system(path: path, errno: errno) }
    guard bytes.count == wanted else { throw .damaged(path: path) }
    guard format.sample == .int16 else { return AudioBuffer(format: format, bytes: bytes) }
    return AudioBuffer(
      format: AudioFormat(
        sample: .float32, rateHertz: format.rateHertz, channels: format.channels),
      bytes: TakeSource.floats(bytes))
  }

  /// The bytes of 16-bit samples as those of floats of −1…1.
  private static func floats(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count / 2
    return unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { floats, filled in
      unsafe bytes.withUnsafeBytes { bytes in
        for index in 0..<count {
          let sample = unsafe bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)
          unsafe UnsafeMutableRawBufferPointer(floats).storeBytes(
            of: Float(sample) / 32768, toByteOffset: index * 4, as: Float.self)
        }
      }
      filled = count * 4
    }
  }
}
