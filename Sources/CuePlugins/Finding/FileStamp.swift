import CueModel

#if canImport(Glibc)
  import Glibc
#endif

/// Shows, without reading a file, whether it is the one that was inspected before.
struct FileStamp: Equatable {
  var device: UInt64
  var inode: UInt64
  var byteCount: UInt64
  /// Nanoseconds since 1970, as the file system counts them.
  var modified: UInt64
  /// When the content or anything else of it was changed: this cannot be set back.
  var changed: UInt64
  var isRegular: Bool

  /// The stamp of the file at `path`; nil if there is none.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(device: UInt64, inode: UInt64, byteCount: UInt64, modified: UInt64, changed: UInt64) {
    self.device = device
    self.inode = inode
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
    isRegular = true
  }

  private init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> UInt64 {
      UInt64(bitPattern: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = UInt64(bitPattern: Int64(status.st_size))
    modified = nanoseconds(status.st_mtim)
    changed = nanoseconds(status.st_ctim)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}

extension PluginFile {
  /// Why `path` cannot be a plugin whatever its content; nil if it can.
  ///
  /// Opening a pipe would wait for its other end, and reading a device may do anything: neither is opened.
  static func obstacle(_ path: String) -> PluginFailure.FileFault? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let isLink = unsafe lstat(path, &status) == 0
      return isLink ? .danglingLink : .missing
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .folder
    case S_IFIFO: return .namedPipe
    case S_IFSOCK: return .socket
    default: return .deviceFile
    }
    if status.st_size == 0 { return .empty }
    guard unsafe access(path, R_OK) == 0 else { return .unreadable(errno: errno) }
    return nil
  }
}
