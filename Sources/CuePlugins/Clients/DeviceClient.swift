import CueABI
import CueModel

/// A device plugin in its worker.
public final class DeviceClient: Device {
  private let setup: PluginSetup
  private var client: PluginClient
  private let device: String
  private let title: String
  private var format: AudioFormat?
  /// How often there was nothing to play, as reported with the last position.
  public private(set) var gapCount = 0

  /// The plugin of `setup`, playing on `device`, shown as `title` in mixers.
  public init(_ setup: PluginSetup, device: String = "", title: String = "Cue") {
    self.setup = setup
    client = PluginClient(setup, kind: .device)
    self.device = device
    self.title = title
  }

  /// The plugin and its device, as the user named them.
  public var name: String { device.isEmpty ? client.name : "\(client.name):\(device)" }

  /// All devices of the plugin, those that capture too.
  public func devices() throws(PluginFailure) -> [DeviceDescription] { try client.devices() }

  /// Opens the stream.
  public func open(_ format: AudioFormat, latencyFrames: Int) throws {
    try client.open(
      format, CUE_DIRECTION_PLAYBACK, latencyFrames: latencyFrames, device: device, title: title)
    self.format = format
    gapCount = 0
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
    gapCount = max(gapCount, ((try? done.u32(CUE_TAG_XRUNS)) ?? nil).map { Int($0) } ?? 0)
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
  /// The next stream starts with no failures counted: a device that was gone may be tried as long as its user waits.
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
