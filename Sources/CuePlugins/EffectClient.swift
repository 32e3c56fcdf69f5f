import CueABI
import CueModel

/// An effect plugin in its worker: sound goes in block by block, and comes out.
public final class EffectClient {
  /// A parameter that changes at a frame of a block.
  public struct Change: Sendable {
    /// The parameter's number.
    public var parameter: UInt32
    /// Frames from the block's start.
    public var frame: Int
    /// The new value.
    public var value: Double

    /// A change of `parameter` at `frame` to `value`.
    public init(parameter: UInt32, frame: Int, value: Double) {
      self.parameter = parameter
      self.frame = frame
      self.value = value
    }
  }

  private let client: PluginClient
  private var channels = 1
  private var blockFrames = 4096
  /// Frames by which output comes later than its input.
  public private(set) var latencyFrames = 0
  /// Frames that sound on after the input has ended, beyond the latency.
  public private(set) var tailFrames = 0

  /// The plugin of `setup`.
  public init(_ setup: PluginSetup) { client = PluginClient(setup, kind: CUE_KIND_DSP) }

  /// Prepares for float sound of that rate and channel count.
  public func configure(rateHertz: Int, channels: Int, blockFrames: Int = 4096) throws {
    let done = try client.ask(
      CUE_MSG_CONFIGURE, within: client.deadlines.answer, while: "preparing",
      {
        $0.u32(CUE_TAG_RATE, UInt32(rateHertz))
        $0.u32(CUE_TAG_CHANNELS, UInt32(channels))
        $0.u32(CUE_TAG_MAX_FRAMES, UInt32(blockFrames))
      })
    self.channels = channels
    self.blockFrames = blockFrames
    latencyFrames = Int((try? done.u32(CUE_TAG_LATENCY)) ?? 0)
    tailFrames = Int((try? done.u32(CUE_TAG_TAIL)) ?? 0)
  }

  /// The sound that comes of `sound`, which is float and of any length.
  ///
  /// `changes` are sorted by frame.
  public func process(_ sound: AudioBuffer, changes: [Change] = []) throws -> AudioBuffer {
    precondition(sound.format.sample == .float32 && sound.format.channels == channels)
    var output: [UInt8] = []
    var at = 0
    var idle = 0
    while at < sound.frameCount {
      let block = sound.frames(at..<min(at + blockFrames, sound.frameCount))
      let (used, produced) = try step(
        CUE_MSG_PROCESS, sound.format, block,
        changes.filter { (at..<at + block.frameCount).contains($0.frame) }
          .map { Change(parameter: $0.parameter, frame: $0.frame - at, value: $0.value) })
      output += produced
      idle = used == 0 && produced.isEmpty ? idle + 1 : 0
      guard idle < 4 else { throw stuck }
      at += used
    }
    return AudioBuffer(format: sound.format, bytes: output)
  }

  /// What is left when no more sound comes.
  public func flush(_ format: AudioFormat) throws -> AudioBuffer {
    var output: [UInt8] = []
    while true {
      let (_, produced) = try step(CUE_MSG_FLUSH, format, nil, [])
      guard !produced.isEmpty else { return AudioBuffer(format: format, bytes: output) }
      output += produced
      guard output.count < 1 << 28 else { throw stuck }
    }
  }

  /// Ends the plugin's process.
  public func quit() { client.quit() }

  private var stuck: PluginFailure {
    PluginFailure(
      plugin: client.name, activity: "processing", kind: .misbehaved,
      reason: "it neither takes nor gives sound, or gives without end")
  }

  private func step(
    _ type: UInt32, _ format: AudioFormat, _ block: AudioBuffer?, _ changes: [Change]
  ) throws(PluginFailure) -> (used: Int, produced: [UInt8]) {
    let done = try client.ask(
      type, within: client.deadlines.gap, while: "processing",
      {
        $0.u32(CUE_TAG_CAPACITY, UInt32(blockFrames))
        if let block { $0.sound(CUE_TAG_SOUND, block.bytes) }
        for change in changes {
          $0.group(CUE_TAG_PARAM_EVENT) {
            $0.u32(CUE_TAG_OFFSET, UInt32(change.frame))
            $0.u32(CUE_TAG_FIELD, change.parameter)
            $0.f64(CUE_TAG_VALUE, change.value)
          }
        }
      })
    let sound = done.sound(CUE_TAG_SOUND)
    let used = Int((try? done.u32(CUE_TAG_USED)) ?? 0)
    guard sound.count.isMultiple(of: format.frameByteCount), used <= block?.frameCount ?? 0,
      AudioBuffer(format: format, bytes: sound).floats.allSatisfy(\.isFinite)
    else {
      throw PluginFailure(
        plugin: client.name, activity: "processing", kind: .misbehaved,
        reason: "its sound holds half frames or samples that are no numbers")
    }
    return (used, sound)
  }
}
