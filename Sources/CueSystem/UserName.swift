import Glibc

/// What the user of this process is called.
package enum UserName {
  /// The login name; nil if the system does not know it.
  package static var login: String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var bytes = [CChar](repeating: 0, count: 16384)
    guard unsafe getpwuid_r(getuid(), &entry, &bytes, bytes.count, &found) == 0, unsafe found != nil
    else { return nil }
    return unsafe String(cString: entry.pw_name)
  }
}
