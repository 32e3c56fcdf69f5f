import CueABI
import CueModel
import CuePlugins
import CSystem

/// A plugin of the tested file, as its descriptor says.
struct Offered: Equatable, Sendable {
  let id: String
  let kind: String
  let name: String
  let version: String
  let licence: String
  let concurrency: UInt32
  let determinism: UInt32
  let flags: UInt32

  init(_ message: WorkerMessage) throws {
    id = try message.text(CUE_TAG_ID)
    kind = try message.text(CUE_TAG_KIND)
    name = try message.text(CUE_TAG_NAME)
    version = try message.text(CUE_TAG_VERSION)
    licence = try message.text(CUE_TAG_LICENCE)
    concurrency = try message.u32(CUE_TAG_CONCURRENCY) ?? CUE_PER_PROCESS
    determinism = try message.u32(CUE_TAG_DETERMINISM) ?? 0
    flags = try message.u32(CUE_TAG_FLAGS) ?? 0
  }

  var subject: Subject? {
    switch kind {
    case CUE_KIND_VOICE: .voice
    case CUE_KIND_RECOGNIZER: .recognizer
    case CUE_KIND_DSP: .effect
    case CUE_KIND_DEVICE: .device
    default: nil
    }
  }

  /// Each request is served by a fork, or by a child that serves many.
  var isForked: Bool {
    kind == CUE_KIND_VOICE && flags & CUE_FLAG_FORK_SAFE != 0
      && (determinism == CUE_DETERMINISM_FRESH_STATE
        || (determinism == CUE_DETERMINISM_ALWAYS && concurrency == CUE_PER_PROCESS))
  }
}

/// Where a check does its work: it starts workers, keeps a description of the current step, and knows when time is up.
final class Bench {
  let setup: PluginSetup
  /// Nil for checks of the file.
  let plugin: Offered?
  /// All plugins that the file offers.
  let all: [Offered]
  /// Factor on limits of time, for busy machines.
  let patience: Int
  let seed: UInt64
  /// How long a plugin is watched, in checks that do so.
  let watchMilliseconds: Int
  /// The voice that speaks to recognizers.
  let speaker: ConformanceSpeaker?
  /// Earlier sound, or the place for it; nil if nothing is compared.
  let reference: ReferenceFolder?
  var chance: Chance
  /// The current step: the first sentence of a finding.
  var done: String
  let end: Int64
  /// How long the check may take.
  let timeoutMilliseconds: Int
  /// Lines that the plugin has logged, and whether they were more than a host takes.
  let logged = LoggedLines()
  /// Workers live until the check is over.
  private var sessions: [Session] = []

  init(
    _ setup: PluginSetup, plugin: Offered?, all: [Offered], check: String, seed: UInt64,
    timeoutMilliseconds: Int, patience: Int = 1, watchMilliseconds: Int = 0,
    speaker: ConformanceSpeaker? = nil, reference: ReferenceFolder? = nil
  ) {
    self.setup = setup
    self.plugin = plugin
    self.all = all
    self.seed = seed
    self.patience = patience
    self.watchMilliseconds = watchMilliseconds
    self.speaker = speaker
    self.reference = reference
    chance = Chance(seed: seed, check: check)
    done = "The plugin was loaded."
    self.timeoutMilliseconds = timeoutMilliseconds
    end = cue_now_milliseconds() + Int64(timeoutMilliseconds)
  }

  /// How much longer it may wait; at least a moment, so that a wait ends in a sentence.
  func left(_ most: Int) -> Int { max(1, min(most, Int(end - cue_now_milliseconds()))) }

  /// A worker that has loaded the library and answered the greeting.
  func start(_ instruments: Instruments = .today) throws -> Session {
    var settings = settings
    settings.instruments = setup.file.isProgram ? nil : instruments
    return try start(settings)
  }

  /// A worker whose supervisor records the network calls of the plugin and the files that it changes; and the record.
  ///
  /// Only a plugin that says that it needs a network has one. There are no instruments: all is as in normal use.
  func startWatched() throws -> (Session, WorkerWatch) {
    var settings = settings
    let watch = try WorkerWatch(isOnline: !settings.isOffline)
    settings.watch = watch
    do { return (try start(settings), watch) } catch let failure as PluginFailure {
      if case .workerNotStarted = failure.reason {
        throw Verdict.skipped(.told("this system does not allow the host to watch it"))
      }
      throw failure
    }
  }

