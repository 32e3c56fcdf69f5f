import CueSystem
import Glibc

/// Folders and their files.
enum FileTree {
  /// A file that was found.
  struct File: Equatable {
    /// Below the folder, as in `a/b.onnx`.
    var name: String
    var path: String
    var byteCount: Int
  }

  /// The regular files below `folder`, targets of links included, but none that is hidden; at most `most`.
  ///
  /// Folders deeper than six are left out, and so a link that leads in a circle.
  static func files(in folder: String, most: Int = 10_000) -> [File] {
    var found: [File] = []
    func walk(_ folder: String, _ prefix: String, depth: Int) {
      for name in Folder.names(in: folder) where !name.hasPrefix(".") && found.count < most {
        let path = folder + "/" + name
        guard let state = state(path) else { continue }
        if state.st_mode & S_IFMT == S_IFDIR {
          if depth < 6 { walk(path, prefix + name + "/", depth: depth + 1) }
        } else if state.st_mode & S_IFMT == S_IFREG {
          found.append(File(name: prefix + name, path: path, byteCount: Int(state.st_size)))
        }
      }
    }
    walk(folder, "", depth: 0)
    return found
  }

  /// What is at `path`, or where a link there leads.
  static func state(_ path: String) -> stat? {
    var state = stat()
    return unsafe stat(path, &state) == 0 ? state : nil
  }

  static func isFolder(_ path: String) -> Bool {
    state(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  static func isFile(_ path: String) -> Bool {
    state(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// Removes what is at `path` with all that is in it; of a link the link alone.
  ///
  /// - Throws: the system's reason for what could not be removed first
  static func remove(_ path: String) throws(SystemError) {
    var state = stat()
    guard unsafe lstat(path, &state) == 0 else {
      if errno == ENOENT { return }
      throw SystemError(errno)
    }
    guard state.st_mode & S_IFMT == S_IFDIR else {
      guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemError(errno) }
      return
    }
    for name in Folder.names(in: path) { try remove(path + "/" + name) }
    guard unsafe rmdir(path) == 0 || errno == ENOENT else { throw SystemError(errno) }
  }

  /// The SHA-256 of the file at `path`, in hexadecimal; nil if it cannot be read.
  static func checksum(_ path: String) -> String? {
    guard let descriptor = try? UserFile.open(path) else { return nil }
    defer { close(descriptor) }
    return ContentDigest.ofFile(descriptor)
  }

  /// Copies the file at `path`, a piece at a time; `isCancelled` is asked between two.
  static func copy(
    _ path: String, to target: String, isCancelled: () -> Bool
  ) throws(SystemError) {
    let source = try UserFile.open(path)
    defer { close(source) }
    let copy = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard copy >= 0 else { throw SystemError(errno) }
    defer { close(copy) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      if isCancelled() { throw SystemError(ECANCELED) }
      let count = unsafe read(source, &block, block.count)
      if count == 0 { return }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw SystemError(errno)
      }
      let failure = Descriptor.write(block[..<count], to: copy)
      guard failure == 0 else { throw SystemError(failure) }
    }
  }

  /// The bytes that are free for us on the disk of `folder`; nil if the system does not say.
  package static func room(in folder: String) -> Int? {
    var state = statvfs()
    guard unsafe statvfs(folder, &state) == 0 else { return nil }
    return Int(
      clamping: UInt64(state.f_bavail).multipliedReportingOverflow(by: UInt64(state.f_frsize))
        .partialValue)
  }
}
