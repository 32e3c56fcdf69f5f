import CueModel
import CueSystem
import Glibc

/// Downloads a file: goes on where an earlier attempt ended, tries again, and checks what has come.
package struct Download: Sendable {
  /// How much is put up with.
  package struct Limits: Sendable {
    /// How long connecting may take, in milliseconds.
    package var connectMilliseconds = 20_000
    /// If fewer than ``fewestBytes`` come within this time, the attempt has failed.
    package var stallMilliseconds = 30_000
    /// See ``stallMilliseconds``.
    package var fewestBytes = 1024
    /// How often a server may redirect one attempt.
    package var mostRedirects = 10
    /// How many attempts in a row may bring nothing new.
    package var mostAttempts = 5
    /// How many attempts there may be in all.
    package var mostAttemptsInAll = 50
    /// The pause after the first attempt, in milliseconds; each further one is twice as long.
    package var firstPauseMilliseconds = 1000
    /// No file is longer, in bytes.
    package var mostBytes = 16 << 30
    /// No file whose length neither we nor the server know is longer, in bytes.
    package var mostBytesOfUnknown = 1 << 30

    /// The usual ones.
    package init() {}
  }

  /// What is downloaded.
  package struct Order: Equatable, Sendable {
    /// Where it is.
    package var address: WebAddress
    /// Its length in bytes, if that is known.
    package var byteCount: Int?
    /// Its SHA-256 in hexadecimal, if that is known.
    package var checksum: String?
    /// Room that is needed beside the file itself, in bytes, as to unpack it.
    package var extraBytes: Int

    /// The file at `address`.
    package init(
      _ address: WebAddress, byteCount: Int? = nil, checksum: String? = nil, extraBytes: Int = 0
    ) {
      self.address = address
      self.byteCount = byteCount
      self.checksum = checksum?.lowercased()
      self.extraBytes = extraBytes
    }
  }

  private let limits: Limits
  private let clock: any MonotonicTime
  private let room: @Sendable (String) -> Int?
  private let isNear: @Sendable (String) -> Bool

  /// Downloads within `limits`.
  ///
  /// - Parameters:
  ///   - limits: how much is put up with
  ///   - clock: what times are measured by
  ///   - room: the bytes that are free in a folder; nil if that is not known
  ///   - isNear: whether an address, in numbers, is one that no server of the internet may redirect to
  package init(
    limits: Limits = Limits(), clock: any MonotonicTime = MonotonicClock(),
    room: @escaping @Sendable (String) -> Int? = { FileTree.room(in: $0) },
    isNear: @escaping @Sendable (String) -> Bool = { NearAddress.isNear($0) }
  ) {
    self.limits = limits
    self.clock = clock
    self.room = room
    self.isNear = isNear
  }

  /// Downloads into the file at `path`, which gets its name when it is whole and checked.
  ///
  /// Until then the bytes are in `path.piece`, which stays after a failure that may pass, and is gone on with.
  package func fetch(
    _ order: Order, to path: String, cancellation: Cancellation = Cancellation(),
    event: @escaping (DownloadEvent) -> Void = { _ in }
  ) throws(DownloadFailure) {
    let piece = DownloadPiece(path + ".piece")
    var isSecondTime = false
    while true {
      // A part that an earlier attempt left may be of another edition.
      var hasOldPart = piece.byteCount > 0
      do throws(DownloadFailure) {
        hasOldPart = try persist(order, piece, cancellation, event) || hasOldPart
        try check(order, piece)
        return try piece.finish(as: path)
      } catch {
        guard error.isOfContent else { throw error }
        piece.discard()
        guard hasOldPart, !isSecondTime else { throw error }
        isSecondTime = true
        event(.startedOver)
      }
    }
  }

  /// Where the server at `address` redirects to.
  ///
  /// - Throws: ``DownloadFailure`` where that is less safe, or no address that Cue can use
  static func redirected(
    _ address: WebAddress, to place: String
  ) throws(DownloadFailure) -> WebAddress {
    guard let next = try? WebAddress(address.whole, reference: place),
      address.scheme != "https" || next.scheme == "https"
    else { throw .insecureRedirect(host: address.host) }
    return next
  }

  private func check(_ order: Order, _ piece: DownloadPiece) throws(DownloadFailure) {
    let count = piece.byteCount
    if let expected = order.byteCount, count != expected {
      throw .otherSize(expected: expected, found: count)
    }
    guard let expected = order.checksum else { return }
    let found = piece.checksum ?? ""
    guard found == expected else { throw .otherChecksum(expected: expected, found: found) }
  }

  /// Tries until all is there; whether an attempt went on where another ended.
  private func persist(
    _ order: Order, _ piece: DownloadPiece, _ cancellation: Cancellation,
    _ event: @escaping (DownloadEvent) -> Void
  ) throws(DownloadFailure) -> Bool {
    let transfer = try HTTPTransfer()
    var hasResumed = false
    var inVain = 0
    var all = 0
    while true {
      let before = piece.byteCount
      do throws(DownloadFailure) {
        var attempt = Attempt(
          order: order, piece: piece, limits: limits, clock: clock, room: room, isNear: isNear,
          transfer: transfer, cancellation: cancellation, event: event)
        return try attempt.run() || hasResumed
      } catch {
        transfer.end()
        if cancellation.isCancelled { throw .cancelled }
        inVain = piece.byteCount > before ? 1 : inVain + 1
        if before > 0 { hasResumed = true }
        all += 1
        guard error.mayPass, inVain < limits.mostAttempts, all < limits.mostAttemptsInAll else {
          throw error
        }
        var pause = limits.firstPauseMilliseconds << (inVain - 1)
        if case .status(_, _, let seconds?) = error { pause = max(pause, min(seconds, 60) * 1000) }
        event(.retrying(error, pauseMilliseconds: pause))
        clock.wait(milliseconds: pause, cancellation: cancellation)
        if cancellation.isCancelled { throw .cancelled }
      }
    }
  }
}

