import CueSystem
import Glibc

/// Room on the disk that is kept while a take is recorded, so that a disk that fills then has room for the take's row.
final class DiskReserve {
  private var descriptor: Int32?
  /// Enough for the journal of a database and its pages.
  private static let bytes = 512 * 1024

  /// Keeps room in `folder`; nothing if there is no room.
  init(in folder: String) {
    descriptor = try? UnnamedFile.open(in: folder)
    if let descriptor { _ = posix_fallocate(descriptor, 0, off_t(DiskReserve.bytes)) }
  }

  deinit { release() }

  /// Gives it back.
  func release() {
    if let descriptor { close(descriptor) }
    descriptor = nil
  }
}
