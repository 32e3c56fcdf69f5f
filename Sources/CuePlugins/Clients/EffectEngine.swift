import CueABI
import CueModel

/// An effect plugin in one worker with many instances: each is an effect, for sounds that are heard together.
///
/// Instances compute in parallel. If a worker dies, all its effects die with it: each fails once, and starts again in a new
/// worker when it is configured. Not thread-safe.
public final class EffectEngine {
  fileprivate let client: PluginClient
  fileprivate let blockFrames: Int
  private let id: String
  /// The first is the client's own.
  private var lastInstance: UInt32 = 1
  /// Effects that are not in use, to be used again.
  private var idle: [SharedEffect] = []
  private static let mostIdle = 128
  /// Messages that have come for open requests, the oldest first.
  private var arrived: [UInt32: [WorkerMessage]] = [:]
  /// Where the sound of unfinished requests lies, by their numbers.
  private var slots: [UInt32: SharedSound.Slot] = [:]
  private var worker: Worker?

  /// The plugin of `setup`; each effect gets at most `blockFrames` at once.
  public init(_ setup: PluginSetup, blockFrames: Int = 16384) {
    precondition((1...1 << 20).contains(blockFrames), "a block has 1 to 1,048,576 frames")
    var setup = setup
    setup.worker.sharesSound = true
    client = PluginClient(setup, kind: .effect)
    id = setup.file.id
    self.blockFrames = blockFrames
  }

  /// The memory that its worker shares.
  var sharedSound: SharedSound? { worker?.sharedSound }

  /// The plugin, as the user named it.
  public var name: String { client.name }

  /// An effect with these values of its parameters, by name, which take precedence over the setup's.
  public func effect(_ values: [(name: String, value: Double)]) -> any Effect {
    let effect = idle.popLast() ?? SharedEffect(self)
    effect.values = values
    return effect
  }

  /// Takes back an effect of ``effect(_:)`` that is no longer wanted.
  public func end(_ effect: any Effect) {
    guard let effect = effect as? SharedEffect else {
      preconditionFailure("the effect is another's")
    }
    effect.abandon()
    if idle.count < EffectEngine.mostIdle { idle.append(effect) } else { effect.destroy() }
  }

  /// Ends the plugin's process.
  public func quit() {
    idle = []
    client.quit()
  }

  // MARK: - For its effects

  /// The worker; a new one if it had to be started again.
  fileprivate func running() throws(PluginFailure) -> Worker {
    let worker = try client.ready()
    if worker !== self.worker {
      self.worker = worker
      arrived = [:]
      slots = [:]
      lastInstance = 1
      // The output of many effects is read together.
      worker.lingers = true
      worker.widen()
    }
    return worker
  }

  /// A new number of an instance.
  fileprivate func nextInstance() -> UInt32 {
    lastInstance += 1
    return lastInstance
  }

  /// Adds a request of an instance; its answers are kept until it is done.
  fileprivate func add(
    _ type: UInt32, _ instance: UInt32, _ worker: Worker,
    _ body: (inout MessageWriter) -> Void = { _ in }
  ) -> UInt32 {
    let request = worker.add(type) {
      $0.u32(CUE_TAG_INSTANCE, instance)
      body(&$0)
    }
    arrived[request] = []
    return request
  }

  /// Adds a request to an instance to process the next of `blocks`.
  fileprivate func addNext(
    of blocks: inout EffectBlocks, _ instance: UInt32, _ worker: Worker
  ) -> UInt32 {
    var slot: SharedSound.Slot?
    let request = add(CUE_MSG_PROCESS, instance, worker) {
      slot = blocks.writeNext(to: &$0, sharing: worker.sharedSound)
    }
    slots[request] = slot
    return request
  }

  /// Sends what was added once there is enough of it: until then it waits for other requests, or until an answer is needed.
  ///
  /// A write wakes the worker, so one for the blocks of many effects costs far less than one for each.
  fileprivate func send(
    _ worker: Worker, while activity: PluginFailure.Activity
  ) throws(PluginFailure) {
    guard worker.waitingByteCount >= EffectEngine.mostWaitingBytes else { return }
    do throws(PluginFailure) { try worker.flush(while: activity) } catch { throw failed(error) }
  }

  /// Less than half of what a pipe holds.
  private static let mostWaitingBytes = 96 * 1024

  /// Answers to a request are no longer wanted.
  fileprivate func forget(_ request: UInt32) {
    let last = arrived.removeValue(forKey: request)?.last
    if last?.type == CUE_MSG_DONE { release(request) }
  }

