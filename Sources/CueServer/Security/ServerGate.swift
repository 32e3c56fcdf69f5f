/// Decides who is served, before anything else is looked at.
///
/// A page of another site that the user's browser shows can send requests to this machine. Four rules keep it out:
///
/// - `Host` names this server, once. A name that a foreign site points at this machine (DNS rebinding) is another one.
/// - `Origin`, which a browser sends with every request of a page that may have an effect, is this server's own.
/// - `Sec-Fetch-Site`, which a browser sends with every request, does not say that another site asks.
/// - Nothing has an effect by GET, and JSON is read only where the request calls it `application/json`, which a page cannot do without
///   being asked first (CORS).
package struct ServerGate: Sendable, Equatable {
  /// What `Host` may be, in small letters, with the port: "127.0.0.1:8410".
  package var hosts: Set<String>
  /// Other pages that may ask: "https://chat.example".
  package var origins: Set<String>

  /// A gate for a server at `addresses` and `port`, which other machines call by `names`.
  package init(addresses: [String], names: [String] = [], port: Int, origins: [String] = []) {
    let isAll = addresses.contains { $0 == "0.0.0.0" || $0 == "::" }
    var own = addresses.filter { $0 != "0.0.0.0" && $0 != "::" } + names
    if isAll || addresses.contains(where: Self.isLoopback) {
      own += ["localhost", "127.0.0.1", "::1"]
    }
    hosts = []
    for name in own {
      let name = name.lowercased()
      switch name.count(where: { $0 == ":" }) {
      case 0:
        hosts.insert("\(name):\(port)")
        // Browsers leave out the port that a scheme has anyway.
        if port == 80 || port == 443 { hosts.insert(name) }
      // The port by which others reach it, as through a container.
      case 1: hosts.insert(name)
      default: hosts.insert(name.hasPrefix("[") ? name : "[\(name)]:\(port)")
      }
    }
    self.origins = Set(origins.map { $0.lowercased() })
  }

  /// Whether only this machine can reach that address.
  package static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.")
  }

  /// Why the request is refused; nil if it is not.
  package func refusal(of head: RequestHead) -> ServerError? {
    let named = head.all("Host")
    guard named.count == 1 else {
      return ServerError(
        400, "bad_host", "A request has one Host header, and this one has \(named.count).")
    }
    guard hosts.contains(named[0].lowercased()) else {
      return ServerError(
        421, "wrong_host",
        "This server is not called “\(named[0].prefix(100))”. Start it with --allow-host if it should be."
      )
    }
    let allowed = head.all("Origin").allSatisfy { isOwn($0) || origins.contains($0.lowercased()) }
    let isForeign = head.all("Sec-Fetch-Site").contains {
      !["same-origin", "none"].contains($0.lowercased())
    }
    let isKnown = head["Origin"].map { origins.contains($0.lowercased()) } ?? false
    guard allowed, !isForeign || isKnown else {
      return ServerError(
        403, "foreign_page",
        "A page of another site may not use this server. Start it with --allow-origin if it should."
      )
    }
    return nil
  }

  /// The page that asked and may; its browser has to be told.
  func allowedOrigin(of head: RequestHead) -> String? {
    head["Origin"].flatMap { origins.contains($0.lowercased()) ? $0 : nil }
  }

  private func isOwn(_ origin: String) -> Bool {
    let origin = origin.lowercased()
    return hosts.contains { origin == "http://\($0)" || origin == "https://\($0)" }
  }
}
