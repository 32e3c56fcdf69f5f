import CueABI
import CuePluginKit
import Glibc

/// A stream of sound that is captured from a file or a pipe.
///
/// In real time, sound comes as time goes by, and a pipe that has none is silent. As fast as possible, sound is read as soon as
/// it is there, and an empty pipe is waited for: what comes out depends on the sound alone.
final class FileCapture: @unchecked Sendable {  // one thread at a time uses it
  private let source: SoundSource
  private let settings: FileSettings
  let format: SoundFormat
  private let channels: Int
  private let blockFrames: Int
  private var converter: FormatConverter?
  /// Converted sound that was not read yet.
  private var ready: [Float] = []
  private var isOver = false
  private var start = now()
  /// Frames since the stream was opened.
  private(set) var frames = 0

  init(
    _ source: SoundSource, _ settings: FileSettings, _ format: SoundFormat, latencyFrames: UInt32
  ) {
    self.source = source
    self.settings = settings
    self.format = format
    channels = Int(format.channels)
    blockFrames = max(1, latencyFrames > 0 ? Int(latencyFrames) : Int(format.rateHertz) / 100)
  }

  var path: String { source.path }

  /// Time starts again; the sound goes on where it was.
  func begin() {
    start = now()
    frames = 0
  }

  /// Waits for sound and gives it.
  func read(
    _ bytes: UnsafeMutableRawBufferPointer, frames most: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    var count = most
    if settings.isInRealTime {
      let wanted = min(most, blockFrames)
      while due < wanted {
        if cancelled.isSet { return 0 }
        let left = Double(wanted - due) / Double(format.rateHertz)
        usleep(UInt32(min(max(left, 0.000_1), 0.01) * 1_000_000))
      }
      count = min(most, due)
    }
    let samples = try next(count, cancelled)
    unsafe fill(bytes, samples)
    frames += samples.count / channels
    return samples.count / channels
  }

  /// Frames whose time has come and that were not read.
  private var due: Int { Int((now() - start) * Double(format.rateHertz)) - frames }

  /// The next frames, at most `count`.
  private func next(_ count: Int, _ cancelled: CancelFlag) throws(PluginFailure) -> [Float] {
    var silence = 0
    while ready.count < count * channels {
      if isOver {
        if settings.end == .silence { silence = count - ready.count / channels }
        break
      }
      let wait: Int32 = settings.isInRealTime || !ready.isEmpty ? 0 : 20
      switch try source.next(count, waitingMilliseconds: wait) {
      case .sound(let samples): ready += try converted(samples)
      case .nothing:
        if settings.isInRealTime {
          silence = count - ready.count / channels
        } else if ready.isEmpty {
          if cancelled.isSet { return [] }
          continue
        }
      case .end: try end()
      }
      if silence > 0 || (!settings.isInRealTime && !ready.isEmpty && source.isPipe) { break }
    }
    let taken = min(ready.count, count * channels)
    let samples =
      Array(ready[..<taken])
      + Array(repeating: 0, count: min(silence, count - taken / channels) * channels)
    ready.removeFirst(taken)
    return samples
  }

  private func converted(_ samples: [Float], isLast: Bool = false) throws(PluginFailure) -> [Float]
  {
    guard let from = source.format else { return [] }
    if converter == nil {
      converter = try FormatConverter(
        from: (from.rateHertz, from.channels), to: (Int(format.rateHertz), channels))
    }
    return converter?.convert(samples, isLast: isLast) ?? []
  }

  private func end() throws(PluginFailure) {
    ready += try converted([], isLast: true)
    converter = nil
    let isLivePipe = source.isPipe && settings.isInRealTime && settings.end == .silence
    if settings.end == .again || isLivePipe {
      try source.openAgain()
    } else {
      isOver = true
    }
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer, _ samples: [Float]) {
    for (index, sample) in samples.enumerated() {
      if format.isFloat {
        unsafe bytes.storeBytes(of: sample, toByteOffset: index * 4, as: Float.self)
      } else {
        unsafe bytes.storeBytes(
          of: Int16(max(-32768, min(32767, (sample * 32768).rounded()))), toByteOffset: index * 2,
          as: Int16.self)
      }
    }
  }

  /// Passes over what has come in real time; otherwise sound waits for its reader.
  func flush() throws(PluginFailure) {
    guard settings.isInRealTime else { return }
    let never = CancelFlag.never
    while due > 0 {
      let passed = try next(min(due, Int(format.rateHertz)), never).count / channels
      guard passed > 0 else { return }
      frames += passed
    }
  }
}

/// Seconds of a clock that only goes forward.
func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
