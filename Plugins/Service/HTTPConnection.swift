import CCurl
import Glibc

/// What goes out in one exchange.
struct HTTPCall: Sendable {
  var url: String
  var headers: [String]
  /// Nothing: GET, else POST.
  var body: [UInt8]?
  /// How long to wait for a connection, the next bytes to be taken, an answer, or its next bytes.
  var timeoutSeconds: Double
  /// Never through a proxy.
  var isDirect: Bool
}

/// How an exchange ended.
enum HTTPEnd: Equatable {
  /// The answer is whole.
  case whole
  /// The caller did not want more.
  case stopped
  /// Nothing came for as long as the caller waits.
  case silent
  /// There was no connection: libcurl's code and words.
  case unreachable(code: Int32, words: String)
  /// The other side cannot be trusted.
  case untrusted(code: Int32, words: String)
  /// The connection broke.
  case broken(code: Int32, words: String)
  /// The answer was not HTTP.
  case nonsense(code: Int32, words: String)
}

/// One HTTP exchange at a time, over connections that stay open in between.
///
/// Used by one thread at a time, except for ``wake()``, which any thread may call as long as the
/// connection lives.
@safe package final class HTTPConnection: @unchecked Sendable {
  private let connection: OpaquePointer

  /// Nothing without memory.
  package init?() {
    guard let connection = unsafe ccurl_open() else { return nil }
    unsafe self.connection = unsafe connection
  }

  deinit { unsafe ccurl_close(connection) }

  /// Ends the wait under way, so that `goesOn` is asked again.
  package func wake() { unsafe ccurl_wake(connection) }

  /// Waits for that long, or until it should not go on; says whether the time is over.
  package func wait(milliseconds: Double, while goesOn: () -> Bool) -> Bool {
    let end = monotonicSeconds() + milliseconds / 1000
    while goesOn() {
      let left = end - monotonicSeconds()
      if left <= 0 { return true }
      unsafe ccurl_wait(connection, Self.milliseconds(min(left, Self.longestWaitSeconds)))
    }
    return false
  }

  /// Sends `call` and hands on what comes, the head first, then bytes as they arrive.
  ///
  /// `head` and `bytes` run outside of libcurl and may take their time; they answer whether to go
  /// on.
  func exchange<Failure: Error>(
    _ call: HTTPCall, while goesOn: () -> Bool,
    head: (AnswerHead) throws(Failure) -> Bool,
    bytes: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) -> HTTPEnd {
    let started = Started(call)
    defer { unsafe ccurl_end(connection) }  // before `started` goes
    let code = unsafe started.begin(connection)
    guard code == 0 else { return .unreachable(code: code, words: "the request could not start") }
    var hasHead = false
    var sentBytes: Int64 = 0
    var deadline = monotonicSeconds() + call.timeoutSeconds
    while goesOn() {
      let isRunning = unsafe ccurl_step(connection) == 1
      if !hasHead, unsafe ccurl_status(connection) != 0 {
        hasHead = true
        guard try head(answerHead()) else { return .stopped }
        deadline = monotonicSeconds() + call.timeoutSeconds
      }
      let arrived = takeBytes()
      if !arrived.isEmpty {
        guard try bytes(arrived) else { return .stopped }
        deadline = monotonicSeconds() + call.timeoutSeconds
      }
      guard isRunning else { return outcome() }
      let left = deadline - monotonicSeconds()
      guard left > 0 else { return .silent }
      let sent = unsafe ccurl_sent(connection)
      if sent > sentBytes {
        sentBytes = sent
        deadline = monotonicSeconds() + call.timeoutSeconds
      }
      if arrived.isEmpty {
        unsafe ccurl_wait(connection, Self.milliseconds(min(left, Self.longestWaitSeconds)))
      }
    }
    return .stopped
  }

  private func answerHead() -> AnswerHead {
    var count = 0
    let start = unsafe ccurl_head(connection, &count)
    return unsafe AnswerHead(
      status: Int(ccurl_status(connection)), lines: UnsafeBufferPointer(start: start, count: count))
  }

  private func takeBytes() -> [UInt8] {
    var count = 0
    let start = unsafe ccurl_bytes(connection, &count)
    guard count > 0 else { return [] }
    defer { unsafe ccurl_taken(connection) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  private func outcome() -> HTTPEnd {
    let code = unsafe ccurl_code(connection)
    let words = unsafe String(cString: ccurl_words(connection))
    switch unsafe Int(ccurl_outcome(connection)) {
    case CCURL_DONE: return .whole
    case CCURL_TIMEOUT: return .silent
    case CCURL_NO_CONNECTION: return .unreachable(code: code, words: words)
    case CCURL_NO_TRUST: return .untrusted(code: code, words: words)
    case CCURL_NONSENSE: return .nonsense(code: code, words: words)
    default: return .broken(code: code, words: words)
    }
  }

  /// How often a waiting caller is asked whether to go on, and can show that it lives.
  private static let longestWaitSeconds = 2.0

  private static func milliseconds(_ seconds: Double) -> Int32 {
    Int32(min((seconds * 1000).rounded(.up), 1_000_000))
  }
}

/// The C form of a call, which lives as long as its exchange.
@safe private final class Started {
  private let url: UnsafeMutablePointer<CChar>?
  private let headers: [UnsafeMutablePointer<CChar>?]
  private let body: UnsafeMutableBufferPointer<UInt8>
  private let call: HTTPCall

  init(_ call: HTTPCall) {
    self.call = call
    unsafe url = unsafe strdup(call.url)
    unsafe headers = unsafe call.headers.map { unsafe strdup($0) }
    unsafe body = .allocate(capacity: max(1, call.body?.count ?? 0))
    _ = unsafe body.initialize(from: call.body ?? [])
  }

  func begin(_ connection: OpaquePointer) -> Int32 {
    guard let url = unsafe url else { return 27 }
    let lines = unsafe headers.compactMap { unsafe UnsafePointer($0) }
    return unsafe lines.withUnsafeBufferPointer { lines in
      var plain = unsafe ccurl_call(
        url: url, headers: lines.baseAddress, header_count: lines.count,
        body: call.body == nil ? nil : UnsafePointer(body.baseAddress),
        body_length: call.body?.count ?? 0,
        connect_milliseconds: max(1, Int64((call.timeoutSeconds * 1000).rounded(.up))),
        direct: call.isDirect ? 1 : 0)
      return unsafe ccurl_begin(connection, &plain)
    }
  }

  deinit {
    unsafe free(url)
    unsafe headers.forEach { unsafe free($0) }
    unsafe body.deallocate()
  }
}

/// Seconds of a clock that only goes forward.
package func monotonicSeconds() -> Double { seconds(of: CLOCK_MONOTONIC) }

/// Seconds since 1970.
package func unixSeconds() -> Double { seconds(of: CLOCK_REALTIME) }

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
