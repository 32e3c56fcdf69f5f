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

  /// The folder that relative paths are in.
  package static var workingFolder: String {
    var bytes = [CChar](repeating: 0, count: 4096)
    guard unsafe getcwd(&bytes, bytes.count) != nil else { return "/" }
    return String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
