import CueGeneration
import CueModel

/// The result of retaking a line.
package struct RetakeReport: Sendable {
  /// The clip's job in the plan.
  package let job: Int
  /// How many takes were made.
  package var tries = 0
  /// How many words of the earlier take differ from the text; nil if it could not be recognized.
  package let before: Int?
  /// How many words of the kept take differ from the text; nil if it could not be recognized.
  package var after: Int?
  /// Whether one of the new takes is kept, and not the earlier one.
  package var isKept = false
  /// Whether all new takes sounded the same as the earlier one.
  package var isRepetition = true
}

/// Makes lines again, and recognizes each take before it is kept.
///
/// If the user asked for another take, it is kept unless more of its words differ from the text than before. If it was made because
/// words differ, it is kept only if fewer of them do.
package struct RecordingRetakes {
  private let session: RecordingWork
  private let proof: RecordingProof
  private let recorder: JobRecorder?
  private let cache: any SoundCache
  /// The number of the last kept take of an item, by its place among the wanted ones.
  private let latest: [Int: Int]

  /// Retakes for `session`, recognized by `proof` and kept by `recorder`; `latest` is the last take of each item that has several.
  package init(
    _ session: RecordingWork, _ proof: RecordingProof, _ recorder: JobRecorder?,
    cache: any SoundCache, latest: [Int: Int]
  ) {
    self.session = session
    self.proof = proof
    self.recorder = recorder
    self.cache = cache
    self.latest = latest
  }

  /// Makes takes until the words are right, at most `most` of each line.
  ///
  /// - Parameters:
  ///   - wanted: jobs that the user asked for; each is made once at least
  ///   - doubted: jobs whose words differ from the text
  ///   - most: the most takes of each job
  ///   - outcome: the clips of the jobs; kept takes replace them
  ///   - cancellation: ends it; takes that were kept stay
  ///   - take: gets the events of the work; false ends it early
  /// - Returns: a report for each job, in their order
  /// - Throws: a ``ProofError``, what the cache throws, or what `take` throws
  package func run(
    wanted: Set<Int>, doubted: Set<Int>, most: Int, _ outcome: inout GenerationOutcome,
    _ cancellation: Cancellation, take: ([GenerationEvent]) throws -> Bool
  ) throws -> [RetakeReport] {
    let jobs = wanted.union(doubted).filter { outcome.entry($0) != nil }.sorted()
    guard !jobs.isEmpty, most > 0 else { return [] }
    let readings = try read(jobs.map { ($0, outcome.entry($0)) }, cancellation)
    var reports = zip(jobs, readings).map { RetakeReport(job: $0, before: $1, after: $1) }
    var numbers: [Int: Int] = [:]
    for job in jobs {
      numbers[job] = session.plan.jobs[job].items.map { latest[$0] ?? 0 }
        .reduce(session.plan.jobs[job].take, max)
    }
    for round in 0..<most {
      let open = reports.indices.filter { place in
        let report = reports[place]
        return (round == 0 && wanted.contains(report.job)) || report.after != 0
      }
      guard !open.isEmpty, !cancellation.isCancelled else { break }
      for place in open { numbers[reports[place].job, default: 0] += 1 }
      let takes = Dictionary(
        uniqueKeysWithValues: open.map { (reports[$0].job, numbers[reports[$0].job] ?? 1) })
      let made = try session.retakes(takes, cancellation, take: take)
      guard !cancellation.isCancelled else { break }
      let places = open.filter { made[reports[$0].job] != nil }
      let heard = try read(
        places.map { (reports[$0].job, made[reports[$0].job]?.entry) }, cancellation)
      for (place, differences) in zip(places, heard) {
        let job = reports[place].job
        guard let new = made[job], let old = outcome.entry(job) else { continue }
        reports[place].tries += 1
        guard try !isSame(new.entry, old) else { continue }
        reports[place].isRepetition = false
        let isWanted = wanted.contains(job) && !reports[place].isKept
        guard RecordingRetakes.isKept(differences, over: reports[place].after, isWanted: isWanted)
        else { continue }
        reports[place].isKept = true
        reports[place].after = differences
        session.take(new, as: job, &outcome)
        try recorder?.keep(new, as: job)
      }
    }
    return reports
  }

  /// Whether a take with `new` differing words is kept instead of one with `old`; nil if a take could not be recognized.
  static func isKept(_ new: Int?, over old: Int?, isWanted: Bool) -> Bool {
    guard let new else { return isWanted && old == nil }
    guard let old else { return true }
    return isWanted ? new <= old : new < old
  }

  private func read(
    _ clips: [(job: Int, entry: ClipEntry?)], _ cancellation: Cancellation
  ) throws -> [Int?] {
    try proof.differences(
      in: clips.compactMap { job, entry in entry.map { (job, $0) } }, of: session.plan,
      lanes: session.lanes, cancellation)
  }

  private func isSame(_ one: ClipEntry, _ other: ClipEntry) throws -> Bool {
    guard one.format == other.format, one.frames == other.frames else { return false }
    return try cache.clip(one)?.sound == cache.clip(other)?.sound
  }
}
