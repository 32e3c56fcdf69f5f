import CueABI
import CueModel

/// A place where sound is heard, as a plugin lists it.
public struct DeviceDescription: Equatable, Sendable {
  /// Stable: what users write behind `PLUGIN:`.
  public let id: String
  /// The name for people.
  public let name: String
  /// Its own rate in Hz; 0 where it takes any.
  public let rateHertz: Int
  /// Its own channel count; 0 where it takes any.
  public let channels: Int
  /// It is used when none is asked for.
  public let isDefault: Bool
}

/// A device plugin in its worker.
public final class DeviceClient: Device {
  private let setup: PluginSetup
  private var client: PluginClient
  private let device: String
  private let title: String
  private var format: AudioFormat?

  /// The plugin of `setup`, playing on `device`, shown as `title` in mixers.
  public init(_ setup: PluginSetup, device: String = "", title: String = "Cue") {
    self.setup = setup
    client = PluginClient(setup, kind: .device)
    self.device = device
    self.title = title
  }

  /// The plugin and its device, as the user named them.
  public var name: String { device.isEmpty ? client.name : "\(client.name):\(device)" }

  /// All devices of the plugin.
  public func devices() throws(PluginFailure) -> [DeviceDescription] {
    var devices: [DeviceDescription] = []
    try client.ask(
      CUE_MSG_DEVICES, within: client.deadlines.list, while: .listingDevices,
      each: { message throws(Misbehaviour) in
        guard message.type == CUE_MSG_DEVICE else { return }
        guard devices.count < 10_000 else { throw Misbehaviour(.endlessList) }
        devices.append(
          DeviceDescription(
            id: printable(try message.text(CUE_TAG_ID)),
            name: printable(try message.text(CUE_TAG_NAME)),
            rateHertz: Int(try message.u32(CUE_TAG_RATE) ?? 0),
            channels: Int(try message.u32(CUE_TAG_CHANNELS) ?? 0),
            isDefault: (try message.u32(CUE_TAG_FLAGS) ?? 0) & CUE_DEVICE_IS_DEFAULT != 0))
      })
    return devices
  }

  /// Opens the stream.
  public func open(_ format: AudioFormat, latencyFrames: Int) throws {
    try client.ask(
      CUE_MSG_OPEN, within: client.deadlines.answer, while: .opening,
      {
        $0.u32(CUE_TAG_TYPE, CUE_DIRECTION_PLAYBACK)
        $0.u32(
          CUE_TAG_SAMPLE, format.sample == .int16 ? CUE_SAMPLE_S16 : CUE_SAMPLE_F32)
        $0.u32(CUE_TAG_RATE, UInt32(format.rateHertz))
        $0.u32(CUE_TAG_CHANNELS, UInt32(format.channels))
        $0.u32(CUE_TAG_LATENCY, UInt32(latencyFrames))
        $0.text(CUE_TAG_DEVICE, device)
        $0.text(CUE_TAG_TITLE, title)
      })
    self.format = format
  }

  /// Writes sound; the device may take as long as the sound lasts, and a little more.
  public func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard let format, sound.frameCount > 0 else { return }
    precondition(sound.format == format, "sound of another format than the device was opened for")
    let patience = client.deadlines.gap + sound.frameCount * 1000 / format.rateHertz
    try waking(cancellation) {
      try client.ask(
        CUE_MSG_WRITE, within: patience, while: .playing, cancellation: cancellation,
        {
          $0.u32(CUE_TAG_FRAMES, UInt32(sound.frameCount))
          $0.sound(CUE_TAG_SOUND, sound.bytes)
        })
    }
  }

  /// Frames that have been heard.
  public func position() throws -> Int {
    let done = try client.ask(
      CUE_MSG_POSITION, within: client.deadlines.answer, while: .locating)
    return Int(clamping: (try? done.u64(CUE_TAG_POSITION)) ?? 0)
  }

  /// Waits until all has been heard.
  public func drain(cancellation: Cancellation) throws {
    try waking(cancellation) {
      try client.ask(
        CUE_MSG_DRAIN, within: client.deadlines.gap * 2, while: .draining,
        cancellation: cancellation)
    }
  }

  /// Drops what has not been heard.
  public func flush() throws {
    try client.ask(CUE_MSG_DROP, within: client.deadlines.cancel, while: .dropping)
  }

  /// Closes the stream and ends the plugin's process.
  ///
  /// What is opened next begins anew: a device that was gone for a while may be tried as often as its user waits.
  public func close() {
    client.quit()
    client = PluginClient(setup, kind: .device)
    format = nil
  }

  private func waking(_ cancellation: Cancellation, _ body: () throws -> Void) throws {
    guard !cancellation.isCancelled else { return }
    try cancellation.withHandler(try client.ready().wake, body)
  }
}
