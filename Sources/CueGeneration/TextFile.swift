import CueAudio
import Glibc

/// Texts that lie beside a recording, and the folder it is in.
enum TextFile {
  /// Writes `text` to a file that appears when it is whole.
  static func write(_ text: String, to path: String) throws(SoundFileError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let partial = "\(folder).\(FileNames.last(path)).\(getpid()).part"
    let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw SoundFileError(
        .cannotCreate, "\(path) cannot be written: \(words(errno)).",
        hint: "Name another file with -o, in a folder that exists and that you may write to.")
    }
    var failure: Int32 = 0
    var text = text
    text.withUTF8 { bytes in
      var sent = 0
      while sent < bytes.count, failure == 0 {
        let count = unsafe Glibc.write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        if count >= 0 { sent += count } else if errno != EINTR { failure = errno }
      }
    }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, unsafe rename(partial, path) != 0 { failure = errno }
    guard failure != 0 else { return }
    unsafe unlink(partial)
    throw SoundFileError(
      .inputOutput, "\(path) could not be written to the end: \(words(failure)).",
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