extension DownloadFailure {
  /// Whether the bytes themselves are not what was expected.
  fileprivate var isOfContent: Bool {
    switch self {
    case .otherSize, .otherChecksum, .tooLong, .endless: true
    default: false
    }
  }
}

/// One connection to a server, and those that it redirects to.
private struct Attempt {
  let order: Download.Order
  let piece: DownloadPiece
  let limits: Download.Limits
  let clock: any MonotonicTime
  let room: @Sendable (String) -> Int?
  let isNear: @Sendable (String) -> Bool
  let transfer: HTTPTransfer
  let cancellation: Cancellation
  let event: (DownloadEvent) -> Void

  private var address: WebAddress
  /// When counting for ``Download/Limits/fewestBytes`` began, and what has come since.
  private var window: (start: Int64, bytes: Int) = (0, 0)
  private var received = 0
  private var total: Int?
  private var saidUpTo = -1

  init(
    order: Download.Order, piece: DownloadPiece, limits: Download.Limits,
    clock: any MonotonicTime, room: @escaping @Sendable (String) -> Int?,
    isNear: @escaping @Sendable (String) -> Bool, transfer: HTTPTransfer,
    cancellation: Cancellation, event: @escaping (DownloadEvent) -> Void
  ) {
    self.order = order
    self.piece = piece
    self.limits = limits
    self.clock = clock
    self.room = room
    self.isNear = isNear
    self.transfer = transfer
    self.cancellation = cancellation
    self.event = event
    address = order.address
  }

  /// Where the bytes that are there end, if they can be gone on with.
  private var resumable: (offset: Int, validator: String?)? {
    let count = piece.byteCount
    guard count > 0, let state = piece.state, state.address == DownloadPiece.key(of: order.address)
    else { return nil }
    // If the server does not identify its edition, only a checksum can show whether the parts fit.
    guard state.validator != nil || order.checksum != nil else { return nil }
    return (count, state.validator)
  }

  /// Brings what is missing; whether it went on where something ended.
  mutating func run() throws(DownloadFailure) -> Bool {
    var resumed = resumable
    if resumed == nil, piece.byteCount > 0 {
      piece.discard()
      event(.startedOver)
    }
    if let count = order.byteCount, let offset = resumed?.offset {
      if offset == count { return true }
      if offset > count {
        piece.discard()
        resumed = nil
        event(.startedOver)
      }
    }
    while true {
      let head = try ask(resumed)
      switch head.status {
      case 200:
        try take(head, from: 0, resumed != nil)
        return false
      case 206 where resumed != nil:
        guard head.range.start == resumed?.offset, isSameEdition(head) else {
          resumed = nil
          piece.discard()
          event(.startedOver)
          continue
        }
        try take(head, from: resumed?.offset ?? 0, false)
        return true
      case 416 where resumed != nil:
        // All of it is there already, or more than the server has.
        if head.range.total == resumed?.offset, isSameEdition(head) { return true }
        resumed = nil
        piece.discard()
        event(.startedOver)
      default:
        throw .status(
          head.status, host: address.host,
          retryAfterSeconds: head.headers["retry-after"].flatMap { Int($0) })
      }
    }
  }