  /// The request is done, and its sound is no longer used.
  private func release(_ request: UInt32) {
    if let slot = slots.removeValue(forKey: request) { worker?.sharedSound?.release(slot) }
  }

  /// Receives what belongs to `request` up to its DONE, which is returned; messages for other requests are kept.
  @discardableResult
  fileprivate func finish(
    _ request: UInt32, _ worker: Worker, within milliseconds: Int,
    while activity: PluginFailure.Activity,
    each: (WorkerMessage) throws(Misbehaviour) -> Void = { (_) throws(Misbehaviour) in }
  ) throws(PluginFailure) -> WorkerMessage {
    while true {
      guard let message = try next(request, worker, milliseconds, activity) else { continue }
      if message.type == CUE_MSG_DONE {
        forget(request)
        release(request)
        if let failure = client.failure(of: message, worker, activity) { throw failed(failure) }
        return message
      }
      do throws(Misbehaviour) { try each(message) } catch {
        throw failed(worker.misbehaved(activity, error.reason))
      }
    }
  }

  private func next(
    _ request: UInt32, _ worker: Worker, _ milliseconds: Int, _ activity: PluginFailure.Activity
  ) throws(PluginFailure) -> WorkerMessage? {
    if let waiting = arrived[request], !waiting.isEmpty {
      return arrived[request]?.removeFirst()
    }
    do throws(PluginFailure) {
      try worker.flush(while: activity)
      guard case .message(let message) = try worker.next(within: milliseconds, while: activity)
      else { return nil }
      if message.request == request || message.request == 0 { return message }
      arrived[message.request]?.append(message)
      if message.type == CUE_MSG_DONE, arrived[message.request] == nil { release(message.request) }
      return nil
    } catch { throw failed(error) }
  }

  fileprivate func failed(_ failure: PluginFailure) -> PluginFailure {
    client.failed(failure)
    return failure
  }
}

/// One instance of an ``EffectEngine``.
private final class SharedEffect: Effect {
  private let engine: EffectEngine
  var values: [(name: String, value: Double)] = []
  private var instance: UInt32 = 0
  /// The worker that has the instance.
  private weak var worker: Worker?
  private var format: AudioFormat?
  private var balance: EffectBalance?
  /// What was sent and has not come back, the oldest first.
  private var sent: [(requests: [UInt32], placeCount: Int)] = []
  private var latency = 0
  private var tail = 0
  /// Requests that are not answered yet: the instance, its settings, and last of all its format.
  private var unanswered: [Unanswered] = []

  private struct Unanswered {
    let request: UInt32
    let within: Int
    let activity: PluginFailure.Activity
  }

  /// Known once the first sound was received.
  var latencyFrames: Int { latency }
  /// Known once the first sound was received.
  var tailFrames: Int { tail }

  init(_ engine: EffectEngine) { self.engine = engine }

  var name: String { engine.name }
  private var deadlines: Deadlines { engine.client.deadlines }

  func parameters() throws -> [EffectParameter] {
    _ = try engine.running()
    return engine.client.parameters.map {
      EffectParameter(
        id: $0.id, name: $0.name, unit: $0.unit, range: $0.range, isLive: $0.isLive)
    }
  }

  func configure(rateHertz: Int, channels: Int) throws {
    abandon()
    let worker = try engine.running()
    if self.worker !== worker {
      instance = engine.nextInstance()
      self.worker = worker
      let setup = engine.client.setup
      let create = engine.add(CUE_MSG_CREATE, instance, worker) { message in
        message.text(CUE_TAG_ID, setup.file.id)
        message.text(CUE_TAG_KIND, CUE_KIND_DSP)
        for parameter in setup.configured + setup.parameters {
          message.group(CUE_TAG_PARAM) {
            $0.text(CUE_TAG_NAME, parameter.name)
            $0.text(CUE_TAG_TEXT, parameter.value)
            $0.u32(CUE_TAG_FLAGS, CUE_SET_IN_THE_OPEN)
          }
        }
      }
      unanswered.append(Unanswered(request: create, within: deadlines.load, activity: .loading))
    }
    for (name, value) in values {
      let set = engine.add(CUE_MSG_SET, instance, worker) {
        $0.text(CUE_TAG_NAME, name)
        $0.text(CUE_TAG_TEXT, SharedEffect.plain(value))
      }
      unanswered.append(
        Unanswered(request: set, within: deadlines.answer, activity: .takingSetting))
    }
    let block = EffectBlocks.frames(engine.blockFrames, channels: channels)
    let configure = engine.add(CUE_MSG_CONFIGURE, instance, worker) {
      $0.u32(CUE_TAG_RATE, UInt32(rateHertz))
      $0.u32(CUE_TAG_CHANNELS, UInt32(channels))
      $0.u32(CUE_TAG_MAX_FRAMES, UInt32(block))
    }
    unanswered.append(
      Unanswered(request: configure, within: deadlines.answer, activity: .preparing))
    try engine.send(worker, while: .preparing)
    let format = AudioFormat(sample: .float32, rateHertz: rateHertz, channels: channels)
    self.format = format
    balance = EffectBalance(format, engine.client.parameters)
  }

