import CueABI
import CuePluginKit
import Glibc

/// The captured sound of the null device: a function of its settings and the number of the frame.
final class MockCapture {
  /// What is captured.
  enum Sound: Int, CaseIterable {
    /// 440 Hz, a quarter of full scale, in every channel half as loud as in the one before.
    case tone
    case silence
    /// 440 Hz, cut off at full scale.
    case clipped
  }

  struct Settings {
    var sound = Sound.tone
    var xrunEveryMilliseconds = 0
    var lostAfterMilliseconds = 0
    var lengthMilliseconds = 0
    var isInRealTime = false
    var stalls = false
    var ownRateHertz = 0
    var ownChannels = 0

    mutating func set(_ id: UInt32, to number: Int) {
      switch id {
      case 2: sound = Sound(rawValue: number) ?? .tone
      case 3: xrunEveryMilliseconds = number
      case 4: lostAfterMilliseconds = number
      case 5: lengthMilliseconds = number
      case 6: isInRealTime = number != 0
      case 7: stalls = number != 0
      case 8: ownRateHertz = number
      case 9: ownChannels = number
      default: preconditionFailure("the kit knows the parameters")
      }
    }
  }

  static var parameters: [Parameter] {
    [
      Parameter(
        id: 2, name: "sound", kind: .choice(["tone", "silence", "clipped"], initial: 0),
        summary: "What is captured: a tone of 440 Hz, silence, or a tone that is cut off."),
      Parameter(
        id: 3, name: "xrun-every", kind: .integer(0...3_600_000, initial: 0), unit: "ms",
        summary: "How often 10 ms of captured sound are lost; 0 never."),
      Parameter(
        id: 4, name: "lost-after", kind: .integer(0...3_600_000, initial: 0), unit: "ms",
        summary: "How much sound is captured until the device is unplugged; 0 never."),
      Parameter(
        id: 5, name: "length", kind: .integer(0...3_600_000, initial: 0), unit: "ms",
        summary: "How much sound there is to capture; 0 without an end."),
      Parameter(
        id: 6, name: "real-time", kind: .toggle(initial: false),
        summary: "Whether captured sound comes as time goes by, and not as fast as it is read."),
      Parameter(
        id: 7, name: "stalls", kind: .toggle(initial: false),
        summary: "Whether no captured sound comes at all."),
      Parameter(
        id: 8, name: "own-rate", kind: .integer(0...192_000, initial: 0), unit: "Hz",
        summary: "The rate that the microphone is listed with; 0 for any."),
      Parameter(
        id: 9, name: "own-channels", kind: .integer(0...64, initial: 0),
        summary: "The channels that the microphone is listed with; 0 for any."),
    ]
  }

  private let settings: Settings
  private let format: SoundFormat
  /// The next frame; lost ones are passed over.
  private(set) var frame = 0
  private(set) var state = DeviceState(device: "null")
  private let start = MockCapture.now()

  init(_ settings: Settings, _ format: SoundFormat) {
    self.settings = settings
    self.format = format
  }

  private func frames(_ milliseconds: Int) -> Int {
    Int(format.rateHertz) * milliseconds / 1000
  }

  func read(
    _ bytes: UnsafeMutableRawBufferPointer, frames most: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    let every = frames(settings.xrunEveryMilliseconds)
    if every > 0, frame > 0, frame % every == 0 {
      let lost = max(1, frames(10))
      frame += lost
      state.xruns += 1
      state.lostFrames += UInt64(lost)
    }
    let end = settings.lengthMilliseconds > 0 ? frames(settings.lengthMilliseconds) : .max
    guard frame < end else { return 0 }
    let loss = settings.lostAfterMilliseconds > 0 ? frames(settings.lostAfterMilliseconds) : .max
    guard frame < loss else { throw PluginFailure(CUE_E_DEVICE, "The device is gone.") }
    var count = min(most, end - frame, loss - frame)
    if every > 0 { count = min(count, every - frame % every) }
    if settings.isInRealTime || settings.stalls {
      count = min(count, max(1, frames(10)))
      guard wait(untilFrame: frame + count, cancelled) else { return 0 }
    }
    unsafe fill(bytes, count)
    frame += count
    return count
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer, _ count: Int) {
    let channels = Int(format.channels)
    for index in 0..<count {
      let loud = sample(frame + index)
      for channel in 0..<channels {
        let at = index * channels + channel
        let value = loud / Float(1 << min(channel, 16))
        if format.isFloat {
          unsafe bytes.storeBytes(of: value, toByteOffset: at * 4, as: Float.self)
        } else {
          unsafe bytes.storeBytes(
            of: Int16(max(-32768, min(32767, (value * 32768).rounded()))), toByteOffset: at * 2,
            as: Int16.self)
        }
      }
    }
  }

  private func sample(_ frame: Int) -> Float {
    let turns = Double(frame) * 440 / Double(format.rateHertz)
    let wave = Float(sin(2 * Double.pi * turns.truncatingRemainder(dividingBy: 1)))
    return switch settings.sound {
    case .tone: wave / 4
    case .silence: 0
    case .clipped: max(-1, min(1, wave * 4))
    }
  }

  /// Lets the sound's time pass; false if that was cancelled.
  private func wait(untilFrame frame: Int, _ cancelled: CancelFlag) -> Bool {
    let end = start + Double(frame) / Double(format.rateHertz)
    while true {
      if cancelled.isSet { return false }
      let left = settings.stalls ? 1 : end - MockCapture.now()
      if left <= 0 { return true }
      usleep(UInt32(min(left, 0.01) * 1_000_000))
    }
  }

  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}
