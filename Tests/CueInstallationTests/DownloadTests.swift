import CueModel
import CueSystem
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CueInstallation

/// A server with one file, and a folder to download it into.
final class Site {
  let folder: TemporaryFolder
  let vendor: Vendor
  let clock = VirtualClock()
  let events = Mutex<[DownloadEvent]>([])
  var limits = Download.Limits()

  /// What the file holds.
  static let content = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
  static let checksum = ContentDigest.hexadecimal(ContentDigest.bytes(of: content[...]))

  init(_ script: @escaping Vendor.Script) throws {
    folder = try TemporaryFolder()
    vendor = Vendor(script)
  }

  var path: String { folder.path("file") }
  var file: [UInt8]? { try? WholeFile.read(path) }
  var piece: [UInt8]? { try? WholeFile.read(path + ".piece") }
  /// What is in the folder.
  var names: [String] { Folder.names(in: folder.path) }
  var said: [DownloadEvent] { events.withLock { $0 } }

  func address(_ path: String = "/file") throws -> WebAddress {
    try WebAddress(vendor.address + path)
  }

  /// Downloads; a real clock is needed only where a server says nothing.
  func fetch(
    size: Int? = nil, checksum: String? = nil, extra: Int = 0, room: Int? = nil,
    hasRealClock: Bool = false, cancellation: Cancellation = Cancellation()
  ) throws {
    let download = Download(
      limits: limits, clock: hasRealClock ? MonotonicClock() : clock, room: { _ in room })
    try download.fetch(
      .init(try address(), byteCount: size, checksum: checksum, extraBytes: extra), to: path,
      cancellation: cancellation
    ) { event in self.events.withLock { $0.append(event) } }
  }

  /// The head of an answer, and what follows it.
  static func answer(
    _ status: Int = 200, length: Int?, _ headers: [String] = [], body: some Sequence<UInt8>
  ) -> [UInt8] {
    let lines =
      ["HTTP/1.1 \(status) As told"] + (length.map { ["Content-Length: \($0)"] } ?? []) + headers
    return [UInt8]((lines + ["", ""]).joined(separator: "\r\n").utf8) + Array(body)
  }

  /// As a server of files answers, from the byte on that is asked for.
  static func served(
    _ content: [UInt8], _ request: Vendor.Request, tag: String = "\"a\""
  ) -> [Vendor.Step] {
    let headers = ["ETag: \(tag)", "Accept-Ranges: bytes"]
    let isSame = request.headers["if-range"].map { $0 == tag } ?? true
    guard let range = request.headers["range"], isSame,
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    else { return .answer(200, content, type: "application/octet-stream", headers: headers) }
    guard start < content.count else {
      return .answer(416, "", headers: ["Content-Range: bytes */\(content.count)"])
    }
    return .answer(
      206, Array(content[start...]), type: "application/octet-stream",
      headers: headers + ["Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)"])
  }

  /// The first bytes of the file, and then the end of the connection.
  static func cut(after count: Int, tag: String = "ETag: \"a\"") -> [Vendor.Step] {
    [
      .send(answer(length: content.count, [tag].filter { !$0.isEmpty }, body: content[..<count])),
      .close,
    ]
  }
}

@Suite struct `A download` {
  @Test func `brings the whole file, says how far it is, and leaves nothing else`() throws {
    let site = try Site { request, _ in Site.served(Site.content, request) }
    try site.fetch(size: Site.content.count, checksum: Site.checksum.uppercased())
    #expect(site.file == Site.content)
    #expect(site.names == ["file"])
    #expect(site.said.first == .received(0, total: 100_000))
    #expect(site.said.last == .received(100_000, total: 100_000))
    #expect(site.vendor.requests.first?.headers["accept-encoding"] == "identity")
  }

  @Test func `a download continues where the connection was cut`() throws {
    let site = try Site { request, number in
      number == 0 ? Site.cut(after: 40_000) : Site.served(Site.content, request)
    }
    try site.fetch()
    #expect(site.file == Site.content)
    #expect(site.said.contains(.resumed(at: 40_000)))
    let second = try #require(site.vendor.requests.last?.headers)
    #expect(second["range"] == "bytes=40000-")
    #expect(second["if-range"] == "\"a\"")
    #expect(site.clock.waits == [1000])
  }

