import CueABI
import CueModel
import CuePlugins
import CSystem

/// The answer to one request.
struct Answer {
  let done: WorkerMessage
  /// The messages before its end.
  let messages: [WorkerMessage]
  let status: Int32
  let sentence: String

  init(_ done: WorkerMessage, _ messages: [WorkerMessage]) throws(Misbehaviour) {
    self.done = done
    self.messages = messages
    guard let status = try done.i32(CUE_TAG_STATUS) else {
      throw Misbehaviour(.noStatus)
    }
    self.status = status
    sentence = try done.text(CUE_TAG_SENTENCE)
  }

  /// The return value of the plugin's function, if the worker reports it.
  var returned: Int32 { ((try? done.i32(CUE_TAG_RETURNED)) ?? nil) ?? status }

  /// A number that an instrument reports.
  func seen(_ tag: UInt32) -> Int? { ((try? done.u32(tag)) ?? nil).map { Int($0) } }
}

/// A worker process, and the messages to and from it.
final class Session {
  unowned let bench: Bench
  let worker: Worker
  /// What the plugin is doing, by the last request.
  private var activity = PluginFailure.Activity.starting
  /// Messages that no request has taken yet.
  private var waiting: [WorkerMessage] = []

  init(_ bench: Bench, _ settings: WorkerSettings) throws {
    self.bench = bench
    worker = try Worker(bench.setup.file, settings)
  }

  func end() { worker.end() }

  // Requests.

  func send(
    _ type: UInt32, instance: UInt32? = 1, _ body: (inout MessageWriter) -> Void = { _ in }
  ) throws -> UInt32 {
    activity = Session.activity(of: type)
    let request = worker.add(type) {
      if let instance { $0.u32(CUE_TAG_INSTANCE, instance) }
      body(&$0)
    }
    try worker.flush(while: activity)
    return request
  }

  /// Sends a message of an open request.
  func send(
    _ type: UInt32, to request: UInt32, instance: UInt32 = 1,
    _ body: (inout MessageWriter) -> Void = { _ in }
  ) throws {
    worker.add(type, request: request) {
      $0.u32(CUE_TAG_INSTANCE, instance)
      body(&$0)
    }
    try worker.flush(while: .takingRequest)
  }

  /// What a plugin does when it serves a request of this type.
  private static func activity(of type: UInt32) -> PluginFailure.Activity {
    switch type {
    case CUE_MSG_HELLO: .starting
    case CUE_MSG_DESCRIBE: .describing
    case CUE_MSG_CREATE: .loading
    case CUE_MSG_PREPARE: .loadingVoice
    case CUE_MSG_PARAMS: .listingParameters
    case CUE_MSG_SET: .takingSetting
    case CUE_MSG_VOICES: .listingVoices
    case CUE_MSG_FINGERPRINT: .namingVersion
    case CUE_MSG_SPEAK: .speaking
    case CUE_MSG_LISTEN: .listening
    case CUE_MSG_CONFIGURE: .preparing
    case CUE_MSG_PROCESS, CUE_MSG_FLUSH: .processing
    case CUE_MSG_DEVICES: .listingDevices
    case CUE_MSG_OPEN: .opening
    default: .servingRequest
    }
  }

  /// The next message of `request`; messages of other requests are kept for later.
  func next(of request: UInt32, within milliseconds: Int = 20_000) throws -> WorkerMessage {
    if let index = waiting.firstIndex(where: { $0.request == request }) {
      return waiting.remove(at: index)
    }
    while true {
      guard
        case .message(let message) = try worker.next(
          within: bench.left(milliseconds * bench.patience), while: activity)
      else { continue }
      if message.type == CUE_MSG_DONE, message.request == 0 {
        let sentence = try message.text(CUE_TAG_SENTENCE)
        worker.end()
        throw PluginFailure(
          plugin: bench.setup.file.name, activity: activity, kind: .unusable,
          reason: sentence.isEmpty ? .unexplained : .said(sentence))
      }
      if message.request == request { return message }
      waiting.append(message)
    }
  }

