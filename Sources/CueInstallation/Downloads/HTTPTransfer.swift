import CLibcurl
import CueModel
import CueSystem

/// Status and headers of an answer.
struct AnswerHead: Equatable {
  var status: Int
  /// By lower-case name; of two with one name, the later.
  var headers: [String: String] = [:]

  /// Reads the lines of a head as they came.
  init(status: Int, lines: [UInt8]) {
    self.status = status
    let text = String(decoding: lines, as: UTF8.self)
    // "\r\n" is one character of Swift's, and a newline.
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      var value = line[line.index(after: colon)...]
      while value.first?.isWhitespace == true { value.removeFirst() }
      while value.last?.isWhitespace == true { value.removeLast() }
      headers[line[..<colon].lowercased()] = String(value)
    }
  }

  /// The bytes that follow, if the head says so.
  var length: Int? { headers["content-length"].flatMap { Int($0) } }

  /// Of `Content-Range: bytes 5-99/100`: 5 and 100.
  var range: (start: Int?, total: Int?) {
    guard let text = headers["content-range"], text.lowercased().hasPrefix("bytes") else {
      return (nil, nil)
    }
    let parts = text.dropFirst("bytes".count).split(separator: "/").map { part in
      part.filter { !$0.isWhitespace }
    }
    let start = parts.first?.split(separator: "-").first.flatMap { Int($0) }
    return (start, parts.count == 2 ? Int(parts[1]) : nil)
  }

  /// What distinguishes this edition of the file, byte for byte: a strong entity tag, or else the date of its last change.
  var validator: String? {
    if let tag = headers["etag"], tag.hasPrefix("\""), tag.count > 2 { return tag }
    return headers["etag"] == nil ? headers["last-modified"] : nil
  }
}

/// One exchange at a time with a server.
@safe final class HTTPTransfer {
  /// Why libcurl cannot be used; nil if it can.
  static var absence: String? {
    var why = [CChar](repeating: 0, count: 256)
    guard unsafe cue_transfer_is_there(&why, why.count) == 0 else { return nil }
    return textOfC(why)
  }

  /// Wakes a transfer from another thread, while it is open.
  ///
  /// libcurl lets any thread call `curl_multi_wakeup`, so it is unchecked.
  @safe private struct Waker: @unchecked Sendable {
    let transfer: OpaquePointer
    func wake() { unsafe cue_transfer_wake(transfer) }
  }

  private let transfer: OpaquePointer

  /// - Throws: ``DownloadFailure`` where libcurl is missing
  init() throws(DownloadFailure) {
    if let why = HTTPTransfer.absence { throw .noLibrary(why) }
    guard let transfer = unsafe cue_transfer_open() else { throw .noLibrary("out of memory") }
    unsafe self.transfer = transfer
  }

  deinit { unsafe cue_transfer_close(transfer) }

  /// Whether an address, in numbers, may be connected to.
  private var allows: (String) -> Bool = { _ in true }

  /// Starts to get what is at `address`, with those lines in the request.
  ///
  /// `allows` is asked before each connection. No connection of an earlier request is used again.
  func begin(
    _ address: WebAddress, headers: [String], connectMilliseconds: Int,
    allows: @escaping (_ address: String) -> Bool = { _ in true }
  ) throws(DownloadFailure) {
    unsafe cue_transfer_end(transfer)
    self.allows = allows
    // It is called only within `step`, so `self` is alive.
    unsafe cue_transfer_ask(
      transfer,
      { data, address in
        guard let data = unsafe data, let address = unsafe address else { return 0 }
        let ours = unsafe Unmanaged<HTTPTransfer>.fromOpaque(data).takeUnretainedValue()
        return unsafe ours.allows(String(cString: address)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    for line in headers {
      guard unsafe cue_transfer_add_header(transfer, line) != 0 else {
        throw .other(host: address.host, why: "out of memory")
      }
    }
    let code = unsafe cue_transfer_begin(
      transfer, address.whole, Int64(connectMilliseconds), address.isLocal ? 1 : 0)
    guard code == 0 else { throw .notAnAddress }
  }

  /// Moves what can be moved, and else waits for at most `milliseconds`; whether the exchange goes on.
  func step(milliseconds: Int) -> Bool {
    guard unsafe cue_transfer_step(transfer) != 0 else { return false }
    if head == nil || !hasBody {
      unsafe cue_transfer_wait(transfer, Int32(clamping: milliseconds))
      return unsafe cue_transfer_step(transfer) != 0
    }
    return true
  }

  /// The head of the answer, once it is whole.
  var head: AnswerHead? {
    let status = unsafe cue_transfer_status(transfer)
    guard status > 0 else { return nil }
    var length = 0
    guard let bytes = unsafe cue_transfer_head(transfer, &length) else { return nil }
    return AnswerHead(
      status: Int(status), lines: unsafe Array(UnsafeBufferPointer(start: bytes, count: length)))
  }

  private var hasBody: Bool {
    var length = 0
    _ = unsafe cue_transfer_body(transfer, &length)
    return length > 0
  }

  /// What has arrived of the body since the last call.
  func takeBody() -> [UInt8] {
    var length = 0
    guard let bytes = unsafe cue_transfer_body(transfer, &length), length > 0 else { return [] }
    defer { unsafe cue_transfer_taken(transfer) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// Why the exchange ended badly; nil if it ended well.
  func failure(host: String, received: Int, total: Int?) -> DownloadFailure? {
    let outcome = Int(unsafe cue_transfer_outcome(transfer))
    let why = unsafe String(cString: cue_transfer_words(transfer))
    return switch outcome {
    case CUE_TRANSFER_DONE: nil
    case CUE_TRANSFER_NO_CONNECTION: .noConnection(host: host, why: why)
    case CUE_TRANSFER_NO_TRUST: .noTrust(host: host, why: why)
    case CUE_TRANSFER_BROKEN: .broken(host: host, received: received, total: total)
    case CUE_TRANSFER_NOT_HTTP: .notHTTP(host: host)
    default: .other(host: host, why: why)
    }
  }

  /// Breaks off what is under way.
  func end() { unsafe cue_transfer_end(transfer) }

  /// Runs `body`, whose waits end when `cancellation` is triggered.
  func waking<Value>(
    by cancellation: Cancellation, _ body: () throws -> Value
  ) rethrows -> Value {
    let waker = unsafe Waker(transfer: transfer)
    return try cancellation.withHandler({ waker.wake() }, body)
  }
}