  private func isSameEdition(_ head: AnswerHead) -> Bool {
    guard let state = piece.state else { return false }
    if let total = state.total, let now = head.range.total, total != now { return false }
    if let then = state.validator, let now = head.validator, then != now { return false }
    return true
  }

  /// Asks until an answer comes that is not a redirect.
  private mutating func ask(
    _ resumed: (offset: Int, validator: String?)?
  ) throws(DownloadFailure) -> AnswerHead {
    address = order.address
    let guardian = RedirectGuard(isNear: isNear)
    for redirects in 0...limits.mostRedirects {
      var headers = [
        "User-Agent: cue/\(ProductVersion.number)", "Accept: */*", "Accept-Encoding: identity",
      ]
      if let resumed {
        headers.append("Range: bytes=\(resumed.offset)-")
        if let validator = resumed.validator { headers.append("If-Range: \(validator)") }
      }
      // The user may name a server of their own network, and that one may redirect within it.
      guardian.isFirst = redirects == 0
      if !guardian.isFirst, !guardian.startsNear, guardian.isNear(host: address.host) {
        throw .nearRedirect(host: order.address.host, to: address.host)
      }
      try transfer.begin(
        address, headers: headers, connectMilliseconds: limits.connectMilliseconds
      ) { guardian.allows($0) }
      let head: AnswerHead
      do throws(DownloadFailure) { head = try awaitHead() } catch {
        guard guardian.hasRefused else { throw error }
        throw .nearRedirect(host: order.address.host, to: address.host)
      }
      if guardian.isFirst, guardian.isNear(host: address.host) { guardian.startsNear = true }
      guard [301, 302, 303, 307, 308].contains(head.status), let place = head.headers["location"]
      else { return head }
      address = try Download.redirected(address, to: place)
    }
    throw .tooManyRedirects(host: order.address.host, most: limits.mostRedirects)
  }

  private mutating func awaitHead() throws(DownloadFailure) -> AnswerHead {
    window = (clock.milliseconds, 0)
    while true {
      let goesOn = try step()
      if let head = transfer.head { return head }
      guard goesOn else {
        throw transfer.failure(host: address.host, received: received, total: total)
          ?? .broken(host: address.host, received: received, total: total)
      }
      try checkPace(of: 0)
    }
  }

  private func step() throws(DownloadFailure) -> Bool {
    if cancellation.isCancelled { throw .cancelled }
    let left = Int(window.start + Int64(limits.stallMilliseconds) - clock.milliseconds)
    let patience = max(1, min(left, 1000))
    return transfer.waking(by: cancellation) { transfer.step(milliseconds: patience) }
  }

  /// Counts `bytes`; too few for too long are a failure.
  private mutating func checkPace(of bytes: Int) throws(DownloadFailure) {
    window.bytes += bytes
    let now = clock.milliseconds
    guard now - window.start >= Int64(limits.stallMilliseconds) else { return }
    guard window.bytes >= limits.fewestBytes else {
      throw .stalled(
        host: address.host, seconds: Double(limits.stallMilliseconds) / 1000, received: received)
    }
    window = (now, 0)
  }

