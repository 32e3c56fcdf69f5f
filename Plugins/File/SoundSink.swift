import CueABI
import CuePluginKit
import Glibc

/// Where played sound goes: a WAV file, or samples without a header, in a file or a pipe.
@safe final class SoundSink {
  /// How long to wait for a reader of the pipe, in seconds.
  private static let patienceSeconds = 5.0

  let path: String
  let format: FileFormat
  private let hasHeader: Bool
  private let isPipe: Bool
  private var descriptor: Int32 = -1
  private var soundBytes = 0

  init(_ path: String, raw: FileFormat?, _ format: SoundFormat) throws(PluginFailure) {
    self.path = path
    self.format = raw ?? FileFormat(format)
    hasHeader = raw == nil
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    isPipe = isThere && status.st_mode & S_IFMT != S_IFREG
    guard !isThere || status.st_mode & S_IFMT != S_IFDIR else {
      throw SoundSource.failure(path, "be written to", EISDIR)
    }
    if isPipe { return }
    descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SoundSource.failure(path, "be written to", errno) }
    try putHeader()
  }

  deinit {
    try? complete()
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  private func putHeader() throws(PluginFailure) {
    guard hasHeader else { return }
    try put(WaveHeader.bytes(format, soundBytes: isPipe ? nil : 0), CancelFlag.never)
  }

  /// Somebody must read a pipe before it can be written to; false if that was cancelled.
  private func openPipe(_ cancelled: CancelFlag) throws(PluginFailure) -> Bool {
    guard descriptor < 0 else { return true }
    let end = now() + SoundSink.patienceSeconds
    while true {
      descriptor = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 { break }
      guard errno == ENXIO, now() < end else {
        throw SoundSource.failure(path, "be written to", errno)
      }
      if cancelled.isSet { return false }
      usleep(10_000)
    }
    try putHeader()
    return true
  }

  /// Adds interleaved samples of ``format``; less where it is cancelled.
  func write(_ samples: [Float], cancelled: CancelFlag) throws(PluginFailure) {
    guard try openPipe(cancelled) else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * format.encoding.byteCount)
    for sample in samples { format.encoding.append(sample, to: &bytes) }
    try put(bytes, cancelled)
    soundBytes += bytes.count
    // There is no notice when the process ends.
    try complete()
  }

  private func put(_ bytes: [UInt8], _ cancelled: CancelFlag) throws(PluginFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EINTR {
        if cancelled.isSet { return }
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&watched, 1, 20)
      } else {
        let failure = SoundSource.failure(path, "be written to", errno)
        if isPipe {
          Glibc.close(descriptor)
          descriptor = -1
        }
        throw failure
      }
    }
  }

  /// The header of a file gets its sizes, so that it is whole even if nothing follows.
  func complete() throws(PluginFailure) {
    guard hasHeader, !isPipe, descriptor >= 0 else { return }
    let header = WaveHeader.bytes(format, soundBytes: soundBytes)
    guard unsafe pwrite(descriptor, header, header.count, 0) == header.count else {
      throw SoundSource.failure(path, "be written to", errno)
    }
  }
}
