import CueABI
import CueModel

/// A place where sound is heard or captured, as a plugin lists it.
public struct DeviceDescription: Equatable, Sendable {
  /// Stable: what users write after `PLUGIN:`.
  public let id: String
  /// The name for people.
  public let name: String
  /// Its own rate in Hz; 0 if it takes any.
  public let rateHertz: Int
  /// Its own channel count; 0 if it takes any.
  public let channels: Int
  /// It is used if no device is named.
  public let isDefault: Bool
  /// It captures sound; false if it plays.
  public let captures: Bool
  /// It captures what another device plays, and is not a microphone.
  public let isMonitor: Bool
}

extension DeviceDescription {
  init(_ message: WorkerMessage) throws(Misbehaviour) {
    let flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    id = printable(try message.text(CUE_TAG_ID))
    name = printable(try message.text(CUE_TAG_NAME))
    rateHertz = Int(try message.u32(CUE_TAG_RATE) ?? 0)
    channels = Int(try message.u32(CUE_TAG_CHANNELS) ?? 0)
    isDefault = flags & CUE_DEVICE_IS_DEFAULT != 0
    captures = try message.u32(CUE_TAG_TYPE) == CUE_DIRECTION_CAPTURE
    isMonitor = captures && flags & CUE_DEVICE_IS_MONITOR != 0
  }
}

/// What playing and capturing have in common.
extension PluginClient {
  /// All devices of the plugin.
  func devices() throws(PluginFailure) -> [DeviceDescription] {
    var devices: [DeviceDescription] = []
    try ask(
      CUE_MSG_DEVICES, within: deadlines.list, while: .listingDevices,
      each: { message throws(Misbehaviour) in
        guard message.type == CUE_MSG_DEVICE else { return }
        guard devices.count < 10_000 else { throw Misbehaviour(.endlessList) }
        devices.append(try DeviceDescription(message))
      })
    return devices
  }

  /// Opens the device's stream.
  func open(
    _ format: AudioFormat, _ direction: UInt32, latencyFrames: Int, device: String, title: String,
    cancellation: Cancellation? = nil
  ) throws(PluginFailure) {
    try ask(
      CUE_MSG_OPEN, within: deadlines.answer, while: .opening, cancellation: cancellation,
      {
        $0.u32(CUE_TAG_TYPE, direction)
        $0.u32(
          CUE_TAG_SAMPLE, format.sample == .int16 ? CUE_SAMPLE_S16 : CUE_SAMPLE_F32)
        $0.u32(CUE_TAG_RATE, UInt32(format.rateHertz))
        $0.u32(CUE_TAG_CHANNELS, UInt32(format.channels))
        $0.u32(CUE_TAG_LATENCY, UInt32(latencyFrames))
        $0.text(CUE_TAG_DEVICE, device)
        $0.text(CUE_TAG_TITLE, title)
      })
  }
}
