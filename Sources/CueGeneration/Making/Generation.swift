import CSystem
import CueModel
import Synchronization

/// How a plan is carried out.
public struct GenerationSettings: Sendable {
  /// How many voices work at once on this machine.
  public var lanes = 1
  /// Decides the jitter of delays.
  public var seed: UInt64 = 1
  /// What a failure means for what follows.
  public var reach: @Sendable (PluginFailure) -> PluginFailure.Reach = { failure in
    switch failure.kind {
    case .notFound, .unusable, .givenUp: .plugin
    case .crashed, .exited, .hung, .misbehaved: .passing
    case .refused: .line
    }
  }
  /// How long a clip is waited for that another program makes, before it is looked for again.
  public var waitMilliseconds = 50
  /// How many voices the limits of this process on descriptors and memory leave room for.
  public var mostLanes = Int(cue_room_for_workers())
  /// Whether there is memory for one more clip; a lane that finds there is not leaves its work to the others.
  public var hasRoom: @Sendable () -> Bool = { cue_memory_room() > 24 << 20 }

  /// One lane.
  public init() {}
}

/// Carries out a plan: makes every clip that is not there, once, and keeps it at once.
///
/// Lanes work side by side, each with voices of its own, and two requests under way where the voice can. A failure is tried
/// again by the rules of its source; then the role's next choice stands in; and where none can, the rest goes on. What another
/// program makes at the same time is left to it and waited for at the end.
public final class Generation: Sendable {
  private let sources: [VoiceSource]
  private let cache: any SoundCache
  private let clock: any MonotonicTime
  private let crew: any Crew
  private let settings: GenerationSettings
  private let gates: [RateGate?]
  private let services: [ServiceGate?]

  /// An engine that makes clips with `sources` and keeps them in `cache`.
  public init(
    _ sources: [VoiceSource], cache: any SoundCache, clock: any MonotonicTime, crew: any Crew,
    settings: GenerationSettings = GenerationSettings()
  ) {
    self.sources = sources
    self.cache = cache
    self.clock = clock
    self.crew = crew
    self.settings = settings
    gates = sources.map { source in source.rateLimit.map { RateGate($0, clock: clock) } }
    services = sources.map { source in
      source.mostVoices.map {
        ServiceGate(
          lanes: source.voicesAtFirst, mostLanes: $0, rules: source.retry, clock: clock)
      }
    }
  }

  /// Carries out `plan`.
  ///
  /// - Parameters:
  ///   - plan: what is wanted
  ///   - only: the numbers of the jobs that are carried out, the others stay open; nothing for all
  ///   - planner: made the plan; its voices are used
  ///   - cancellation: ends it between and inside clips; what is made is kept
  ///   - report: takes what happens, one event at a time, on the lanes' threads
  /// - Returns: what became of each job
  /// - Throws: what the cache throws: nothing can be kept then
  public func run(
    _ plan: GenerationPlan, only: Set<Int>? = nil, planner: GenerationPlanner,
    cancellation: Cancellation, report: @escaping @Sendable (GenerationEvent) -> Void
  ) throws -> GenerationOutcome {
    let work = GenerationWork(
      plan: plan, only: only, sources: sources, cache: cache, clock: clock, settings: settings,
      gates: gates, services: services, report: report)
    work.tellKept()
    let seats = seats(plan, only)
    let started = PassedOn(planner.release())
    for seat in seats { work.begin(seat.remote) }
    crew.run(seats.count) { index in
      // The planner's voices go on in the first lane, which alone takes them.
      let voices = index == 0 ? started.take() : [:]
      Lane(work, number: index, seat: seats[index], voices: voices, cancellation: cancellation)
        .run()
    }
    for voice in started.take().values { voice.quit() }
    return try work.outcome(isCancelled: cancellation.isCancelled)
  }

  /// A lane for each voice that can be busy, and none for voices that have nothing to do.
  private func seats(_ plan: GenerationPlan, _ only: Set<Int>?) -> [JobQueue.Seat] {
    var open: [Int: Int] = [:]
    for (index, job) in plan.jobs.enumerated()
    where job.entry == nil && only?.contains(index) != false {
      open[job.source, default: 0] += 1
    }
    let local = open.filter { sources[$0.key].mostVoices == nil }.values.reduce(0, +)
    var seats = Array(
      repeating: JobQueue.Seat(remote: nil),
      count: min(max(min(settings.lanes, settings.mostLanes), 1), local))
    for (source, count) in open.sorted(by: { $0.key < $1.key }) {
      guard let most = sources[source].mostVoices else { continue }
      seats += Array(repeating: JobQueue.Seat(remote: source), count: min(max(most, 1), count))
    }
    return seats
  }
}

/// Something that one thread leaves to another, which alone uses it from then on.
private final class PassedOn: @unchecked Sendable {  // guarded by the lock
  private let lock = Mutex(())
  private var voices: [Int: any RecordingVoice]

  init(_ voices: [Int: any RecordingVoice]) { self.voices = voices }

  func take() -> [Int: any RecordingVoice] {
    lock.withLock { _ in
      defer { voices = [:] }
      return voices
    }
  }
}

