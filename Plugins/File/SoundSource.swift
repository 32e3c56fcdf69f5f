import CueABI
import CuePluginKit
import Glibc

/// Sound that comes from a file or a pipe.
@safe final class SoundSource {
  /// What a look at it gave.
  enum Coming {
    /// Interleaved samples of ``format``.
    case sound([Float])
    /// Nothing yet: the pipe has no data.
    case nothing
    case end
  }

  let path: String
  private let raw: FileFormat?
  private var descriptor: Int32 = -1
  private(set) var isPipe = false
  /// What its sound is, once its header has come.
  private(set) var format: FileFormat?
  private var bytes: [UInt8] = []
  private var soundBytesLeft: Int?
  private var isAtEnd = false

  init(_ path: String, raw: FileFormat?) throws(PluginFailure) {
    self.path = path
    self.raw = raw
    try openAgain()
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// From the start: of the file, or of what the next writer writes to the pipe.
  func openAgain() throws(PluginFailure) {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SoundSource.failure(path, "be opened", errno) }
    var status = stat()
    unsafe fstat(descriptor, &status)
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw SoundSource.failure(path, "be read", EISDIR)
    }
    isPipe = status.st_mode & S_IFMT != S_IFREG
    format = raw
    bytes = []
    soundBytesLeft = nil
    isAtEnd = false
  }

  static func failure(_ path: String, _ what: String, _ error: Int32) -> PluginFailure {
    let reason = unsafe strerror(error).map { unsafe String(cString: $0) } ?? "error \(error)"
    return PluginFailure(CUE_E_DEVICE, "“\(path)” cannot \(what): \(reason).", detail: error)
  }

  /// Sound of at most `frames` frames, as far as it is there; waits at most this long for the first.
  func next(_ frames: Int, waitingMilliseconds: Int32) throws(PluginFailure) -> Coming {
    while true {
      if format == nil, let header = try WaveHeader(bytes, path: path) {
        format = header.format
        bytes.removeFirst(header.byteCount)
        soundBytesLeft = header.soundBytes
      }
      if let format {
        let most = min(bytes.count, soundBytesLeft ?? .max) / format.frameByteCount
        let count = min(frames, most)
        if count > 0 { return .sound(take(count, format)) }
        if let left = soundBytesLeft, left < format.frameByteCount { isAtEnd = true }
      }
      if isAtEnd {
        guard format != nil || bytes.isEmpty else {
          throw PluginFailure(CUE_E_FORMAT, "“\(path)” ends within its header.")
        }
        return .end
      }
      switch try readSome(waitingMilliseconds) {
      case .some(true): continue
      case .some(false): isAtEnd = true
      case nil: return .nothing
      }
    }
  }

  /// Whether there was something; false at the end, nil if nothing has come yet.
  private func readSome(_ waitingMilliseconds: Int32) throws(PluginFailure) -> Bool? {
    if isPipe {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&watched, 1, waitingMilliseconds) > 0 else { return nil }
      if watched.revents & Int16(POLLIN) == 0 { return false }
    }
    var room = [UInt8](repeating: 0, count: 65536)
    let count = unsafe Glibc.read(descriptor, &room, room.count)
    if count < 0 {
      if errno == EAGAIN || errno == EINTR { return nil }
      throw SoundSource.failure(path, "be read", errno)
    }
    bytes += room[..<count]
    return count > 0
  }

  private func take(_ frames: Int, _ format: FileFormat) -> [Float] {
    let size = frames * format.frameByteCount
    let step = format.encoding.byteCount
    let samples = unsafe bytes.withUnsafeBytes { bytes in
      (0..<size / step).map { unsafe format.encoding.sample(bytes, at: $0 * step) }
    }
    bytes.removeFirst(size)
    if let left = soundBytesLeft { soundBytesLeft = left - size }
    return samples
  }
}