  /// The next message of `request` if one comes in time.
  func poll(_ request: UInt32, within milliseconds: Int) throws -> WorkerMessage? {
    if let index = waiting.firstIndex(where: { $0.request == request }) {
      return waiting.remove(at: index)
    }
    while let message = try worker.poll(within: bench.left(milliseconds)) {
      if message.request == request { return message }
      waiting.append(message)
    }
    return nil
  }

  /// Waits for the DONE of `request`.
  func finish(_ request: UInt32, within milliseconds: Int = 20_000) throws -> Answer {
    var messages: [WorkerMessage] = []
    while true {
      let message = try next(of: request, within: milliseconds)
      guard message.type == CUE_MSG_DONE else {
        messages.append(message)
        continue
      }
      let answer = try Answer(message, messages)
      if let failure = death(answer) { throw failure }
      return answer
    }
  }

  /// The DONE of `request`, if it comes in time.
  func end(of request: UInt32, within milliseconds: Int) throws -> Answer? {
    let by = cue_now_milliseconds() + Int64(milliseconds)
    while let message = try poll(request, within: max(1, Int(by - cue_now_milliseconds()))) {
      if message.type == CUE_MSG_DONE { return try Answer(message, []) }
    }
    return nil
  }

  /// The death of a child process that served the request, if it has died.
  func death(_ answer: Answer) -> PluginFailure? {
    let detail = ((try? answer.done.i32(CUE_TAG_DETAIL)) ?? nil) ?? 0
    let kind: PluginFailure.Kind
    switch answer.status {
    case CUE_E_CRASHED: kind = .crashed(signal: detail)
    case CUE_E_EXITED: kind = .exited(status: detail)
    default: return nil
    }
    return PluginFailure(
      plugin: bench.setup.file.name, activity: activity, kind: kind, reason: .processEnded)
  }

  @discardableResult
  func ask(
    _ type: UInt32, instance: UInt32? = 1, within milliseconds: Int = 20_000,
    _ body: (inout MessageWriter) -> Void = { _ in }
  ) throws -> Answer {
    try finish(send(type, instance: instance, body), within: milliseconds)
  }

  // From start to end.

  func greet(minor: UInt32 = CUE_PROTOCOL_MINOR) throws {
    let answer = try ask(CUE_MSG_HELLO, instance: nil, within: 10_000) {
      $0.u32(CUE_TAG_MAJOR, CUE_PROTOCOL_MAJOR)
      $0.u32(CUE_TAG_MINOR, minor)
      $0.text(CUE_TAG_NAME, "cue")
    }
    let major = try answer.done.u32(CUE_TAG_MAJOR) ?? 0
    try bench.require(
      answer.status == CUE_OK && major == CUE_PROTOCOL_MAJOR,
      "It greets with version \(CUE_PROTOCOL_MAJOR) of the worker protocol.",
      "It answered with status \(answer.status) and version \(major).")
  }

  func describe() throws -> [Offered] {
    try ask(CUE_MSG_DESCRIBE, instance: nil, within: 10_000).messages
      .filter { $0.type == CUE_MSG_PLUGIN }.map { try Offered($0) }
  }

  /// Asks for an instance, with the user's settings and keys.
  func tryCreate(
    instance: UInt32 = 1, id: String? = nil, setting more: [(name: String, text: String)] = []
  ) throws -> Answer {
    let plugin = bench.voice
    let answer = try ask(CUE_MSG_CREATE, instance: instance, within: 60_000) {
      $0.text(CUE_TAG_ID, id ?? plugin.id)
      $0.text(CUE_TAG_KIND, plugin.kind)
      for parameter in bench.setup.parameters {
        $0.group(CUE_TAG_PARAM) {
          $0.text(CUE_TAG_NAME, parameter.name)
          $0.text(CUE_TAG_TEXT, parameter.value)
          $0.u32(CUE_TAG_FLAGS, CUE_SET_IN_THE_OPEN)
        }
      }
      for parameter in more {
        $0.group(CUE_TAG_PARAM) {
          $0.text(CUE_TAG_NAME, parameter.name)
          $0.text(CUE_TAG_TEXT, parameter.text)
        }
      }
    }
    // Without its key, a service is of no use.
    guard answer.status >= 0, plugin.flags & CUE_FLAG_NEEDS_NETWORK != 0 else { return answer }
    for parameter in try parameters(instance: instance) where parameter.isSecret {
      guard let secret = try bench.setup.secret(plugin.id, parameter.name) else { continue }
      try ask(CUE_MSG_SET, instance: instance) {
        $0.text(CUE_TAG_NAME, parameter.name)
        $0.text(CUE_TAG_TEXT, secret)
      }
    }
    return answer
  }

