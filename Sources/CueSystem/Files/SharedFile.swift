import Glibc

/// Files that are read, changed and written as a whole, while other programs do the same.
///
/// A program that reads, changes and replaces a file would undo what another one wrote in between. So files of settings,
/// directions, measures and others are changed by ``change(_:permissions:isSynced:refusing:_:)``.
package enum SharedFile {
  /// Why a file was not changed.
  package enum Failure: Error, Equatable, Sendable {
    /// Its folder cannot be opened or locked.
    case locking(SystemError)
    /// It could not be replaced.
    case writing(WholeFile.WriteError)

    /// The system's reason.
    package var system: SystemError {
      switch self {
      case .locking(let error): error
      case .writing(let error): error.system
      }
    }
  }

  /// Changes the file at `path` by `change`, while no other program does.
  ///
  /// The lock is on the folder of the file, so that no lock file is left. It lasts until the file is replaced: `change` must
  /// read the file itself, and must not change another file of the same folder. If `path` is a link, its target is changed. On
  /// file systems without locks, the file is changed without one.
  ///
  /// - Parameters:
  ///   - path: the file, whose folder must exist
  ///   - permissions: of a new file, before the process's mask; an existing file keeps its own
  ///   - isSynced: whether the bytes must have reached the disk before the file gets its name
  ///   - refusing: makes an error of a failure
  ///   - change: reads the file; returns a result and the file's new bytes, or nil to leave it unchanged
  /// - Returns: the result of `change`
  /// - Throws: what `refusing` makes, and what `change` throws
  package static func change<Result, Refusal: Error>(
    _ path: String, permissions: UInt32 = 0o666, isSynced: Bool = false,
    refusing: (Failure) -> Refusal,
    _ change: () throws(Refusal) -> (Result, bytes: [UInt8]?)
  ) throws(Refusal) -> Result {
    let folder: Int32
    do throws(SystemError) {
      folder = try SharedFile.lock(folderOf: SystemPath.target(of: path))
    } catch { throw refusing(.locking(error)) }
    // Unlocked explicitly, because a process that is being started at this moment may have a copy of the descriptor.
    defer {
      flock(folder, LOCK_UN)
      close(folder)
    }
    let (result, bytes) = try change()
    guard let bytes else { return result }
    var status = stat()
    let mode = unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : permissions
    do throws(WholeFile.WriteError) {
      try WholeFile.write(bytes, to: path, permissions: mode, isSynced: isSynced)
    } catch { throw refusing(.writing(error)) }
    return result
  }

  /// Opens and locks the folder of the file at `path`.
  private static func lock(folderOf path: String) throws(SystemError) -> Int32 {
    let name = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let folder = unsafe open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SystemError(errno) }
    while flock(folder, LOCK_EX) != 0 {
      switch errno {
      case EINTR: continue
      // A network file system may have no locks.
      case EBADF, ENOLCK, ENOTSUP, ENOSYS, EINVAL: return folder
      default:
        let failure = errno
        close(folder)
        throw SystemError(failure)
      }
    }
    return folder
  }
}
