import CueABI
import CueModel

/// An effect plugin in its worker.
///
/// Sound of any length may be handed over. It reaches the plugin in blocks, which the worker takes from a queue, so that the
/// plugin computes while this process reads and writes.
public final class EffectClient: Effect {
  private let client: PluginClient
  /// How many frames the plugin gets at once: few if somebody listens, many if nobody waits.
  private let blockFrames: Int
  private var format: AudioFormat?
  private var outputFormat: AudioFormat?
  private var balance: EffectBalance?
  /// What was sent and has not come back, the oldest first.
  private var sent: [Sent] = []
  /// Frames by which output comes later than its input.
  public private(set) var latencyFrames = 0
  /// Frames that sound on after the input has ended, beyond the latency.
  public private(set) var tailFrames = 0

  private struct Sent {
    var requests: [UInt32]
    let worker: Worker
    let placeCount: Int
  }

  /// The plugin of `setup`, which gets at most `blockFrames` at once.
  public init(_ setup: PluginSetup, blockFrames: Int = 16384) {
    precondition((1...1 << 20).contains(blockFrames), "a block has 1 to 1,048,576 frames")
    client = PluginClient(setup, kind: .effect)
    self.blockFrames = blockFrames
  }

  /// The plugin, as the user named it.
  public var name: String { client.name }

  /// The plugin's own version; empty before it has started.
  public var version: String { client.description?.version ?? "" }

  /// Starts the plugin now rather than at the first sound.
  public func start() throws(PluginFailure) { _ = try client.ready() }

  /// The parameters that may be changed.
  public func parameters() throws -> [EffectParameter] {
    _ = try client.ready()
    return client.parameters.map {
      EffectParameter(
        id: $0.id, name: $0.name, unit: $0.unit, range: $0.range, isLive: $0.isLive)
    }
  }

  /// Sets a parameter to a value that a user has written; it applies from the next sound on.
  public func set(_ name: String, to value: String) throws(PluginFailure) {
    try client.ask(
      CUE_MSG_SET, within: client.deadlines.answer, while: .takingSetting,
      {
        $0.text(CUE_TAG_NAME, name)
        $0.text(CUE_TAG_TEXT, value)
      })
  }

  /// Prepares for float sound of that rate and channel count.
  ///
  /// As many channels come out as go in, unless the effect has another number: then the first of ``outputCounts(for:)`` that it
  /// accepts.
  public func configure(rateHertz: Int, channels: Int) throws {
    abandon()
    var refusal: PluginFailure?
    _ = try client.ready()
    for outputs in outputCounts(for: channels) {
      do throws(PluginFailure) {
        try configure(rateHertz: rateHertz, channels: channels, outputs: outputs)
        return
      } catch {
        guard case .refused(status: .format) = error.kind else { throw error }
        // The refusal of the usual number says most.
        if outputs == channels || refusal == nil { refusal = error }
      }
    }
    if let refusal { throw refusal }
  }

  /// Numbers of output channels to ask for, in order: first as many as go in; but two from an effect that makes space of one.
  private func outputCounts(for channels: Int) -> [Int] {
    let widens = client.description?.features.contains { Self.wide.contains($0) } == true
    let first = channels == 1 && widens ? [2, 1] : [channels]
    return first + [2, 1, 4, 6, 8].filter { !first.contains($0) }
  }

  /// Features of effects that spread one channel over two.
  private static let wide: Set<String> = [
    CUE_FEATURE_REVERB, CUE_FEATURE_SPATIAL, CUE_FEATURE_DELAY, CUE_FEATURE_MODULATION,
  ]

  private func configure(rateHertz: Int, channels: Int, outputs: Int) throws(PluginFailure) {
    let block = EffectBlocks.frames(blockFrames, channels: max(channels, outputs))
    let done = try client.ask(
      CUE_MSG_CONFIGURE, within: client.deadlines.answer, while: .preparing,
      {
        $0.u32(CUE_TAG_RATE, UInt32(rateHertz))
        $0.u32(CUE_TAG_CHANNELS, UInt32(channels))
        $0.u32(CUE_TAG_MAX_FRAMES, UInt32(block))
        if outputs != channels { $0.u32(CUE_TAG_OUTPUT_CHANNELS, UInt32(outputs)) }
      })
    let format = AudioFormat(sample: .float32, rateHertz: rateHertz, channels: channels)
    self.format = format
    outputFormat = AudioFormat(sample: .float32, rateHertz: rateHertz, channels: outputs)
    balance = EffectBalance(format, client.parameters)
    latencyFrames = Int((try? done.u32(CUE_TAG_LATENCY)) ?? 0)
    tailFrames = Int((try? done.u32(CUE_TAG_TAIL)) ?? 0)
  }

