import CueAssembly
import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import CueScreenplay
import CueStore
import CueSystem

/// `host generate`: makes a recording of a script with a cast.
///
/// Every clip is kept as soon as it is made, so that after any interruption the same command continues there.
struct GenerateCommand {
  let options: GenerateOptions
  /// The words after the command, to resume the job.
  let words: [String]
  let studio: Studio
  private var manner: OutputManner { studio.manner }

  init(options: GenerateOptions, words: [String], studio: Studio) {
    self.options = options
    self.words = words
    self.studio = studio.unhurried
  }

  /// A share, a trial run, and the joining of shares do not use the library: it belongs to one machine.
  private var usesLibrary: Bool {
    options.shard == nil && !options.assembles && !options.isDryRun
  }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    var files = try RequestedFiles(options)
    let library = RecordingLibrary(
      UserLibrary(studio.environment), rules: options.rules, clips: options.cache)
    let file = try ScreenplayFile(
      recorded: options.script, options.wishes.layout, manner)
    if options.shard == nil, !options.assembles { try library.open(file, keeps: usesLibrary) }
    try library.take(file)
    let casting = try cast(file, library, cancellation)
    try files.place(casting.cast, casting.speakers, options.script)
    let session = try session(file, casting, library)
    defer { session.quit() }
    // With --proof, a recognizer is set up later, when there are clips to read back.
    if !options.isProofread { try studio.checkSettings() }
    let isKnown =
      try usesLibrary && !options.isOnlyChanged && options.redone.isEmpty && options.output != nil
      && library.isUnchanged(
        session.digest(settings: files.description, stamp: try library.stamp()))
    if isKnown, !options.isProofread {
      try tellUnchanged()
      return .done
    }
    try library.replaceItems(session.script)
    // With --proof, another take is read back before it is kept.
    let redone = options.isProofread ? [] : options.redone
    try session.plan(
      takes: library.takes(session.script, redone: redone),
      isOwn: options.shard.map { shard in { shard.has($0) } })
    session.choose(try library.chosen(session.script, redone: redone))
    let numbers = session.script.wanted.map { $0 + 1 }
    if options.isDryRun {
      try ForecastReport(session, numbers: numbers, studio).tell()
      return .done
    }
    let recorder = try library.recorder(
      session, job: options.job, words: words, text: JobMessage.english)
    let show = GenerationShow(session.plan, numbers: numbers, manner)
    if options.assembles { try checkWhole(session.plan, show) }
    var outcome: GenerationOutcome
    do {
      outcome = try makeClips(session, recorder, show, cancellation)
    } catch {
      show.close()
      try? recorder?.end(.failed)
      throw error
    }
    if cancellation.isCancelled || recorder?.isToCancel == true {
      show.close()
      try recorder?.end(.cancelled)
      try tellCancelled(show, recorder)
      return .interrupted
    }
    files.settings.language = casting.language
    var retakes: [RetakeReport] = []
    var proof: ProofReport?
    var proofFailure: ProofError?
    if options.isProofread {
      do {
        (retakes, proof) = try readBack(
          session, &outcome, library, recorder, casting.language, show, cancellation)
      } catch let error as ProofError {
        // The recording is written even if it cannot be read back.
        proofFailure = error
      } catch {
        show.close()
        try? recorder?.end(.failed)
        throw error
      }
      show.close()
    }
    let isUnchanged = isKnown && !retakes.contains(where: \.isKept)
    var report: RecordingReport?
    if options.shard == nil, !isUnchanged {
      do {
        report = try write(
          session, &outcome, files.settings, library.cache, recorder, show, cancellation)
      } catch {
        show.close()
        let isStopped = cancellation.isCancelled || recorder?.isToCancel == true
        try? recorder?.end(isStopped ? .cancelled : .failed)
        if isStopped {
          try tellCancelled(show, recorder)
          return .interrupted
        }
        throw error
      }
    }
    show.close()
    try recorder?.end(.completed)
    // Every run reports stand-ins, and tries the part's own voice again.
    show.standIns = outcome.standInCount(session.plan)
    let isWhole = show.failures.isEmpty && show.standIns == 0
    if isWhole, usesLibrary, !options.isOnlyChanged, !isUnchanged {
      try library.keepOutputs(
        report?.paths ?? [],
        digest: session.digest(settings: files.description, stamp: try library.stamp()),
        job: recorder?.job)
    }
    let status = try tellEnd(show, recorder, report, unspoken(session, casting))
    if let proofFailure { throw UserError(proofFailure) }
    guard let proof else { return status }
    let proven = try ProofShow(proof, session.plan, numbers, options, words, manner).tell(retakes)
    return status == .done ? proven : status
  }

  /// Lets a recognizer read the clips back, then makes and reads other takes of those that differ or were named by --redo.
  private func readBack(
    _ session: RecordingSession, _ outcome: inout GenerationOutcome, _ library: RecordingLibrary,
    _ recorder: JobRecorder?, _ language: String, _ show: GenerationShow,
    _ cancellation: Cancellation
  ) throws -> ([RetakeReport], ProofReport?) {
    let choices =
      options.recognizers.isEmpty ? studio.plugins.recognizersForAnything : options.recognizers
    let proof = RecordingProof(library.cache, studio.plugins, choices, language: language)
    func read() throws -> ProofReport {
      try proof.report(
        on: session.plan, outcome, lanes: session.lanes, cancellation, progress: show.showProof)
    }
    let report = try read()
    let redone = Set(options.redone)
    let places = session.script.wanted.indices.filter {
      redone.contains(session.script.wanted[$0] + 1)
    }
    let wanted = Set(places.compactMap { session.plan.jobOfItem[$0] })
    let doubted = options.retakes > 0 ? Set(report.differing.map(\.job)) : []
    guard !wanted.isEmpty || !doubted.isEmpty else { return ([], report) }
    show.showRetakes()
    let retakes = try RecordingRetakes(
      session, proof, recorder, cache: library.cache,
      latest: try library.latestTakes(session.script)
    ).run(
      wanted: wanted, doubted: doubted, most: max(1, options.retakes), &outcome, cancellation
    ) { _ in recorder?.isToCancel != true }
    return (retakes, retakes.contains(where: \.isKept) ? try read() : report)
  }

  /// Lines of the script whose words are in no item, or in several; this is a fault of Cue, and is reported.
  private func unspoken(_ session: RecordingSession, _ casting: CastOutcome) -> [String] {
    var wish = RecordingWish()
    wish.rules = options.rules
    wish.speaking = options.speaking
    let found = session.unspoken(wish, language: casting.language)
    let elements = session.script.file.screenplay.elements
    func excerpt(_ index: Int) -> String {
      Signs.quoted(String(elements[index].text.prefix(60)))
    }
    return found.missing.map { "Words of \(excerpt($0)) are not said." }
      + found.repeated.map { "\(excerpt($0)) is said more than once." }
  }

  /// The cast: as `host cast` has it, and kept in the same place.
  private func cast(
    _ file: ScreenplayFile, _ library: RecordingLibrary, _ cancellation: Cancellation
  ) throws -> CastOutcome {
    let request = try options.wishes.request()
    let casting = studio.casting(
      cancellation, script: options.script, castFile: options.wishes.file)
    let kept = try library.cast()
    let outcome: CastOutcome
    do throws(CastingFailure) {
      outcome = try casting.cast(of: file.screenplay, request, kept: kept)
    } catch {
      throw UserError(error, script: options.script, castFile: options.wishes.file)
    }
    if let lasting = outcome.lastingCast { try library.keep(lasting) }
    studio.noteAlike(outcome)
    let isNewLead = outcome.unknownLeads.contains { name in
      outcome.key(of: name).map(outcome.isNew.contains) == true
    }
    if isNewLead, let note = outcome.genderNote(script: options.script) { studio.note(note) }
    return outcome
  }

  /// What is said, and the plugins that say it.
  private func session(
    _ file: ScreenplayFile, _ casting: CastOutcome, _ library: RecordingLibrary
  ) throws(UserError) -> RecordingSession {
    var wish = RecordingWish()
    wish.rules = options.rules
    wish.speaking = options.speaking
    wish.speaking.lexicon = try Lexicon(file: options.wishes.lexicon, beside: options.script)
    wish.scenes = options.scenes
    wish.characters = options.characters
    wish.redone = options.redone
    let script: RecordingScript
    do throws(RecordingScriptError) {
      script = try RecordingScript(file, casting.speakers, wish)
    } catch { throw UserError(error, options) }
    do throws(CastingFailure) {
      let tones = try options.tones.byKey { (name) throws(CastingFailure) in
        guard let key = casting.key(of: name) else {
          throw .unknownPart(name: name, use: .tone, parts: casting.cast.roles)
        }
        return key
      }
      var basis = RoleDelivery()
      basis.speed = options.speed
      basis.pitchSemitones = options.pitchSemitones
      basis.seed = options.seed
      return try RecordingSession(
        script, casting.cast, casting.speakers, studio.plugins,
        playing: { key in
          // The narrator is not a character of the play.
          (key.isEmpty ? Expression() : options.tones.all)
            .overridden(by: tones[key] ?? Expression())
        }, basis: basis, cache: library.cache,
        lanes: options.lanes, isStrict: options.isStrict, note: { studio.note($0) })
    } catch { throw UserError(error, script: options.script, castFile: nil) }
  }

  private func makeClips(
    _ session: RecordingSession, _ recorder: JobRecorder?, _ show: GenerationShow,
    _ cancellation: Cancellation
  ) throws -> GenerationOutcome {
    try session.makeClips(cancellation) { try take($0, recorder, show) }
  }

  /// Keeps and shows what has happened; returns whether the work continues.
  private func take(
    _ events: [GenerationEvent], _ recorder: JobRecorder?, _ show: GenerationShow
  ) throws -> Bool {
    try recorder?.keep(events)
    try show.show(events)
    if options.isStrict, let failure = show.failures.first?.failure { throw UserError(failure) }
    return recorder?.isToCancel != true
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
    _ session: RecordingSession, _ outcome: inout GenerationOutcome,
    _ settings: RecordingSettings, _ cache: any SoundCache, _ recorder: JobRecorder?,
    _ show: GenerationShow, _ cancellation: Cancellation
  ) throws -> RecordingReport? {
    guard let path = options.output else { return nil }
    let items = session.rendered(outcome, onlyMade: options.isOnlyChanged)
    guard items.contains(where: { $0.clip != nil }) else {
      if options.isOnlyChanged, !manner.isQuiet, !manner.isJSON {
        Console.say("Nothing has changed, so \(path) is not written.")
      }
      return nil
    }
    var settings = settings
    if let path = studio.environment.variable("PATH") { settings.programSearchPath = path }
    let timing =
      settings.needsWordTimes ? ClipTimes(cache, studio.plugins, note: noteTimes) : nil
    defer { timing?.quit() }
    let report = try session.recover(
      &outcome, cancellation,
      lost: { count, jobs in
        try show.tellLost(count)
        if options.assembles, !jobs.isEmpty { try checkWhole(session.plan, show) }
      },
      take: { try take($0, recorder, show) },
      write: { outcome in
        try session.write(
          session.rendered(outcome, onlyMade: options.isOnlyChanged), to: path, settings,
          timing: timing, cancellation, progress: show.showWriting)
      })
    guard manner.isJSON else { return report }
    for file in report.files {
      var line = JSONObject(event: "file")
      line["path"] = .string(file.path)
      if report.rateHertz > 0 {
        line["seconds"] = .number(Double(file.frames) / Double(report.rateHertz))
      }
      try Console.result(line.line)
    }
    for path in report.companionPaths {
      var line = JSONObject(event: "file")
      line["path"] = .string(path)
      try Console.result(line.line)
    }
    return report
  }

  /// Reports why the times of words are estimated from their letters.
  private func noteTimes(_ note: ClipTimesNote) {
    switch note {
    case .noRecognizer(let language):
      studio.note(
        UserError(
          "The voices tell no times of words, and no recognizer for them is installed"
            + (language.isEmpty ? "" : " (language \(language))")
            + ": the times are estimated by letters and loudness.", .done))
    case .failed(let failure):
      studio.note(
        UserError(
          "Times of words are estimated by letters and loudness: "
            + (failure.plugin?.sentence ?? "the recognizer failed."), .done))
    }
  }

  // Messages.

  private func tellUnchanged() throws(UserError) {
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
    _ show: GenerationShow, _ recorder: JobRecorder?
  ) throws(UserError) {
    if manner.isJSON {
      var line = JSONObject(event: "cancelled")
      line["done"] = .integer(show.done)
      line["job"] = recorder.map { .integer(Int($0.job)) }
      return try Console.result(line.line)
    }
    Console.say(
      "Stopped: \(show.done) of \(show.numbers.count) items are done, and kept.",
      hint: recorder.map {
        "The same command goes on from there, as does: \(Program.name) jobs resume \($0.job)"
      }
        ?? "The same command goes on from there.")
  }

  private func tellEnd(
    _ show: GenerationShow, _ recorder: JobRecorder?, _ report: RecordingReport?,
    _ unspoken: [String]
  ) throws -> ExitStatus {
    if manner.isJSON {
      var line = JSONObject(event: "completed")
      line["items"] = .integer(show.numbers.count)
      line["made"] = .integer(show.made)
      line["failed"] = .integer(show.failures.count)
      line["stand_ins"] = .integer(show.standIns)
      if let reasons = recorder?.standIns, !reasons.isEmpty {
        line["stand_in_reasons"] = .objects(show.json(standIns: reasons))
      }
      if let repeated = recorder?.repeated, !repeated.isEmpty {
        line["items_as_before"] = .array(repeated.sorted().map { .integer(show.numbers[$0]) })
      }
      line["seconds"] = .number(show.seconds)
      if let words = report?.completeness {
        line["words"] = .integer(words.words)
        line["words_heard"] = .integer(words.heard)
        if !options.isOnlyChanged {
          line["items_missing"] = .array(words.missing.map { .integer(show.numbers[$0]) })
          line["items_repeated"] = .array(words.repeated.map { .integer(show.numbers[$0]) })
        }
      }
      if !unspoken.isEmpty { line["unspoken"] = .strings(unspoken) }
      line["files"] = .strings(report?.paths ?? [])
      line["job"] = recorder.map { .integer(Int($0.job)) }
      try Console.result(line.line)
    } else {
      if !manner.isQuiet { Console.talk(show.summary(report)) }
      show.tellFailures()
      show.tell(standIns: recorder?.standIns ?? [:])
      show.tell(repeated: recorder?.repeated ?? [])
    }
    for sentence in unspoken where !manner.isJSON { Console.say(sentence) }
    guard !show.failures.isEmpty else {
      // With all clips there, a word that is missing or said twice is a fault of Cue.
      return unspoken.isEmpty && report?.completeness.isComplete != false ? .done : .answerIsNo
    }
    return show.failures.allSatisfy(\.mayPass) ? .temporary : .answerIsNo
  }
}

