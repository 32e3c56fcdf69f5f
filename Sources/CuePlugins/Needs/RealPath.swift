import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Where paths lead.
enum RealPath {
  /// The path of what is at `path`, without links.
  ///
  /// - Throws: the system's error; `EILSEQ` if the path without links is not UTF-8
  static func resolved(_ path: ExactPath) throws(SystemError) -> ExactPath {
    guard let real = unsafe realpath(path.text, nil) else { throw SystemError(errno) }
    defer { unsafe free(real) }
    guard let text = unsafe String(validatingCString: real) else { throw SystemError(EILSEQ) }
    return ExactPath(text)
  }

  /// `path` without links; `path` itself if nothing is there.
  static func resolvedOrSame(_ path: ExactPath) -> ExactPath { (try? resolved(path)) ?? path }

  /// What is at a path, without following a link at its end.
  enum Kind { case file, folder, link, socket, device, other }

  /// What is at `path`; nil if nothing is.
  static func kind(_ path: ExactPath, followsLink: Bool = true) -> Kind? {
    var status = stat()
    let failed = unsafe followsLink ? stat(path.text, &status) : lstat(path.text, &status)
    guard failed == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    case S_IFSOCK: .socket
    case S_IFCHR, S_IFBLK: .device
    default: .other
    }
  }

  /// The target of the link `path`, as an absolute path that may be a link again; nil if it is none.
  static func target(ofLink path: ExactPath) -> ExactPath? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe readlink(path.text, bytes.baseAddress!, bytes.count)
    }
    guard count > 0, count < bytes.count,
      let text = String(validating: bytes[..<count], as: UTF8.self)
    else { return nil }
    return text.utf8.first == UInt8(ascii: "/") ? ExactPath(text) : path.folder.appending(text)
  }

  /// Whether `path` may be written by users other than its owner and the members of its group.
  static func isOpenToAll(_ path: ExactPath) -> Bool {
    var status = stat()
    return unsafe stat(path.text, &status) == 0 && status.st_mode & 0o002 != 0
  }

  /// The users who can write what is at a path.
  struct Writers {
    fileprivate var owner: uid_t
    fileprivate var group: gid_t?
    fileprivate var isAll: Bool

    /// Whether each of them can write what `others` can write as well; root can write everything.
    func isWithin(_ others: Writers) -> Bool {
      (owner == 0 || owner == others.owner) && !isAll
        && (group == nil || group == 0 || group == others.group)
    }
  }

  /// The users who can write what is at `path`, by the rights of the file system; nil if nothing is there.
  static func writers(_ path: ExactPath) -> Writers? {
    var status = stat()
    guard unsafe stat(path.text, &status) == 0 else { return nil }
    return Writers(
      owner: status.st_uid, group: status.st_mode & 0o020 != 0 ? status.st_gid : nil,
      isAll: status.st_mode & 0o002 != 0)
  }
}
