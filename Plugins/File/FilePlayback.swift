import CueABI
import CuePluginKit
import Glibc
import Synchronization

/// A stream of sound that is played to a file or a pipe.
///
/// In real time, a frame gets there when it would be heard, so that what is dropped is in no file. As fast as possible, everything is
/// heard at once.
final class FilePlayback: @unchecked Sendable {  // but for its clock, one thread at a time uses it
  /// How much sound waits by default, in seconds.
  private static let usualLatencySeconds = 0.1

  /// How far it is; asked by any thread.
  private struct Clock {
    /// Frames taken, without those that were dropped.
    var taken = 0
    /// Frames heard when it began to play; nothing plays where `start` is nil.
    var base = 0
    var start: Double?
    let rateHertz: Double
    let isInRealTime: Bool

    var heard: Int {
      guard isInRealTime else { return taken }
      guard let start else { return base }
      return min(taken, base + Int((now() - start) * rateHertz))
    }

    mutating func rest() {
      base = heard
      start = nil
    }
  }

  private let sink: SoundSink
  private let format: SoundFormat
  private let channels: Int
  private let converter: FormatConverter
  private let latencyFrames: Int
  private let clock: Mutex<Clock>
  /// Taken and not heard.
  private var pending: [Float] = []
  /// Frames that are in the file.
  private var emitted = 0
  private(set) var xruns: UInt32 = 0

  init(
    _ sink: SoundSink, _ settings: FileSettings, _ request: DeviceRequest
  ) throws(PluginFailure) {
    self.sink = sink
    format = request.format
    channels = Int(request.format.channels)
    converter = try FormatConverter(
      from: (Int(format.rateHertz), channels), to: (sink.format.rateHertz, sink.format.channels))
    latencyFrames =
      request.latencyFrames > 0
      ? Int(request.latencyFrames)
      : max(1, Int(Double(format.rateHertz) * FilePlayback.usualLatencySeconds))
    clock = Mutex(
      Clock(rateHertz: Double(format.rateHertz), isInRealTime: settings.isInRealTime))
  }

  var position: UInt64 { UInt64(clock.withLock { $0.heard }) }

  var waitingFrames: UInt32 { UInt32(clamping: clock.withLock { $0.taken - $0.heard }) }

  /// Takes what there is room for, a frame at least.
  func write(
    _ bytes: UnsafeRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    guard frames > 0 else { return 0 }
    let isInRealTime = clock.withLock { $0.isInRealTime }
    var count = frames
    if isInRealTime {
      while true {
        try emit(cancelled)
        let room = latencyFrames - clock.withLock { $0.taken - $0.heard }
        if room > 0 {
          count = min(frames, room)
          break
        }
        if cancelled.isSet { return 0 }
        usleep(5_000)
      }
      let ranDry = clock.withLock { clock in
        guard let start = clock.start else {
          clock.start = now()
          return false
        }
        // It has played on without sound since the last frame.
        guard clock.taken == clock.heard, now() > start else { return false }
        clock.base = clock.taken
        clock.start = now()
        return true
      }
      if ranDry { xruns &+= 1 }
    }
    unsafe pending += samples(bytes, count)
    clock.withLock { $0.taken += count }
    try emit(cancelled)
    return count
  }

  private func samples(_ bytes: UnsafeRawBufferPointer, _ frames: Int) -> [Float] {
    (0..<frames * channels).map { index in
      if format.isFloat {
        return unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
      }
      return Float(unsafe bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)) / 32768
    }
  }

  /// Writes what was heard by now.
  private func emit(_ cancelled: CancelFlag) throws(PluginFailure) {
    let heard = clock.withLock { $0.heard }
    let count = heard - emitted
    guard count > 0 else { return }
    let sound = Array(pending[..<(count * channels)])
    pending.removeFirst(count * channels)
    emitted = heard
    try sink.write(converter.convert(sound), cancelled: cancelled)
  }

  /// Waits until all has been heard, then rests.
  func drain(cancelled: CancelFlag) throws(PluginFailure) {
    while clock.withLock({ $0.taken > $0.heard }) {
      try emit(cancelled)
      if cancelled.isSet { return }
      usleep(2_000)
    }
    try emit(cancelled)
    clock.withLock { $0.rest() }
    try sink.complete()
  }

  /// Drops what has not been heard, then rests.
  func flush() throws(PluginFailure) {
    try emit(CancelFlag.never)
    pending = []
    clock.withLock { clock in
      clock.rest()
      clock.taken = clock.base
    }
    emitted = clock.withLock { $0.base }
    try sink.complete()
  }

  /// Writes what was heard, and the rest of what the converter holds back.
  func close() {
    try? flush()
    try? sink.write(converter.convert([], isLast: true), cancelled: CancelFlag.never)
    try? sink.complete()
  }
}
