import CueAudio
import Glibc

/// A text that lies beside a recording, and appears when it is whole.
final class TextFile {
  private let path: String
  private let partial: String
  private let descriptor: Int32
  private var isOpen = true

  /// Begins the file at `path`.
  init(_ path: String) throws(SoundFileError) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    partial = "\(folder).\(FileNames.last(path)).\(getpid()).part"
    descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor < 0 else { return }
    isOpen = false
    throw SoundFileError(
      .cannotCreate, "\(path) cannot be written: \(TextFile.words(errno)).",
      hint: "Name another file with -o, in a folder that exists and that you may write to.")
  }

  deinit {
    guard isOpen else { return }
    _ = close(descriptor)
    unsafe unlink(partial)
  }

  /// Writes a whole file.
  static func write(_ text: String, to path: String) throws(SoundFileError) {
    let file = try TextFile(path)
    try file.append(text)
    try file.finish()
  }

  func append(_ text: String) throws(SoundFileError) { try append(Array(text.utf8)) }

  func append(_ bytes: [UInt8]) throws(SoundFileError) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { sent += count } else if errno != EINTR { throw failure(errno) }
    }
  }

  /// Gives the file its name.
  func finish() throws(SoundFileError) {
    isOpen = false
    guard close(descriptor) == 0, unsafe rename(partial, path) == 0 else {
      let why = errno
      unsafe unlink(partial)
      throw failure(why)
    }
  }

  private func failure(_ why: Int32) -> SoundFileError {
    SoundFileError(
      .inputOutput, "\(path) could not be written to the end: \(TextFile.words(why)).",
      hint: "Free some space or name another file with -o.")
  }

  /// Makes the folder that `path` is in, and those above it, where they are not there.
  static func makeFolder(of path: String) throws(SoundFileError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
    if errno == ENOENT {
      try makeFolder(of: folder)
      if unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
    }
    throw SoundFileError(
      .cannotCreate, "The folder \(folder) cannot be made: \(words(errno)).",
      hint: "Name another place with -o.")
  }

  private static func words(_ errno: Int32) -> String { unsafe String(cString: strerror(errno)) }
}
