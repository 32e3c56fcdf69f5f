import CueABI
import CueModel
import CSystem
import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// How workers are started.
public struct WorkerSettings: Sendable {
  /// The worker program.
  public var workerPath: String
  /// How long plugins may take.
  public var deadlines = Deadlines()
  /// Whether what plugins print to standard error is shown.
  public var showsPluginOutput = false
  /// Whether all symbols of a plugin are resolved when it loads, to find out whether it can be used.
  public var bindsNow = false
  /// The core that its workers stay on, among those that this program may use, from 0 and modulo their number; nil for any.
  ///
  /// If several workers are busy all the time, each then has its own core, and the system does not move them.
  public var core: Int?
  /// Whether the plugin cannot open a network socket; false only for plugins that declare that they need a network.
  public var isOffline = true
  /// What confines the plugin.
  public var wall = PluginWall()
  /// Files and folders that the user has named in the plugin's settings.
  package var handed: [Grant] = []
  /// Folders that the plugin writes to, and that are made before it starts.
  var foldersToMake: [String] = []
  /// Records what the plugin does; nil for no record.
  package var watch: WorkerWatch?
  /// Whether no sign of life extends its time: for a plugin that is not known yet.
  package var ignoresProgress = false
  /// Takes a plugin that has failed so often in a row that it is no longer used, and its last failure.
  public var gaveUp: @Sendable (PluginFile, PluginFailure) -> Void = { _, _ in }
  /// Whether sound to and from an effect lies in shared memory of host and worker, if possible.
  var sharesSound = false
  /// The instruments of the worker by which plugins are tested, and the host version that it plays; nil for none.
  package var instruments: Instruments?
  /// Takes a part of a request that a voice ignores, each time: plugin, part.
  var leftOut: @Sendable (String, PluginNote.LeftOut) -> Void = { _, _ in }
  /// Takes why a plugin's state is not kept, or not used: plugin, reason.
  var stateTrouble: @Sendable (String, PluginNote.StateTrouble) -> Void = { _, _ in }
  /// Takes the lines that plugins log: plugin, level (0 error … 3 debug), line.
  public var log: @Sendable (String, Int, String) -> Void = { _, _, _ in }

  /// Workers of the program at `workerPath`.
  public init(workerPath: String) { self.workerPath = workerPath }

  /// The program for engines that listen: the same with another heap, if it is in the same folder.
  var listenerPath: String {
    let path = workerPath + "-jemalloc"
    return unsafe access(path, X_OK) == 0 ? path : workerPath
  }
}

/// The instruments of a worker: the host version that it plays to the plugin, and what it withholds from it.
package enum Instruments: String, Sendable {
  case today = "--instruments"
  case older = "--instruments=older"
  case newer = "--instruments=newer"
  /// In a folder that cannot be written to, without an environment.
  case bare = "--instruments=bare"
  /// With a thread for each instance, even if forks would serve it.
  case unforked = "--instruments=unforked"
  /// Counts what the plugin allocates.
  case counted = "--instruments=counted"
  /// Puts pages that cannot be accessed around what the plugin allocates.
  case guarded = "--instruments=guarded"
}

