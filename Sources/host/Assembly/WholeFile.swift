import CueSystem
import Glibc

/// A file that has its name only when it is whole.
enum WholeFile {
  /// Writes `bytes` to a new file beside `path`, and gives it that name.
  static func write(_ bytes: [UInt8], to path: String) throws(UserError) {
    let partial = path + ".\(getpid()).partial"
    let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw UserError(
        "\(path) cannot be written: \(Console.describe(errno: errno)).", .cannotCreate)
    }
    var failure = Descriptor.write(bytes, to: descriptor)
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, unsafe rename(partial, path) != 0 { failure = errno }
    guard failure != 0 else { return }
    unsafe unlink(partial)
    throw UserError(
      "\(path) cannot be written: \(Console.describe(errno: failure)).", .inputOutput)
  }
}
