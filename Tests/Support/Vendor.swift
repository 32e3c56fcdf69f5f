import Dispatch
import Glibc
import Synchronization

/// A server on this machine that answers as a test says, byte by byte.
package final class Vendor: Sendable {
  /// What a client asked.
  package struct Request: Sendable {
    package var method: String
    package var target: String
    package var headers: [String: String]
    package var body: [UInt8]
  }

  /// What the server does, step by step, for one request.
  package enum Step: Sendable {
    case send([UInt8])
    /// Runs something of the test's on the server's thread.
    case run(@Sendable () -> Void)
    /// Waits until the client has gone.
    case hang
    /// Ends the connection.
    case close
  }

  /// What happens to the request with that number, from 0.
  package typealias Script = @Sendable (Request, Int) -> [Step]

  fileprivate struct Seen {
    var requests: [Request] = []
    var connections = 0
  }

  private let core: Core
  package let port: UInt16

  /// A server that sends `greeting` to each client as soon as it connects.
  package init(greeting: String = "", _ script: @escaping Script) {
    core = Core(greeting, script)
    port = core.listen()
    let core = core
    DispatchQueue(label: "vendor").async { core.acceptAll() }
  }

  deinit { core.stop() }

  package var address: String { "http://127.0.0.1:\(port)" }
  package var requests: [Request] { core.seen.withLock { $0.requests } }
  package var connections: Int { core.seen.withLock { $0.connections } }
}

/// What the server's threads share.
private final class Core: Sendable {
  let seen = Mutex(Vendor.Seen())
  private let greeting: [UInt8]
  private let script: Vendor.Script
  private let listening = Mutex<Int32>(-1)

  init(_ greeting: String, _ script: @escaping Vendor.Script) {
    self.greeting = [UInt8](greeting.utf8)
    self.script = script
  }

  func listen() -> UInt16 {
    let (descriptor, port) = Loopback.listen()
    listening.withLock { $0 = descriptor }
    return port
  }

  func stop() {
    listening.withLock { descriptor in
      _ = shutdown(descriptor, Int32(SHUT_RDWR))
      descriptor = -1
    }
  }

  func acceptAll() {
    let descriptor = listening.withLock { $0 }
    guard descriptor >= 0 else { return }
    while true {
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else { break }
      seen.withLock { $0.connections += 1 }
      DispatchQueue(label: "client").async { self.serve(client) }
    }
    close(descriptor)
  }

  private func serve(_ client: Int32) {
    defer { close(client) }
    var one: Int32 = 1
    unsafe setsockopt(
      client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    guard send(greeting, to: client) else { return }
    var pending: [UInt8] = []
    while let request = read(client, &pending) {
      let number = seen.withLock { seen in
        seen.requests.append(request)
        return seen.requests.count - 1
      }
      for step in script(request, number) {
        switch step {
        case .send(let bytes): guard send(bytes, to: client) else { return }
        case .run(let body): body()
        case .hang:
          while receive(client) != nil {}
          return
        case .close: return
        }
      }
    }
  }

  private func read(_ client: Int32, _ pending: inout [UInt8]) -> Vendor.Request? {
    var end: Int?
    while end == nil {
      end = pending.indices.first { pending[$0...].starts(with: Array("\r\n\r\n".utf8)) }
      if end == nil {
        guard let more = receive(client) else { return nil }
        pending += more
      }
    }
    let head = String(decoding: pending[..<(end ?? 0)], as: UTF8.self)
    pending.removeFirst((end ?? 0) + 4)
    let lines = head.split(whereSeparator: \.isNewline)
    let words = lines[0].split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(
        line[line.index(after: colon)...].drop { $0 == " " })
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while pending.count < length {
      guard let more = receive(client) else { return nil }
      pending += more
    }
    let body = Array(pending.prefix(length))
    pending.removeFirst(length)
    return Vendor.Request(
      method: String(words[0]), target: String(words[1]), headers: headers, body: body)
  }

  private func receive(_ client: Int32) -> [UInt8]? {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(client, &room, room.count, 0)
    return count > 0 ? Array(room[..<count]) : nil
  }

  private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let rest = Array(bytes[sent...])
      let count = unsafe Glibc.send(client, rest, rest.count, Int32(MSG_NOSIGNAL))
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

extension [Vendor.Step] {
  /// A whole answer with a length.
  package static func answer(
    _ status: Int, _ body: [UInt8], type: String, headers: [String] = []
  ) -> [Vendor.Step] {
    let lines = ["Content-Type: \(type)", "Content-Length: \(body.count)"] + headers
    return [.send(head(status, lines)), .send(body)]
  }

  /// A whole answer of text.
  package static func answer(
    _ status: Int, _ body: String, type: String = "application/json", headers: [String] = []
  ) -> [Vendor.Step] {
    answer(status, [UInt8](body.utf8), type: type, headers: headers)
  }

  /// The beginning of an answer in chunks.
  package static func opening(
    _ type: String = "audio/pcm", headers: [String] = []
  ) -> [Vendor.Step] {
    [.send(head(200, ["Content-Type: \(type)", "Transfer-Encoding: chunked"] + headers))]
  }

  /// Each piece as a chunk of its own.
  package static func chunks(_ pieces: [[UInt8]]) -> [Vendor.Step] {
    pieces.filter { !$0.isEmpty }.map { piece in
      .send(
        [UInt8]("\(String(piece.count, radix: 16))\r\n".utf8) + piece
          + [UInt8]("\r\n".utf8))
    }
  }

  /// The end of an answer in chunks.
  package static var ending: [Vendor.Step] { [.send([UInt8]("0\r\n\r\n".utf8))] }

  /// A whole answer in those chunks.
  package static func stream(
    _ pieces: [[UInt8]], _ type: String = "audio/pcm", headers: [String] = []
  ) -> [Vendor.Step] {
    opening(type, headers: headers) + chunks(pieces) + ending
  }

  private static func head(_ status: Int, _ lines: [String]) -> [UInt8] {
    [UInt8](
      (["HTTP/1.1 \(status) As told"] + lines + ["", ""]).joined(separator: "\r\n").utf8)
  }
}
