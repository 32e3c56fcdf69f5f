import CueAssembly
import CueAudio
import CueCasting
import CueListening
import CueModel
import CueOutput
import CueRehearsal
import CueScreenplay
import CueStore
import CueSystem
import CueText
import Glibc

/// `host rehearse`: a scene, a cast, and an actor who has a part in it.
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
    let lexicon = cast.lexicon.merged(
      with: try Lexicon(file: rehearse.wishes.lexicon, beside: rehearse.script))
    let roles = cast.roles
    let script = rehearse.cuesOnly ? CueLines.cut(cast.script, roles) : cast.script
    let source = try source()
    let stage = Stage(
      script: script, roles: roles, path: rehearse.script, manner: studio.manner, words: words,
      isAtTerminal: source.isKeys, talksAside: options.output == "-",
      environment: studio.environment, wishes: stageWishes)
    // Messages during the rehearsal belong to the page.
    let isPage =
      source.isKeys && stage.screen == nil && stage.isPage && isatty(STDERR_FILENO) == 1
    if isPage { Console.redirect { stage.show(note: $0) } }
    defer { if isPage { Console.redirect(nil) } }
    try check(script)
    if cast.isFirst { note(hardNamesOf: file, lexicon) }
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
    let hearing = try openedHearing()
    defer { hearing?.close() }
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
    /// Waits a while for the last opinions on the wording, and shows the report.
    func tellWording() {
      guard let hearing, let second = hearing.second else { return }
      for opinion in hearing.lastOpinions(cancellation) {
        take(opinion)
        stage.show(.wording(opinion), ActorListening())
      }
      stage.show(wording, judgedBy: second.listener.name)
    }
    do {
      outcome = try act(source, output, stage, cancellation) { actor, end in
        let listener = hearing.map {
          heard(
            actor, $0, cast, script, direction, output, source, stage, lineMemory, recorder,
            earcons,
            judged: take, lost: { isUnheard = true })
        }
        countDown(stage, output, earcons, source.isKeys ? actor : nil, end, cancellation)
        return try RehearsalDriver(
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
      // All was said; if a device that is gone does not play the end of it, the rehearsal still succeeded.
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

  /// Whether a device plays it: without one, and without an actor, a rehearsal ends before it can be seen.
  private var isHeardAsItGoes: Bool {
    options.output == nil && options.devices.first?.reference.plugin != "null"
  }

  /// 3, 2, 1, if wanted and if time passes.
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

  /// Checks that the requested lines and scene are in the script.
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

  /// The voice of the words that the actor asks for: the first partner's, unless they are only to be shown.
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
    // A person at the keys can end it; an unattended run must not wait for ever: a minute.
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

  /// Keeps the place where the part stops; nil if this is not wanted.
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
}
