import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueStore
import Synchronization

/// What happens while a recording is made.
package enum RecordingEvent {
  /// What casting reports.
  case casting(CastingNote)
  /// The script is cast.
  case cast(CastOutcome)
  /// The clips are planned: what is wanted, and the number of each item of the plan, counted from 1.
  case planned(GenerationPlan, numbers: [Int])
  /// What became of clips.
  case made([GenerationEvent])
  /// This many clips are damaged or gone, and made again.
  case lost(Int)
  /// How many clips are read back.
  case proof(done: Int, total: Int)
  /// Other takes are made now.
  case retakes
  /// Sound is measured, mixed or encoded.
  case writing(RecordingProgress)
  /// Something about the times of words.
  case times(ClipTimesNote)
  /// Nothing was made now, so that no file is written.
  case nothingToWrite
  /// The files that were written.
  case written(RecordingReport)
}

/// Why a recording cannot be made as requested.
package enum RecordingProblem: Error {
  /// Nothing can be recorded of the script.
  case script(RecordingScriptError)
  /// Nobody has the name of a pan; those who there are.
  case unknownPan(String, known: [String])
  /// These items of the plan have no clips, and shares are only joined; the number of all items.
  case missing([Int], of: Int)
  /// This many lines could not be made, so that nothing is written; the first failure.
  case incomplete(Int, because: PluginFailure)
}