  /// Samples in a frame of its output.
  public var outputChannels: Int? { outputFormat?.channels }

  /// Hands over float sound of the configured format; samples that are not numbers become silence.
  public func begin(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int]) throws {
    guard let format else { preconditionFailure("\(name) was not configured") }
    precondition(
      sound.format == format, "sound of another format than the effect is configured for")
    let worker = try client.ready()
    balance?.give(sound)
    var requests: [UInt32] = []
    var blocks = EffectBlocks(sound, changes: changes, asking: frames, blockFrames: blockFrames)
    do throws(PluginFailure) {
      repeat {
        requests.append(
          client.addToInstance(CUE_MSG_PROCESS, worker) { _ = blocks.writeNext(to: &$0) })
        try worker.flush(while: .processing)
      } while !blocks.areAllWritten
    } catch { throw failed(error) }
    sent.append(Sent(requests: requests, worker: worker, placeCount: frames.count))
  }

  /// Waits for the output of the sound that was handed over first.
  public func finish() throws -> EffectOutput {
    precondition(!sent.isEmpty, "nothing was handed over")
    return try receive(sent.removeFirst())
  }

  /// The output that is left after the last input.
  public func flush(asking frames: [Int]) throws -> EffectOutput {
    precondition(format != nil, "\(name) was not configured")
    precondition(sent.isEmpty, "sound is still on its way")
    let worker = try client.ready()
    let request = client.addToInstance(CUE_MSG_FLUSH, worker) {
      EffectBlocks.writeFlush(asking: frames, to: &$0)
    }
    do throws(PluginFailure) { try worker.flush(while: .processing) } catch { throw failed(error) }
    return try receive(
      Sent(requests: [request], worker: worker, placeCount: frames.count), isLast: true)
  }

  /// Output that is still to come is no longer wanted.
  public func abandon() {
    for earlier in sent where earlier.worker.isRunning {
      for request in earlier.requests { earlier.worker.add(CUE_MSG_CANCEL, request: request) }
      try? earlier.worker.flush(while: .stopping)
    }
    sent = []
    format = nil
  }

  /// Ends the plugin's process.
  public func quit() { client.quit() }

  private func failed(_ failure: PluginFailure) -> PluginFailure {
    client.failed(failure)
    sent = []
    format = nil
    return failure
  }

  private func receive(_ awaited: Sent, isLast: Bool = false) throws -> EffectOutput {
    guard let outputFormat else { preconditionFailure("\(name) was not configured") }
    let worker = awaited.worker
    var answer = EffectAnswer(outputFormat)
    let output: EffectOutput
    do throws(PluginFailure) {
      for request in awaited.requests {
        while true {
          guard
            case .message(let message) = try worker.next(
              within: client.deadlines.gap, while: .processing),
            message.request == request || message.request == 0
          else { continue }
          if message.type == CUE_MSG_DONE {
            if let failure = client.failure(of: message, worker, .processing) { throw failure }
          } else if message.type != CUE_MSG_SOUND {
            continue
          }
          do throws(Misbehaviour) { try answer.add(message) } catch {
            throw worker.misbehaved(.processing, error.reason)
          }
          if message.type == CUE_MSG_DONE { break }
        }
      }
      do throws(Misbehaviour) {
        output = try answer.output(placeCount: awaited.placeCount)
        try balance?.take(output.sound)
        if isLast { try balance?.end() }
      } catch { throw worker.misbehaved(.processing, error.reason) }
    } catch { throw failed(error) }
    let changes = worker.takeChanges(of: PluginClient.instance)
    latencyFrames = changes.latencyFrames ?? latencyFrames
    tailFrames = changes.tailFrames ?? tailFrames
    client.succeeded()
    return output
  }
}