extension RecordingReport {
  /// All files that were written.
  fileprivate var paths: [String] { files.map(\.path) + companionPaths }
}

extension GenerateOptions.Shard {
  /// Whether the clip of `key` belongs to this share: the same in every script, so that equal lines belong to one program.
  func has(_ key: ClipKey) -> Bool {
    let digits = key.hexadecimal.prefix(15)
    return Int(digits, radix: 16).map { $0 % count == number - 1 } ?? false
  }
}

extension ScreenplayFile {
  /// Reads the script of a recording, and reports what is doubtful in it.
  fileprivate init(
    recorded path: String, _ layout: ScriptLayout?, _ manner: OutputManner
  ) throws(UserError) {
    let bytes = try Texts.contents(ofFile: path)
    do throws(ScriptError) { try self.init(path, bytes, layout: layout) } catch {
      throw UserError(
        "\(path) cannot be read as a screenplay: \(Messages(language: .english).why(error)).",
        .badInput)
    }
    if looksLikeProse {
      do throws(ScriptError) { self = try ScreenplayFile(prose: path, bytes) } catch {
        throw UserError(
          "\(path) cannot be read: \(Messages(language: .english).why(error)).", .badInput)
      }
      guard !manner.isQuiet, !manner.isJSON else { return }
      let chapters = screenplay.elements.count { $0.kind == .sceneHeading }
      Console.say(
        "\(path) is read as prose, by the narrator: nobody in it speaks under a name; "
          + "\(Counted.of(chapters, "heading")).")
      return
    }
    if layout == nil, let doubt = screenplay.warnings.first(where: \.isOfNobody) {
      throw UserError("\(path), line \(doubt.line): \(doubt.sentence)", .badInput)
    }
    guard looksLikeScreenplay else {
      throw UserError(
        "\(path) is no screenplay: from line 1 on there is neither a scene heading nor a character.",
        hint: "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech. "
          + "Other text is read from a file that ends in .txt or .md.", .badInput)
    }
    if !manner.isQuiet { sayDoubts() }
  }
}

