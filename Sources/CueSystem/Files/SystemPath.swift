import CSystem
import Glibc

/// Where files are from the root on.
package enum SystemPath {
  /// The absolute path of what is at `path`, without links.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let real = unsafe realpath(path, nil) else { throw SystemError(errno) }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The path of `path` from the root on, without links where it is there.
  package static func absolute(_ path: String) -> String {
    if let real = try? resolved(path) { return real }
    return path.hasPrefix("/") ? path : workingFolder + "/" + path
  }

  /// The file that opening `path` for writing would write: `path`, or the target of a link of that name.
  ///
  /// A program that replaces a file replaces this one, so that links stay links. The kernel's rules hold: a link of another
  /// user in a folder that all may write to is not followed.
  ///
  /// - Throws: `ESPIPE` if the target is not a file or is open already, and the system's error if a link cannot be followed
  package static func target(of path: String) throws(SystemError) -> String {
    var (path, count) = (path, 0)
    while isLink(path) {
      let descriptor = unsafe cue_open_place(path)
      if descriptor >= 0 {
        defer { close(descriptor) }
        // A pipe or a device cannot be replaced. A file that is open already, as /dev/stdout is, must not be.
        guard isFile(descriptor), !isOpenAlready(path) else { throw SystemError(ESPIPE) }
        return try link("/proc/self/fd/\(descriptor)")
      }
      // Opening a link to a missing file creates that file.
      guard errno == ENOENT, count < 40 else { throw SystemError(errno == ENOENT ? ELOOP : errno) }
      count += 1
      let next = try link(path)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = next.hasPrefix("/") ? next : folder + next
    }
    return path
  }

  /// Whether the link `path` leads to a file that a process has open, by one of the links in /proc.
  private static func isOpenAlready(_ path: String) -> Bool {
    var path = path
    while isLink(path), let next = try? link(path) {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
      if absolute(folder).hasPrefix("/proc/") { return true }
      path = next.hasPrefix("/") ? next : folder + next
    }
    return false
  }

  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0
      && [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func link(_ path: String) throws(SystemError) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count >= 0 else { throw SystemError(errno) }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder that relative paths are in.
  package static var workingFolder: String {
    var bytes = [CChar](repeating: 0, count: 4096)
    guard unsafe getcwd(&bytes, bytes.count) != nil else { return "/" }
    return textOfC(bytes)
  }
}

/// How a file is now: where it is, how large, and when it changed.
package struct FileState: Equatable, Sendable {
  /// Absolute.
  package let path: String
  /// Its size.
  package let byteCount: Int
  /// When it last changed, in nanoseconds since 1970.
  package let modifiedNanoseconds: Int64

  /// The file at `path`; nil if there is none.
  package init?(_ path: String) {
    var state = stat()
    guard unsafe stat(path, &state) == 0, let real = try? SystemPath.resolved(path) else {
      return nil
    }
    self.path = real
    byteCount = Int(state.st_size)
    modifiedNanoseconds = Int64(state.st_mtim.tv_sec) * 1_000_000_000 + Int64(state.st_mtim.tv_nsec)
  }
}
