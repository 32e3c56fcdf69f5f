import CPulse
import CueABI
import CuePluginKit

/// One stream of sound to the server.
///
/// All of it is called under the server's lock. It is corked whenever there is nothing to play:
/// from the opening until the first write, and after each drain and flush.
@safe final class PulseStream {
  /// How much sound waits in the server by default.
  private static let usualLatencyMilliseconds: UInt64 = 100

  private let server: PulseServer
  private let stream: OpaquePointer
  private let format: SoundFormat
  private let targetFrames: UInt32
  private let hasName: Bool
  private var isCorked = true
  private var isDraining = false
  /// How often there was nothing to play, in the middle of sound.
  private(set) var xruns: UInt32 = 0

  /// Frames taken since the opening, without those that were dropped.
  private var takenFrames: UInt64 = 0
  /// As many of them as have been heard for certain.
  private var heardFrames: UInt64 = 0
  /// By how much the server's count of frames is ahead of this one: it counts on over a flush.
  private var aheadFrames: Int64 = 0

  init(on server: PulseServer, for request: DeviceRequest) throws(PluginFailure) {
    let format = request.format
    let wanted = try PulseFormat(format)
    let title = request.title.isEmpty ? "Speech" : request.title
    guard let stream = unsafe server.makeStream(title, wanted) else { throw server.lost() }
    self.server = server
    unsafe self.stream = unsafe stream
    self.format = format
    hasName = !request.device.isEmpty
    let usual = UInt64(format.rateHertz) * Self.usualLatencyMilliseconds / 1000
    targetFrames = request.latencyFrames > 0 ? request.latencyFrames : UInt32(max(1, usual))
    try connect(to: request.device)
  }

  deinit {
    close()
    unsafe pa_stream_unref(stream)
  }

  private func connect(to device: String) throws(PluginFailure) {
    let frameBytes = UInt32(format.frameByteCount)
    let target = targetFrames.multipliedReportingOverflow(by: frameBytes)
    // Playing begins with the first frame, and again after a gap, so that a short word is not held
    // back. (With 0 the server would play on through a gap and drop as much of what comes late.)
    var buffer = pa_buffer_attr.usual
    buffer.tlength = target.overflow ? .max : target.partialValue
    buffer.prebuf = frameBytes
    unsafe pa_stream_set_state_callback(stream, { _, loop in unsafe signal(loop) }, server.wakeUp)
    unsafe pa_stream_set_write_callback(
      stream, { _, _, loop in unsafe signal(loop) }, server.wakeUp)
    unsafe pa_stream_set_underflow_callback(
      stream,
      { _, stream in
        guard let stream = unsafe stream else { return }
        unsafe Unmanaged<PulseStream>.fromOpaque(stream).takeUnretainedValue().ranDry()
      }, Unmanaged.passUnretained(self).toOpaque())
    let flags =
      PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
      | PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
      | PA_STREAM_NOT_MONOTONIC.rawValue
    let begun = unsafe pa_stream_connect_playback(
      stream, device.isEmpty ? nil : device, &buffer, pa_stream_flags_t(rawValue: flags), nil, nil)
    guard begun == 0, server.wait(until: { isReady || !isGood }), isReady else {
      let reason = server.lastError
      close()
      throw server.isConnected
        ? PluginFailure(CUE_E_DEVICE, "The sound server opens no stream (\(reason)).")
        : server.lost()
    }
  }

  private var isReady: Bool { unsafe pa_stream_get_state(stream) == PA_STREAM_READY }
  private var isGood: Bool { unsafe PA_STREAM_IS_GOOD(pa_stream_get_state(stream)) != 0 }

  private func requireReady() throws(PluginFailure) {
    if isReady { return }
    guard server.isConnected else { throw server.lost() }
    throw PluginFailure(
      CUE_E_DEVICE, "The sound server has closed the stream: its output is gone. Open it again.")
  }

  /// Nothing was there to play.
  private func ranDry() {
    if !isCorked, !isDraining { xruns &+= 1 }
  }

  /// The output that it is on.
  var deviceName: String { unsafe isReady ? PulsePlugin.deviceName(of: stream) : "" }

  /// Goes on at `output`, the default one now, where none was asked for.
  func follow(_ output: String) {
    guard !hasName, isReady, !output.isEmpty, deviceName != output else { return }
    unsafe server.move(pa_stream_get_index(stream), to: output, capturing: false)
  }

