import CHTTP
import CueSystem
import Glibc

/// Serves HTTP on sockets that listen: the gate first, then a route, and for each connection a thread.
@safe package final class HTTPServer: Sendable {
  /// How the body of a request is taken.
  package enum BodyRule: Sendable {
    /// There is none.
    case none
    /// `application/json`, kept in memory.
    case json(mostBytes: Int)
    /// `multipart/form-data`, kept in a file without a name.
    case form(mostBytes: Int)
  }

  /// A request that has come as a whole.
  package struct Request {
    /// Its head.
    package let head: RequestHead
    /// A body of JSON.
    package let body: [UInt8]
    /// The parts of a form.
    package let form: FormReader?
    /// Tells when the client goes away.
    package let presence: ClientPresence
  }

  /// What is served at a path.
  package struct Route: Sendable {
    /// GET or POST.
    package let method: String
    /// The whole path; a last "*" stands for any rest.
    package let path: String
    /// How its body is taken.
    package let body: BodyRule
    /// Serves a request; whatever it throws beside a ``ServerError`` is a fault of ours.
    package let serve: @Sendable (Request) throws -> ServerAnswer

    /// A route.
    package init(
      _ method: String, _ path: String, body: BodyRule = .none,
      serve: @escaping @Sendable (Request) throws -> ServerAnswer
    ) {
      self.method = method
      self.path = path
      self.body = body
      self.serve = serve
    }

    func matches(_ path: String) -> Bool {
      self.path.hasSuffix("*") ? path.hasPrefix(self.path.dropLast()) : path == self.path
    }
  }

  /// What a server lets through, and what it reports.
  package struct Rules: Sendable {
    /// Decides which requests are served.
    package var gate: ServerGate
    /// The keys that clients must show; nil: none.
    package var keys: ServerKeys?
    /// What needs no key: the health of the server.
    package var openPaths: Set<String> = ["/health"]
    /// Where files without a name are made.
    package var folder: String
    /// Takes each request that is over: its head, the path of its route (nil if it came to none), the status, and milliseconds.
    ///
    /// What it writes must have no texts and no keys.
    package var log: @Sendable (RequestHead, String?, Int, Int64) -> Void

    /// Rules.
    package init(
      gate: ServerGate, keys: ServerKeys?, folder: String,
      log: @escaping @Sendable (RequestHead, String?, Int, Int64) -> Void
    ) {
      self.gate = gate
      self.keys = keys
      self.folder = folder
      self.log = log
    }
  }

  /// The texts of a key and its certificate, in PEM.
  package struct TLS: Sendable {
    /// The certificate, and those that it depends on.
    package let certificate: String
    /// Its private key.
    package let key: String

    /// A key and its certificate.
    package init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// The server was not started: the key does not fit the certificate, or there is no memory.
  package struct StartFailure: Error {}

  /// Why libmicrohttpd cannot be used; nil if it can.
  package static func missingLibrary() -> String? {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_http_is_there(&why, why.count) == 0 else { return nil }
    return textOfC(why)
  }

  /// A socket that listens at `address`.
  ///
  /// - Parameters:
  ///   - address: in numbers
  ///   - port: 0 for any free one
  /// - Returns: the socket and its port
  /// - Throws: the system's reason, as `EADDRINUSE`
  package static func listen(
    _ address: String, port: Int
  ) throws(SystemError) -> (descriptor: Int32, port: Int) {
    var number = UInt16(port)
    let descriptor = unsafe cue_http_listen(address, &number)
    guard descriptor >= 0 else { throw SystemError(-descriptor) }
    return (descriptor, Int(number))
  }

  private let routes: [Route]
  private let rules: Rules
  /// A server of the library.
  @safe private struct Handle: @unchecked Sendable {  // the library lets any thread use it
    let pointer: OpaquePointer
  }

  private let servers = Monitor([Handle]())
  private let watch = PresenceWatch()

  /// A server of `routes`, which listens nowhere yet.
  package init(_ routes: [Route], _ rules: Rules) {
    self.routes = routes
    self.rules = rules
  }

  /// Serves what comes to a socket; it belongs to the server from here on.
  package func serve(_ descriptor: Int32, tls: TLS? = nil) throws(StartFailure) {
    // The handler lives as long as the program.
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    var handler = unsafe cue_http_handler(
      context: context,
      begin: { context, exchange in
        let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
        return unsafe server.begin(exchange!).map { unsafe Unmanaged.passRetained($0).toOpaque() }
      },
      take: { owner, bytes, count in
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(owner!).takeUnretainedValue()
        return unsafe exchange.take(UnsafeBufferPointer(start: bytes, count: count)) ? 1 : 0
      },
      serve: { owner, handle in
        unsafe Unmanaged<Exchange>.fromOpaque(owner!).takeUnretainedValue().serve(handle!)
      },
      end: { owner in
        unsafe Unmanaged<Exchange>.fromOpaque(owner!).takeRetainedValue().end()
      })
    let started: OpaquePointer? = unsafe withPEM(tls) { key, certificate in
      var settings = unsafe cue_http_settings(
        descriptor: descriptor, key: key, certificate: certificate, connections: 64,
        connections_of_address: 64, idle_seconds: 30, head_bytes: 48 * 1024)
      return unsafe cue_http_start(&settings, &handler)
    }
    guard let started = unsafe started else { throw StartFailure() }
    let handle = unsafe Handle(pointer: started)
    servers.change { $0.append(handle) }
  }

  private func withPEM<Value>(
    _ tls: TLS?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Value
  ) -> Value {
    guard let tls else { return body(nil, nil) }
    return unsafe tls.key.withCString { key in
      unsafe tls.certificate.withCString { unsafe body(key, $0) }
    }
  }

  /// Takes no more connections.
  package func quiesce() {
    for server in servers.change({ $0 }) { unsafe cue_http_quiesce(server.pointer) }
  }

  /// How many connections are open.
  package var connections: Int {
    var sum = 0
    for server in servers.change({ $0 }) { sum += Int(unsafe cue_http_connections(server.pointer)) }
    return sum
  }

  /// Ends all connections; what is being served is cancelled.
  package func stop() {
    watch.cancelAll()
    let all = servers.change { all in
      defer { all = [] }
      return all
    }
    for server in all { unsafe cue_http_stop(server.pointer) }
  }

  // The exchange.

  private func begin(_ handle: OpaquePointer) -> Exchange? {
    let head = unsafe Self.head(of: handle)
    let start = MonotonicClock().milliseconds
    func refuse(_ error: ServerError) -> Exchange? {
      unsafe give(error.answer, handle, head)
      rules.log(head, nil, error.status, MonotonicClock().milliseconds - start)
      return nil
    }
    if let refusal = rules.gate.refusal(of: head) { return refuse(refusal) }
    if head.method == "OPTIONS", rules.gate.allowedOrigin(of: head) != nil {
      unsafe give(ServerAnswer(204, text: ""), handle, head)
      return nil
    }
    if let keys = rules.keys, !rules.openPaths.contains(head.path), !keys.accepts(head.key) {
      return refuse(
        ServerError(
          401, "invalid_api_key",
          "The request has no key of this server. Send 'Authorization: Bearer KEY'."))
    }
    let found = routes.filter { $0.matches(head.path) }
    guard !found.isEmpty else {
      return refuse(ServerError(404, "not_found", "There is nothing at \(head.path.prefix(100))."))
    }
    guard
      let route = found.first(where: {
        $0.method == head.method || ($0.method == "GET" && head.method == "HEAD")
      })
    else {
      let methods = found.map(\.method).joined(separator: ", ")
      return refuse(ServerError(405, "method_not_allowed", "\(head.path) takes \(methods)."))
    }
    do throws(ServerError) {
      let body = unsafe try RequestBody(route.body, head, handle, folder: rules.folder)
      let presence = ClientPresence(socket: unsafe cue_http_socket(handle))
      watch.add(presence)
      return Exchange(
        server: self, head: head, route: route, body: body, presence: presence, start: start)
    } catch { return refuse(error) }
  }

  fileprivate func give(_ answer: ServerAnswer, _ handle: OpaquePointer, _ head: RequestHead) {
    for field in answer.headers { unsafe cue_http_add_header(handle, field.name, field.value) }
    for (name, value) in [
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ("X-Accel-Buffering", "no"),
    ] { unsafe cue_http_add_header(handle, name, value) }
    if let origin = rules.gate.allowedOrigin(of: head) {
      unsafe cue_http_add_header(handle, "Access-Control-Allow-Origin", origin)
      unsafe cue_http_add_header(
        handle, "Access-Control-Allow-Headers", "Authorization, Content-Type")
      unsafe cue_http_add_header(handle, "Access-Control-Allow-Methods", "GET, POST")
      unsafe cue_http_add_header(handle, "Vary", "Origin")
    }
    switch answer.body {
    case .bytes(let bytes):
      _ = unsafe bytes.withUnsafeBytes {
        unsafe cue_http_answer(handle, UInt32(answer.status), $0.baseAddress, $0.count)
      }
    case .stream(let stream):
      let box = unsafe Unmanaged.passRetained(StreamBox(stream)).toOpaque()
      _ = unsafe cue_http_stream(
        handle, UInt32(answer.status),
        { data, bytes, size in
          unsafe Unmanaged<StreamBox>.fromOpaque(data!).takeUnretainedValue().read(
            UnsafeMutableBufferPointer(start: bytes, count: size))
        },
        { data in
          unsafe Unmanaged<StreamBox>.fromOpaque(data!).takeRetainedValue().stream.close()
        }, box)
    }
  }

  private static func head(of handle: OpaquePointer) -> RequestHead {
    let fields = FieldList()
    unsafe cue_http_each_header(
      handle,
      { data, name, value in
        let list = unsafe Unmanaged<FieldList>.fromOpaque(data!).takeUnretainedValue()
        list.all.append(
          .init(
            unsafe String(cString: name!), unsafe value.map { unsafe String(cString: $0) } ?? ""))
      }, Unmanaged.passUnretained(fields).toOpaque())
    var client = [CChar](repeating: 0, count: 64)
    unsafe cue_http_client(handle, &client, client.count)
    return RequestHead(
      unsafe String(cString: cue_http_method(handle)),
      unsafe String(cString: cue_http_path(handle)), headers: fields.all,
      client: textOfC(client))
  }

  private final class FieldList {
    var all: [RequestHead.Field] = []
  }

  private final class StreamBox {
    let stream: any AnswerStream
    init(_ stream: any AnswerStream) { self.stream = stream }

    func read(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
      guard let bytes = try? stream.read(atMost: room.count) else { return -1 }
      unsafe bytes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(room).copyMemory(from: $0)
      }
      return bytes.count
    }
  }

  /// A request on its way; one thread uses it.
  private final class Exchange {
    private let server: HTTPServer
    private let head: RequestHead
    private let route: Route
    private let body: RequestBody
    private let presence: ClientPresence
    private let start: Int64
    /// As other servers call a client that went away before there was an answer.
    private var status = 499

    init(
      server: HTTPServer, head: RequestHead, route: Route, body: RequestBody,
      presence: ClientPresence, start: Int64
    ) {
      self.server = server
      self.head = head
      self.route = route
      self.body = body
      self.presence = presence
      self.start = start
    }

    func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { unsafe body.take(bytes) }

    func serve(_ handle: OpaquePointer) {
      var answer: ServerAnswer
      do {
        let (bytes, form) = try body.finish()
        answer = try route.serve(
          Request(head: head, body: bytes, form: form, presence: presence))
      } catch let error as ServerError {
        answer = error.answer
      } catch {
        answer = ServerError(500, "internal", "The server failed: \(error).").answer
      }
      if head.method == "HEAD" {
        if case .stream(let stream) = answer.body { stream.close() }
      }
      status = answer.status
      unsafe server.give(answer, handle, head)
    }

    func end() {
      server.watch.remove(presence)
      server.rules.log(head, route.path, status, MonotonicClock().milliseconds - start)
    }
  }
}
