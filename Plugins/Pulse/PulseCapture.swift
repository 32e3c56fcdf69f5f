import CPulse
import CueABI
import CuePluginKit

/// One stream of captured sound from the server.
///
/// All of it is called under the server's lock. What comes is kept for a few seconds by the connection's thread, whether or not
/// somebody reads: otherwise the oldest is lost, and counted.
@safe final class PulseCapture {
  /// How much sound gathers in the server by default.
  private static let usualLatencyMilliseconds: UInt64 = 20
  /// How much is kept while it is not read.
  private static let keptSeconds = 4

  private let server: PulseServer
  private let stream: OpaquePointer
  private let format: SoundFormat
  private let hasName: Bool
  /// Whether it was opened on what an output plays.
  private let isMonitor: Bool
  private var sound = SoundQueue()
  private let keptBytes: Int
  private(set) var xruns: UInt32 = 0
  private(set) var lostFrames: UInt64 = 0
  /// Frames that were read or dropped.
  private var passedFrames: UInt64 = 0
  /// It was moved to what an output plays, and had been a microphone.
  private var hasLostMicrophone = false

  /// Captures on `source`, which is there.
  init(
    on server: PulseServer, for request: DeviceRequest, source: DeviceInfo
  ) throws(PluginFailure) {
    format = request.format
    let wanted = try PulseFormat(format)
    let title = request.title.isEmpty ? "Microphone" : request.title
    guard let stream = unsafe server.makeStream(title, wanted) else { throw server.lost() }
    self.server = server
    unsafe self.stream = unsafe stream
    hasName = !request.device.isEmpty
    isMonitor = source.isMonitor
    keptBytes = PulseCapture.keptSeconds * Int(format.rateHertz) * format.frameByteCount
    let usual = UInt64(format.rateHertz) * PulseCapture.usualLatencyMilliseconds / 1000
    let frames = request.latencyFrames > 0 ? request.latencyFrames : UInt32(max(1, usual))
    try connect(to: source.id, fragmentFrames: frames)
  }

  deinit {
    close()
    unsafe pa_stream_unref(stream)
  }

