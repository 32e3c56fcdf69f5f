import CueGeneration
import CueModel

/// What became of another take of a line.
package struct RetakeReport: Sendable {
  /// The clip's job in the plan.
  package let job: Int
  /// How many takes were made now.
  package var tries = 0
  /// Words that differed before; nil if that could not be read.
  package let before: Int?
  /// Words that differ in what is kept; nil if that could not be read.
  package var after: Int?
  /// Whether one of the takes is kept, and not what there was.
  package var isKept = false
  /// Whether all takes sounded as what there was.
  package var isRepetition = true
}

/// Makes lines again, and has each take heard before it is kept.
///
/// A take that was asked for by number is kept unless more of its words differ than before. A take of a line whose words differ is
/// kept only if fewer of them do.
package struct RecordingRetakes {
  private let session: RecordingSession
  private let proof: RecordingProof
  private let recorder: JobRecorder?
  private let cache: any SoundCache
  /// The number of the last take that is kept of an item, by its place among those that are wanted.
  private let latest: [Int: Int]

  /// Takes of `session`, read by `proof`, and kept by `recorder`; `latest` is the last take of items that have several.
  package init(
    _ session: RecordingSession, _ proof: RecordingProof, _ recorder: JobRecorder?,
    cache: any SoundCache, latest: [Int: Int]
  ) {
    self.session = session
    self.proof = proof
    self.recorder = recorder
    self.cache = cache
    self.latest = latest
  }

  /// Makes takes until the words are right, and not more than `most` of each line.
  ///
  /// - Parameters:
  ///   - wanted: jobs that somebody wants again whatever is heard in them; each is made once at least
  ///   - doubted: jobs whose words differ
  ///   - most: how many takes are made of each
  ///   - outcome: which clips say the jobs; takes that are kept are put into it
  ///   - cancellation: ends it; what was decided stays
  ///   - take: takes what happens meanwhile; false ends the work early
  /// - Returns: what became of each, in the order of the jobs
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

  /// Whether a take with so many words that differ is kept over another one; nil where one could not be read.
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