extension UserError {
  /// Why nothing can be recorded.
  fileprivate init(_ error: RecordingScriptError, _ options: GenerateOptions) {
    switch error {
    case .nothingIsSaid:
      self.init(
        "By the rules \(options.rules.rawValue), nothing of \(options.script) is said.", .badInput)
    case .noSuchScene(let number, let count):
      self.init(
        "--scenes: \(options.script) has \(count) scenes, and no scene \(number).", .usage)
    case .noSuchItem(let number, let count):
      self.init(
        "--redo: there \(count == 1 ? "is" : "are") \(Counted.items(count)), and no item \(number).",
        hint: "\(Program.name) generate --dry-run --json lists them.", .usage)
    case .unknownCharacter(let name, let known):
      self.init(
        "Nobody in \(options.script) is called “\(name)”.",
        hint: "There are: \(known.map { $0.uppercased() }.joined(separator: ", "))", .usage)
    case .nothingIsWanted:
      self.init(
        "Nothing is said by these characters in these scenes of \(options.script).", .usage)
    }
  }
}

extension JobMessage {
  /// A message to keep, in English.
  fileprivate static func english(_ message: JobMessage) -> String {
    switch message {
    case .processing(let done, let total): "Processing item \(done) of \(total)"
    case .completed(let total, let failed, let standIns):
      "Completed: \(total) elements processed" + (failed > 0 ? ", \(failed) of them failed" : "")
        + (standIns > 0 ? ", \(standIns) of them said by voices that stand in" : "")
    case .cancelled(let done, let total): "Cancelled: \(done) of \(total) items"
    case .failed(let done, let total): "Failed: \(done) of \(total) items"
    case .itemFailed(let failure): failure.sentence
    case .itemCancelled: "It was cancelled while it was made."
    }
  }
}
