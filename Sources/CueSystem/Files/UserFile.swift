import CSystem
import Glibc

/// Files that a user names: whatever stands there, the program does not wait for it for ever.
package enum UserFile {
  /// Opens the file at `path` to read it, which must be a plain file: bytes that are there and stay.
  ///
  /// - Throws: `ESPIPE` for a pipe, a socket or a device, `EISDIR` for a folder, and what the system says
  package static func open(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError(errno == ENXIO ? ESPIPE : errno) }
    let kind = UserFile.kind(descriptor)
    guard kind == S_IFREG else {
      close(descriptor)
      throw SystemError(kind == S_IFDIR ? EISDIR : ESPIPE)
    }
    return descriptor
  }

  /// Opens the file at `path` to read it from its start to its end: a plain file, a pipe or a device.
  ///
  /// A named pipe to which nobody writes is waited for a while.
  ///
  /// - Throws: `ETIMEDOUT` for a named pipe to which nobody writes, and what the system says
  package static func openStream(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError(errno) }
    guard kind(descriptor) != S_IFIFO || hasWriter(descriptor) else {
      close(descriptor)
      throw SystemError(ETIMEDOUT)
    }
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    return descriptor
  }

  /// So long somebody may take to open the other end of a pipe.
  private static let writerMilliseconds: Int64 = 5000

  /// Waits until somebody writes to the pipe, or has; false if nobody does.
  private static func hasWriter(_ descriptor: Int32) -> Bool {
    let end = cue_now_milliseconds() + writerMilliseconds
    while true {
      // Without a writer, there is nothing to read and no end of it; one that has gone leaves an end.
      if cue_pipe_has_writer(descriptor) != 0 { return true }
      guard cue_now_milliseconds() < end else { return false }
      usleep(10_000)
    }
  }

  private static func kind(_ descriptor: Int32) -> mode_t {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
  }
}
