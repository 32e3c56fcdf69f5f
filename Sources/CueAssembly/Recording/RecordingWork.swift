import CSystem
import CueAudio
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueSystem

/// A recording under way: from a script and its cast to clips, and from clips to files.
package final class RecordingWork {
  /// What is said.
  package let script: RecordingScript
  /// The voices that say it.
  package let voices: RecordingVoices
  /// The clips that are wanted; empty before ``plan(takes:isOwn:)``.
  package private(set) var plan: GenerationPlan
  private let planner: GenerationPlanner
  private let cache: any SoundCache
  /// How many clips are made at once.
  package let lanes: Int

  /// Starts the plugins that say some of `script`.
  ///
  /// - Parameters:
  ///   - script: what is said
  ///   - cast: the voices of the characters
  ///   - speakers: the speakers of all speeches
  ///   - plugins: where voices are found
  ///   - playing: how the part of a key is played, where the script says nothing else
  ///   - basis: the speed and pitch that those of voices and script are moved from
  ///   - cache: keeps the clips
  ///   - lanes: how many voices speak at once; nil for one on each core, which stays there
  ///   - isStrict: whether there are no stand-ins
  ///   - note: is called once for each plugin for which others stand in
  /// - Throws: where somebody who says something has no voice left
  package init(
    _ script: RecordingScript, _ cast: Cast, _ speakers: Speakers, _ plugins: PluginHost,
    playing: (String) -> Expression = { _ in Expression() }, basis: RoleDelivery = RoleDelivery(),
    cache: any SoundCache, lanes: Int?, isStrict: Bool = false,
    note: @escaping (CastingNote) -> Void
  ) throws(CastingFailure) {
    self.script = script
    self.cache = cache
    self.lanes = lanes ?? Int(cue_core_count())
    var plugins = plugins
    plugins.isUnhurried = true
    voices = try RecordingVoices(
      cast, speakers, script.wantedItems, plugins, playing: playing, basis: basis,
      lanes: lanes, isStrict: isStrict, note: note)
    planner = GenerationPlanner(voices.sources)
    plan = GenerationPlan()
  }

  /// Voices that were not available when the clips were planned, and why.
  package var unusable: [(source: Int, failure: PluginFailure)] { planner.unusable }

  /// Ends the plugins that wait.
  package func quit() { planner.quit() }

  /// A digest of all that goes into files, but for the sound itself: that is decided by the voices.
  ///
  /// - Parameters:
  ///   - settings: what else decides the files, as text
  ///   - stamp: changes whenever other sound becomes the active one of an item
  /// - Returns: a SHA-256, in hexadecimal
  package func digest(settings: String, stamp: String) -> String {
    var parts = [
      ProductVersion.number, "\(ClipRequest.keyVersion)", script.file.digest, settings, stamp,
    ]
    // A lexicon and aliases are seen in what is said.
    for item in script.wantedItems { parts.append(item.saidText) }
    for role in voices.roles {
      parts.append(role.speaker)
      for choice in role.choices {
        let delivery = choice.delivery
        let identity = try? planner.identity(source: choice.source, voice: delivery.voice)
        parts.append("\(delivery) \(identity.map { "\($0)" } ?? "")")
      }
    }
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("\(part.utf8.count) ".utf8)
      bytes += Array(part.utf8)
    }
    return ContentDigest.hexadecimal(ContentDigest.bytes(of: bytes[...]))
  }

  /// Plans the clips.
  ///
  /// - Parameters:
  ///   - takes: how often each wanted item was requested again
  ///   - isOwn: whether the clip of a key is made here and not by another program
  /// - Throws: what the cache throws
  package func plan(
    takes: [Int: Int] = [:], isOwn: ((ClipKey) -> Bool)? = nil
  ) throws {
    plan = try planner.plan(
      script.wantedItems, roleOfItem: voices.roleOfItem, roles: voices.roles, takes: takes,
      cache: cache)
    if let isOwn { plan.keep { isOwn($0.key) } }
  }

  /// Makes the clips that are not there, and keeps each at once.
  ///
  /// - Parameters:
  ///   - cancellation: ends it; what is made is kept
  ///   - only: the jobs that are made; nil for all
  ///   - take: takes what has happened since the last time; false ends the work early
  /// - Returns: what became of each job
  /// - Throws: what `take` or the cache throws
  package func makeClips(
    _ cancellation: Cancellation, only: Set<Int>? = nil,
    take: ([GenerationEvent]) throws -> Bool
  ) throws -> GenerationOutcome {
    try generation().run(
      plan, only: only, planner: planner, cancellation: cancellation, take: take)
  }

  private func generation() -> Generation {
    var settings = GenerationSettings()
    settings.lanes = lanes
    settings.reach = { $0.reach }
    return Generation(
      voices.sources, cache: cache, clock: MonotonicClock(), crew: ThreadCrew(),
      settings: settings)
  }

  /// Another take of a job.
  package struct Retaken {
    /// The request.
    package let job: GenerationPlan.Job
    /// Its clip.
    package let entry: ClipEntry
  }

  /// Makes other takes of jobs by the voices of their parts; none for a job whose voice fails or has a stand-in.
  ///
  /// - Parameters:
  ///   - takes: the number of the take, by the number of the job
  ///   - cancellation: ends it
  ///   - take: gets the events, whose job numbers are of another plan; false ends the work early
  /// - Returns: the takes, by the number of the job
  /// - Throws: what `take` or the cache throws
  package func retakes(
    _ takes: [Int: Int], _ cancellation: Cancellation, take: ([GenerationEvent]) throws -> Bool
  ) throws -> [Int: Retaken] {
    var ofItem: [Int: Int] = [:]
    for (job, number) in takes {
      for item in plan.jobs[job].items { ofItem[item] = number }
    }
    let again = try planner.plan(
      script.wantedItems, roleOfItem: voices.roleOfItem, roles: voices.roles, takes: ofItem,
      only: Set(ofItem.keys), cache: cache)
    let outcome = try generation().run(
      again, planner: planner, cancellation: cancellation, take: take)
    var made: [Int: Retaken] = [:]
    for job in takes.keys {
      guard let item = plan.jobs[job].items.first, let other = again.jobOfItem[item],
        case .there(let entry, let choice, _) = outcome.ends[other],
        choice == again.jobs[other].choice
      else { continue }
      made[job] = Retaken(job: again.jobs[other], entry: entry)
    }
    return made
  }

  /// Puts a take in the place of the job of that number.
  package func take(_ retaken: Retaken, as job: Int, _ outcome: inout GenerationOutcome) {
    plan.replace(job, with: retaken.job)
    outcome.ends[job] = .there(retaken.entry, choice: retaken.job.choice, wasMade: true)
  }

  /// The items with their clips, in order; only those that were made now if `onlyMade`.
  package func rendered(_ outcome: GenerationOutcome, onlyMade: Bool = false) -> [RenderedItem] {
    plan.items.indices.compactMap { index in
      let end = plan.jobOfItem[index].map { outcome.ends[$0] }
      if onlyMade {
        guard case .there(_, _, wasMade: true)? = end else { return nil }
      }
      var clip: ClipEntry?
      if case .there(let entry, _, _)? = end { clip = entry }
      return RenderedItem(
        item: plan.items[index], clip: clip, speaker: plan.roles[plan.roleOfItem[index]].speaker,
        said: plan.jobOfItem[index].map { job in
          plan.jobs[job].request.requests.map(\.text).joined(separator: " ")
        }, pauseAfterMilliseconds: plan.pauseAfter(item: index))
    }
  }

  /// How often lost clips are looked for and made again in one run.
  private static let mostRounds = 3

  /// Has items heard by clips that somebody has chosen, by the places of the items among those that are wanted.
  package func choose(_ chosen: [Int: ClipEntry]) { plan.choose(chosen) }

  /// Does `write`, and makes the clips again that it finds damaged or gone, and does it again.
  ///
  /// - Parameters:
  ///   - outcome: what became of each job; the clips that are made again are put into it
  ///   - cancellation: ends it
  ///   - lost: is called with how many clips are lost, and the jobs that have to be made again
  ///   - take: takes what has happened since the last time; false ends the work early
  ///   - write: mixes and writes the files; see ``write(_:to:_:_:progress:)``
  /// - Returns: what `write` returns
  /// - Throws: what `write`, `lost`, `take` or the cache throws; a `SoundFileError` where clips are lost again and again, or
  ///   where it is cancelled or `take` ends it
  package func recover<Value>(
    _ outcome: inout GenerationOutcome, _ cancellation: Cancellation,
    lost: (Int, Set<Int>) throws -> Void, take: ([GenerationEvent]) throws -> Bool,
    write: (GenerationOutcome) throws -> Value
  ) throws -> Value {
    var rounds = 0
    while true {
      do { return try write(outcome) } catch let clips as LostClips {
        rounds += 1
        guard rounds <= RecordingWork.mostRounds else {
          throw SoundFileError("", .clipIsGone(text: clips.text))
        }
        let jobs = try outcome.lookAgain(for: clips, of: &plan, in: cache)
        try lost(clips.keys.count, jobs)
        guard !jobs.isEmpty else { continue }
        outcome.take(jobs, from: try makeClips(cancellation, only: jobs, take: take))
        guard !outcome.isCancelled, !cancellation.isCancelled else {
          throw SoundFileError("", .interrupted)
        }
      }
    }
  }

  /// The elements of the script whose words are in no item, or in several: their indices.
  package func unspoken(_ wish: RecordingWish, language: String) -> (
    missing: [Int], repeated: [Int]
  ) {
    Completeness.unspoken(
      of: script.file.screenplay, in: script.items, rules: wish.rules,
      saysCentered: wish.speaking.saysCentered, language: language)
  }

  /// Mixes and writes the files.
  ///
  /// - Parameters:
  ///   - items: what is heard
  ///   - path: the file, or the folder where there are several
  ///   - settings: what they shall be
  ///   - timing: finds the times of words that voices do not report; nil: they are spread by their letters
  ///   - cancellation: ends it; nothing is left of a file that is not whole
  ///   - progress: takes how far it is
  /// - Returns: what was written
  /// - Throws: a `SoundFileError`, or what the cache throws
  package func write(
    _ items: [RenderedItem], to path: String, _ settings: RecordingSettings,
    timing: ClipTimes? = nil, _ cancellation: Cancellation,
    progress: (RecordingProgress) -> Void = { _ in }
  ) throws -> RecordingReport {
    var settings = settings
    // Words are found in as many clips at once as clips are made.
    if timing != nil { settings.threads = max(settings.threads, lanes) }
    return try CastRecording(
      items, of: script.file.screenplay, source: script.file.bytes, settings: settings,
      timing: timing
    ).write(to: path, from: cache, cancellation: cancellation, progress: progress)
  }
}
