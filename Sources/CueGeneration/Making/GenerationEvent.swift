import CueModel

/// What comes of a plan while it is carried out; jobs are numbers of the plan's.
public enum GenerationEvent: Sendable {
  /// A clip is being made.
  case generating(job: Int, lane: Int)
  /// A clip was made and is kept, by the role's choice of that number.
  case made(job: Int, ClipEntry, choice: Int)
  /// A clip was there.
  case kept(job: Int, ClipEntry, choice: Int)
  /// A voice failed and is tried again.
  case retrying(job: Int, PluginFailure, milliseconds: Int)
  /// A voice failed, and another stands in.
  case fellBack(job: Int, PluginFailure, to: String)
  /// The effect after the role's voice failed, and the voice says it without the effect.
  case leftEffectOut(job: Int, PluginFailure, voice: String)
  /// Another program is making the clip; it is asked for later.
  case waiting(job: Int)
  /// There will be no clip.
  case failed(job: Int, PluginFailure, mayPass: Bool)
  /// It was being made when all was cancelled.
  case cancelled(job: Int)
  /// The clip is there and is not what its text lets expect.
  case missed(job: Int, ClipMiss)
}

/// What is doubtful about a clip.
public enum ClipMiss: Equatable, Sendable {
  /// Nothing is heard.
  case silent
  /// Much shorter or longer than the voice takes for this text; seconds.
  case length(seconds: Double, expected: Double)
}

/// How a plan went.
public struct GenerationOutcome: Sendable {
  /// What became of a job.
  public enum End: Sendable {
    /// The clip is there, by the role's choice of that number.
    case there(ClipEntry, choice: Int, wasMade: Bool)
    /// It could not be made.
    case failed(PluginFailure, mayPass: Bool)
    /// All was cancelled before.
    case open
  }

  /// By job.
  public var ends: [End]
  /// In the order of jobs.
  public var misses: [(job: Int, miss: ClipMiss)] = []
  /// Whether it was cancelled before its end.
  public var isCancelled = false

  /// Looks again, byte by byte, for the clips that a recording has lost.
  ///
  /// Damaged ones are forgotten. A job whose clip is whole after all, because another program has made it since, has that one.
  ///
  /// - Parameters:
  ///   - lost: the clips
  ///   - plan: what the outcome is of; its jobs without a clip are open again
  ///   - cache: where clips are kept
  /// - Returns: the jobs whose clips are to be made again, by ``Generation/run(_:only:planner:cancellation:report:)``
  /// - Throws: what `cache` throws
  public mutating func lookAgain(
    for lost: LostClips, of plan: inout GenerationPlan, in cache: any SoundCache
  ) throws -> Set<Int> {
    var open: Set<Int> = []
    for job in ends.indices {
      guard case .there(let entry, let choice, let wasMade) = ends[job],
        lost.keys.contains(entry.key)
      else { continue }
      if let whole = try cache.wholeEntry(entry.key) {
        ends[job] = .there(whole, choice: choice, wasMade: wasMade)
      } else {
        // What somebody had chosen is gone: the part's own voice says it.
        if let own = plan.jobs[job].ownKey {
          plan.jobs[job].key = own
          plan.jobs[job].ownKey = nil
        }
        ends[job] = .open
        plan.jobs[job].entry = try cache.wholeEntry(plan.jobs[job].key)
        open.insert(job)
      }
    }
    return open
  }

  /// Takes what became of `jobs` from `other`, in which they were carried out again.
  public mutating func take(_ jobs: Set<Int>, from other: GenerationOutcome) {
    for job in jobs { ends[job] = other.ends[job] }
    misses.removeAll { jobs.contains($0.job) }
    misses = (misses + other.misses.filter { jobs.contains($0.job) }).sorted { $0.job < $1.job }
    isCancelled = isCancelled || other.isCancelled
  }

  /// How many items are said by a voice that stands in for the one of their role.
  public func standInCount(_ plan: GenerationPlan) -> Int {
    plan.jobs.indices.reduce(0) { sum, job in
      guard case .there(_, let choice, _) = ends[job],
        plan.roles[plan.jobs[job].role].choices[choice].isStandIn
      else { return sum }
      return sum + plan.jobs[job].items.count
    }
  }

  /// The clip of a job.
  public func entry(_ job: Int) -> ClipEntry? {
    if case .there(let entry, _, _) = ends[job] { entry } else { nil }
  }
}
