import CueAssembly
import CueModel
import CueOutput
import CuePlugins
import CueRehearsal
import CueScreenplay
import Glibc

/// `host rehearse`: options become a request, keys become commands, and events are shown.
struct RehearseCommand {
  private(set) var rehearse: RehearseOptions
  let options: SoundOptions
  let studio: Studio
  var words: Messages { studio.words }

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    if rehearse.forgetsHistory { return try forgetHistory() }
    if rehearse.showsHistory { return try showHistory() }
    var command = self
    let isPicked = rehearse.script.isEmpty
    if isPicked {
      guard let picked = try pickedScript(cancellation) else {
        throw UserError.usage(words.trouble(.needsScript), "rehearse")
      }
      command.rehearse.script = picked
    }
    let file = try command.file()
    if command.rehearse.roles.isEmpty {
      let parts = try command.parts(of: file, cancellation)
      guard let picked = command.pickedParts(of: parts, cancellation) else {
        throw UserError(words(.whosePart), hint: command.errors.list(parts), .usage)
      }
      command.rehearse.roles = picked
    }
    if isPicked, rehearse.isWhole {
      command.rehearse.scene = try command.pickedScene(of: file, cancellation)
    }
    return try command.rehearse(file, cancellation)
  }

  private func rehearse(
    _ file: ScreenplayFile, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    let source = try source()
    let show = RehearsalShow(studio, script: rehearse.script, castFile: rehearse.wishes.file)
    let session = try self.session(
      of: file, try request(source), cancellation, tell: show.take)
    let stage = Stage(
      session, manner: studio.manner, words: words, isAtTerminal: source.isKeys,
      talksAside: options.output == "-", environment: studio.environment,
      wishes: stageWishes(source))
    // Messages during the rehearsal belong to the page.
    let isPage =
      source.isKeys && stage.screen == nil && stage.isPage && isatty(STDERR_FILENO) == 1
    if isPage { Console.redirect { stage.show(note: $0) } }
    defer { if isPage { Console.redirect(nil) } }
    show.begin(stage)
    defer { session.close() }
    do { try session.prepare(cancellation) } catch { throw errors.explained(error) }
    let familiarity = session.familiarity
    stage.prompt { $0.take(familiarity: familiarity) }
    stage.take(session.directions.file)
    let output = try studio.output(options, orNowhere: true)
    try studio.checkSettings(discarding: output)
    let end: RehearsalSession.End
    do {
      end = try act(source, output, stage, cancellation) { actor, interrupt in
        try session.run(on: output, actor: actor, end: interrupt, cancellation)
      }
    } catch {
      output.discard()
      throw errors.explained(error)
    }
    if let failure = stage.failure { throw failure }
    do {
      try output.complete(cancellation: cancellation)
    } catch let failure as OutputFailure {
      // All was said; if a device that is gone does not play the end of it, the rehearsal still succeeded.
      guard failure.lostDevice != nil else { throw UserError(failure, words) }
    }
    stage.close(end.outcome, options.output)
    show.end()
    if let failure = end.strictFailure { throw UserError(failure, words) }
    if cancellation.isCancelled { return .interrupted }
    if end.isUnheard { return .unavailable }
    return end.outcome.partnerLines == 0 && end.outcome.failedLines > 0 ? .unavailable : .done
  }

  func session(
    of file: ScreenplayFile, _ request: RehearsalRequest, _ cancellation: Cancellation,
    tell: @escaping (RehearsalEvent) -> Void
  ) throws(UserError) -> RehearsalSession {
    do throws(RehearsalCastError) {
      return try RehearsalSession(
        of: file, at: rehearse.script, request, with: studio.plugins, cancellation,
        explain: studio.explain, tell: tell)
    } catch { throw errors.explained(error) }
  }

  /// The parts of `file`, the largest first.
  private func parts(
    of file: ScreenplayFile, _ cancellation: Cancellation
  ) throws(UserError) -> [PlayablePart] {
    let request = RehearsalRequest()
    return try session(of: file, request, cancellation) { _ in }.everybody
  }

  private func stageWishes(_ source: Source) -> Stage.Wishes {
    var wishes = Stage.Wishes()
    wishes.isPlain = rehearse.isPlain
    wishes.isHeard = rehearse.isHeard
    wishes.hearsCommands =
      rehearse.hearsCommands && rehearse.listening.rules.ways.contains(.command)
    wishes.hasHand = hasHand(source)
    wishes.isRobot = rehearse.robot != nil
    wishes.isLookedAt = (rehearse.actorScript ?? "-") != "-" && isHeardAsItGoes
    wishes.isLocal = (try? studio.plugins.isLocalOnly()) ?? false
    wishes.strictness = rehearse.listening.rules.strictness
    wishes.prompter = rehearse.prompter
    return wishes
  }

  /// Whether a device plays it: without one, and without an actor, a rehearsal ends before it can be seen.
  private var isHeardAsItGoes: Bool {
    options.output == nil && options.devices.first?.reference.plugin != "null"
  }

  private func hasHand(_ source: Source) -> Bool { source.isKeys || rehearse.actorScript != nil }

  /// The options as a request.
  private func request(_ source: Source) throws(UserError) -> RehearsalRequest {
    var request = RehearsalRequest(as: rehearse.roles)
    request.cast = try rehearse.wishes.request()
    request.lexicon = try Lexicon(file: rehearse.wishes.lexicon, beside: rehearse.script)
    request.delivery.language = options.language
    request.delivery.speed = options.speed
    request.delivery.pitchSemitones = options.pitchSemitones
    request.delivery.volume = options.volume
    request.delivery.delaySeconds = rehearse.delaySeconds
    request.delivery.pauseMilliseconds = rehearse.pauseMilliseconds
    request.delivery.expression = options.tones.all
    request.expressions = options.tones.parts.map { ($0.name, $0.expression) }
    request.effects = options.effects
    request.isStrict = options.isStrict
    request.keepsClips = options.keepsClips
    request.adaptsPace = rehearse.adaptsPace
    request.firstLine = rehearse.startLine
    request.lastLine = rehearse.lastLine
    request.scene = rehearse.scene
    request.loop = rehearse.loop
    request.times = rehearse.times
    request.repeats = rehearse.repeats
    request.choice = rehearse.trouble ? .trouble : rehearse.due ? .due : .all
    request.shuffles = rehearse.shuffles
    request.seed = rehearse.seed
    request.cuesOnly = rehearse.cuesOnly
    request.keepsHistory = rehearse.keepsHistory
    request.draft = rehearse.draft
    request.keepsPlace = options.output == nil && !studio.manner.isJSON && !source.isScript
    request.microphone = rehearse.microphone.map {
      MicrophoneSource($0, device: rehearse.microphones.last, raw: rehearse.microphoneFormat)
    }
    request.robot = rehearse.robot
    request.recognizers = rehearse.recognizers
    request.secondOpinion = rehearse.secondOpinions.last
    request.listening = rehearse.listening
    request.hearsCommands = rehearse.hearsCommands
    request.isAttended = source.isKeys
    request.isScripted = rehearse.actorScript != nil
    request.hasHand = hasHand(source)
    request.hasSilentPrompts = rehearse.hasSilentPrompts
    request.hasEarcons = rehearse.hasEarcons
    request.countdownSeconds = rehearse.countsDown ? 3 : 0
    request.records = rehearse.records
    request.isTraced = rehearse.traces
    request.outputDevice = options.devices.first?.reference.text
    return request
  }
}
