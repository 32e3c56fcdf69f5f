import CueABI
import CueModel
import CueSystem
import CSystem

/// One instance of a plugin in its own worker, started when it is first needed and again when it has failed.
final class PluginClient {
  static let instance: UInt32 = 1
  private static let mostFailures = 3

  let setup: PluginSetup
  private let kind: PluginKind
  private(set) var worker: Worker?
  private var failuresInARow = 0
  /// Whether it asked for a network and got it; see ``PluginSetup/mayAskNetwork``.
  private var hasAskedNetwork = false
  private(set) var description: PluginDescription?
  /// What the plugin answers to TRAITS, for voices.
  private(set) var traits: WorkerMessage?
  private(set) var parameters: [ParameterDescription] = []
  /// A digest of the plugin's secrets; empty if it has none.
  private(set) var secretMark = ""
  /// Voices that were loaded ahead in the running worker.
  private var prepared: Set<String> = []
  /// The keys of a plugin that learns.
  var keys: [Secret] = []
  /// What the plugin had learned when it started; nil if it learns nothing that is kept.
  var learned: [UInt8]?
  /// A cancelled request that has not ended yet, and the time by which it must end.
  private var ending: (request: UInt32, by: Int64)?
  /// Takes messages of other requests while waiting for the end of a cancelled one.
  var meanwhile: (WorkerMessage) -> Void = { _ in }

  var name: String { setup.file.name }
  var deadlines: Deadlines { setup.worker.deadlines }

  init(_ setup: PluginSetup, kind: PluginKind) {
    var setup = setup
    if kind == .recognizer { setup.worker.workerPath = setup.worker.listenerPath }
    self.setup = setup
    self.kind = kind
  }

  /// The worker, if one runs.
  var running: Worker? { worker.flatMap { $0.isRunning ? $0 : nil } }

  /// The running worker, with the instance created.
  func ready() throws(PluginFailure) -> Worker {
    guard failuresInARow < PluginClient.mostFailures else {
      throw PluginFailure(
        plugin: name, activity: .starting, kind: .givenUp,
        reason: .failedInARow(times: failuresInARow))
    }
    if let worker, worker.isRunning {
      try settle(worker)
      if worker.isRunning { return worker }
    }
    do throws(PluginFailure) {
      return try PluginClient.restarting { () throws(PluginFailure) in
        let started = try startedWorker()
        worker = started
        prepared = []
        return started
      }
    } catch {
      count(error)
      throw error
    }
  }

  /// Starts a worker and makes the instance; one that asks for a network gets it if ``PluginSetup/mayAskNetwork`` allows that.
  private func startedWorker() throws(PluginFailure) -> Worker {
    var settings = setup.worker
    if hasAskedNetwork { settings.isOffline = false }
    while true {
      let started = try Worker(setup.file, settings)
      do throws(PluginFailure) {
        try create(started)
        return started
      } catch {
        guard case .refused(.network) = error.kind, settings.isOffline, setup.mayAskNetwork else {
          throw error
        }
        started.quit()
        hasAskedNetwork = true
        settings.isOffline = false
      }
    }
  }

  /// Asks a running worker by `body`, and again if the worker died of it.
  ///
  /// A plugin that fails to start is not asked: ``ready()`` has retried that itself.
  func restarting<Value>(
    _ body: () throws(PluginFailure) -> Value
  ) throws(PluginFailure) -> Value {
    try PluginClient.restarting(after: { () throws(PluginFailure) in _ = try ready() }, body)
  }

  /// Does `body`, and again if a worker died of it; see ``PluginFailure/mostRestarts``.
  ///
  /// A failure of `preparation`, which comes first each time, is final.
  private static func restarting<Value>(
    after preparation: () throws(PluginFailure) -> Void = { () throws(PluginFailure) in },
    _ body: () throws(PluginFailure) -> Value
  ) throws(PluginFailure) -> Value {
    var deaths = 0
    while true {
      try preparation()
      do throws(PluginFailure) { return try body() } catch {
        deaths += 1
        guard deaths <= error.mostRestarts else { throw error }
        // A resource that is short now may be free again in a moment.
        if error.isShortage { _ = cue_wait(-1, -1, -1, 50) }
      }
    }
  }