  /// Waits for the answers to ``configure(rateHertz:channels:)``, which sends and returns, so that instances start in parallel.
  private func settle(_ worker: Worker) throws(PluginFailure) {
    while let next = unanswered.first {
      unanswered.removeFirst()
      let done: WorkerMessage
      do throws(PluginFailure) {
        done = try engine.finish(
          next.request, worker, within: next.within, while: next.activity)
      } catch {
        // An instance that was not made is made again the next time.
        if next.activity == .loading { self.worker = nil }
        throw error
      }
      guard unanswered.isEmpty else { continue }
      latency = Int((try? done.u32(CUE_TAG_LATENCY)) ?? 0)
      tail = Int((try? done.u32(CUE_TAG_TAIL)) ?? 0)
    }
  }

  /// A number as C writes it, without an exponent, to nine places.
  private static func plain(_ value: Double) -> String {
    let scaled = Int64((abs(value) * 1e9).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 9 - digits.count)
    return "\(value < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
  }

  /// The running worker that has the instance.
  private func own() throws(PluginFailure) -> Worker {
    guard let worker, worker.isRunning else {
      throw PluginFailure(
        plugin: name, activity: .processing, kind: .unusable, reason: .processEnded)
    }
    return worker
  }

  func begin(_ sound: AudioBuffer, changes: [EffectChange], asking frames: [Int]) throws {
    guard let format else { preconditionFailure("\(name) was not configured") }
    precondition(
      sound.format == format, "sound of another format than the effect is configured for")
    let worker = try own()
    balance?.give(sound)
    var requests: [UInt32] = []
    var blocks = EffectBlocks(
      sound, changes: changes, asking: frames, blockFrames: engine.blockFrames)
    repeat {
      requests.append(engine.addNext(of: &blocks, instance, worker))
      try engine.send(worker, while: .processing)
    } while !blocks.areAllWritten
    sent.append((requests, frames.count))
  }

  func finish() throws -> EffectOutput {
    precondition(!sent.isEmpty, "nothing was handed over")
    let (requests, placeCount) = sent.removeFirst()
    return try receive(requests, placeCount)
  }

  func flush(asking frames: [Int]) throws -> EffectOutput {
    precondition(sent.isEmpty, "sound is still on its way")
    let worker = try own()
    let request = engine.add(CUE_MSG_FLUSH, instance, worker) {
      EffectBlocks.writeFlush(asking: frames, to: &$0)
    }
    return try receive([request], frames.count, isLast: true)
  }

  private func receive(
    _ requests: [UInt32], _ placeCount: Int, isLast: Bool = false
  ) throws -> EffectOutput {
    guard let format else { preconditionFailure("\(name) was not configured") }
    let worker = try own()
    try settle(worker)
    var answer = EffectAnswer(format, sharing: worker.sharedSound)
    for request in requests {
      let done = try engine.finish(
        request, worker, within: deadlines.gap, while: .processing
      ) { message throws(Misbehaviour) in
        if message.type == CUE_MSG_SOUND { try answer.add(message) }
      }
      do throws(Misbehaviour) { try answer.add(done) } catch {
        throw engine.failed(worker.misbehaved(.processing, error.reason))
      }
    }
    let output: EffectOutput
    do throws(Misbehaviour) {
      output = try answer.output(placeCount: placeCount)
      try balance?.take(output.sound)
      if isLast { try balance?.end() }
    } catch { throw engine.failed(worker.misbehaved(.processing, error.reason)) }
    engine.client.succeeded()
    return output
  }

  func abandon() {
    defer {
      sent = []
      format = nil
    }
    guard let worker, worker.isRunning else { return }
    for waiting in unanswered { engine.forget(waiting.request) }
    unanswered = []
    for request in sent.flatMap(\.requests) {
      engine.forget(request)
      worker.add(CUE_MSG_CANCEL, request: request)
    }
    if !sent.isEmpty { try? worker.flush(while: .stopping) }
  }

  /// Ends the instance.
  func destroy() {
    guard let worker, worker.isRunning else { return }
    let request = engine.add(CUE_MSG_DESTROY, instance, worker)
    engine.forget(request)
    try? worker.flush(while: .stopping)
    self.worker = nil
  }
}
