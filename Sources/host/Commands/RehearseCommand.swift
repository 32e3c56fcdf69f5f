import CSystem
import CueAssembly
import CueAudio
import CueCasting
import CueKeys
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import CueTerminal
import CueText
import Glibc

/// `host rehearse`: a scene, a cast, and somebody who has a part in it.
struct RehearseCommand {
  private(set) var rehearse: RehearseOptions
  let options: SoundOptions
  let studio: Studio
  var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    if rehearse.forgetsHistory { return try forgetHistory() }
    if rehearse.showsHistory { return try showHistory() }
    var command = self
    if rehearse.script.isEmpty {
      guard let picked = try pickedScript(cancellation) else {
        throw UserError.usage("A rehearsal needs a script.", "rehearse")
      }
      command.rehearse.script = picked
    }
    let file = try command.file()
    let cast = try command.cast(file, cancellation)
    if rehearse.script.isEmpty, rehearse.isWhole {
      command.rehearse.scene = pickedScene(of: cast, cancellation)
    }
    return try command.run(file, cast, cancellation)
  }

  private func run(
    _ file: ScreenplayFile, _ given: RehearsalCast, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    var cast = given
    let lexicon = cast.lexicon.merged(with: try Lexicon(file: rehearse.wishes.lexicon))
    let roles = cast.roles
    let script = rehearse.cuesOnly ? CueLines.cut(cast.script, roles) : cast.script
    let source = try source()
    let stage = Stage(
      script: script, roles: roles, path: rehearse.script, manner: studio.manner, words: words,
      isAtTerminal: source.isKeys, talksAside: options.output == "-",
      environment: studio.environment, wishes: stageWishes)
    // What is said meanwhile belongs to the page.
    let isPage =
      source.isKeys && stage.screen == nil && stage.isPage && isatty(STDERR_FILENO) == 1
    if isPage { Console.redirect { stage.show(note: $0) } }
    defer { if isPage { Console.redirect(nil) } }
    try check(script)
    let lineMemory = try lineMemory(of: file, cast, isAttended: source.isKeys)
    let known = lineMemory?.histories.compactMapValues(\.familiarity) ?? [:]
    stage.prompt { $0.take(familiarity: known) }
    let order = try order(cast, lineMemory, in: range(of: script))
    do throws(CastingFailure) { try cast.fill() } catch { throw explained(error) }
    studio.noteAlike(cast.casting, of: cast.partnerKeys)
    do throws(StoreFailure) { try cast.keep() } catch { studio.note(UserError(error)) }
    let clips = options.keepsClips ? PaidClips(studio.environment) : nil
    defer { clips?.collect() }
    var chains = CastChains(
      studio.plugins, isStrict: options.isStrict, keep: clips.map { $0.keeping }
    ) { studio.note($0) }
    defer { chains.quit() }
    let effects = try studio.effects(options.effects, blockFrames: 4096)
    defer { for effect in effects { effect.quit() } }
    let chain = effects.isEmpty ? nil : EffectChain(effects)
    let direction = try DirectionFile.beside(rehearse.script)
    note(strangers: direction, cast)
    stage.take(direction)
    var parts = try parts(cast, direction, &chains, chain, lexicon)
    takeRecordings(cast, direction, &parts, cancellation)
    let memory = memory(of: file, script, roles, source)
    let cuts = direction.lines(DialogueNumbers(script)).compactMapValues(\.cutWord)
    var settings = settings(source, memory, cuts)
    settings.order = order
    let output = try studio.output(options, orNowhere: true)
    let earcons = rehearse.hasEarcons ? Earcons(output) : nil
    let ears = try openedEars()
    defer { ears?.close() }
    try studio.checkSettings(discarding: output)
    let recorder = recorder(of: file, cast, splits: order == nil, isAhead: output.isHeard)
    output.tap = recorder
    defer { recorder?.finish() }
    let outcome: RehearsalOutcome
    var isUnheard = false
    var wording = WordingReport()
    var strictFailure: PluginFailure?
    /// With --strict, a voice that fails ends the rehearsal.
    func show(_ report: RehearsalReport, _ end: () -> Void) {
      var secondsAhead = 0.0
      if stage.screen != nil, case .word = report { secondsAhead = output.unheardSeconds }
      stage.show(report, secondsAhead: secondsAhead)
      earcons?.take(report)
      guard options.isStrict, strictFailure == nil, case .failed(_, let failure) = report else {
        return
      }
      strictFailure = failure
      end()
    }
    func take(_ opinion: SecondOpinion) {
      wording.take(opinion.judgement, ofLine: opinion.number)
      lineMemory?.take(opinion.judgement, ofLine: opinion.number)
    }
    /// Waits a while for the last opinions on the wording, and tells the report.
    func tellWording() {
      guard let ears, let second = ears.second else { return }
      for opinion in ears.lastOpinions(cancellation) {
        take(opinion)
        stage.show(.wording(opinion), hasHand: false)
      }
      stage.show(wording, judgedBy: second.listener.name)
    }
    do {
      outcome = try act(source, output, stage, cancellation) { actor, end in
        let listener = ears.map {
          heard(
            actor, $0, cast, script, direction, output, source, stage, lineMemory, recorder,
            earcons,
            judged: take, lost: { isUnheard = true })
        }
        countDown(stage, output, earcons, source.isKeys ? actor : nil, end, cancellation)
        return try RehearsalSession(
          script: script, roles: roles, parts: parts, output: output, actor: listener ?? actor,
          settings: settings, prompter: prompter(parts, of: script),
          passingLoss: { ($0 as? OutputFailure)?.lostDevice }
        ).run { report in
          memory?.take(report)
          lineMemory?.take(report)
          recorder?.take(report)
          // For programs, the end of the rehearsal is the last event.
          if studio.manner.isJSON, report.isLast {
            tellWording()
            tell(stage, lineMemory, recorder)
          }
          show(report, end)
        }
      }
    } catch let failure as OutputFailure {
      output.discard()
      throw UserError(failure)
    } catch let failure as EffectFailure {
      output.discard()
      throw UserError(effect: failure.failure)
    }
    if let failure = stage.failure { throw failure }
    do {
      try output.complete(cancellation: cancellation)
    } catch let failure as OutputFailure {
      // All was said; that the end of it is not heard on a device that is gone ends nothing.
      guard failure.lostDevice != nil else { throw UserError(failure) }
    }
    stage.close(outcome, options.output)
    if !studio.manner.isJSON {
      tellWording()
      tell(stage, lineMemory, recorder)
    }
    if let strictFailure { throw UserError(strictFailure) }
    if cancellation.isCancelled { return .interrupted }
    if isUnheard, !outcome.isFinished { return .unavailable }
    return outcome.partnerLines == 0 && outcome.failedLines > 0 ? .unavailable : .done
  }

  private var stageWishes: Stage.Wishes {
    Stage.Wishes(
      isPlain: rehearse.isPlain, isHeard: rehearse.isHeard, isRobot: rehearse.robot != nil,
      isLookedAt: (rehearse.actorScript ?? "-") != "-" && isHeardAsItGoes,
      isLocal: (try? studio.plugins.isLocalOnly()) ?? false,
      strictness: rehearse.listening.rules.strictness, prompter: rehearse.prompter)
  }

  /// Whether a device plays it: without one, a rehearsal that nobody acts in is over before it is seen.
  private var isHeardAsItGoes: Bool {
    options.output == nil && options.devices.first?.reference.plugin != "null"
  }

  /// 3, 2, 1, where that is wanted and time passes.
  private func countDown(
    _ stage: Stage, _ output: SessionOutput, _ earcons: Earcons?, _ keys: (any ActorInput)?,
    _ end: () -> Void, _ cancellation: Cancellation
  ) {
    guard rehearse.countsDown, output.isHeard else { return }
    let clock = MonotonicClock()
    let nowhere = Moment(status: .idle, line: nil, secondsIntoLine: 0, sessionFrame: 0)
    let isOver = Countdown(seconds: 3).run(
      clock, cancellation, while: { keys?.poll(nowhere) != .stop }
    ) {
      stage.show(countdown: $0)
      if $0 > 0 { earcons?.play(.count) }
    }
    if !isOver { end() }
  }

  // Which lines.

  /// Whether the lines and the scene that were asked for are in the script.
  private func check(_ script: Script) throws(UserError) {
    let count = DialogueNumbers(script).count
    for (option, number) in [
      ("--from", rehearse.startLine), ("--to", rehearse.lastLine),
      ("--loop", rehearse.loop?.upperBound),
    ] {
      // An empty range has a first line.
      if let number, number > count, number != 1 {
        throw UserError("\(option): \(words.why(.noSuchLine(number, count: count))).", .usage)
      }
    }
    if let scene = rehearse.scene, scene > script.scenes.count {
      let why = words.why(.noSuchScene(scene, count: script.scenes.count))
      throw UserError("--scene: \(why).", .usage)
    }
  }

  /// Who says the words that the actor asks for: the first partner, unless they are only to be shown.
  private func prompter(_ parts: [String: Part], of script: Script) -> Part? {
    guard !rehearse.hasSilentPrompts else { return nil }
    return script.characters.lazy.compactMap { parts[$0.name] }.first
  }

  private func settings(
    _ source: Source, _ memory: RehearsalMemory?, _ cuts: [Int: String]
  ) -> RehearsalSettings {
    var settings = RehearsalSettings()
    settings.adaptsPace = rehearse.adaptsPace
    settings.cutWords = cuts
    settings.firstLine = rehearse.loop?.lowerBound ?? rehearse.startLine ?? 1
    settings.lastLine = rehearse.loop?.upperBound ?? rehearse.lastLine
    settings.scene = rehearse.scene
    settings.rounds = rehearse.rounds
    // Who sits before it can end it; a run by itself must not wait for ever: a minute.
    if !source.isKeys { settings.mostRetries = RehearsalSettings.mostRetriesUnattended }
    settings.isAttended = source.isKeys
    settings.isListening = rehearse.isHeard
    guard rehearse.isWhole, let memory else { return settings }
    do throws(StoreFailure) {
      settings.startLine = try memory.place()
    } catch { studio.note(UserError(error.sentence, hint: words(.partPlaceNotKept), .done)) }
    if let line = settings.startLine {
      studio.note(UserError(words(.goesOnAtLine, ["number": "\(line)"]), .done))
    }
    return settings
  }

  /// Remembers where the part stops; nil where that is nobody's wish.
  private func memory(
    of file: ScreenplayFile, _ script: Script, _ roles: Set<String>, _ source: Source
  ) -> RehearsalMemory? {
    if case .script = source { return nil }
    guard rehearse.isFollowed, options.output == nil, !studio.manner.isJSON else { return nil }
    func note(_ failure: StoreFailure) {
      studio.note(UserError(failure.sentence, hint: words(.partPlaceNotKept), .done))
    }
    do throws(StoreFailure) {
      return try UserLibrary(studio.environment).rehearsalMemory(
        of: file, script, roles: roles, note: note)
    } catch {
      note(error)
      return nil
    }
  }

  // The actor's side.

  /// Where the actor's doings come from.
  private enum Source {
    case keys
    /// A file that says all of them.
    case script(ActorScript)
    /// Lines of standard input.
    case lines

    var isKeys: Bool { if case .keys = self { true } else { false } }
  }

  private func source() throws(UserError) -> Source {
    guard let path = rehearse.actorScript else {
      if scriptIsInput {
        return TerminalQuestion.isPossible(inputIsElsewhere: true)
          ? .keys : .script(ActorScript([]))
      }
      if isatty(STDIN_FILENO) == 1 { return .keys }
      // Who is heard, and has no keys, says all there is to say.
      return rehearse.isHeard ? .script(ActorScript([])) : .lines
    }
    let bytes =
      path == "-"
      ? try Texts.contents(of: STDIN_FILENO, "Standard input") : try Texts.contents(ofFile: path)
    let text = try Texts.checked(bytes, path)
    do throws(ActorScriptError) { return .script(try ActorScript(parsing: text)) } catch {
      throw UserError("\(path), \(words.why(error))", .badInput)
    }
  }

  /// Whether only the actor ends it.
  private var isEndless: Bool { rehearse.rounds == nil }

  private var scriptIsInput: Bool { rehearse.script == "-" }

  private func act(
    _ source: Source, _ output: SessionOutput, _ stage: Stage, _ cancellation: Cancellation,
    _ body: (any ActorInput, _ end: @escaping () -> Void) throws -> RehearsalOutcome
  ) throws -> RehearsalOutcome {
    switch source {
    case .keys: return try atTheKeys(cancellation, output, stage, body)
    case .script(let script):
      let actor = InterruptibleActor(ScriptedActor(script, stopsAtEnd: isEndless))
      guard stage.screen != nil else {
        return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
      }
      // The file acts; the keys of the prompter go on working.
      return try atTheKeys(cancellation, output, stage) { keys, end in
        let both = ActorBesideKeys(actor, keys)
        let stop: @Sendable () -> Void = { actor.interrupt() }
        return try cancellation.withHandler(stop) {
          try body(both) {
            stop()
            end()
          }
        }
      }
    case .lines:
      let place = OutputPlace(output)
      let isHeard = output.isHeard
      let lines = ActorLines(
        rest: place.drain, passed: { seconds in if isHeard { place.pass(seconds) } })
      do {
        try LineInput.read(
          take: { lines.put(String(decoding: $0, as: UTF8.self)) }, end: lines.end)
      } catch { throw UserError(error, to: "read the actor's lines") }
      let actor = InterruptibleActor(
        ScriptedActor(lines, inPartnerLines: !isHeard, stopsAtEnd: isEndless), following: lines)
      return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
    }
  }

  private func atTheKeys(
    _ cancellation: Cancellation, _ output: SessionOutput, _ stage: Stage,
    _ body: (any ActorInput, _ end: @escaping () -> Void) throws -> RehearsalOutcome
  ) throws -> RehearsalOutcome {
    let use: Terminal.Use = stage.screen == nil ? .keys : .screen
    guard let terminal = Terminal(use, inputIsElsewhere: scriptIsInput) else {
      throw UserError(
        words(.noTerminal), hint: words(.actorFromFile), .usage)
    }
    defer { terminal.close() }
    let place = OutputPlace(output)
    let actor = KeyboardActor(
      passed: place.pass, rest: place.drain, talk: { stage.show($0) }, act: stage.act)
    guard let screen = stage.screen else {
      do throws(ThreadError) { try actor.read(terminal) } catch {
        throw UserError(error, to: "read keys")
      }
      return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
    }
    defer { screen.close() }
    try screen.open(terminal, actor)
    return try cancellation.withHandler(actor.interrupt) { try body(actor, actor.interrupt) }
  }

  // The microphone.

  private func openedEars() throws -> RehearsalEars? {
    guard rehearse.isHeard else { return nil }
    let (microphone, end) = try microphone()
    do {
      let recognizer = try studio.startedRecognizer(rehearse.recognizers)
      do {
        return RehearsalEars(
          microphone, recognizer, second: try studio.secondListener(rehearse.secondOpinions),
          endMicrophone: end)
      } catch {
        recognizer.quit()
        throw error
      }
    } catch {
      end()
      throw error
    }
  }

  /// Where the actor is heard, and what ends it.
  private func microphone() throws -> (any Microphone, end: () -> Void) {
    guard let robot = rehearse.robot else {
      let source = rehearse.microphone ?? ""
      let microphone = try studio.microphone(
        source, rehearse.microphones.last, raw: rehearse.microphoneFormat)
      return (microphone, {})
    }
    let engines = try studio.voices([PluginChoice(robot)])
    return (
      RobotMicrophone(Part(voice: CastVoice(engines[0], as: robot))),
      { for engine in engines { engine.quit() } }
    )
  }

  /// The actor, who is heard, too.
  private func heard(
    _ actor: any ActorInput, _ ears: RehearsalEars, _ cast: RehearsalCast, _ script: Script,
    _ direction: DirectionFile, _ output: SessionOutput, _ source: Source, _ stage: Stage,
    _ lineMemory: LineMemory?, _ recorder: TakeRecorder?, _ earcons: Earcons?,
    judged: @escaping (SecondOpinion) -> Void, lost: @escaping () -> Void
  ) -> ListeningActor {
    var settings = rehearse.listening
    settings.rules.language = options.language.isEmpty ? cast.casting.language : options.language
    let lines = direction.lines(DialogueNumbers(cast.script))
    settings.strictness = lines.compactMapValues(\.strictness)
    settings.cutWords = lines.compactMapValues(\.cutWord)
    if let room = room {
      settings.deafSeconds = min(1, room.latencySeconds + (room.decaySeconds ?? 0))
    }
    settings.hasHand = source.isKeys || rehearse.actorScript != nil
    let name = ears.microphone.name
    // A live microphone beside a device: time passes for both.
    let passed = ears.microphone.isLive && output.isHeard ? OutputPlace(output).pass : nil
    let meter = MicrophoneMeter { level in
      stage.prompt { $0.take(level: level) }
      stage.screen?.wake()
    }
    let microphone = WatchedMicrophone(ears.microphone, by: meter)
    return ListeningActor(
      actor,
      through: recorder.map { WatchedMicrophone(microphone, by: $0) } ?? microphone,
      ears.recognizer, script: script, roles: cast.roles,
      settings, second: ears.second?.listener,
      passed: passed, explain: { UserError(microphone: $0).sentence }
    ) { report in
      switch report {
      case .microphoneFault(let fault): studio.note(fault, of: name)
      case .wording(let opinion): judged(opinion)
      case .microphoneLost(.failed), .recognizerFailed(_, isGivenUp: true): lost()
      default: break
      }
      lineMemory?.take(report)
      recorder?.take(report)
      stage.show(report, hasHand: settings.hasHand)
      earcons?.take(report)
    }
  }

  /// What 'calibrate' measured of the loudspeaker, the room and the microphone; nil where it did not.
  private var room: Calibration? {
    guard rehearse.robot == nil, let source = rehearse.microphone else { return nil }
    let output = (options.devices.first ?? studio.plugins.deviceByDefault).reference.text
    return Calibrations(studio.environment).measure(
      microphone: source.isEmpty ? studio.plugins.microphoneByDefault.reference.text : source,
      output: output)
  }

  /// Tells of directions for nobody and nothing in the script.
  private func note(strangers direction: DirectionFile, _ cast: RehearsalCast) {
    let strangers = cast.strangers(in: direction)
    guard !strangers.isEmpty else { return }
    let path = DirectionFile.path(beside: rehearse.script)
    studio.note(
      UserError(
        words(.directsNobody, ["path": path, "names": strangers.joined(separator: ", ")]), .done))
  }

  // The cast.

  /// The script and who plays it: the script's kept cast, as `host cast` and `host generate` have it.
  private func cast(
    _ file: ScreenplayFile, _ cancellation: Cancellation
  ) throws(UserError) -> RehearsalCast {
    let request = try rehearse.wishes.request()
    let casting = studio.casting(
      cancellation, script: rehearse.script, castFile: rehearse.wishes.file)
    func cast(_ roles: [String]) throws(UserError) -> RehearsalCast {
      do throws(RehearsalCastError) {
        return try RehearsalCast(file, as: roles, request, casting, library: library)
      } catch { throw explained(error) }
    }
    let found = try cast(rehearse.roles)
    guard rehearse.roles.isEmpty else { return found }
    guard let picked = pickedParts(of: found.everybody, cancellation) else {
      throw UserError(words(.whosePart), hint: list(found.everybody), .usage)
    }
    return try cast(picked)
  }

  func file() throws(UserError) -> ScreenplayFile {
    do throws(ScreenplayFile.Failure) {
      let file = try ScreenplayFile(rehearse.script, layout: rehearse.wishes.layout)
      if !studio.manner.isQuiet { file.sayDoubts() }
      return file
    } catch {
      switch error {
      case .unreadable(let error):
        throw UserError(error, scriptIsInput ? "Standard input" : rehearse.script)
      case .script(let error): throw explained(.script(error))
      }
    }
  }

  /// The parts that the user chooses at the terminal; nil where none is or none is chosen.
  private func pickedParts(of parts: [PlayablePart], _ cancellation: Cancellation) -> [String]? {
    guard let size = askedTerminal else { return nil }
    Console.talk(words.list(of: parts, rows: size.rows - 4, columns: size.columns))
    while true {
      guard let answer = asked(words(.pickNumberOrName), cancellation) else { return nil }
      let picked = answer.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
      let names = picked.map(parts.name(called:))
      if let wrong = names.firstIndex(of: nil) {
        Console.talk(words(.pickedNobody, ["word": words.quoted(picked[wrong])]) + "\n")
      } else if !names.isEmpty {
        return names.compactMap { $0 }
      }
    }
  }

  /// The size of the terminal at which questions can be asked; nil where there is none, or the user wants none.
  var askedTerminal: ScreenSize? {
    guard rehearse.actorScript == nil, !studio.manner.isJSON, !studio.manner.isQuiet,
      TerminalQuestion.isPossible(inputIsElsewhere: scriptIsInput)
    else { return nil }
    return Terminal.size(of: STDERR_FILENO)
  }

  /// What is answered to a question; nil at the end of the input.
  func asked(_ question: String, _ cancellation: Cancellation) -> String? {
    Console.talk(question + " ")
    let answer = TerminalQuestion.answer(inputIsElsewhere: scriptIsInput) { wake, ask in
      cancellation.withHandler(wake, ask)
    }
    if answer == nil { Console.talk("\n") }
    return answer
  }

  /// The library's cast of the script; a library that cannot be opened costs a note, and nobody the rehearsal.
  private func library(_ file: ScreenplayFile) -> (CastKeeper?, KeptCast) {
    do throws(StoreFailure) {
      let keeper = try UserLibrary(studio.environment).castKeeper(of: file)
      return (keeper, try keeper.kept())
    } catch {
      studio.note(UserError("\(error.sentence) The cast is not kept.", hint: error.hint, .done))
      return (nil, KeptCast())
    }
  }

  private func explained(_ error: RehearsalCastError) -> UserError {
    let name = rehearse.script
    return switch error {
    case .script(let error):
      UserError(words(.cannotBeRehearsed, ["name": name, "why": words.why(error)]), .badInput)
    case .casting(.unknownPart(let role, _, let parts)):
      UserError(
        words(.castNobody, ["name": name, "role": words.quoted(role)]),
        hint: list(parts.map { PlayablePart(name: $0.name, speechCount: $0.speechCount) }), .usage)
    case .casting(let failure): explained(failure)
    case .unknownRole(let role, let parts):
      UserError(
        words(.nobodyIsCalled, ["name": name, "role": words.quoted(role)]), hint: list(parts),
        .usage)
    }
  }

  private func explained(_ failure: CastingFailure) -> UserError {
    UserError(failure, script: rehearse.script, castFile: rehearse.wishes.file)
  }

  private func list(_ parts: [PlayablePart]) -> String {
    let list = parts.map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    return words(.partsAndLines, ["parts": list])
  }

  /// The partners' parts: what the cast says, and on top what the options set for all.
  private func parts(
    _ cast: RehearsalCast, _ direction: DirectionFile, _ chains: inout CastChains<any ListedVoice>,
    _ effects: EffectChain?,
    _ lexicon: Lexicon
  ) throws(UserError) -> [String: Part] {
    var wishes = PartWishes()
    wishes.language = options.language
    wishes.speed = options.speed
    wishes.pitchSemitones = options.pitchSemitones
    wishes.volume = options.volume
    wishes.delaySeconds = rehearse.delaySeconds
    wishes.pauseMilliseconds = rehearse.pauseMilliseconds
    wishes.expression = options.tones.all
    wishes.lexicon = lexicon
    do throws(CastingFailure) {
      wishes.expressions = try options.tones.byKey { (name) throws(CastingFailure) in
        try cast.key(of: name)
      }
      return try cast.parts(&chains, effects: effects, direction, wishes)
    } catch { throw explained(error) }
  }
}