  /// Takes the body of the answer, whose first byte is at `offset`; `startsOver`: the piece that is there is dropped.
  private mutating func take(
    _ head: AnswerHead, from offset: Int, _ startsOver: Bool
  ) throws(DownloadFailure) {
    if let encoding = head.headers["content-encoding"]?.lowercased(), encoding != "identity",
      !encoding.isEmpty
    {
      throw .compressed(host: address.host, encoding: encoding)
    }
    if head.headers["content-type"]?.lowercased().hasPrefix("text/html") == true {
      throw .webPage(host: address.host)
    }
    total = offset == 0 ? head.length : head.range.total ?? head.length.map { offset + $0 }
    received = offset
    if let expected = order.byteCount, let total, total != expected {
      throw .otherSize(expected: expected, found: total)
    }
    if let total, total > limits.mostBytes { throw .tooLong(most: limits.mostBytes) }
    try checkRoom(for: (total ?? order.byteCount).map { $0 - offset } ?? 0)
    try piece.keep(
      .init(
        address: DownloadPiece.key(of: order.address),
        validator: head.validator ?? (offset > 0 ? piece.state?.validator : nil),
        total: total ?? order.byteCount))
    if startsOver { event(.startedOver) }
    if offset > 0 { event(.resumed(at: offset)) }
    let descriptor = unsafe open(
      piece.path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | (offset == 0 ? O_TRUNC : O_APPEND),
      0o666)
    guard descriptor >= 0 else { throw .unwritable(path: piece.path, SystemError(errno)) }
    defer { close(descriptor) }
    try pump(into: descriptor)
    if let total, received != total {
      throw .broken(host: address.host, received: received, total: total)
    }
  }

  private mutating func checkRoom(for bytes: Int) throws(DownloadFailure) {
    let folder = String(piece.path[..<(piece.path.lastIndex(of: "/") ?? piece.path.startIndex)])
    guard let free = room(folder) else { return }
    let needed = bytes.addingReportingOverflow(order.extraBytes)
    guard !needed.overflow, needed.partialValue <= free else {
      throw .noRoom(
        folder: folder, needed: needed.overflow ? .max : needed.partialValue, free: free)
    }
  }

  private mutating func pump(into descriptor: Int32) throws(DownloadFailure) {
    window = (clock.milliseconds, 0)
    tell()
    var goesOn = true
    while goesOn {
      goesOn = try step()
      let bytes = transfer.takeBody()
      if !bytes.isEmpty {
        if total == nil, order.byteCount == nil, received + bytes.count > limits.mostBytesOfUnknown
        {
          throw .endless(host: address.host, most: limits.mostBytesOfUnknown)
        }
        guard received + bytes.count <= limits.mostBytes,
          order.byteCount.map({ received + bytes.count <= $0 }) ?? true
        else {
          throw order.byteCount.map { .otherSize(expected: $0, found: received + bytes.count) }
            ?? .tooLong(most: limits.mostBytes)
        }
        let failure = Descriptor.write(bytes, to: descriptor)
        if failure == ENOSPC || failure == EDQUOT {
          throw .noRoom(
            folder: String(
              piece.path[..<(piece.path.lastIndex(of: "/") ?? piece.path.startIndex)]),
            needed: bytes.count, free: 0)
        }
        guard failure == 0 else { throw .unwritable(path: piece.path, SystemError(failure)) }
        received += bytes.count
        tell()
      }
      try checkPace(of: bytes.count)
    }
    if let failure = transfer.failure(host: address.host, received: received, total: total) {
      throw failure
    }
  }

  /// Tells how far it is, at each percent, or each MiB where the length is not known.
  private mutating func tell() {
    let total = total ?? order.byteCount
    let mark =
      total.map { $0 > 0 ? Int(Double(received) / Double($0) * 100) : 100 } ?? received >> 20
    guard mark > saidUpTo else { return }
    saidUpTo = mark
    event(.received(received, total: total))
  }
}

/// The chain of redirects of one request, and which servers it may lead to.
///
/// A server of the internet must not redirect to this machine or its network; see ``NearAddress``.
private final class RedirectGuard {
  /// Whether the request goes to the server that the user named, and not to one that another server redirected to.
  var isFirst = true
  /// Whether the server that the user named is near.
  var startsNear = false
  /// Whether a connection was refused.
  private(set) var hasRefused = false
  private let isNearAddress: (String) -> Bool

  init(isNear: @escaping (String) -> Bool) { isNearAddress = isNear }

  /// Whether `host`, a name or an address in numbers, shows by itself that the server is near.
  func isNear(host: String) -> Bool {
    NearAddress.isAddress(host) ? isNearAddress(NearAddress.plain(host)) : NearAddress.isNamed(host)
  }

  /// Whether a connection to `address`, in numbers, is made.
  func allows(_ address: String) -> Bool {
    // With a proxy, `address` is the proxy's own: only the names of servers can be judged.
    guard !WebProxy.isSet else { return true }
    if isFirst {
      if isNearAddress(address) { startsNear = true }
      return true
    }
    guard !startsNear, isNearAddress(address) else { return true }
    hasRefused = true
    return false
  }
}
