import CSystem
import Glibc

/// Writes to descriptors.
public enum Descriptor {
  /// Writes all of `bytes`, waiting where `descriptor` does not block, at most `patienceMilliseconds` each time (-1: for ever).
  ///
  /// Returns 0 or an `errno` value.
  public static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32, patienceMilliseconds: Int32 = -1
  ) -> Int32 {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        sent += count
      } else if count == 0 {
        return ENOSPC
      } else if errno == EAGAIN {
        guard cue_wait(-1, descriptor, -1, patienceMilliseconds) != 0 else { return ETIMEDOUT }
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
