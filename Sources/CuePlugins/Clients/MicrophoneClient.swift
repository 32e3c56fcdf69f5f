import CueABI
import CueModel

/// A device plugin in its worker, which captures sound.
public final class MicrophoneClient: Microphone {
  private let client: PluginClient
  private let device: String
  private let title: String
  private var stream: Stream?

  /// The open stream.
  private struct Stream {
    let format: AudioFormat
    /// The frame where the sound begins that is read next, as far as it is known.
    var frame = 0
    /// The losses that the plugin has reported so far.
    var lostFrames = 0
    var xruns = 0
  }

  /// The format if none is given and the device takes any.
  private static let usualFormat = AudioFormat(sample: .float32, rateHertz: 48_000, channels: 1)

  /// The plugin of `setup`, capturing on `device`, shown as `title` in mixers.
  public init(_ setup: PluginSetup, device: String = "", title: String = "Cue") {
    client = PluginClient(setup, kind: .device)
    self.device = device
    self.title = title
  }

  /// The plugin and its device, as the user named them.
  public var name: String { device.isEmpty ? client.name : "\(client.name):\(device)" }

  /// Devices capture whether or not anyone reads.
  public var isLive: Bool { true }

  /// The id of the device of the stream, if the plugin reports it; it may change while a stream follows the default.
  public private(set) var currentDevice = ""

  /// The microphones of the plugin, and the monitors of what it plays.
  public func devices() throws(PluginFailure) -> [DeviceDescription] {
    try client.devices().filter(\.captures)
  }

  /// Opens the stream; nil for a format is the device's own rate and channels, as floats.
  public func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    stream = nil
    let format = try wanted ?? ownFormat()
    try waking(cancellation) {
      try client.open(
        format, CUE_DIRECTION_CAPTURE, latencyFrames: latencyFrames, device: device, title: title,
        cancellation: cancellation)
    }
    stream = Stream(format: format)
    return format
  }

  private func ownFormat() throws(PluginFailure) -> AudioFormat {
    var format = MicrophoneClient.usualFormat
    let all = try devices()
    guard let own = all.first(where: { device.isEmpty ? $0.isDefault : $0.id == device }) else {
      return format
    }
    if own.rateHertz > 0 { format.rateHertz = own.rateHertz }
    if own.channels > 0 { format.channels = own.channels }
    return format
  }

  /// Waits for sound; a device that gives none for as long as ``Deadlines/gap`` hangs.
  public func read(atMost frames: Int, cancellation: Cancellation) throws -> CapturedSound? {
    precondition(frames > 0, "a microphone is asked for at least one frame")
    guard let stream else { preconditionFailure("no stream is open") }
    guard !cancellation.isCancelled else { return nil }
    do {
      return try waking(cancellation) { try read(frames, of: stream, cancellation) }
    } catch {
      close()
      throw error
    }
  }

  private func read(
    _ frames: Int, of stream: Stream, _ cancellation: Cancellation
  ) throws(PluginFailure) -> CapturedSound? {
    guard client.running != nil else {
      throw PluginFailure(
        plugin: name, activity: .capturing, kind: .misbehaved, reason: .broke(.endedBetweenPieces))
    }
    var bytes: [UInt8] = []
    let done = try client.ask(
      CUE_MSG_READ, within: client.deadlines.gap, while: .capturing, cancellation: cancellation,
      { $0.u32(CUE_TAG_CAPACITY, UInt32(clamping: frames)) },
      each: { message throws(Misbehaviour) in
        guard message.type == CUE_MSG_SOUND else { return }
        bytes += message.sound(CUE_TAG_SOUND)
        guard bytes.count <= frames * stream.format.frameByteCount else {
          throw Misbehaviour(.tooMuchSound)
        }
        guard isSound(bytes, stream.format) else { throw Misbehaviour(.halfFramesOrNotNumbers) }
      })
    return taken(bytes, done)
  }

  /// Counts what was read, and what was lost before it.
  private func taken(_ bytes: [UInt8], _ done: WorkerMessage) -> CapturedSound? {
    guard var stream, !bytes.isEmpty else { return nil }
    let sound = AudioBuffer(format: stream.format, bytes: bytes)
    func number(_ tag: UInt32) -> Int? { ((try? done.u64(tag)) ?? nil).map { Int(clamping: $0) } }
    let lost = number(CUE_TAG_LOST) ?? stream.lostFrames
    let xruns = ((try? done.u32(CUE_TAG_XRUNS)) ?? nil).map { Int($0) } ?? stream.xruns
    let end = number(CUE_TAG_POSITION) ?? stream.frame + sound.frameCount
    let captured = CapturedSound(
      sound, startFrame: max(stream.frame, end - sound.frameCount),
      lostFrames: max(0, lost - stream.lostFrames), xruns: max(0, xruns - stream.xruns),
      latencyFrames: Int(((try? done.u32(CUE_TAG_LATENCY)) ?? nil) ?? 0))
    stream.frame = captured.startFrame + sound.frameCount
    stream.lostFrames = max(lost, stream.lostFrames)
    stream.xruns = max(xruns, stream.xruns)
    self.stream = stream
    currentDevice = printable((try? done.text(CUE_TAG_DEVICE)) ?? "")
    return captured
  }

  /// Drops sound that was captured and not read.
  public func flush() throws {
    guard stream != nil else { preconditionFailure("no stream is open") }
    do { try client.ask(CUE_MSG_DROP, within: client.deadlines.answer, while: .dropping) } catch {
      close()
      throw error
    }
  }

  /// Ends the stream; the plugin's process stays ready for the next.
  public func close() {
    guard stream != nil else { return }
    stream = nil
    guard client.running != nil else { return }
    // A plugin that cannot close the stream must not go on capturing.
    do { try client.ask(CUE_MSG_CLOSE, within: client.deadlines.answer, while: .dropping) } catch {
      client.quit()
    }
  }

  /// Ends the stream and the plugin's process.
  public func quit() {
    stream = nil
    client.quit()
  }

  private func waking<Value>(
    _ cancellation: Cancellation, _ body: () throws -> Value
  ) throws -> Value {
    try cancellation.withHandler(try client.ready().wake, body)
  }
}

/// Whether `bytes` are whole frames of numbers.
private func isSound(_ bytes: [UInt8], _ format: AudioFormat) -> Bool {
  guard bytes.count.isMultiple(of: format.frameByteCount) else { return false }
  guard format.sample == .float32 else { return true }
  return AudioBuffer(format: format, bytes: bytes).floats.allSatisfy(\.isFinite)
}

extension PluginHost {
  /// The microphone of `choice`, which names a device plugin and one of its devices; nil is the default microphone of the
  /// usual device plugin.
  public func microphone(_ choice: PluginChoice?) throws(PluginSetupError) -> MicrophoneClient {
    let choice = choice ?? microphoneByDefault
    return MicrophoneClient(try setup(choice), device: choice.reference.part)
  }
}