  @Test func `a download that was cut off is continued by the next run`() throws {
    let isUp = Mutex(false)
    let site = try Site { request, _ in
      isUp.withLock { $0 } ? Site.served(Site.content, request) : Site.cut(after: 40_000)
    }
    site.limits.mostAttempts = 1
    #expect(throws: DownloadFailure.broken(host: "127.0.0.1", received: 40_000, total: 100_000)) {
      try site.fetch()
    }
    #expect(site.file == nil)
    #expect(site.piece?.count == 40_000)
    isUp.withLock { $0 = true }
    try site.fetch()
    #expect(site.file == Site.content)
    #expect(site.said.contains(.resumed(at: 40_000)))
    #expect(site.names == ["file"])
  }

  @Test func `tries again a few times, each time later, and gives up where nothing new comes`()
    throws
  {
    let site = try Site { _, _ in [.close] }
    #expect(throws: DownloadFailure.broken(host: "127.0.0.1", received: 0, total: nil)) {
      try site.fetch()
    }
    #expect(site.vendor.connections == 5)
    #expect(site.clock.waits == [1000, 2000, 4000, 8000])
  }

  @Test func `whose server promises more than it has ends, and keeps what came`() throws {
    let site = try Site { _, _ in
      [.send(Site.answer(length: 999_999, ["ETag: \"a\""], body: Site.content)), .close]
    }
    site.limits.mostAttempts = 2
    #expect(throws: DownloadFailure.broken(host: "127.0.0.1", received: 100_000, total: 999_999)) {
      try site.fetch()
    }
    #expect(site.file == nil)
  }

  @Test func `whose server promises another length than is known is not begun`() throws {
    let site = try Site { request, _ in Site.served(Site.content, request) }
    #expect(throws: DownloadFailure.otherSize(expected: 100_001, found: 100_000)) {
      try site.fetch(size: 100_001)
    }
    #expect(site.names.isEmpty)
  }

  @Test func `a download without a length is refused when it exceeds the known length`() throws {
    let site = try Site { _, _ in .stream([Site.content, Site.content], "application/x") }
    #expect(throws: DownloadFailure.self) { try site.fetch(size: 100_000) }
    #expect(site.names.isEmpty)
  }

  @Test func `a download follows redirects, also relative ones, but only a limited number`() throws
  {
    let site = try Site { request, _ in
      switch request.target {
      case "/file": .answer(302, "", headers: ["Location: /a/b?key=1"])
      case "/a/b?key=1": .answer(307, "", headers: ["Location: c"])
      case "/a/c": Site.served(Site.content, request)
      default: .answer(301, "", headers: ["Location: /round"])
      }
    }
    try site.fetch()
    #expect(site.file == Site.content)
    let round = Download(clock: site.clock, room: { _ in nil })
    #expect(throws: DownloadFailure.tooManyRedirects(host: "127.0.0.1", most: 10)) {
      try round.fetch(.init(site.address("/x")), to: site.folder.path("x"))
    }
  }

  /// For the test, 127.0.0.1 is on the internet, and 127.0.0.2 in the house.
  private func fetch(from site: Site, isNear: @escaping @Sendable (String) -> Bool) throws {
    let download = Download(
      limits: site.limits, clock: site.clock, room: { _ in nil }, isNear: isNear)
    try download.fetch(.init(try site.address()), to: site.path)
  }

  @Test func `a download does not follow a redirect to this machine or its network`() throws {
    for place in ["127.0.0.2", "localhost", "printer.local", "0x7f.2", "[::ffff:127.0.0.2]"] {
      let site = try Site { request, _ in
        .answer(302, "", headers: ["Location: http://\(place):9/file"])
      }
      let failure = try #require(throws: DownloadFailure.self) {
        try fetch(from: site) { $0 == "127.0.0.2" || $0 == "::ffff:127.0.0.2" }
      }
      guard case .nearRedirect(host: "127.0.0.1", _) = failure else {
        Issue.record("\(place): \(failure)")
        continue
      }
      #expect(site.names.isEmpty)
    }
  }

  /// A name may stand for such an address: it is the address that counts.
  @Test func `a download does not follow a redirect to a name of this machine or its network`()
    throws
  {
    let reached = Mutex(0)
    let house = Vendor { _, _ in
      reached.withLock { $0 += 1 }
      return .answer(200, Site.content, type: "application/octet-stream", headers: [])
    }
    let site = try Site { request, _ in
      .answer(302, "", headers: ["Location: http://127.0.0.1:\(house.port)/file"])
    }
    // Asked when the first server is connected to, when the second is named, and when that is connected to.
    let asked = Mutex(0)
    #expect(throws: DownloadFailure.nearRedirect(host: "127.0.0.1", to: "127.0.0.1")) {
      try fetch(from: site) { _ in
        asked.withLock {
          $0 += 1
          return $0 > 3
        }
      }
    }
    #expect(asked.withLock { $0 } == 4)
    #expect(reached.withLock { $0 } == 0)
  }

  @Test func `goes where the user's own server in the house sends it`() throws {
    let house = Vendor { _, _ in
      .answer(200, Site.content, type: "application/octet-stream", headers: [])
    }
    let site = try Site { request, _ in
      .answer(302, "", headers: ["Location: http://127.0.0.1:\(house.port)/file"])
    }
    try fetch(from: site) { NearAddress.isNear($0) }
    #expect(site.file == Site.content)
  }

  /// A second request over the first one's connection was never asked about, and the server counted as one of the internet.
  @Test func `still goes where the user's own server sends it when that fails once`() throws {
    let house = Vendor { _, _ in
      .answer(200, Site.content, type: "application/octet-stream", headers: [])
    }
    let site = try Site { _, number in
      number == 0
        ? .answer(503, "")
        : .answer(302, "", headers: ["Location: http://0x7f.1:\(house.port)/file"])
    }
    // A name that says nothing of where it leads.
    let address = try WebAddress("http://0x7f.1:\(site.vendor.port)/file")
    let download = Download(limits: site.limits, clock: site.clock, room: { _ in nil })
    try download.fetch(.init(address), to: site.path)
    #expect(site.file == Site.content)
  }

  @Test func `ends where the server never says how much there is`() throws {
    let site = try Site { _, _ in
      [.send(Site.answer(length: nil, ["Connection: close"], body: []))]
        + Array(repeating: .send(Array(repeating: 7, count: 60_000)), count: 100) + [.close]
    }
    site.limits.mostBytesOfUnknown = 1_000_000
    #expect(throws: DownloadFailure.endless(host: "127.0.0.1", most: 1_000_000)) {
      try site.fetch()
    }
    #expect(site.names.isEmpty)
    // A file whose length we know ourselves may be as long as it is.
    try site.fetch(size: 6_000_000)
    #expect(site.file?.count == 6_000_000)
  }

  @Test(arguments: [
    "127.0.0.1", "127.255.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "0.0.0.0", "255.255.255.255", "224.0.0.1", "::1", "::",
    "fe80::1%eth0", "fd00::1", "fec0::1", "ff02::1", "::ffff:10.0.0.1", "::127.0.0.1",
    "64:ff9b::10.0.0.1", "2002:c0a8:101::1",
  ])
  func `A download knows an address that is near`(address: String) {
    #expect(NearAddress.isNear(address))
  }

  @Test(arguments: [
    "1.1.1.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "169.253.0.1", "100.128.0.1", "11.0.0.1",
    "2606:4700::1111", "::ffff:1.1.1.1", "2002:101:101::1", "64:ff9b::1.1.1.1",
  ])
  func `knows an address of the internet`(address: String) { #expect(!NearAddress.isNear(address)) }

  @Test func `is not sent from https to anything else`() throws {
    let safe = try WebAddress("https://a.example/x/y")
    #expect(try Download.redirected(safe, to: "../z").shown == "https://a.example/z")
    #expect(
      try Download.redirected(safe, to: "https://b.example/z").shown == "https://b.example/z")
    for place in ["http://a.example/z", "ftp://a.example/z", "file:///etc/passwd"] {
      #expect(throws: DownloadFailure.insecureRedirect(host: "a.example"), "\(place)") {
        try Download.redirected(safe, to: place)
      }
    }
    let open = try WebAddress("http://a.example/")
    #expect(try Download.redirected(open, to: "https://b.example/").scheme == "https")
  }

  /// The limit is half a second, so that nobody waits long for it.
  @Test func `a download that stalls ends with a message, and is continued by the next run`() throws
  {
    let isUp = Mutex(false)
    let site = try Site { request, _ in
      if isUp.withLock({ $0 }) { return Site.served(Site.content, request) }
      let start = Site.answer(length: 100_000, ["ETag: \"a\""], body: Site.content[..<500])
      return [.send(start), .hang]
    }
    site.limits.stallMilliseconds = 500
    site.limits.mostAttempts = 1
    #expect(throws: DownloadFailure.stalled(host: "127.0.0.1", seconds: 0.5, received: 500)) {
      try site.fetch(hasRealClock: true)
    }
    #expect(site.piece?.count == 500)
    isUp.withLock { $0 = true }
    try site.fetch()
    #expect(site.file == Site.content)
    #expect(site.said.contains(.resumed(at: 500)))
  }

  @Test func `from a server that ignores ranges starts over`() throws {
    let site = try Site { _, number in
      number == 0
        ? Site.cut(after: 40_000)
        : .answer(200, Site.content, type: "application/x", headers: ["ETag: \"a\""])
    }
    try site.fetch(checksum: Site.checksum)
    #expect(site.file == Site.content)
    #expect(site.said.contains(.startedOver))
  }

  /// The server behaves: it compares the tag and sends all of the new file.
  @Test func `of a file that changes meanwhile has no part of the old one`() throws {
    let new = Array(Site.content.reversed())
    let site = try Site { request, number in
      number == 0 ? Site.cut(after: 40_000) : Site.served(new, request, tag: "\"b\"")
    }
    try site.fetch()
    #expect(site.file == new)
  }

  /// The server sends the rest of another file, whatever it was asked.
  @Test(arguments: ["ETag: \"b\"", "ETag: \"a\""])
  func `of a file that changes has no part of the old one, even where the server misbehaves`(
    tag: String
  ) throws {
    let new = Array(Site.content.reversed()) + [1, 2, 3]
    let site = try Site { request, number in
      if number == 0 { return Site.cut(after: 40_000) }
      guard request.headers["range"] != nil else {
        return .answer(200, new, type: "application/x", headers: [tag])
      }
      return .answer(
        206, Array(new[40_000...]), type: "application/x",
        headers: [tag, "Content-Range: bytes 40000-100002/100003"])
    }
    try site.fetch()
    #expect(site.file == new)
  }

  @Test func `a download whose checksum is wrong after an earlier part is fetched again, once`()
    throws
  {
    let site = try Site { request, number in
      if number == 0 {
        let wrong = [UInt8](repeating: 7, count: 40_000)
        return [.send(Site.answer(length: 100_000, ["ETag: \"a\""], body: wrong)), .close]
      }
      return Site.served(Site.content, request)
    }
    site.limits.mostAttempts = 1
    #expect(throws: DownloadFailure.self) { try site.fetch(checksum: Site.checksum) }
    try site.fetch(checksum: Site.checksum)
    #expect(site.file == Site.content)
    #expect(site.said.contains(.resumed(at: 40_000)) && site.said.contains(.startedOver))
  }

  @Test func `whose checksum is wrong leaves nothing`() throws {
    let site = try Site { request, _ in Site.served(Site.content, request) }
    let other = String(repeating: "0", count: 64)
    #expect(throws: DownloadFailure.otherChecksum(expected: other, found: Site.checksum)) {
      try site.fetch(checksum: other)
    }
    #expect(site.names.isEmpty)
    #expect(site.vendor.requests.count == 1)
  }

  /// Without a word of the server about its edition, parts may be of two files.
  @Test func `a download without a strong tag starts over, unless a checksum is known`() throws {
    for (checksum, range) in [(nil, nil), (Site.checksum, "bytes=40000-")] {
      let site = try Site { request, number in
        number == 0
          ? Site.cut(after: 40_000, tag: "ETag: W/\"a\"") : Site.served(Site.content, request)
      }
      try site.fetch(checksum: checksum)
      #expect(site.file == Site.content)
      #expect(site.vendor.requests.last?.headers["range"] == range)
    }
  }

  @Test func `of which all is there already is finished`() throws {
    let site = try Site { request, _ in Site.served(Site.content, request) }
    let piece = DownloadPiece(site.path + ".piece")
    try WholeFile.write(Site.content, to: piece.path)
    try piece.keep(
      .init(address: DownloadPiece.key(of: site.address()), validator: "\"a\"", total: 100_000))
    try site.fetch()
    #expect(site.file == Site.content)
    #expect(site.vendor.requests.count == 1)
  }

  @Test func `a download from another address does not use the old part`() throws {
    let site = try Site { request, _ in Site.served(Site.content, request) }
    let piece = DownloadPiece(site.path + ".piece")
    try WholeFile.write(Array(repeating: 1, count: 500), to: piece.path)
    try piece.keep(.init(address: "of something else", validator: "\"a\"", total: 100_000))
    try site.fetch()
    #expect(site.file == Site.content)
    #expect(site.vendor.requests.first?.headers["range"] == nil)
  }

  @Test(arguments: [(404, 1), (403, 1), (500, 5), (503, 5), (429, 5)])
  func `that the server refuses is tried again only where that may help`(
    status: Int, attempts: Int
  ) throws {
    let site = try Site { _, _ in .answer(status, "no") }
    #expect(
      throws: DownloadFailure.status(status, host: "127.0.0.1", retryAfterSeconds: nil)
    ) { try site.fetch() }
    #expect(site.vendor.requests.count == attempts)
    #expect(site.names.isEmpty)
  }

  @Test func `waits as long as the server asks`() throws {
    let site = try Site { request, number in
      number == 0
        ? .answer(503, "", headers: ["Retry-After: 7"]) : Site.served(Site.content, request)
    }
    try site.fetch()
    #expect(site.clock.waits == [7000])
  }

  @Test func `that comes compressed is refused: neither its length nor a part can be trusted`()
    throws
  {
    let site = try Site { _, _ in
      .answer(200, Site.content, type: "application/x", headers: ["Content-Encoding: gzip"])
    }
    #expect(throws: DownloadFailure.compressed(host: "127.0.0.1", encoding: "gzip")) {
      try site.fetch()
    }
    #expect(site.names.isEmpty)
  }

  @Test func `that is a page to log in is refused`() throws {
    let site = try Site { _, _ in .answer(200, "<html>", type: "text/html; charset=utf-8") }
    #expect(throws: DownloadFailure.webPage(host: "127.0.0.1")) { try site.fetch() }
  }

  @Test func `for which there is no room is not begun`() throws {
    let site = try Site { request, _ in Site.served(Site.content, request) }
    #expect(
      throws: DownloadFailure.noRoom(folder: site.folder.path, needed: 150_000, free: 149_999)
    ) { try site.fetch(extra: 50_000, room: 149_999) }
    #expect(site.names.isEmpty)
    try site.fetch(extra: 50_000, room: 150_000)
    #expect(site.file == Site.content)
  }

  @Test func `a download to an unwritable file reports it`() throws {
    let site = try Site { request, _ in Site.served(Site.content, request) }
    try site.folder.makeFolders("file.piece")
    #expect(
      throws: DownloadFailure.unwritable(path: site.path + ".piece", SystemError(EISDIR))
    ) { try site.fetch() }
  }

  @Test func `that the user stops keeps what has come`() throws {
    let cancellation = Cancellation()
    let site = try Site { _, _ in
      let start = Site.answer(length: 100_000, ["ETag: \"a\""], body: Site.content[..<5000])
      return [.send(start), .hang]
    }
    let download = Download(clock: site.clock, room: { _ in nil })
    #expect(throws: DownloadFailure.cancelled) {
      try download.fetch(.init(site.address()), to: site.path, cancellation: cancellation) {
        if case .received(5000, _) = $0 { cancellation.cancel() }
      }
    }
    #expect(site.piece?.count == 5000)
    #expect(site.file == nil)
  }

  @Test func `a download from a closed port reports it`() throws {
    let (descriptor, port) = Loopback.listen()
    close(descriptor)
    let folder = try TemporaryFolder()
    var limits = Download.Limits()
    limits.mostAttempts = 1
    let failure = #expect(throws: DownloadFailure.self) {
      try Download(limits: limits, clock: VirtualClock())
        .fetch(.init(WebAddress("http://127.0.0.1:\(port)/x")), to: folder.path("x"))
    }
    guard case .noConnection("127.0.0.1", _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}