/// One worker process: sends it requests, receives its messages, and ends it if it must.
///
/// Not thread-safe; only ``wake()`` may be called from other threads.
package final class Worker {
  /// How a wait for a message ended.
  package enum Arrival {
    case message(WorkerMessage)
    case woken
  }

  let plugin: String
  let settings: WorkerSettings
  private var started: cue_started
  private let event: Int32
  private var outbox = MessageWriter()
  private var inbox = [UInt8](repeating: 0, count: 256 * 1024)
  private var inboxRange = 0..<0
  private var changes: [UInt32: PluginChanges] = [:]
  private var lastRequest: UInt32 = 0
  /// Memory that it shares; nil if sound goes through its pipes.
  let sharedSound: SharedSound?
  /// Whether it has sent anything.
  private var hasSpoken = false
  private var logged = LogAllowance()
  package private(set) var isRunning = true
  /// Its process, or its supervisor's.
  package var process: pid_t { started.process }
  /// Bytes that it has sent.
  package private(set) var receivedByteCount = 0
  /// Changes the fields of each message before it is sent: for a host of a later version.
  package var reshape: ((inout [UInt8]) -> Void)?
  /// The flags of each message.
  package var messageFlags: UInt16 = 0
  /// Whether messages are written a few bytes at a time.
  package var dribbles = false
  /// Waits a millisecond for more messages before it reads on.
  ///
  /// Reading every piece of sound at once makes two processes take turns on one core; once a line has begun, reading later does
  /// not delay the sound.
  var lingers = false

  package init(_ file: PluginFile, _ settings: WorkerSettings) throws(PluginFailure) {
    plugin = file.name
    self.settings = settings
    // Each message with sound allocates many pages and frees them.
    cue_keep_free_memory()
    // A program has only pipes.
    let sharesSound = settings.sharesSound && !file.isProgram && settings.watch == nil
    let sharedSound = sharesSound ? SharedSound() : nil
    self.sharedSound = sharedSound
    // A supervisor ends every process that the plugin starts, even one that leaves the process group.
    var arguments = [settings.workerPath]
    if let watch = settings.watch {
      arguments.append(watch.isOnline ? "--watched=online" : "--watched")
    } else if settings.isOffline {
      arguments.append("--offline")
    }
    arguments += try settings.wall.arguments(
      for: file, isOffline: settings.isOffline && settings.watch?.isOnline != true,
      handed: settings.handed, foldersToMake: settings.foldersToMake)
    if file.isProgram {
      arguments += ["--supervise", file.path]
    } else {
      arguments += ["--sheltered"] + (sharedSound == nil ? [] : ["--shared"])
      arguments += settings.bindsNow ? ["--now"] : []
      arguments += (settings.instruments.map { [$0.rawValue] } ?? []) + [file.path]
    }
    // A worker that stays on a core has only that one; more threads would take turns on it.
    var entries = WorkerEnvironment.entries(
      threads: settings.core == nil ? nil : 1, isOffline: settings.isOffline)
    // The supervisor reads the names of files and addresses from the worker's memory.
    if settings.watch != nil {
      entries = entries.filter { !$0.hasPrefix("CUE_DUMPABLE=") } + ["CUE_DUMPABLE=1"]
    }
    event = cue_event_open()
    var started = cue_started()
    let failure =
      event < 0
      ? EMFILE
      : unsafe withCStrings(arguments) { arguments in
        unsafe withCStrings(entries) { environment in
          unsafe cue_start(
            arguments, environment, settings.showsPluginOutput ? 1 : 0, 1,
            Int32(settings.core ?? -1),
            settings.watch?.descriptor ?? sharedSound?.descriptor ?? -1, &started)
        }
      }
    guard failure == 0 else {
      if event >= 0 { _ = Glibc.close(event) }
      throw PluginFailure(
        plugin: plugin, activity: .starting, kind: .unusable,
        reason: .workerNotStarted(path: settings.workerPath, errno: failure))
    }
    self.started = started
  }

  deinit {
    end()
    _ = Glibc.close(event)
  }

  /// Makes ``next(within:while:)`` return, from any thread.
  var wake: @Sendable () -> Void {
    let event = event
    return { cue_event_set(event) }
  }

  /// Adds a request to what ``flush(while:)`` sends; returns its number.
  @discardableResult
  package func add(_ type: UInt32, _ body: (inout MessageWriter) -> Void = { _ in }) -> UInt32 {
    lastRequest &+= 1
    add(type, request: lastRequest, body)
    return lastRequest
  }

  /// Adds a message that belongs to `request`.
  package func add(
    _ type: UInt32, request: UInt32, _ body: (inout MessageWriter) -> Void = { _ in }
  ) {
    outbox.begin(type, request: request, flags: messageFlags)
    body(&outbox)
    if let reshape { outbox.reshape(reshape) }
    outbox.end()
  }

  /// Adds an optional message, or one that no version knows.
  package func add(
    _ type: UInt32, request: UInt32, flags: UInt16, _ body: (inout MessageWriter) -> Void
  ) {
    outbox.begin(type, request: request, flags: flags)
    body(&outbox)
    outbox.end()
  }

  /// A number for a request that ``add(_:request:_:)`` sends.
  package func newRequest() -> UInt32 {
    lastRequest &+= 1
    return lastRequest
  }

  /// How many bytes were added and not sent.
  var waitingByteCount: Int { outbox.bytes.count }

  /// Makes room to send much before it is received.
  func widen() { unsafe cue_widen(&started) }

  /// Sends what was added; waits for room at most as long as an answer may take.
  package func flush(while activity: PluginFailure.Activity) throws(PluginFailure) {
    var sent = 0
    let end = cue_now_milliseconds() + Int64(settings.deadlines.answer)
    while sent < outbox.bytes.count {
      if dribbles { _ = cue_wait(-1, -1, -1, 1) }
      let most = dribbles ? min(sent + 7, outbox.bytes.count) : outbox.bytes.count
      let count = unsafe outbox.bytes[sent..<most].withUnsafeBytes {
        unsafe cue_write(started.to_worker, $0.baseAddress!, $0.count)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN {
        let left = end - cue_now_milliseconds()
        let ready = left > 0 ? cue_wait(started.from_worker, started.to_worker, -1, Int32(left)) : 0
        guard ready != 0 else {
          outbox.clear()
          throw hung(activity, settings.deadlines.answer, .noRequestsTaken)
        }
        // Both pipes may be full: messages that arrive meanwhile are kept, or neither process could continue.
        if ready & 1 != 0, receive() <= 0, errno != EAGAIN, errno != EINTR { break }
      } else if count < 0, errno == EINTR {
        continue
      } else {
        // It has ended. Its last message is still in the pipe and says more.
        break
      }
    }
    outbox.clear()
  }

  /// The next message if one comes in time; none is not a failure.
  package func poll(within milliseconds: Int) throws(PluginFailure) -> WorkerMessage? {
    let end = cue_now_milliseconds() + Int64(milliseconds)
    while true {
      if let message = try parse(.waiting) { return message }
      let left = end - cue_now_milliseconds()
      guard left > 0 else { return nil }
      let ready = unsafe cue_wait_for_worker(&started, -1, Int32(clamping: left))
      if ready == 8 { throw died(.waiting) }
      if ready & 1 != 0 { try fill(.waiting) }
    }
  }

  /// The next message, of any request; log and progress are handled here.
  package func next(within milliseconds: Int, while activity: PluginFailure.Activity)
    throws(PluginFailure)
    -> Arrival
  {
    var patience = patience(milliseconds)
    return try next(&patience, while: activity)
  }

  /// A wait of `milliseconds` that begins now.
  func patience(_ milliseconds: Int) -> Patience {
    Patience(milliseconds, now: cue_now_milliseconds())
  }

  /// The next message within a wait, which it renews and which may continue after it.
  func next(
    _ patience: inout Patience, while activity: PluginFailure.Activity
  ) throws(PluginFailure) -> Arrival {
    while true {
      if let message = try parse(activity) {
        let now = cue_now_milliseconds()
        switch message.type {
        case CUE_MSG_LOG: try log(message, activity)
        case CUE_MSG_CHANGED: try note(message, activity)
        case CUE_MSG_PROGRESS: if !settings.ignoresProgress { patience.renew(now: now) }
        default:
          patience.renew(now: now)
          return .message(message)
        }
        // A plugin that only logs or reports progress may still hang.
        if patience.left(now: now) == 0 { throw hung(activity, patience.milliseconds, .noAnswer) }
        continue
      }
      let left = patience.left(now: cue_now_milliseconds())
      let ready = unsafe cue_wait_for_worker(&started, event, Int32(clamping: left))
      // If this process was stopped meanwhile, by Ctrl-Z or with the machine, it has not waited.
      if ready == 0, case let now = cue_now_milliseconds(),
        now - patience.end > Worker.stopMilliseconds
      {
        patience.restart(now: now)
        continue
      }
      if ready & 4 != 0 {
        cue_event_clear(event)
        return .woken
      }
      // A child process that it left running may hold its pipe open.
      if ready == 8 { throw died(activity) }
      guard ready & 1 != 0 else { throw hung(activity, patience.milliseconds, .noAnswer) }
      if lingers, cue_wait(-1, -1, event, 1) & 4 != 0 {
        cue_event_clear(event)
        return .woken
      }
      try fill(activity)
    }
  }

  /// What instance `number` has said of itself since it was asked the last time.
  func takeChanges(of number: UInt32) -> PluginChanges {
    changes.removeValue(forKey: number) ?? PluginChanges()
  }

  private func note(
    _ message: WorkerMessage, _ activity: PluginFailure.Activity
  ) throws(PluginFailure) {
    do throws(Misbehaviour) {
      guard let instance = try message.u32(CUE_TAG_INSTANCE), changes.count < 1024 else { return }
      var change = changes[instance] ?? PluginChanges()
      change.flags |= try message.u32(CUE_TAG_FLAGS) ?? 0
      if let frames = try message.u32(CUE_TAG_LATENCY) { change.latencyFrames = Int(frames) }
      if let frames = try message.u32(CUE_TAG_TAIL) { change.tailFrames = Int(frames) }
      changes[instance] = change
    } catch { throw misbehaved(activity, error.reason) }
  }

  private func log(_ message: WorkerMessage, _ activity: PluginFailure.Activity)
    throws(PluginFailure)
  {
    do throws(Misbehaviour) {
      let line = try message.text(CUE_TAG_TEXT)
      let level = Int(try message.u32(CUE_TAG_LEVEL) ?? 3)
      switch logged.take(line.utf8.count, now: cue_now_milliseconds()) {
      case .taken:
        let most = LogAllowance.mostBytesPerLine
        settings.log(
          plugin, level,
          line.utf8.count <= most ? line : String(decoding: line.utf8.prefix(most), as: UTF8.self))
      case .leftOut: settings.log(plugin, level, LogAllowance.notice)
      case .dropped: break
      }
    } catch { throw misbehaved(activity, error.reason) }
  }

  /// Cuts the next message out of what has arrived.
  private func parse(_ activity: PluginFailure.Activity) throws(PluginFailure) -> WorkerMessage? {
    while inboxRange.count >= WorkerMessage.Header.byteCount {
      do throws(Misbehaviour) {
        let header = try WorkerMessage.Header(inbox[inboxRange])
        let size = WorkerMessage.Header.byteCount + header.length
        guard inboxRange.count >= size else { return nil }
        let body = inboxRange.lowerBound + WorkerMessage.Header.byteCount
        let message = try WorkerMessage(header, body: inbox[body..<body + header.length])
        inboxRange = inboxRange.lowerBound + size..<inboxRange.upperBound
        if Worker.isKnown(message.type) { return message }
        guard header.flags & UInt32(CUE_MESSAGE_OPTIONAL) != 0 else {
          throw Misbehaviour(.unknownMessage(type: message.type))
        }
      } catch { throw misbehaved(activity, error.reason) }
    }
    return nil
  }

  private static func isKnown(_ type: UInt32) -> Bool {
    switch type {
    case CUE_MSG_DONE, CUE_MSG_PLUGIN, CUE_MSG_PARAM, CUE_MSG_LOG, CUE_MSG_PROGRESS,
      CUE_MSG_CHANGED,
      CUE_MSG_VOICE,
      CUE_MSG_BEGIN, CUE_MSG_SOUND, CUE_MSG_EVENT, CUE_MSG_HONOURED, CUE_MSG_PARTIAL,
      CUE_MSG_FINAL, CUE_MSG_ENDPOINT, CUE_MSG_TAKEN, CUE_MSG_DEVICE:
      true
    default: false
    }
  }

  private func fill(_ activity: PluginFailure.Activity) throws(PluginFailure) {
    errno = 0
    let count = receive()
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { throw died(activity) }
  }

  /// Reads what is available; returns what `read` returns.
  private func receive() -> Int {
    if inboxRange.isEmpty {
      inboxRange = 0..<0
    } else if inboxRange.lowerBound > inbox.count / 2 {
      inbox.replaceSubrange(0..<inboxRange.count, with: inbox[inboxRange])
      inboxRange = 0..<inboxRange.count
    }
    if inboxRange.upperBound == inbox.count {
      inbox.append(contentsOf: repeatElement(0, count: inbox.count))
    }
    let count = unsafe inbox.withUnsafeMutableBytes { bytes in
      unsafe read(
        started.from_worker, bytes.baseAddress! + inboxRange.upperBound,
        bytes.count - inboxRange.upperBound)
    }
    if count > 0 {
      receivedByteCount += count
      inboxRange = inboxRange.lowerBound..<inboxRange.upperBound + count
      hasSpoken = true
    }
    return count
  }

  // Failures. Each of these ends the worker.

  func misbehaved(_ activity: PluginFailure.Activity, _ reason: PluginFailure.Reason)
    -> PluginFailure
  {
    end()
    return PluginFailure(plugin: plugin, activity: activity, kind: .misbehaved, reason: reason)
  }

  private func hung(
    _ activity: PluginFailure.Activity, _ milliseconds: Int, _ reason: PluginFailure.Reason
  ) -> PluginFailure {
    end()
    return PluginFailure(
      plugin: plugin, activity: activity, kind: .hung(milliseconds: milliseconds), reason: reason)
  }

  /// Its end of the pipe is closed: it has ended, or soon will.
  private func died(_ activity: PluginFailure.Activity) -> PluginFailure {
    var status: Int32 = 0
    // Its supervisor first ends the processes that it has left running.
    let patience = cue_now_milliseconds() + Int64(shelterPatience)
    var hasEnded = unsafe cue_has_ended(started.process, &status) != 0
    while !hasEnded, cue_now_milliseconds() < patience {
      _ = cue_wait(-1, -1, -1, 1)
      hasEnded = unsafe cue_has_ended(started.process, &status) != 0
    }
    if !hasEnded { status = endProcesses() }
    close()
    let signal = hasEnded ? cue_status_signal(status) : 0
    if hasEnded, signal == 0, !hasSpoken, let errno = shortage(exitStatus: cue_status_exit(status))
    {
      return PluginFailure(
        plugin: plugin, activity: activity, kind: .unusable,
        reason: .workerNotStarted(path: settings.workerPath, errno: errno))
    }
    return PluginFailure(
      plugin: plugin, activity: activity,
      kind: signal != 0 ? .crashed(signal: signal) : .exited(status: cue_status_exit(status)),
      reason: .processEnded)
  }

  /// Ends the worker and all processes that it has started, at once.
  package func end() {
    guard isRunning else { return }
    _ = endProcesses()
    close()
  }

  private func endProcesses() -> Int32 {
    unsafe cue_end_supervised(&started, Int32(shelterPatience))
  }

  /// How long a supervisor may take to end all processes below it, in milliseconds.
  private var shelterPatience: Int { max(settings.deadlines.quit, 500) }

  /// The shortage because of which a worker that has sent nothing could not run, by its exit status; nil if it was the plugin.
  private func shortage(exitStatus status: Int32) -> Int32? {
    switch status {
    case Worker.noProcess: EAGAIN
    case Worker.noFilter
    where !settings.wall.isOff || settings.isOffline || settings.watch != nil:
      ENOSYS
    case Worker.refusedGrant: EINVAL
    default: nil
    }
  }

  /// If a wait ends this much too late, this process was not running, in milliseconds.
  private static let stopMilliseconds: Int64 = 2000

  /// The exit status of a supervisor that could not create a second process.
  private static let noProcess: Int32 = 71
  /// The exit status of a worker if the system has no filter of system calls to confine, or watch, the plugin.
  private static let noFilter: Int32 = 72
  /// The exit status of a worker that was given a grant that makes no sense.
  private static let refusedGrant: Int32 = 73

  /// Gives the worker a short time to end by itself.
  package func quit() {
    guard isRunning else { return }
    add(CUE_MSG_QUIT)
    try? flush(while: .ending)
    end()
  }

  /// How a worker has ended by itself.
  package enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Sends QUIT, or closes its input, and waits for its end; nil if it still runs then.
  package func end(byClosing isClosed: Bool, within milliseconds: Int) -> Ending? {
    guard isRunning else { return nil }
    if isClosed {
      _ = Glibc.close(started.to_worker)
      started.to_worker = -1
    } else {
      add(CUE_MSG_QUIT)
      try? flush(while: .ending)
    }
    var status: Int32 = 0
    let by = cue_now_milliseconds() + Int64(milliseconds)
    // What it still writes is read, so that it does not wait for that.
    var isOpen = true
    while unsafe cue_has_ended(started.process, &status) == 0 {
      guard cue_now_milliseconds() < by else { return nil }
      if isOpen, cue_wait(started.from_worker, -1, -1, 5) & 1 != 0 {
        inboxRange = 0..<0
        isOpen = receive() > 0
      } else {
        _ = cue_wait(-1, -1, -1, 2)
      }
    }
    let signal = cue_status_signal(status)
    close()
    return signal != 0 ? .signal(signal) : .status(cue_status_exit(status))
  }

  private func close() {
    isRunning = false
    _ = Glibc.close(started.to_worker)
    _ = Glibc.close(started.from_worker)
    if started.ended >= 0 { _ = Glibc.close(started.ended) }
    if started.lifeline >= 0 { _ = Glibc.close(started.lifeline) }
  }
}
