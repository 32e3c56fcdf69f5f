import Testing

@testable import CueServer

@Suite struct `The gate of a server` {
  private let gate = ServerGate(
    addresses: ["127.0.0.1", "::1"], port: 8410, origins: ["https://chat.example"])

  private func status(_ headers: [(String, String)], _ method: String = "POST") -> Int? {
    gate.refusal(
      of: RequestHead(method, "/v1/audio/speech", headers: headers.map { .init($0.0, $0.1) }))?
      .status
  }

  @Test(arguments: ["127.0.0.1:8410", "localhost:8410", "LOCALHOST:8410", "[::1]:8410"])
  func `lets requests through that name this server`(host: String) {
    #expect(status([("Host", host)]) == nil)
  }

  @Test(arguments: [
    "evil.example:8410", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8410", "",
    "localhost:8410.",
    "127.0.0.1:8410, evil.example",
  ])
  func `refuses other names, as of a site that points its name here`(host: String) {
    #expect(status([("Host", host)]) == 421)
  }

  @Test func `refuses no Host, and two`() {
    #expect(status([]) == 400)
    #expect(status([("Host", "127.0.0.1:8410"), ("host", "evil.example")]) == 400)
    #expect(status([("Host", "127.0.0.1:8410"), ("Host", "127.0.0.1:8410")]) == 400)
  }

  @Test(arguments: [
    [("Origin", "https://evil.example")], [("Origin", "null")],
    [("Origin", "http://127.0.0.1:8411")], [("Sec-Fetch-Site", "cross-site")],
    [("Sec-Fetch-Site", "same-site")],
    [("Origin", "http://127.0.0.1:8410"), ("Sec-Fetch-Site", "cross-site")],
    [("Origin", "http://127.0.0.1:8410"), ("Origin", "https://evil.example")],
  ])
  func `refuses pages of other sites`(headers: [(String, String)]) {
    #expect(status([("Host", "127.0.0.1:8410")] + headers) == 403)
    #expect(status([("Host", "127.0.0.1:8410")] + headers, "GET") == 403)
  }

  @Test(arguments: [
    [("Origin", "http://127.0.0.1:8410"), ("Sec-Fetch-Site", "same-origin")],
    [("Origin", "http://localhost:8410")], [("Sec-Fetch-Site", "none")],
    [("Origin", "https://chat.example"), ("Sec-Fetch-Site", "cross-site")],
  ])
  func `lets its own pages through, and those that the user allows`(headers: [(String, String)]) {
    #expect(status([("Host", "127.0.0.1:8410")] + headers) == nil)
  }

  @Test func `knows the names that the user gives it`() {
    let gate = ServerGate(addresses: ["0.0.0.0"], names: ["home.example", "box:9000"], port: 8410)
    #expect(gate.hosts.isSuperset(of: ["home.example:8410", "box:9000", "localhost:8410"]))
    let one = ServerGate(addresses: ["192.168.1.5"], port: 8410)
    #expect(one.hosts == ["192.168.1.5:8410"])
    #expect(ServerGate.isLoopback("127.0.0.2") && ServerGate.isLoopback("::1"))
    #expect(!ServerGate.isLoopback("0.0.0.0") && !ServerGate.isLoopback("::"))
  }
}

@Suite struct `The keys of a server` {
  private let keys = ServerKeys(["a-key-of-sixteen", "another-key-of-some-length"])

  @Test func `are accepted as a whole`() {
    #expect(keys.accepts("a-key-of-sixteen") && keys.accepts("another-key-of-some-length"))
    for wrong in [
      nil, "", "a-key-of-sixteeN", "a-key-of-sixteen ", "a-key", "a-key-of-sixteena-key-of-sixteen",
    ] {
      #expect(!keys.accepts(wrong), "\(wrong ?? "none")")
    }
    #expect(!ServerKeys([]).accepts("") && !ServerKeys([]).accepts(nil))
  }
}
