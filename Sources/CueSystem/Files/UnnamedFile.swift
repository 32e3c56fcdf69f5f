import Glibc

/// Files that have no name, and are gone with their last descriptor, however the program ends.
package enum UnnamedFile {
  /// Opens one to read and write, on the disk that `folder` is on.
  ///
  /// - Parameter folder: an existing folder that may be written to
  /// - Returns: its descriptor, the caller's to close
  /// - Throws: the system's reason
  package static func open(in folder: String) throws(SystemError) -> Int32 {
    // Swift does not see O_TMPFILE, which is of two parts.
    let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
    let descriptor = unsafe Glibc.open(
      folder, unnamed | O_RDWR | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { return descriptor }
    // Not every file system can do that: there a file has a name for a moment.
    guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) else { throw SystemError(errno) }
    let path = "\(folder)/.cue-\(PartialFile.chance())"
    let named = unsafe Glibc.open(
      path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard named >= 0 else { throw SystemError(errno) }
    unsafe unlink(path)
    return named
  }
}
