import CueAssembly
import CueCasting
import CueGeneration
import CueModel
import CueScreenplay
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

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let files = try RequestedFiles(options)
    let file = try ScreenplayFile(recorded: options.script, options.wishes.layout, manner)
    var show: GenerationShow?
    let session = RecordingSession(
      of: file, try request(files), with: studio.plugins, text: JobMessage.english,
      setUp: { try studio.checkSettings() }
    ) { event in
      if case .planned(let plan, let numbers) = event, !options.isDryRun {
        show = GenerationShow(plan, numbers: numbers, manner)
      }
      try take(event, show)
    }
    let end: RecordingSession.End
    do { end = try session.run(cancellation) } catch {
      show?.close()
      throw explained(error, show)
    }
    show?.close()
    switch end.kind {
    case .unchanged: try tellUnchanged()
    case .planned:
      if let work = end.work {
        let numbers = work.script.wanted.map { $0 + 1 }
        try ForecastReport(work, numbers: numbers, studio).tell()
      }
    case .cancelled:
      if let show { try tellCancelled(show, end.recorder) }
      return .interrupted
    case .completed:
      if let show, let work = end.work { return try tellEnd(end, work, show) }
    }
    return .done
  }

  private func tellEnd(
    _ end: RecordingSession.End, _ work: RecordingWork, _ show: GenerationShow
  ) throws -> ExitStatus {
    show.standIns = end.standIns
    let status = try tellEnd(show, end.recorder, end.report, unspoken(end, work))
    if let failure = end.proofFailure { throw UserError(failure) }
    guard let proof = end.proof else { return status }
    let proven = try ProofShow(proof, work.plan, show.numbers, options, words, manner)
      .tell(end.retakes)
    return status == .done ? proven : status
  }

  /// The options as a request.
  private func request(_ files: RequestedFiles) throws(UserError) -> RecordingRequest {
    var request = RecordingRequest()
    request.cast = try options.wishes.request()
    request.wish.rules = options.rules
    request.wish.speaking = options.speaking
    request.wish.speaking.lexicon = try Lexicon(
      file: options.wishes.lexicon, beside: options.script)
    request.wish.scenes = options.scenes
    request.wish.characters = options.characters
    request.wish.redone = options.redone
    request.delivery.speed = options.speed
    request.delivery.pitchSemitones = options.pitchSemitones
    request.delivery.seed = options.seed
    request.expression = options.tones.all
    request.expressions = options.tones.parts.map { ($0.name, $0.expression) }
    request.isStrict = options.isStrict
    request.lanes = options.lanes
    request.output = options.output
    request.settings = files.settings
    request.pans = options.files.pans.map { ($0.name, $0.place) }
    request.isOnlyChanged = options.isOnlyChanged
    request.proof =
      options.isProofread ? .init(by: options.recognizers, retakes: options.retakes) : nil
    request.clips = options.cache
    request.isDryRun = options.isDryRun
    request.share = options.shard.map { .init($0.number, of: $0.count) }
    request.assembles = options.assembles
    request.job = options.job
    request.words = words
    request.stamp = files.description
    return request
  }

  /// Shows what happens.
  private func take(_ event: RecordingEvent, _ show: GenerationShow?) throws {
    switch event {
    case .casting(let note):
      studio.note(note, script: options.script, castFile: options.wishes.file)
    case .cast(let outcome):
      studio.noteAlike(outcome)
      let isNewLead = outcome.unknownLeads.contains { name in
        outcome.key(of: name).map(outcome.isNew.contains) == true
      }
      if isNewLead, let note = outcome.genderNote(script: options.script) { studio.note(note) }
    case .planned: break
    case .made(let events): try show?.show(events)
    case .lost(let count): try show?.tellLost(count)
    case .proof(let done, let total): show?.showProof(done, of: total)
    case .retakes: show?.showRetakes()
    case .writing(let progress): show?.showWriting(progress)
    case .times(let note): noteTimes(note)
    case .nothingToWrite:
      if !manner.isQuiet, !manner.isJSON {
        Console.say("Nothing has changed, so \(options.output ?? "the recording") is not written.")
      }
    case .written(let report):
      show?.close()
      if manner.isJSON { try tell(report) }
    }
  }

  private func tell(_ report: RecordingReport) throws(UserError) {
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
  }

  /// Lines of the script whose words are in no item, or in several; this is a fault of Cue, and is reported.
  private func unspoken(_ end: RecordingSession.End, _ work: RecordingWork) -> [String] {
    let elements = work.script.file.screenplay.elements
    func excerpt(_ index: Int) -> String {
      Signs.quoted(String(elements[index].text.prefix(60)))
    }
    return end.unspoken.missing.map { "Words of \(excerpt($0)) are not said." }
      + end.unspoken.repeated.map { "\(excerpt($0)) is said more than once." }
  }

  /// Why nothing can be recorded, in words.
  private func explained(_ error: any Error, _ show: GenerationShow?) -> any Error {
    switch error {
    case let failure as CastingFailure:
      return UserError(failure, script: options.script, castFile: options.wishes.file)
    case RecordingProblem.script(let error): return UserError(error, options)
    case RecordingProblem.unknownPan(let name, let known):
      return UserError(
        "--pan: nobody in \(options.script) is called “\(name)”.",
        hint: "There are: \(known.joined(separator: ", "))", .usage)
    case RecordingProblem.missing(let items, let count):
      let shown = items.prefix(12).map { "\(show?.numbers[$0] ?? $0 + 1)" }
        .joined(separator: ", ")
      let rest = items.count > 12 ? " and \(items.count - 12) more" : ""
      return UserError(
        "\(items.count) of \(count) items are not in \(options.cache ?? "the cache"): "
          + "item \(shown)\(rest).",
        hint:
          "Run the shares that are missing and join again; without --assemble they are made here.",
        .temporary)
    default: return error
    }
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
