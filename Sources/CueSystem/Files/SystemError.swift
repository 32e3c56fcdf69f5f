import Glibc

/// A system call failed.
package struct SystemError: Error, Equatable, Sendable {
  /// Why, as in `errno`.
  package let errno: Int32

  /// The failure `errno`.
  package init(_ errno: Int32) { self.errno = errno }

  /// The C library's words for `errno`, such as "No such file or directory".
  ///
  /// Cue throws `ESPIPE` if it needs a regular file, so this explains that instead of "Illegal seek".
  package static func words(_ errno: Int32) -> String {
    switch errno {
    case ESPIPE: "it is a pipe or a device, not a file"
    default: unsafe String(cString: strerror(errno))
    }
  }

  /// The C library's words for it.
  package var words: String { SystemError.words(errno) }
}
