import Glibc

/// A system call failed.
package struct SystemError: Error, Equatable, Sendable {
  /// Why, as in `errno`.
  package let errno: Int32

  /// The failure `errno`.
  package init(_ errno: Int32) { self.errno = errno }

  /// The C library's words for `errno`, such as "No such file or directory".
  package static func words(_ errno: Int32) -> String { unsafe String(cString: strerror(errno)) }

  /// The C library's words for it.
  package var words: String { SystemError.words(errno) }
}