  private func connect(to source: String, fragmentFrames: UInt32) throws(PluginFailure) {
    let fragment = fragmentFrames.multipliedReportingOverflow(by: UInt32(format.frameByteCount))
    var buffer = pa_buffer_attr.usual
    buffer.fragsize = fragment.overflow ? .max : fragment.partialValue
    let pointer = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pa_stream_set_state_callback(stream, { _, loop in unsafe signal(loop) }, server.wakeUp)
    unsafe pa_stream_set_read_callback(
      stream, { _, _, capture in unsafe PulseCapture.from(capture).take() }, pointer)
    unsafe pa_stream_set_moved_callback(
      stream, { _, capture in unsafe PulseCapture.from(capture).wasMoved() }, pointer)
    var flags =
      PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
      | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
    // If the user has named a microphone, no other one may be used.
    if hasName { flags |= PA_STREAM_DONT_MOVE.rawValue }
    let begun = unsafe pa_stream_connect_record(
      stream, hasName ? source : nil, &buffer, pa_stream_flags_t(rawValue: flags))
    guard begun == 0, server.wait(until: { isReady || !isGood }), isReady else {
      let reason = server.lastError
      close()
      throw server.isConnected
        ? PluginFailure(CUE_E_DEVICE, "The microphone “\(source)” cannot be opened (\(reason)).")
        : server.lost()
    }
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> PulseCapture {
    guard let pointer = unsafe pointer else { preconditionFailure("a callback without its stream") }
    return unsafe Unmanaged<PulseCapture>.fromOpaque(pointer).takeUnretainedValue()
  }

  private var isReady: Bool { unsafe pa_stream_get_state(stream) == PA_STREAM_READY }
  private var isGood: Bool { unsafe PA_STREAM_IS_GOOD(pa_stream_get_state(stream)) != 0 }

  private func requireReady() throws(PluginFailure) {
    guard server.isConnected else { throw server.lost() }
    guard isReady, !hasLostMicrophone else {
      throw PluginFailure(CUE_E_DEVICE, "The microphone is gone: it was unplugged or switched off.")
    }
  }

  // Called by the connection's thread.

  /// Takes all that has come.
  private func take() {
    var data: UnsafeRawPointer?
    var count = 0
    while unsafe pa_stream_peek(stream, &data, &count) == 0, count > 0 {
      if let data = unsafe data {
        unsafe sound.append(UnsafeRawBufferPointer(start: data, count: count))
      } else {
        lose(UInt64(count / format.frameByteCount))
      }
      unsafe pa_stream_drop(stream)
    }
    let excess = sound.count - keptBytes
    if excess > 0 {
      let frames = (excess + format.frameByteCount - 1) / format.frameByteCount
      sound.removeFirst(frames * format.frameByteCount)
      lose(UInt64(frames))
    }
    unsafe signal(server.wakeUp)
  }

  private func lose(_ frames: UInt64) {
    lostFrames += frames
    xruns &+= 1
  }

  /// A server that has no microphone left goes on with what an output plays, which is not a microphone.
  private func wasMoved() {
    if !isMonitor, deviceName.hasSuffix(".monitor") { hasLostMicrophone = true }
    unsafe signal(server.wakeUp)
  }

  // Called under the lock by the reader.

  /// Waits for sound and gives it.
  func read(
    _ bytes: UnsafeMutableRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    let hasSound = { self.sound.count >= self.format.frameByteCount }
    if !hasSound() {
      try requireReady()
      let came = server.wait { hasSound() || cancelled.isSet || !isReady || hasLostMicrophone }
      if !hasSound() {
        if cancelled.isSet { return 0 }
        try requireReady()
        guard came else {
          throw unsafe server.stalled(
            stream, deviceName, wakesBy: "suspend-source",
            else: "gives no sound: another program may have it for itself")
        }
        return 0
      }
    }
    let count = min(frames, sound.count / format.frameByteCount)
    unsafe sound.takeFirst(count * format.frameByteCount, into: bytes)
    passedFrames += UInt64(count)
    return count
  }

  /// Frames that were read, lost or dropped.
  var position: UInt64 { passedFrames + lostFrames }

  /// How old the sound is that is read next.
  var latencyFrames: UInt32 {
    var microseconds: pa_usec_t = 0
    var isNegative: Int32 = 0
    let waiting = UInt64(sound.count / format.frameByteCount)
    guard unsafe pa_stream_get_latency(stream, &microseconds, &isNegative) == 0, isNegative == 0
    else { return UInt32(clamping: waiting) }
    return UInt32(clamping: waiting + microseconds * UInt64(format.rateHertz) / 1_000_000)
  }

  /// The source that it is on.
  var deviceName: String { unsafe isReady ? PulsePlugin.deviceName(of: stream) : "" }

  /// Goes on at `source`, the default one now, where none was asked for.
  func follow(_ source: String) {
    guard !hasName, isReady, !source.isEmpty, deviceName != source else { return }
    if !isMonitor, source.hasSuffix(".monitor") { return }
    unsafe server.move(pa_stream_get_index(stream), to: source, capturing: true)
  }

  /// Drops what has come so far.
  func flush() throws(PluginFailure) {
    try requireReady()
    try unsafe server.finish(pa_stream_flush(stream, { unsafe signal($2) }, server.wakeUp))
    passedFrames += UInt64(sound.count / format.frameByteCount)
    sound.removeFirst(sound.count)
  }

  /// Ends the stream.
  func close() {
    unsafe pa_stream_set_state_callback(stream, nil, nil)
    unsafe pa_stream_set_read_callback(stream, nil, nil)
    unsafe pa_stream_set_moved_callback(stream, nil, nil)
    if isGood { unsafe pa_stream_disconnect(stream) }
  }
}

/// Bytes of sound, first in, first out.
struct SoundQueue {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }

  mutating func append(_ more: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: more) }

  mutating func removeFirst(_ count: Int) {
    start += count
    // Moved now and then only.
    guard start > bytes.count / 2 else { return }
    bytes.removeFirst(start)
    start = 0
  }

  mutating func takeFirst(_ count: Int, into room: UnsafeMutableRawBufferPointer) {
    unsafe bytes.withUnsafeBytes {
      unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
    }
    removeFirst(count)
  }
}