/// What the lanes of a run have in common.
final class GenerationWork: Sendable {
  struct State {
    var ends: [GenerationOutcome.End]
    var silent: [Int] = []
    var failure: (any Error)?
    /// How many lanes are at work, by the source that they are for.
    var lanes: [Int?: Int] = [:]
    /// What no line is asked of any more, and why.
    var broken: [BrokenPlace: PluginFailure] = [:]
    /// How often each source failed in a row.
    var failuresInARow: [Int]
    var chance: UInt64
  }

  struct BrokenPlace: Hashable {
    var source: Int
    /// Nothing for all voices of it.
    var voice: String?
  }

  /// A source that has failed with this many lines in a row is not asked again.
  static let mostFailuresInARow = 5

  let plan: GenerationPlan
  private let only: Set<Int>?
  let sources: [VoiceSource]
  let cache: any SoundCache
  let clock: any MonotonicTime
  let settings: GenerationSettings
  let gates: [RateGate?]
  /// How many may ask each service at once; nil for those that work on this machine.
  let services: [ServiceGate?]
  let queue: JobQueue
  private let state: Mutex<State>
  private let telling = Mutex(())
  private let listener: @Sendable (GenerationEvent) -> Void

  init(
    plan: GenerationPlan, only: Set<Int>?, sources: [VoiceSource], cache: any SoundCache,
    clock: any MonotonicTime, settings: GenerationSettings, gates: [RateGate?],
    services: [ServiceGate?], report: @escaping @Sendable (GenerationEvent) -> Void
  ) {
    self.plan = plan
    self.only = only
    self.sources = sources
    self.cache = cache
    self.clock = clock
    self.settings = settings
    self.gates = gates
    self.services = services
    listener = report
    queue = JobQueue(plan, isRemote: sources.map { $0.mostVoices != nil }) {
      plan.jobs[$0].entry == nil && only?.contains($0) != false
    }
    state = Mutex(
      State(
        ends: Array(repeating: .open, count: plan.jobs.count),
        failuresInARow: Array(repeating: 0, count: sources.count), chance: settings.seed))
  }

  func report(_ event: GenerationEvent) {
    telling.withLock { _ in listener(event) }
  }

  func tellKept() {
    for (index, job) in plan.jobs.enumerated() where only?.contains(index) != false {
      guard let entry = job.entry else { continue }
      end(index, .there(entry, choice: job.choice, wasMade: false))
      report(.kept(job: index, entry, choice: job.choice))
    }
  }

  func end(_ job: Int, _ end: GenerationOutcome.End) {
    state.withLock { $0.ends[job] = end }
  }

  func isSilent(_ job: Int) { state.withLock { $0.silent.append(job) } }

  /// The cache failed: nothing more is made.
  func fail(_ error: any Error) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
    queue.stop()
  }

  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Why a voice is not asked any more.
  func broken(_ source: Int, _ voice: String) -> PluginFailure? {
    state.withLock { state in
      state.broken[BrokenPlace(source: source, voice: nil)]
        ?? state.broken[BrokenPlace(source: source, voice: voice)]
    }
  }

  func went(_ source: Int, well: Bool) {
    state.withLock { $0.failuresInARow[source] = well ? 0 : $0.failuresInARow[source] + 1 }
  }

  // Lanes.

  /// A lane for `source`, or for all of this machine, begins.
  func begin(_ source: Int?) { state.withLock { $0.lanes[source, default: 0] += 1 } }

  /// A lane ends, and has left nothing.
  func end(_ source: Int?) { state.withLock { $0.lanes[source, default: 0] -= 1 } }

  /// Whether a lane may end and leave its jobs, which are put off, to others.
  func mayLeave(_ source: Int?) -> Bool {
    state.withLock { state in
      guard state.lanes[source, default: 0] > 1 else { return false }
      state.lanes[source, default: 0] -= 1
      return true
    }
  }

  /// Keeps in mind how far a failure reaches.
  func learn(_ failure: PluginFailure, _ source: Int, _ voice: String) {
    let reach = settings.reach(failure)
    state.withLock { state in
      switch reach {
      case .plugin: state.broken[BrokenPlace(source: source, voice: nil)] = failure
      case .voice: state.broken[BrokenPlace(source: source, voice: voice)] = failure
      case .passing where state.failuresInARow[source] >= GenerationWork.mostFailuresInARow:
        state.broken[BrokenPlace(source: source, voice: nil)] = failure
      case .passing, .line: break
      }
    }
  }

  /// 0…1, from the seed (a linear congruential generator; Knuth's MMIX).
  func chance() -> Double {
    state.withLock { state in
      state.chance = state.chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state.chance >> 11) / Double(1 << 53)
    }
  }

  func outcome(isCancelled: Bool) throws -> GenerationOutcome {
    let (ends, silent, failure) = state.withLock { ($0.ends, $0.silent.sorted(), $0.failure) }
    if let failure { throw failure }
    var outcome = GenerationOutcome(ends: ends)
    let isOpen = ends.contains { if case .open = $0 { true } else { false } }
    outcome.isCancelled = isCancelled && isOpen
    let lengths = ClipPace.misses(plan, ends).filter { !silent.contains($0.job) }
    outcome.misses = (silent.map { ($0, ClipMiss.silent) } + lengths).sorted { $0.job < $1.job }
    for (job, miss) in outcome.misses { report(.missed(job: job, miss)) }
    return outcome
  }
}