  /// Counts a failure of the plugin, unless its process was ended from outside.
  private func count(_ failure: PluginFailure) {
    guard !failure.isFromOutside else { return }
    failuresInARow += 1
    guard failuresInARow == PluginClient.mostFailures else { return }
    switch failure.kind {
    case .crashed, .exited, .hung, .misbehaved: setup.worker.gaveUp(setup.file, failure)
    default: break
    }
  }

  /// Has `voice` loaded ahead, once; an unknown voice is reported when it should speak.
  func prepare(voice: String) throws(PluginFailure) -> Worker {
    let worker = try ready()
    guard !voice.isEmpty, prepared.insert(voice).inserted else { return worker }
    let request = addToInstance(CUE_MSG_PREPARE, worker) { $0.text(CUE_TAG_VOICE, voice) }
    do throws(PluginFailure) {
      try worker.flush(while: .loadingVoice)
      try finish(request, worker, within: deadlines.load, while: .loadingVoice)
    } catch {
      failed(error)
      guard case .refused = error.kind else { throw error }
    }
    return worker
  }

  /// Notes that a request succeeded.
  func succeeded() { failuresInARow = 0 }

  /// Notes how a request failed; the plugin's process may have been ended because of it.
  func failed(_ failure: PluginFailure) {
    switch failure.kind {
    case .crashed, .exited, .hung, .misbehaved: count(failure)
    default: break
    }
  }

  /// Ends the worker.
  func quit() {
    keepState()
    worker?.quit()
    worker = nil
  }

  private func create(_ worker: Worker) throws(PluginFailure) {
    let hello = worker.add(CUE_MSG_HELLO) {
      $0.u32(CUE_TAG_MAJOR, CUE_PROTOCOL_MAJOR)
      $0.u32(CUE_TAG_MINOR, CUE_PROTOCOL_MINOR)
      $0.text(CUE_TAG_NAME, "cue")
    }
    let create = worker.add(CUE_MSG_CREATE) {
      $0.u32(CUE_TAG_INSTANCE, PluginClient.instance)
      $0.text(CUE_TAG_ID, setup.file.id)
      $0.text(CUE_TAG_KIND, kind.interface)
      for parameter in setup.configured + setup.parameters {
        $0.group(CUE_TAG_PARAM) {
          $0.text(CUE_TAG_NAME, parameter.name)
          $0.text(CUE_TAG_TEXT, parameter.value)
          $0.u32(CUE_TAG_FLAGS, CUE_SET_IN_THE_OPEN)
        }
      }
    }
    let params = addToInstance(CUE_MSG_PARAMS, worker)
    let traits = kind == .voice ? addToInstance(CUE_MSG_TRAITS, worker) : nil
    let save = setup.states == nil ? nil : addToInstance(CUE_MSG_SAVE, worker)
    try worker.flush(while: .starting)
    try checkVersion(finish(hello, worker, within: deadlines.start, while: .starting), worker)
    try finish(create, worker, within: deadlines.load, while: .loading) {
      message throws(Misbehaviour) in
      if message.type == CUE_MSG_PLUGIN { description = try PluginDescription(message) }
    }
    guard description != nil else {
      throw worker.misbehaved(.loading, .broke(.undescribed))
    }
    var parameters: [ParameterDescription] = []
    try finish(params, worker, within: deadlines.answer, while: .listingParameters) {
      message throws(Misbehaviour) in
      if message.type == CUE_MSG_PARAM { parameters.append(try ParameterDescription(message)) }
    }
    self.parameters = parameters
    if let traits {
      self.traits = try finish(traits, worker, within: deadlines.answer, while: .starting)
    }
    if let save { try restore(save, worker) }
    for preference in setup.preferences
    where parameters.contains(where: { $0.name == preference.name && !$0.isSecret })
      && !(setup.configured + setup.parameters).contains(where: { $0.name == preference.name })
    {
      let set = addToInstance(CUE_MSG_SET, worker) {
        $0.text(CUE_TAG_NAME, preference.name)
        $0.text(CUE_TAG_TEXT, preference.value)
      }
      try worker.flush(while: .starting)
      try finish(set, worker, within: deadlines.answer, while: .starting)
    }
    secretMark = ""
    keys = []
    for parameter in parameters where parameter.isSecret {
      guard let secret = try setup.secret(description?.id ?? setup.file.id, parameter.name) else {
        continue
      }
      secretMark += mark(of: secret, parameter.name)
      // To see that it is not in what the plugin has learned.
      if learned != nil { keys.append(secret) }
      let set = addToInstance(CUE_MSG_SET, worker) {
        $0.text(CUE_TAG_NAME, parameter.name)
        $0.text(CUE_TAG_TEXT, secret)
      }
      try worker.flush(while: .takingKey)
      try finish(set, worker, within: deadlines.answer, while: .takingKey)
    }
    // With a key, a service can say what its models take.
    if !secretMark.isEmpty, kind == .voice {
      let traits = addToInstance(CUE_MSG_TRAITS, worker)
      try worker.flush(while: .starting)
      self.traits = try finish(traits, worker, within: deadlines.answer, while: .starting)
    }
  }