/// A recording, from a script and a request to files, for any user interface.
///
/// Every clip is kept as soon as it is made, so that after any interruption the same request continues there. All belongs to one
/// thread.
package final class RecordingSession {
  private let file: ScreenplayFile
  private let request: RecordingRequest
  private let plugins: PluginHost
  private let library: RecordingLibrary
  private let text: (JobMessage) -> String
  private let setUp: () throws -> Void
  private let tell: (RecordingEvent) throws -> Void
  private var settings: RecordingSettings

  /// How a recording came to its end.
  package struct End {
    /// What it came to.
    package enum Kind { case completed, unchanged, planned, cancelled }

    package var kind: Kind
    /// What was made, and how; nil if nothing had to be.
    package var work: RecordingWork?
    /// The clips of the plan.
    package var outcome: GenerationOutcome?
    /// What was written.
    package var report: RecordingReport?
    /// The job in the library, with its stand-ins; nil without a library.
    package var recorder: JobRecorder?
    /// How many items are said by voices that stand in.
    package var standIns = 0
    /// Elements of the script whose words are in no item, or in several, by their index; a fault of Cue.
    package var unspoken: (missing: [Int], repeated: [Int]) = ([], [])
    /// The other takes that were made of lines.
    package var retakes: [RetakeReport] = []
    /// What the recognizer read.
    package var proof: ProofReport?
    /// Why it could not read.
    package var proofFailure: ProofError?
  }

  /// A recording of `file`.
  ///
  /// - Parameters:
  ///   - file: the script
  ///   - request: what is recorded, and how
  ///   - plugins: where voices are found
  ///   - text: the words for what is kept to be read
  ///   - setUp: is called when all plugins are set up, before anything is made
  ///   - tell: takes the events; an error that it throws ends the recording
  package init(
    of file: ScreenplayFile, _ request: RecordingRequest, with plugins: PluginHost,
    text: @escaping (JobMessage) -> String, setUp: @escaping () throws -> Void = {},
    tell: @escaping (RecordingEvent) throws -> Void
  ) {
    self.file = file
    self.request = request
    self.plugins = plugins
    self.text = text
    self.setUp = setUp
    self.tell = tell
    settings = request.settings
    library = RecordingLibrary(
      UserLibrary(plugins.environment), rules: request.wish.rules, clips: request.clips)
  }

  /// Makes the recording.
  ///
  /// - Parameter cancellation: ends it; what is made is kept
  /// - Returns: how it ended
  /// - Throws: ``RecordingProblem``, a `CastingFailure`, a `StoreFailure`, a `SoundFileError`, or what `tell` throws
  package func run(_ cancellation: Cancellation) throws -> End {
    if request.keepsLibrary, request.share == nil, !request.assembles {
      try library.open(file, keeps: request.usesLibrary)
    }
    try library.take(file)
    let cast = try cast(cancellation)
    settings.language = cast.language
    try place(cast)
    let work = try work(cast)
    defer { work.quit() }
    // With proof, a recognizer is set up later, when there are clips to read back.
    if request.proof == nil { try setUp() }
    var end = End(kind: .completed, work: work)
    let isKnown =
      try request.usesLibrary && !request.isOnlyChanged && request.wish.redone.isEmpty
      && request.output != nil && library.isUnchanged(digest(work))
    if isKnown, request.proof == nil { return End(kind: .unchanged) }
    try library.replaceItems(work.script)
    // With proof, another take is read back before it is kept.
    let redone = request.proof == nil ? request.wish.redone : []
    try work.plan(
      takes: library.takes(work.script, redone: redone),
      isOwn: request.share.map { share in { share.has($0) } })
    work.choose(try library.chosen(work.script, redone: redone))
    try tell(.planned(work.plan, numbers: work.script.wanted.map { $0 + 1 }))
    if request.isDryRun {
      end.kind = .planned
      return end
    }
    end.recorder = try library.recorder(work, job: request.job, words: request.words, text: text)
    do {
      try make(work, cast, isKnown: isKnown, &end, cancellation)
    } catch {
      let isStopped = cancellation.isCancelled || end.recorder?.isToCancel == true
      try? end.recorder?.end(isStopped ? .cancelled : .failed)
      guard isStopped else { throw error }
      end.kind = .cancelled
    }
    return end
  }

  private func digest(_ work: RecordingWork) throws -> String {
    work.digest(settings: request.stamp, stamp: try library.stamp())
  }

  /// The cast: the kept one, as wished; it is kept again.
  private func cast(_ cancellation: Cancellation) throws -> CastOutcome {
    let environment = plugins.environment
    var plugins = plugins
    plugins.isUnhurried = true
    let casting = Casting(
      PluginVoices(plugins), cacheFolder: environment.cacheFolder,
      locale: environment.localeName, cancellation: cancellation
    ) { [tell] in try? tell(.casting($0)) }
    let outcome = try casting.cast(
      of: file.screenplay, request.cast, kept: try library.cast())
    if let lasting = outcome.lastingCast { try library.keep(lasting) }
    try tell(.cast(outcome))
    return outcome
  }

  /// Puts characters that were given a place by name there.
  private func place(_ outcome: CastOutcome) throws {
    let cast = outcome.cast
    for pan in request.pans {
      let key = CharacterName.key(of: pan.name, aliases: outcome.speakers.aliases)
      let isNarrator = key == CharacterName.key(of: Cast.narratorName, aliases: [:])
      guard let role = cast.role(key: key) ?? (isNarrator ? cast.narrator : nil) else {
        throw RecordingProblem.unknownPan(pan.name, known: cast.everybody.map(\.name))
      }
      settings.pans[role.name] = pan.place
    }
  }

  /// What is said, and the plugins that say it.
  private func work(_ outcome: CastOutcome) throws -> RecordingWork {
    let script: RecordingScript
    do throws(RecordingScriptError) {
      script = try RecordingScript(file, outcome.speakers, request.wish)
    } catch { throw RecordingProblem.script(error) }
    var expressions: [String: Expression] = [:]
    for (name, expression) in request.expressions {
      guard let key = outcome.key(of: name) else {
        throw CastingFailure.unknownPart(name: name, use: .tone, parts: outcome.cast.roles)
      }
      expressions[key] = (expressions[key] ?? Expression()).and(expression)
    }
    let all = request.expression
    return try RecordingWork(
      script, outcome.cast, outcome.speakers, plugins,
      playing: { key in
        // The narrator is not a character of the play.
        (key.isEmpty ? Expression() : all).overridden(by: expressions[key] ?? Expression())
      }, basis: request.delivery, cache: library.cache, lanes: request.lanes,
      isStrict: request.isStrict, note: { [tell] in try? tell(.casting($0)) })
  }

  private func make(
    _ work: RecordingWork, _ cast: CastOutcome, isKnown: Bool, _ end: inout End,
    _ cancellation: Cancellation
  ) throws {
    let recorder = end.recorder
    if request.assembles { try checkWhole(work) }
    var outcome = try work.makeClips(cancellation) { try take($0, recorder) }
    end.outcome = outcome
    if cancellation.isCancelled || recorder?.isToCancel == true {
      end.kind = .cancelled
      try recorder?.end(.cancelled)
      return
    }
    try checkNoneFailed(outcome)
    if request.proof != nil {
      do {
        (end.retakes, end.proof) = try readBack(work, &outcome, recorder, cast, cancellation)
      } catch let error as ProofError {
        // The recording is written even if it cannot be read back.
        end.proofFailure = error
      }
    }
    let isUnchanged = isKnown && !end.retakes.contains(where: \.isKept)
    if request.share == nil, !isUnchanged {
      end.report = try write(work, &outcome, recorder, cancellation)
    }
    end.outcome = outcome
    try recorder?.end(.completed)
    // Every run reports stand-ins, and tries the part's own voice again.
    end.standIns = outcome.standInCount(work.plan)
    end.unspoken = work.unspoken(request.wish, language: cast.language)
    let isWhole =
      end.standIns == 0
      && outcome.ends.allSatisfy { if case .failed = $0 { false } else { true } }
    if isWhole, request.usesLibrary, !request.isOnlyChanged, !isUnchanged {
      try library.keepOutputs(
        end.report.map { $0.files.map(\.path) + $0.companionPaths } ?? [],
        digest: digest(work), job: recorder?.job)
    }
  }

  /// Keeps and reports what has happened; returns whether the work continues.
  private func take(_ events: [GenerationEvent], _ recorder: JobRecorder?) throws -> Bool {
    try recorder?.keep(events)
    try tell(.made(events))
    if request.isStrict {
      for case .failed(_, let failure, _) in events { throw failure }
    }
    return recorder?.isToCancel != true
  }

  private func checkWhole(_ work: RecordingWork) throws(RecordingProblem) {
    let missing = work.plan.jobs.filter { $0.entry == nil }.flatMap(\.items).sorted()
    guard missing.isEmpty else { throw .missing(missing, of: work.plan.items.count) }
  }

  private func checkNoneFailed(_ outcome: GenerationOutcome) throws(RecordingProblem) {
    guard request.needsAll else { return }
    let failures = outcome.ends.compactMap { end -> PluginFailure? in
      if case .failed(let failure, _) = end { failure } else { nil }
    }
    if let first = failures.first { throw .incomplete(failures.count, because: first) }
  }

  /// Lets a recognizer read the clips back, then makes and reads other takes of those that differ or were requested.
  private func readBack(
    _ work: RecordingWork, _ outcome: inout GenerationOutcome, _ recorder: JobRecorder?,
    _ cast: CastOutcome, _ cancellation: Cancellation
  ) throws -> ([RetakeReport], ProofReport?) {
    guard let wish = request.proof else { return ([], nil) }
    let choices = wish.recognizers.isEmpty ? plugins.recognizersForAnything : wish.recognizers
    let proof = RecordingProof(library.cache, plugins, choices, language: cast.language)
    func read() throws -> ProofReport {
      try proof.report(
        on: work.plan, outcome, lanes: work.lanes, cancellation,
        progress: { [tell] in try? tell(.proof(done: $0, total: $1)) })
    }
    let report = try read()
    let redone = Set(request.wish.redone)
    let places = work.script.wanted.indices.filter { redone.contains(work.script.wanted[$0] + 1) }
    let wanted = Set(places.compactMap { work.plan.jobOfItem[$0] })
    let doubted = wish.retakes > 0 ? Set(report.differing.map(\.job)) : []
    guard !wanted.isEmpty || !doubted.isEmpty else { return ([], report) }
    try tell(.retakes)
    let retakes = try RecordingRetakes(
      work, proof, recorder, cache: library.cache, latest: try library.latestTakes(work.script)
    ).run(
      wanted: wanted, doubted: doubted, most: max(1, wish.retakes), &outcome, cancellation
    ) { _ in recorder?.isToCancel != true }
    return (retakes, retakes.contains(where: \.isKept) ? try read() : report)
  }

  private func write(
    _ work: RecordingWork, _ outcome: inout GenerationOutcome, _ recorder: JobRecorder?,
    _ cancellation: Cancellation
  ) throws -> RecordingReport? {
    guard let path = request.output else { return nil }
    let isOnlyChanged = request.isOnlyChanged
    guard work.rendered(outcome, onlyMade: isOnlyChanged).contains(where: { $0.clip != nil }) else {
      if isOnlyChanged { try tell(.nothingToWrite) }
      return nil
    }
    var settings = settings
    if let path = plugins.environment.variable("PATH") { settings.programSearchPath = path }
    // Times are found on other threads, and reported on this one.
    let notes = Mutex<[ClipTimesNote]>([])
    let timing =
      settings.needsWordTimes
      ? ClipTimes(library.cache, plugins, note: { note in notes.withLock { $0.append(note) } })
      : nil
    defer { timing?.quit() }
    let report = try work.recover(
      &outcome, cancellation,
      lost: { count, jobs in
        try tell(.lost(count))
        if request.assembles, !jobs.isEmpty { try checkWhole(work) }
      },
      take: { try take($0, recorder) },
      write: { outcome in
        // Clips that were lost and made again may have failed.
        try checkNoneFailed(outcome)
        return try work.write(
          work.rendered(outcome, onlyMade: isOnlyChanged), to: path, settings, timing: timing,
          cancellation, progress: { [tell] in try? tell(.writing($0)) })
      })
    for note in notes.withLock({ $0 }) { try tell(.times(note)) }
    try tell(.written(report))
    return report
  }
}
