import CSystem
import struct Cue.RecordingVoices
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueStore
import CueSystem
import Glibc

/// `host generate`: a script becomes a cast recording.
///
/// Every clip is kept as soon as it is there, so that whatever happens, the same command goes on where this one stopped.
struct GenerateCommand {
  let options: GenerateOptions
  /// The words behind the command, for whoever resumes the job.
  let words: [String]
  let studio: Studio
  private var manner: Manner { studio.manner }

  init(options: GenerateOptions, words: [String], studio: Studio) {
    self.options = options
    self.words = words
    self.studio = studio
  }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    try record(cancellation)
  }

  /// A share, a rehearsal of the work, and the joining of shares leave the library alone: it is one machine's.
  private var usesLibrary: Bool {
    options.shard == nil && !options.assembles && !options.isDryRun
  }

  private func record(_ cancellation: Cancellation) throws -> ExitStatus {
    let files = try GenerateFiles(options)
    let library = GenerateLibrary(options, studio.environment)
    try library.open(keeps: usesLibrary)
    var script = try GenerateScript(options, manner)
    try library.take(script)
    let casting = try cast(script, library, cancellation)
    let (cast, speakers) = (casting.cast, casting.speakers)
    try files.place(cast, speakers, options.script)
    try script.tell(options, speakers)
    let items = script.wanted.map { script.items[$0] }
    let voices = try voices(cast, speakers, items)
    let planner = GenerationPlanner(voices.sources)
    defer { planner.quit() }
    let digest = try files.digest(script, voices, planner, cast, library.stamp())
    if usesLibrary, !options.isOnlyChanged, options.redone.isEmpty,
      try library.isUnchanged(files, digest)
    {
      try tellUnchanged(files)
      return .done
    }
    let cache = library.cache
    let rows = try library.replaceItems(script)
    var plan = try planner.plan(
      items, roleOfItem: voices.roleOfItem, roles: voices.roles,
      takes: library.takes(script, redone: options.redone), cache: cache)
    if let shard = options.shard { plan.keep { shard.has($0.key) } }
    if options.isDryRun {
      try GenerateForecast(plan, script, voices, studio).tell()
      return .done
    }
    let keeper = try library.keeper(plan, script, rows, voices, words: words)
    let show = GenerationShow(plan, numbers: script.wanted.map { $0 + 1 }, manner)
    if options.assembles { try checkWhole(plan, show) }
    let outcome: GenerationOutcome
    do {
      outcome = try work(
        plan, planner, voices, cache, keeper, show, cancellation)
    } catch {
      show.close()
      try? keeper?.end(.failed)
      throw error
    }
    show.close()
    if cancellation.isCancelled || keeper?.isToCancel == true {
      try keeper?.end(.cancelled)
      try tellCancelled(show, keeper)
      return .interrupted
    }
    if options.shard == nil {
      do {
        try write(plan, outcome, script, voices, files, cache, cancellation)
      } catch {
        try? keeper?.end(cancellation.isCancelled ? .cancelled : .failed)
        if cancellation.isCancelled {
          try tellCancelled(show, keeper)
          return .interrupted
        }
        throw error
      }
    }
    return try finish(
      show, keeper, library, files, script,
      digest: {
        try files.digest(script, voices, planner, cast, library.stamp())
      })
  }

  /// Who plays whom: as `host cast` has it, and kept as there.
  private func cast(
    _ script: GenerateScript, _ library: GenerateLibrary, _ cancellation: Cancellation
  ) throws -> CastOutcome {
    let request = try options.wishes.request()
    let casting = studio.casting(
      cancellation, script: options.script, castFile: options.wishes.file)
    let kept = try library.cast()
    let outcome: CastOutcome
    do throws(CastingFailure) {
      outcome = try casting.cast(of: script.screenplay, request, kept: kept)
    } catch {
      throw UserError(error, script: options.script, castFile: options.wishes.file)
    }
    if let lasting = outcome.lastingCast { try library.keep(lasting) }
    return outcome
  }

  /// As many voices as cores, and more than one: each has its own.
  private func voices(
    _ cast: Cast, _ speakers: Speakers, _ items: [SpeakableItem]
  ) throws(UserError) -> RecordingVoices {
    do throws(CastingFailure) {
      return try RecordingVoices(
        cast, speakers, items, studio.plugins,
        keepsToCores: options.lanes == nil && cue_core_count() > 1, note: { studio.note($0) })
    } catch { throw UserError(error, script: "", castFile: nil) }
  }

  // The work.

  /// Carries out the plan on threads of its own; this one keeps and shows what happens.
  private func work(
    _ plan: GenerationPlan, _ planner: GenerationPlanner, _ voices: RecordingVoices,
    _ cache: any SoundCache, _ keeper: JobRecorder?, _ show: GenerationShow,
    _ cancellation: Cancellation
  ) throws -> GenerationOutcome {
    var settings = GenerationSettings()
    settings.lanes = options.lanes ?? Int(cue_core_count())
    settings.reach = { $0.reach }
    let generation = Generation(
      voices.sources, cache: cache, clock: MonotonicClock(), crew: ThreadCrew(),
      settings: settings)
    let inbox = GenerationInbox()
    // This thread does not touch the planner before the other has ended.
    nonisolated(unsafe) let planner = planner
    let own = Cancellation()
    return try cancellation.withHandler(own.cancel) {
      try Console.thread("recording", to: "make the recording") {
        inbox.end(
          Result {
            try unsafe generation.run(plan, planner: planner, cancellation: own) { inbox.add($0) }
          })
      }
      var failure: (any Error)?
      while true {
        let result = inbox.wait(milliseconds: 50)
        let events = inbox.take()
        if failure == nil {
          do {
            if !events.isEmpty {
              try keeper?.keep(events)
              try show.show(events)
              if keeper?.isToCancel == true { own.cancel() }
            }
          } catch {
            failure = error
            own.cancel()
          }
        }
        guard let result else { continue }
        if let failure { throw failure }
        return try result.get()
      }
    }
  }

  private func checkWhole(_ plan: GenerationPlan, _ show: GenerationShow) throws(UserError) {
    let missing = plan.jobs.filter { $0.entry == nil }.flatMap(\.items).sorted()
    guard !missing.isEmpty else { return }
    let shown = missing.prefix(12).map { "\(show.numbers[$0])" }.joined(separator: ", ")
    let rest = missing.count > 12 ? " and \(missing.count - 12) more" : ""
    throw UserError(
      "\(missing.count) of \(plan.items.count) items are not in \(options.cache ?? "the cache"): "
        + "item \(shown)\(rest).",
      hint:
        "Run the shares that are missing and join again; without --assemble they are made here.",
      .temporary)
  }

  private func write(
    _ plan: GenerationPlan, _ outcome: GenerationOutcome, _ script: GenerateScript,
    _ voices: RecordingVoices, _ files: GenerateFiles, _ cache: any SoundCache,
    _ cancellation: Cancellation
  ) throws {
    guard let path = options.output else { return }
    var rendered: [RenderedItem] = []
    rendered.reserveCapacity(plan.items.count)
    for (index, item) in plan.items.enumerated() {
      let job = plan.jobOfItem[index]
      let end = job.map { outcome.ends[$0] }
      if options.isOnlyChanged {
        guard case .there(_, _, true)? = end else { continue }
      }
      var entry: ClipEntry?
      if case .there(let there, _, _)? = end { entry = there }
      rendered.append(
        RenderedItem(
          item: item, clip: entry, speaker: voices.roles[plan.roleOfItem[index]].speaker))
    }
    guard rendered.contains(where: { $0.clip != nil }) else {
      if options.isOnlyChanged, !manner.isQuiet, !manner.isJSON {
        Console.say("Nothing has changed, so \(path) is not written.")
      }
      return
    }
    try files.write(rendered, script, cache, manner, cancellation)
  }

  // What is said about it.

  private func tellUnchanged(_ files: GenerateFiles) throws(UserError) {
    if manner.isJSON {
      var line = JSONObject(event: "unchanged")
      line["output"] = options.output.map { .string($0) }
      return try Console.result(line.line)
    }
    if !manner.isQuiet {
      Console.say("Nothing has changed; \(options.output ?? "the recording") is as it should be.")
    }
  }

  private func tellCancelled(
    _ show: GenerationShow, _ keeper: JobRecorder?
  ) throws(UserError) {
    if manner.isJSON {
      var line = JSONObject(event: "cancelled")
      line["done"] = .integer(show.done)
      line["job"] = keeper.map { .integer(Int($0.job)) }
      return try Console.result(line.line)
    }
    Console.say(
      "Stopped: \(show.done) of \(show.numbers.count) items are done, and kept.",
      hint: keeper.map {
        "The same command goes on from there, as does: \(Program.name) jobs resume \($0.job)"
      }
        ?? "The same command goes on from there.")
  }

  private func finish(
    _ show: GenerationShow, _ keeper: JobRecorder?, _ library: GenerateLibrary,
    _ files: GenerateFiles, _ script: GenerateScript, digest: () throws -> String
  ) throws -> ExitStatus {
    try keeper?.end(.completed)
    let isWhole = show.failures.isEmpty && !show.hasStandIns
    if isWhole, usesLibrary, !options.isOnlyChanged {
      try library.keepOutputs(files, digest: try digest(), job: keeper?.job)
    }
    if manner.isJSON {
      var line = JSONObject(event: "completed")
      line["items"] = .integer(show.numbers.count)
      line["made"] = .integer(show.made)
      line["failed"] = .integer(show.failures.count)
      line["seconds"] = .number(show.seconds)
      line["files"] = .strings(files.written.map(\.path))
      line["job"] = keeper.map { .integer(Int($0.job)) }
      try Console.result(line.line)
    } else {
      if !manner.isQuiet { Console.talk(files.summary(show)) }
      show.tellFailures()
    }
    guard !show.failures.isEmpty else { return .done }
    return show.failures.allSatisfy(\.mayPass) ? .temporary : .answerIsNo
  }
}

extension GenerateOptions.Shard {
  /// Whether the clip of `key` is this one's: the same in every script, so that equal lines are one program's.
  func has(_ key: ClipKey) -> Bool {
    let digits = key.hexadecimal.prefix(15)
    return Int(digits, radix: 16).map { $0 % count == number - 1 } ?? false
  }
}