  /// A digest of a key, from which the key cannot be told.
  private func mark(of secret: Secret, _ name: String) -> String {
    var text = Array("cue \(name) ".utf8)
    text.reserveCapacity(text.count + secret.count)
    unsafe secret.withBytes { unsafe text.append(contentsOf: $0) }
    defer { text.wipe() }
    return String(ContentDigest.hexadecimal(ContentDigest.bytes(of: text[...])).prefix(16))
  }

  private func checkVersion(_ done: WorkerMessage, _ worker: Worker) throws(PluginFailure) {
    let major = (try? done.u32(CUE_TAG_MAJOR)) ?? 0
    guard major != CUE_PROTOCOL_MAJOR else { return }
    worker.end()
    throw PluginFailure(
      plugin: name, activity: .starting, kind: .unusable,
      reason: .otherProtocol(version: major, supported: CUE_PROTOCOL_MAJOR))
  }

  /// Adds a request for the instance.
  func addToInstance(
    _ type: UInt32, _ worker: Worker, _ body: (inout MessageWriter) -> Void = { _ in }
  ) -> UInt32 {
    worker.add(type) {
      $0.u32(CUE_TAG_INSTANCE, PluginClient.instance)
      body(&$0)
    }
  }

  /// Adds a message that belongs to an earlier request of the instance.
  func addToInstance(
    _ type: UInt32, request: UInt32, _ worker: Worker, _ body: (inout MessageWriter) -> Void
  ) {
    worker.add(type, request: request) {
      $0.u32(CUE_TAG_INSTANCE, PluginClient.instance)
      body(&$0)
    }
  }

  /// Sends one request and waits for its end.
  @discardableResult
  func ask(
    _ type: UInt32, within milliseconds: Int, while activity: PluginFailure.Activity,
    cancellation: Cancellation? = nil, _ body: (inout MessageWriter) -> Void = { _ in },
    each: (WorkerMessage) throws(Misbehaviour) -> Void = { (_) throws(Misbehaviour) in }
  ) throws(PluginFailure) -> WorkerMessage {
    let worker = try ready()
    let request = addToInstance(type, worker, body)
    do throws(PluginFailure) {
      try worker.flush(while: activity)
      let done = try finish(
        request, worker, within: milliseconds, while: activity, cancellation: cancellation,
        each: each)
      succeeded()
      return done
    } catch {
      failed(error)
      throw error
    }
  }

