import CueModel
import CueSystem
import Glibc

/// A line of sound that waits in a file without a name until it is known that it stays.
///
/// An encoder cannot take back what it was given.
public final class LineSpool {
  private let path: String
  private let descriptor: Int32

  /// Makes the file in the folder of `path`, where there is room for the whole anyway.
  public init(beside path: String) throws(SoundFileError) {
    self.path = path
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    do throws(SystemError) { descriptor = try UnnamedFile.open(in: folder) } catch {
      throw SoundFileError(path, .cannotCreate(errno: error.errno))
    }
  }

  deinit { close(descriptor) }

  /// Appends `sound` to what is there.
  public func append(_ sound: AudioBuffer) throws(SoundFileError) {
    let number = Descriptor.write(sound.bytes, to: descriptor)
    guard number == 0 else { throw failure(number) }
  }

  /// Forgets what is there.
  public func clear() throws(SoundFileError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw failure(errno)
    }
  }

  /// Hands on what is there, all of it in `format`, piece by piece, and forgets it.
  public func empty(
    _ format: AudioFormat, into take: (AudioBuffer) throws(SoundFileError) -> Void
  ) throws(SoundFileError) {
    var at = 0
    let most = max(1, 65536 / format.frameByteCount) * format.frameByteCount
    var block = [UInt8](repeating: 0, count: most)
    while true {
      let count = unsafe pread(descriptor, &block, most, at)
      guard count >= 0 else { throw failure(errno) }
      guard count > 0 else { break }
      at += count
      try take(AudioBuffer(format: format, bytes: Array(block[..<count])))
    }
    try clear()
  }

  private func failure(_ number: Int32) -> SoundFileError {
    SoundFileError(path, .writingStopped(errno: number))
  }
}
