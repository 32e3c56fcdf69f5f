import CSystem
import CueModel
import Glibc

/// Bytes from a descriptor, one after the other, with a look ahead.
///
/// Waits if there are none yet, and stops waiting when it is cancelled.
final class ByteSource {
  let descriptor: Int32
  private let isOurs: Bool
  private let patienceMilliseconds: Int64?
  private var ahead: [UInt8] = []

  /// The bytes of `descriptor`.
  ///
  /// - Parameters:
  ///   - descriptor: a file or a pipe
  ///   - isOurs: whether it is closed with the source
  ///   - patienceMilliseconds: the longest wait for the next bytes, after which reading fails with `ETIMEDOUT`; nil for no
  ///     limit
  init(_ descriptor: Int32, isOurs: Bool, patienceMilliseconds: Int64? = nil) {
    self.descriptor = descriptor
    self.isOurs = isOurs
    self.patienceMilliseconds = patienceMilliseconds
  }

  deinit { if isOurs { close(descriptor) } }

  /// The next `count` bytes without taking them; fewer where there are no more.
  func peek(_ count: Int, _ cancellation: Cancellation = Cancellation()) throws(ReadFailure)
    -> [UInt8]
  {
    while ahead.count < count {
      let more = try readSome(count - ahead.count, cancellation)
      guard !more.isEmpty else { break }
      ahead += more
    }
    return Array(ahead.prefix(count))
  }

  /// The next `count` bytes; fewer only at the end.
  func take(_ count: Int) throws(ReadFailure) -> [UInt8] {
    let bytes = try peek(count)
    ahead.removeFirst(bytes.count)
    return bytes
  }

  /// At least one byte and at most `count`, as soon as there are some; none at the end, or when cancelled.
  func some(_ count: Int, _ cancellation: Cancellation) throws(ReadFailure) -> [UInt8] {
    guard !ahead.isEmpty else { return try readSome(count, cancellation) }
    let bytes = Array(ahead.prefix(count))
    ahead.removeFirst(bytes.count)
    return bytes
  }

  /// Passes over `count` bytes; whether there were that many.
  func skip(_ count: Int) throws(ReadFailure) -> Bool {
    var left = count
    while left > 0 {
      let bytes = try take(min(left, 65536))
      guard !bytes.isEmpty else { return false }
      left -= bytes.count
    }
    return true
  }

  private func readSome(_ count: Int, _ cancellation: Cancellation) throws(ReadFailure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // While nothing comes, `cancellation` is checked ten times a second. A signal may end a poll early (-1).
        let end = patienceMilliseconds.map { $0 + cue_now_milliseconds() }
        while unsafe poll(&watched, 1, 100) <= 0, !cancellation.isCancelled {
          guard let end, cue_now_milliseconds() > end else { continue }
          failure = ETIMEDOUT
          return
        }
        guard !cancellation.isCancelled else { return }
        let got = unsafe read(descriptor, buffer.baseAddress, count)
        if got >= 0 {
          filled = got
          return
        }
        guard errno == EINTR || errno == EAGAIN else {
          failure = errno
          return
        }
      }
    }
    guard failure == 0 else { throw .system(failure) }
    return bytes
  }
}

/// Why bytes could not be read, or not understood.
enum ReadFailure: Error {
  /// A WAV file is damaged.
  case damage(SoundFileError.WAVDamage)
  /// The system's number of a failed call.
  case system(Int32)

  /// The same, of the file `name`.
  func error(_ name: String) -> SoundFileError {
    switch self {
    case .damage(let damage): SoundFileError(name, .damaged(damage))
    case .system(let number): SoundFileError(name, .readingStopped(errno: number))
    }
  }
}