  /// Ends the stream; what is not heard is dropped.
  func close() {
    unsafe pa_stream_set_state_callback(stream, nil, nil)
    unsafe pa_stream_set_write_callback(stream, nil, nil)
    unsafe pa_stream_set_underflow_callback(stream, nil, nil)
    if isGood { unsafe pa_stream_disconnect(stream) }
  }

  /// Takes what there is room for, a frame at least, and plays it.
  func write(
    _ bytes: UnsafeRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    try requireReady()
    guard frames > 0 else { return 0 }
    let hasRoom = { unsafe pa_stream_writable_size(self.stream) >= self.format.frameByteCount }
    if !hasRoom() {
      let name = deviceName
      let came = server.wait { hasRoom() || cancelled.isSet || !isReady }
      if !hasRoom() {
        if cancelled.isSet { return 0 }
        try requireReady()
        // The sound that waits there is shorter than that, so something has stopped the stream.
        guard came else {
          throw unsafe server.stalled(stream, name, wakesBy: "suspend-sink", else: "takes no sound")
        }
        return 0
      }
      try requireReady()
    }
    let room = unsafe pa_stream_writable_size(stream) / format.frameByteCount
    let count = min(frames, room)
    let status = unsafe pa_stream_write(
      stream, bytes.baseAddress, count * format.frameByteCount, nil, 0, PA_SEEK_RELATIVE)
    guard status == 0 else { throw server.lost() }
    takenFrames += UInt64(count)
    if isCorked {
      isCorked = false
      if let operation = unsafe pa_stream_cork(stream, 0, nil, nil) {
        unsafe pa_operation_unref(operation)
      }
    }
    _ = position  // noted in case the server goes away
    return count
  }

  /// Frames heard since the opening.
  ///
  /// Never goes back, never beyond what was taken.
  var position: UInt64 {
    if !isCorked, let frames = serverFrames {
      heardFrames = min(takenFrames, UInt64(max(Int64(heardFrames), frames - aheadFrames)))
    }
    return heardFrames
  }

  /// Frames between write and ear: those on their way, or, at rest, as many as there may be.
  var latencyFrames: UInt32 {
    isCorked ? targetFrames : UInt32(clamping: takenFrames - position)
  }

  /// What the server has played, by its own count.
  private var serverFrames: Int64? {
    var microseconds: pa_usec_t = 0
    guard unsafe pa_stream_get_time(stream, &microseconds) == 0 else { return nil }
    return Int64(Double(microseconds) * Double(format.rateHertz) / 1_000_000)
  }

  /// Waits until all has been heard, then rests.
  func drain(cancelled: CancelFlag) throws(PluginFailure) {
    try requireReady()
    if isCorked { return }
    isDraining = true
    defer { isDraining = false }
    guard let operation = unsafe pa_stream_drain(stream, { unsafe signal($2) }, server.wakeUp)
    else {
      throw server.lost()
    }
    defer { unsafe pa_operation_unref(operation) }
    let isOver = { unsafe pa_operation_get_state(operation) != PA_OPERATION_RUNNING }
    while !isOver() {
      let (name, heard) = (deviceName, position)
      let came = server.wait { isOver() || cancelled.isSet }
      if isOver() { break }
      guard !cancelled.isSet, came || position > heard else {
        unsafe pa_operation_cancel(operation)
        if cancelled.isSet { return }
        try requireReady()
        throw unsafe server.stalled(stream, name, wakesBy: "suspend-sink", else: "plays nothing")
      }
    }
    try requireReady()
    heardFrames = takenFrames
    try rest(droppingSound: false)
  }

  /// Drops what has not been heard, then rests.
  func flush() throws(PluginFailure) {
    try requireReady()
    if isCorked { return }
    takenFrames = position
    try rest(droppingSound: true)
  }

  /// Corks the stream and compares our count with the server's.
  private func rest(droppingSound: Bool) throws(PluginFailure) {
    isCorked = true
    let cork = unsafe pa_stream_cork(stream, 1, { unsafe signal($2) }, server.wakeUp)
    let drop =
      unsafe droppingSound ? pa_stream_flush(stream, { unsafe signal($2) }, server.wakeUp) : nil
    try unsafe server.finish(cork)
    if droppingSound { try unsafe server.finish(drop) }
    try unsafe server.finish(
      pa_stream_update_timing_info(stream, { unsafe signal($2) }, server.wakeUp))
    if let frames = serverFrames { aheadFrames = frames - Int64(heardFrames) }
  }
}