  func create(instance: UInt32 = 1) throws {
    let answer = try tryCreate(instance: instance)
    guard answer.status < 0 else { return }
    bench.done = "An instance of \(bench.voice.id) was made."
    throw Verdict.failed(
      bench.finding(
        "It is made.", "It was refused with \(Status.name(answer.status)): \(answer.sentence)"))
  }

  func destroy(instance: UInt32 = 1) throws {
    let answer = try ask(CUE_MSG_DESTROY, instance: instance)
    try bench.require(
      answer.status == CUE_OK, "The instance is destroyed.",
      "It was refused with \(Status.name(answer.status)).")
  }

  /// Calls one function of the plugin.
  func attempt(
    _ function: UInt32, instance: UInt32? = 1, _ body: (inout MessageWriter) -> Void = { _ in }
  ) throws -> (status: Int32, isGiven: Bool, done: WorkerMessage) {
    let answer = try ask(CUE_MSG_TRY, instance: instance) {
      $0.u32(CUE_TAG_NUMBER, function)
      body(&$0)
    }
    return (answer.returned, answer.seen(CUE_TAG_GIVEN) == 1, answer.done)
  }

  /// The current state of the process; with an instance, as seen by the thread that serves it.
  func inspect(instance: UInt32? = nil) throws -> Inspection {
    try Inspection(ask(CUE_MSG_INSPECT, instance: instance).done)
  }
}

/// Statuses by their names.
enum Status {
  private static let names: [Int32: String] = [
    CUE_OK: "CUE_OK", CUE_CANCELLED: "CUE_CANCELLED", CUE_E_INTERNAL: "CUE_E_INTERNAL",
    CUE_E_INVALID: "CUE_E_INVALID", CUE_E_UNSUPPORTED: "CUE_E_UNSUPPORTED",
    CUE_E_STATE: "CUE_E_STATE", CUE_E_BUSY: "CUE_E_BUSY", CUE_E_MEMORY: "CUE_E_MEMORY",
    CUE_E_NOT_FOUND: "CUE_E_NOT_FOUND", CUE_E_IO: "CUE_E_IO", CUE_E_MODEL: "CUE_E_MODEL",
    CUE_E_TEXT_ENCODING: "CUE_E_TEXT_ENCODING", CUE_E_TEXT_MARKUP: "CUE_E_TEXT_MARKUP",
    CUE_E_TEXT_TOO_LONG: "CUE_E_TEXT_TOO_LONG", CUE_E_LANGUAGE: "CUE_E_LANGUAGE",
    CUE_E_VOICE: "CUE_E_VOICE", CUE_E_FORMAT: "CUE_E_FORMAT", CUE_E_RATE: "CUE_E_RATE",
    CUE_E_PERMISSION: "CUE_E_PERMISSION", CUE_E_DEVICE: "CUE_E_DEVICE",
    CUE_E_TIMEOUT: "CUE_E_TIMEOUT", CUE_E_ABI: "CUE_E_ABI", CUE_E_NETWORK: "CUE_E_NETWORK",
    CUE_E_CREDENTIALS: "CUE_E_CREDENTIALS", CUE_E_QUOTA: "CUE_E_QUOTA",
    CUE_E_RATE_LIMIT: "CUE_E_RATE_LIMIT", CUE_E_SERVICE: "CUE_E_SERVICE",
    CUE_E_PROTOCOL: "CUE_E_PROTOCOL",
  ]

  static func isKnown(_ status: Int32) -> Bool { names[status] != nil && status > -100 }

  static func name(_ status: Int32) -> String { names[status] ?? "the unknown status \(status)" }
}
