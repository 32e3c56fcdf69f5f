import CCurl
import CueABI
import CuePluginKit

/// The service's address, as libcurl will read it, checked before a key goes there.
package struct Site: Equatable, Sendable {
  /// Without a slash at its end.
  package var base: String
  /// It is on this machine: no proxy may come between.
  package var isLoopback: Bool

  /// Refuses an address that a key must not be sent to.
  package init(_ address: String) throws(PluginFailure) {
    guard let whole = Self.part(CCURL_WHOLE, of: address),
      let scheme = Self.part(CCURL_SCHEME, of: address)?.lowercased(),
      let host = Self.part(CCURL_HOST, of: address)?.lowercased(),
      scheme == "http" || scheme == "https", address.contains("://")
    else {
      throw PluginFailure(
        CUE_E_INVALID, "base-url is not an address that begins with https:// or http://.")
    }
    guard Self.part(CCURL_USER, of: address) == nil, Self.part(CCURL_QUERY, of: address) == nil,
      Self.part(CCURL_FRAGMENT, of: address) == nil
    else {
      throw PluginFailure(CUE_E_INVALID, "base-url has no user, no “?” and no “#”.")
    }
    isLoopback = Self.isLoopback(host)
    guard scheme == "https" || isLoopback else {
      throw PluginFailure(
        CUE_E_INVALID,
        "The key goes to “\(oneLine(host, atMost: 80))” by https only. "
          + "Set base-url to an https:// address; plain http is for this machine.")
    }
    base = whole
    while base.hasSuffix("/") { base.removeLast() }
  }

  /// 127.0.0.0/8, ::1 and localhost.
  package static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 4, numbers[0] == "127" else { return false }
    return numbers.allSatisfy { number in
      (1...3).contains(number.utf8.count) && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  private static func part(_ part: Int, of address: String) -> String? {
    let capacity = 4096
    var length: Int64 = -1
    let text = unsafe String(unsafeUninitializedCapacity: capacity) { room in
      unsafe room.withMemoryRebound(to: CChar.self) { into in
        guard let start = into.baseAddress else { return }
        length = unsafe ccurl_part(address, Int32(part), start, into.count)
      }
      return max(0, Int(length))
    }
    return length < 0 ? nil : text
  }
}