@Suite struct `An address` {
  @Test func `a displayed address hides user, password and query`() throws {
    let address = try WebAddress("https://ann:secret@a.example:8443/b/c%20d.onnx?token=hidden#e")
    #expect(address.shown == "https://a.example:8443/b/c%20d.onnx")
    #expect(address.host == "a.example")
    #expect(address.fileName == "c d.onnx")
    #expect(
      address.changed(ending: ".json")?.whole
        == "https://ann:secret@a.example:8443/b/c%20d.onnx.json?token=hidden#e")
    #expect(address.changed(ending: ".json", isRemoved: true) == nil)
  }

  @Test func `sends its user and password, and only where they belong`() throws {
    let site = try Site { request, _ in
      request.target == "/file"
        ? .answer(302, "", headers: ["Location: http://localhost:1/elsewhere"])
        : Site.served(Site.content, request)
    }
    var limits = Download.Limits()
    limits.mostAttempts = 1
    let address = try WebAddress("http://ann:secret@127.0.0.1:\(site.vendor.port)/file")
    _ = #expect(throws: DownloadFailure.self) {
      try Download(limits: limits, clock: site.clock).fetch(.init(address), to: site.path)
    }
    #expect(site.vendor.requests.first?.headers["authorization"] == "Basic YW5uOnNlY3JldA==")
    let next = try Download.redirected(address, to: "http://localhost:1/elsewhere")
    #expect(next.whole == "http://localhost:1/elsewhere")
  }

  @Test(arguments: [
    ("ftp://a.example/x", DownloadFailure.otherScheme("ftp")),
    ("file:///etc/passwd", .otherScheme("file")), ("http://", .notAnAddress),
    ("https://a b/", .notAnAddress),
  ])
  func `An address of another kind is refused`(text: String, failure: DownloadFailure) {
    #expect(throws: failure) { try WebAddress(text) }
  }
}
