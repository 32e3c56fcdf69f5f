import Glibc
import Synchronization

/// A file that gets its name when it is whole; until then it is a hidden one beside it.
///
/// One that is not finished leaves nothing behind.
package final class PartialFile {
  private let path: String
  private let partial: String
  private let descriptor: Int32
  private var isOpen = true
  private static let count = Atomic(0)

  /// Begins the file at `path`; `permissions` are those of a new file, less what the process's mask forbids.
  package init(_ path: String, permissions: UInt32 = 0o666) throws(SystemError) {
    self.path = path
    partial = PartialFile.name(path)
    // A process with our number may have been killed at work.
    unsafe unlink(partial)
    descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor < 0 else { return }
    isOpen = false
    throw SystemError(errno)
  }

  /// A name beside `path` that no other file of this process has.
  private static func name(_ path: String) -> String {
    let place = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let number = count.add(1, ordering: .relaxed).newValue
    return "\(path[..<place]).\(path[place...]).\(getpid()).\(number).part"
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    unsafe unlink(partial)
  }

  /// Writes `bytes` behind those before.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    let failure = Descriptor.write(bytes, to: descriptor)
    guard failure == 0 else { throw SystemError(failure) }
  }

  /// Gives the file its name, and so replaces one that had it; `isSynced`: only when its bytes have reached the disk.
  package func finish(isSynced: Bool = false) throws(SystemError) {
    precondition(isOpen, "the file is finished already")
    isOpen = false
    var failure: Int32 = 0
    if isSynced, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, unsafe rename(partial, path) != 0 { failure = errno }
    guard failure != 0 else { return }
    unsafe unlink(partial)
    throw SystemError(failure)
  }
}