  /// The settings of the workers.
  private var settings: WorkerSettings {
    var settings = setup.worker
    // What the user gives it beyond its needs would hide what it does not declare.
    settings.wall.allowed = []
    let logged = logged
    settings.log = { _, _, line in logged.take(line) }
    settings.bindsNow = true
    settings.ignoresProgress = true
    // As in normal use: a plugin that does not say that it needs a network has none.
    settings.isOffline = (plugin?.flags ?? 0) & CUE_FLAG_NEEDS_NETWORK == 0
    return settings
  }

  private func start(_ settings: WorkerSettings) throws -> Session {
    let session = try Session(self, settings)
    sessions.append(session)
    try session.greet()
    return session
  }

  /// A program whose messages `prepare` changes before its greeting, with a greeting of another minor version.
  func start(minor: UInt32, _ prepare: (Worker) -> Void) throws -> Session {
    var settings = settings
    settings.instruments = nil
    let session = try Session(self, settings)
    sessions.append(session)
    prepare(session.worker)
    try session.greet(minor: minor)
    return session
  }

  /// A worker with an instance of the plugin in it.
  func startPlugin(_ instruments: Instruments = .today) throws -> Session {
    let session = try start(instruments)
    try session.create()
    return session
  }

  /// Ends all that was started.
  func clear() {
    for session in sessions { session.end() }
    sessions = []
  }

  var voice: Offered {
    guard let plugin else { preconditionFailure("a check of the file has no plugin") }
    return plugin
  }

  // Verdicts.

  func finding(_ expected: String, _ happened: String) -> Finding {
    finding(expected, happened: .told(happened))
  }

  func finding(_ expected: String, happened: Account) -> Finding {
    Finding(done: done, expected: expected, happened: happened)
  }

  /// Ends the check as failed unless `isRight`.
  func require(_ isRight: Bool, _ expected: String, _ happened: @autoclosure () -> String) throws {
    if !isRight { throw Verdict.failed(finding(expected, happened())) }
  }

  /// Requires CUE_OK.
  ///
  /// `how` precedes the status in the finding: the plugin "answered", or "ended with" it.
  func requireOK(_ status: Int32, _ expected: String, how: String = "answered") throws {
    try require(status == CUE_OK, expected, "It \(how) \(Status.name(status)).")
  }

  /// Requires any status that the interface defines.
  func requireKnown(_ status: Int32, _ expected: String, how: String = "answered") throws {
    try require(Status.isKnown(status), expected, "It \(how) \(Status.name(status)).")
  }

  /// Requires that the plugin lost nothing between two inspections of its worker.
  ///
  /// - Parameters:
  ///   - uses: how often it was used in between
  ///   - before: what the worker held before
  ///   - now: what it holds now
  ///   - mostBytesEach: by how many bytes the heap may have grown for each use
  /// - Throws: a failed check
  func requireNothingLeft(
    of uses: Int, from before: Inspection, to now: Inspection, mostBytesEach: Int = 1000
  ) throws {
    let grown = (now.heapBytes - before.heapBytes) / uses
    try require(
      grown <= mostBytesEach, "Each use leaves at most \(mostBytesEach / 1000) kB in the heap.",
      "Each use left \(grown) bytes.")
    try require(
      now.descriptors.count <= before.descriptors.count && now.threads <= before.threads,
      "No thread or descriptor is left.",
      "There are \(now.threads - before.threads) more threads and "
        + "\(now.descriptors.count - before.descriptors.count) more descriptors.")
  }

  func warn(unless isRight: Bool, _ expected: String, _ happened: @autoclosure () -> String) throws
  {
    if !isRight { throw Verdict.warning(finding(expected, happened())) }
  }

  func skip(_ isNeedless: Bool, _ reason: String) throws {
    if isNeedless { throw Verdict.skipped(.told(reason)) }
  }
}
