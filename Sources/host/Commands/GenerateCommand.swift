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
  private var messages: Messages { studio.words }

  init(options: GenerateOptions, words: [String], studio: Studio) {
    self.options = options
    self.words = words
    self.studio = studio.unhurried
  }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let files = try RequestedFiles(options)
    let file = try ScreenplayFile(
      recorded: options.script, options.wishes.layout, manner, messages)
    let request = try request(files)
    var writer = RecordingEventWriter(.english)
    var show: GenerationShow?
    let session = RecordingSession(
      of: file, request, with: studio.plugins, text: JobMessage.english,
      setUp: { try studio.checkSettings() }
    ) { event in
      let objects = writer.json(event)
      if show == nil, !options.isDryRun {
        show = writer.count.map { GenerationShow($0, manner, messages) }
      }
      try take(event, show, writer.count, objects)
    }
    let end: RecordingSession.End
    do { end = try session.run(cancellation) } catch {
      show?.close()
      throw UserError.explained(error, options, writer.count, messages)
    }
    show?.close()
    let unspoken =
      end.work.map { end.unspoken(in: $0, manner.isJSON ? .forPrograms : messages) } ?? []
    if manner.isJSON, let json = writer.json(end, of: request, unspoken: unspoken) {
      try Console.result(json.line)
    }
    switch end.kind {
    case .unchanged: tellUnchanged()
    case .planned:
      if let work = end.work {
        let numbers = work.script.wanted.map { $0 + 1 }
        try ForecastReport(work, numbers: numbers, studio).tell()
      }
    case .cancelled:
      if let count = writer.count { tellCancelled(count, end.recorder) }
      return .interrupted
    case .completed:
      if let show { return try tellEnd(end, writer, show, unspoken) }
    }
    return .done
  }

  private func tellEnd(
    _ end: RecordingSession.End, _ writer: RecordingEventWriter, _ show: GenerationShow,
    _ unspoken: [String]
  ) throws -> ExitStatus {
    show.standIns = end.standIns
    if !manner.isJSON { tellPeople(end, show, unspoken) }
    let status = status(end, show.count, unspoken)
    if let failure = end.proofFailure { throw UserError(failure, messages) }
    guard let proof = end.proof else { return status }
    let shown = ProofShow(proof, show.count, words, manner, messages)
    if manner.isJSON {
      try tell(writer.json(proof, end.retakes, command: shown.command))
    } else {
      shown.tell(end.retakes)
    }
    return status == .done ? shown.status : status
  }

  private func tell(_ objects: [JSONObject]) throws(UserError) {
    guard manner.isJSON, !objects.isEmpty else { return }
    try Console.result(objects.map(\.line).joined())
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

  /// Shows what happens; `objects` are its JSON forms.
  private func take(
    _ event: RecordingEvent, _ show: GenerationShow?, _ count: RecordingCount?,
    _ objects: [JSONObject]
  ) throws {
    switch event {
    case .casting(let note):
      studio.note(note, script: options.script, castFile: options.wishes.file)
    case .cast(let outcome):
      studio.noteAlike(outcome)
      let isNewLead = outcome.unknownLeads.contains { name in
        outcome.key(of: name).map(outcome.isNew.contains) == true
      }
      if isNewLead, let note = outcome.genderNote(script: options.script, messages) {
        studio.note(note)
      }
    // With --dry-run, the items follow with more about them.
    case .planned where options.isDryRun: return
    case .planned: break
    case .made(let events):
      try tell(objects)
      if let count { show?.show(events, count) }
      return
    case .lost(let clips): show?.tellLost(clips)
    case .proof(let done, let total): show?.showProof(done, of: total)
    case .retakes: show?.showRetakes()
    case .writing(let progress): guard show?.showWriting(progress) == true else { return }
    case .times(let note): studio.noteTimes(note)
    case .nothingToWrite:
      if !manner.isQuiet, !manner.isJSON {
        Console.say(messages.recording(.notWritten, ["output": output]))
      }
    case .written: show?.close()
    }
    try tell(objects)
  }

  /// The file that is written, for a sentence.
  private var output: String { options.output ?? messages.recording(.theRecording) }

  // Messages.

  private func tellUnchanged() {
    guard !manner.isQuiet, !manner.isJSON else { return }
    Console.say(messages.recording(.unchanged, ["output": output]))
  }

  private func tellCancelled(_ count: RecordingCount, _ recorder: JobRecorder?) {
    guard !manner.isJSON else { return }
    let command = recorder.map { "\(Program.name) jobs resume \($0.job)" }
    Console.say(
      messages.recording(
        .stopped, ["done": "\(count.done)", "all": "\(count.numbers.count)"]),
      hint: command.map { messages.recording(.goesOnWithJob, ["command": $0]) }
        ?? messages.recording(.goesOn))
  }

  private func tellPeople(
    _ end: RecordingSession.End, _ show: GenerationShow, _ unspoken: [String]
  ) {
    if !manner.isQuiet { Console.talk(show.summary(end.report)) }
    show.tellFailures()
    show.tell(standIns: end.recorder?.standIns ?? [:])
    show.tell(repeated: end.recorder?.repeated ?? [])
    for sentence in unspoken { Console.say(sentence) }
  }

  private func status(
    _ end: RecordingSession.End, _ count: RecordingCount, _ unspoken: [String]
  ) -> ExitStatus {
    guard !count.failures.isEmpty else {
      // With all clips there, a word that is missing or said twice is a fault of Cue.
      return unspoken.isEmpty && end.report?.completeness.isComplete != false ? .done : .answerIsNo
    }
    return count.failures.allSatisfy(\.mayPass) ? .temporary : .answerIsNo
  }
}

extension RecordingEventWriter.Words {
  /// The sentences of the terminal, in English.
  static var english: RecordingEventWriter.Words {
    RecordingEventWriter.Words(
      explain: UserError.clause, missed: { Messages.forPrograms.text($0) })
  }
}