  /// Receives what belongs to `request` up to its DONE, which is returned.
  ///
  /// A cancel is passed on once.
  @discardableResult
  func finish(
    _ request: UInt32, _ worker: Worker, within milliseconds: Int,
    while activity: PluginFailure.Activity,
    cancellation: Cancellation? = nil,
    each: (WorkerMessage) throws(Misbehaviour) -> Void = { (_) throws(Misbehaviour) in }
  ) throws(PluginFailure) -> WorkerMessage {
    var patience = worker.patience(milliseconds)
    while true {
      switch try worker.next(&patience, while: activity) {
      case .woken:
        guard cancellation?.isCancelled == true else { continue }
        worker.add(CUE_MSG_CANCEL, request: request)
        try worker.flush(while: activity)
        return try finish(request, worker, within: deadlines.cancel, while: .stopping, each: each)
      case .message(let message):
        guard message.type == CUE_MSG_DONE else {
          guard message.request == request else { continue }
          do throws(Misbehaviour) { try each(message) } catch {
            throw worker.misbehaved(activity, error.reason)
          }
          continue
        }
        if message.request == 0 { throw refusal(of: message, worker, activity, .unusable) }
        if message.request == request {
          if let failure = self.failure(of: message, worker, activity) { throw failure }
          return message
        }
      }
    }
  }

  /// The failure that a DONE reports, if any.
  func failure(of done: WorkerMessage, _ worker: Worker, _ activity: PluginFailure.Activity)
    -> PluginFailure?
  {
    do throws(Misbehaviour) {
      guard let status = try done.i32(CUE_TAG_STATUS) else {
        throw Misbehaviour(.noStatus)
      }
      let detail = try done.i32(CUE_TAG_DETAIL) ?? 0
      switch status {
      case CUE_OK, CUE_CANCELLED: return nil
      // Only failures have other numbers, and those are negative.
      case 1...: throw Misbehaviour(.unknownStatus(status))
      case CUE_E_CRASHED:
        return PluginFailure(
          plugin: name, activity: activity, kind: .crashed(signal: detail), reason: .processEnded)
      case CUE_E_EXITED:
        return PluginFailure(
          plugin: name, activity: activity, kind: .exited(status: detail), reason: .processEnded)
      case CUE_E_PROTOCOL:
        throw Misbehaviour(said: printable(try done.text(CUE_TAG_SENTENCE)))
      default:
        return refusal(of: done, worker, activity, .refused(status: PluginStatus(code: status)))
      }
    } catch {
      return worker.misbehaved(activity, error.reason)
    }
  }

  private func refusal(
    of done: WorkerMessage, _ worker: Worker, _ activity: PluginFailure.Activity,
    _ kind: PluginFailure.Kind
  ) -> PluginFailure {
    do throws(Misbehaviour) {
      let sentence = try done.text(CUE_TAG_SENTENCE)
      let retry = try done.u32(CUE_TAG_RETRY_MS) ?? 0
      if kind == .unusable { worker.end() }
      return PluginFailure(
        plugin: name, activity: activity, kind: kind,
        reason: sentence.isEmpty ? .unexplained : .said(printable(sentence)),
        retryAfterMilliseconds: retry > 0 ? Int(retry) : nil)
    } catch {
      return worker.misbehaved(activity, error.reason)
    }
  }

  // Cancelling.

  /// Cancels `request` and returns at once; the next use of the worker waits for its end.
  func cancel(_ request: UInt32, _ worker: Worker) {
    worker.add(CUE_MSG_CANCEL, request: request)
    do throws(PluginFailure) {
      try worker.flush(while: .stopping)
      ending = (request, cue_now_milliseconds() + Int64(deadlines.cancel))
    } catch {
      worker.end()
    }
  }

  /// Waits for the end of a cancelled request; if the plugin does not stop in time, its process is ended.
  private func settle(_ worker: Worker) throws(PluginFailure) {
    guard let (request, by) = ending else { return }
    ending = nil
    while worker.isRunning {
      let left = Int(by - cue_now_milliseconds())
      guard let arrival = try? worker.next(within: max(left, 1), while: .stopping) else { return }
      guard case .message(let message) = arrival else { continue }
      if message.request != request {
        meanwhile(message)
      } else if message.type == CUE_MSG_DONE {
        return
      }
    }
  }
}
