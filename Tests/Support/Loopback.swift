import Foundation

/// A socket of this machine that programs may connect to.
public enum Loopback {
  /// A socket that listens at a port that was free, with room for `backlog` connections that nobody has accepted yet.
  public static func listen(backlog: Int32 = 16) -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        unsafe precondition(bind(descriptor, plain, size) == 0, "no free port")
        precondition(Glibc.listen(descriptor, backlog) == 0)
        unsafe getsockname(descriptor, plain, &size)
      }
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
