import CueABI
import CuePlugins

/// The format of a device's stream.
struct DeviceFormat {
  var sample: UInt32 = CUE_SAMPLE_S16
  var rateHertz = 48_000
  var channels = 1

  var frameByteCount: Int { (sample == CUE_SAMPLE_S16 ? 2 : 4) * channels }

  /// A tone in that format.
  func tone(frames: Int) -> [UInt8] {
    let mono = Signals.tone(frames: frames, hertz: 440, rateHertz: rateHertz, level: 0.1)
    let samples = mono.flatMap { Array(repeating: $0, count: channels) }
    return sample == CUE_SAMPLE_S16 ? Signals.int16Bytes(samples) : Signals.floatBytes(samples)
  }
}

/// A device, as its plugin lists it.
struct ListedDevice {
  let id: String
  let name: String
  let direction: UInt32
  let flags: UInt32
  let rateHertz: Int
  let channels: Int

  init(_ message: WorkerMessage) throws(Misbehaviour) {
    id = try message.text(CUE_TAG_ID)
    name = try message.text(CUE_TAG_NAME)
    direction = try message.u32(CUE_TAG_TYPE) ?? 0
    flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    rateHertz = Int(try message.u32(CUE_TAG_RATE) ?? 0)
    channels = Int(try message.u32(CUE_TAG_CHANNELS) ?? 0)
  }

  var captures: Bool { direction == CUE_DIRECTION_CAPTURE }
}

extension Answer {
  /// Frames that were heard, or read, lost or dropped, since the stream was opened.
  var position: Int { Int(clamping: ((try? done.u64(CUE_TAG_POSITION)) ?? nil) ?? 0) }
  /// How many frames of a WRITE were taken.
  var frames: Int { seen(CUE_TAG_FRAMES) ?? 0 }
  /// How often sound was lost, if the device counts that.
  var xruns: Int { seen(CUE_TAG_XRUNS) ?? 0 }
  /// Frames that were lost, if the device counts them.
  var lost: Int { Int(clamping: ((try? done.u64(CUE_TAG_LOST)) ?? nil) ?? 0) }
  /// The sound of a READ.
  var sound: [UInt8] {
    messages.filter { $0.type == CUE_MSG_SOUND }.flatMap { $0.sound(CUE_TAG_SOUND) }
  }
}

extension Session {
  func devices(instance: UInt32 = 1) throws -> [ListedDevice] {
    try ask(CUE_MSG_DEVICES, instance: instance, within: 30_000).messages
      .filter { $0.type == CUE_MSG_DEVICE }.map { try ListedDevice($0) }
  }

  func openDevice(
    _ format: DeviceFormat = DeviceFormat(), captures: Bool = false, device: [UInt8] = [],
    instance: UInt32 = 1
  ) throws -> Answer {
    try ask(CUE_MSG_OPEN, instance: instance) {
      $0.u32(CUE_TAG_TYPE, captures ? CUE_DIRECTION_CAPTURE : CUE_DIRECTION_PLAYBACK)
      $0.u32(CUE_TAG_SAMPLE, format.sample)
      $0.u32(CUE_TAG_RATE, UInt32(format.rateHertz))
      $0.u32(CUE_TAG_CHANNELS, UInt32(format.channels))
      if !device.isEmpty { $0.sound(CUE_TAG_DEVICE, device) }
      $0.text(CUE_TAG_TITLE, "Conformance")
    }
  }

  @discardableResult
  func writeSound(
    _ frames: Int, _ format: DeviceFormat = DeviceFormat(), instance: UInt32 = 1
  ) throws -> Answer {
    try ask(CUE_MSG_WRITE, instance: instance) {
      $0.sound(CUE_TAG_SOUND, format.tone(frames: frames))
    }
  }

  func readSound(atMost frames: Int, instance: UInt32 = 1) throws -> Answer {
    try ask(CUE_MSG_READ, instance: instance) { $0.u32(CUE_TAG_CAPACITY, UInt32(frames)) }
  }

  /// Opens, plays or captures a little and closes again, in each direction that it lists.
  func workDevice(instance: UInt32) throws -> Int32 {
    let listed = try ask(CUE_MSG_DEVICES, instance: instance, within: 30_000)
    guard listed.status == CUE_OK else { return listed.status }
    let devices = try listed.messages.filter { $0.type == CUE_MSG_DEVICE }
      .map { try ListedDevice($0) }
    for captures in [false, true] where devices.contains(where: { $0.captures == captures }) {
      let opened = try openDevice(captures: captures, instance: instance)
      guard opened.status == CUE_OK else { return opened.status }
      var status = CUE_OK
      if captures {
        let request = try send(CUE_MSG_READ, instance: instance) { $0.u32(CUE_TAG_CAPACITY, 480) }
        // Its settings may make it wait for ever.
        if let message = try poll(request, within: 500) {
          status =
            message.type == CUE_MSG_DONE
            ? try Answer(message, []).status : try finish(request).status
        } else {
          try send(CUE_MSG_CANCEL, to: request, instance: instance)
          status = try finish(request).status
          if status == CUE_CANCELLED { status = CUE_OK }
        }
      } else {
        status = try writeSound(480, instance: instance).status
      }
      try ask(CUE_MSG_DROP, instance: instance)
      try ask(CUE_MSG_CLOSE, instance: instance)
      if status != CUE_OK { return status }
    }
    return CUE_OK
  }
}
