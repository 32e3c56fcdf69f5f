import CSystem
import Glibc

/// Opens files that a user names, and never blocks for ever, whatever they are.
package enum UserFile {
  /// Opens the regular file at `path` to read it.
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

  /// Opens the file at `path` to read it from its start to its end: a regular file, a pipe or a device.
  ///
  /// A named pipe must get a writer within ``writerMilliseconds``.
  ///
  /// - Throws: `ETIMEDOUT` for a named pipe without a writer, and what the system says
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

  /// How long a writer may take to open a named pipe.
  private static let writerMilliseconds: Int64 = 5000

  /// Waits for a writer of the pipe, which may have gone again; false if none comes.
  private static func hasWriter(_ descriptor: Int32) -> Bool {
    let end = cue_now_milliseconds() + writerMilliseconds
    while true {
      // Before the first writer, the pipe is empty and has no end; a writer that has gone leaves an end of file.
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
