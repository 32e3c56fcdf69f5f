import Glibc

/// Tells addresses of this machine and of its local networks from those of the internet.
///
/// A server of the internet that redirects to one of these would make Cue reach what it cannot reach itself: a router, a
/// printer, a service that trusts its local network. The ranges are those of IANA's special-purpose address registries (RFC
/// 6890).
package enum NearAddress {
  /// Whether a name is reserved for this machine or a local network: `localhost`, `*.local` and others.
  static func isNamed(_ host: String) -> Bool {
    let name = plain(host)
    if name == "localhost" { return true }
    return [".localhost", ".local", ".lan", ".internal", ".home.arpa"].contains(
      where: name.hasSuffix)
  }

  /// Whether `host` is an address in numbers.
  static func isAddress(_ host: String) -> Bool {
    let plain = String(plain(host).prefix { $0 != "%" })
    var four = in_addr()
    var six = in6_addr()
    return unsafe inet_pton(AF_INET, plain, &four) == 1 || inet_pton(AF_INET6, plain, &six) == 1
  }

  /// A host of an address without the brackets of IPv6 and the dot at its end.
  static func plain(_ host: String) -> String {
    var name = host.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    return name
  }

  /// Whether `address`, in numbers, is near: loopback, link-local, private, shared, multicast or reserved.
  package static func isNear(_ address: String) -> Bool {
    // A link-local address may end with its zone: `fe80::1%eth0`.
    let plain = String(address.prefix { $0 != "%" })
    var four = in_addr()
    if unsafe inet_pton(AF_INET, plain, &four) == 1 { return isNear(four: four.s_addr.bigEndian) }
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, plain, &six) == 1 else { return false }
    let bytes = unsafe withUnsafeBytes(of: six) { unsafe Array($0) }
    func isNearFour(at place: Int) -> Bool {
      isNear(four: bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    // IPv4 addresses within IPv6 ones: mapped, compatible, translated (64:ff9b::/96), 6to4.
    if bytes[..<10].allSatisfy({ $0 == 0 }),
      bytes[10..<12] == [0xFF, 0xFF] || bytes[10..<12] == [0, 0]
    {
      return isNearFour(at: 12)
    }
    if bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return isNearFour(at: 12)
    }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return isNearFour(at: 2) }
    // fc00::/7, fe80::/10 and fec0::/10, ff00::/8.
    return bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80)
      || bytes[0] == 0xFF
  }

  private static func isNear(four address: UInt32) -> Bool {
    let ranges: [(first: UInt32, bits: UInt32)] = [
      (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
      (0xAC10_0000, 12), (0xC000_0000, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xE000_0000, 3),
    ]
    return ranges.contains { address >> (32 - $0.bits) == $0.first >> (32 - $0.bits) }
  }
}

/// Whether downloads go by a proxy.
enum WebProxy {
  static var isSet: Bool {
    ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains { name in
      guard let value = unsafe getenv(name) else { return false }
      return unsafe value.pointee != 0
    }
  }
}
