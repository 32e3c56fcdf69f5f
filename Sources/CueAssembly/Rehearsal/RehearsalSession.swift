import CueAudio
import CueCasting
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueSystem
import CueText

/// A rehearsal for any user interface: a terminal, a page, a program.
///
/// The initializer finds the actor's parts, ``prepare(_:)`` finds voices, recognizers and what is kept, and
/// ``run(on:actor:end:_:)`` rehearses, once. ``close()`` ends the plugins. Everything but ``directions`` belongs to the thread
/// that runs the session; events come on that thread, except notes of a microphone that is lost or back.
public final class RehearsalSession {
  /// What is rehearsed.
  public let script: Script
  /// The actor's characters, as the lines of the script name them.
  public let roles: Set<String>
  /// The numbers of the spoken lines.
  public let numbers: DialogueNumbers
  /// Everybody whom an actor can play.
  package let everybody: [PlayablePart]
  /// How well each line is known, by its index: 0 for not at all to 1 for by heart; complete after ``prepare(_:)``.
  public private(set) var familiarity: [Int: Double] = [:]
  /// The directions of the script, which can be changed while it runs; those beside the script after ``prepare(_:)``.
  public let directions: DirectionDesk

  let file: ScreenplayFile
  let path: String
  let request: RehearsalRequest
  private let plugins: PluginHost
  let library: UserLibrary
  let clock: any WallClock
  let explain: @Sendable (any Error) -> String
  let tell: (RehearsalEvent) -> Void

  private(set) var cast: RehearsalCast
  private var chains: CastChains<any ListedVoice>
  private var effects: [EffectClient] = []
  private let clips: PaidClips?
  private var parts: [String: Part] = [:]
  private var hearing: RehearsalHearing?
  private(set) var history: LineMemory?
  private var place: RehearsalMemory?
  private var recorder: TakeRecorder?
  private var settings = RehearsalSettings()
  private var listening = ActorListening()
  private var wording = WordingReport()
  private var strictFailure: PluginFailure?
  private var isUnheard = false

  /// How a rehearsal came to its end.
  public struct End: Sendable {
    /// What was rehearsed.
    public let outcome: RehearsalOutcome
    /// Whether it ended because nobody was heard any more.
    public let isUnheard: Bool
    /// The failure of a voice that ended it, because it was strict.
    public let strictFailure: PluginFailure?
  }

  /// Finds the actor's parts in a script; no plugin is asked yet.
  ///
  /// - Parameters:
  ///   - file: the script
  ///   - path: its path; `-` for standard input
  ///   - request: what is rehearsed, and how; without roles, only ``everybody`` is known
  ///   - plugins: where voices and recognizers are found
  ///   - cancellation: ends the casting
  ///   - clock: the time of day
  ///   - explain: says in words why something failed, for events that tell it
  ///   - tell: takes the events
  /// - Throws: ``RehearsalCastError`` where nobody speaks in it, or it has no character of that name
  package init(
    of file: ScreenplayFile, at path: String, _ request: RehearsalRequest, with plugins: PluginHost,
    _ cancellation: Cancellation, clock: any WallClock = SystemClock(),
    explain: @escaping @Sendable (any Error) -> String,
    tell: @escaping (RehearsalEvent) -> Void
  ) throws(RehearsalCastError) {
    self.file = file
    self.path = path
    self.plugins = plugins
    self.clock = clock
    self.explain = explain
    self.tell = tell
    var request = request
    let environment = plugins.environment
    library = UserLibrary(environment)
    let casting = Casting(
      PluginVoices(plugins), cacheFolder: environment.cacheFolder,
      locale: environment.localeName, cancellation: cancellation
    ) { tell(.note(.casting($0))) }
    let library = self.library
    let keepsCast = request.keepsCast
    cast = try RehearsalCast(file, as: request.roles, request.cast, casting) { file in
      keepsCast ? RehearsalSession.keptCast(of: file, in: library, tell) : (nil, KeptCast())
    }
    roles = cast.roles
    everybody = cast.everybody
    script = request.cuesOnly ? CueLines.cut(cast.script, cast.roles) : cast.script
    numbers = DialogueNumbers(script)
    request.lexicon = cast.lexicon.merged(with: request.lexicon)
    self.request = request
    clips = request.keepsClips ? PaidClips(environment) : nil
    chains = CastChains(
      PluginVoices(plugins), isStrict: request.isStrict,
      layers: VoiceChain(clips: clips.map { $0.keeping })
    ) { tell(.note(.casting($0))) }
    directions = DirectionDesk(beside: path, script, numbers)
  }

  // MARK: Before it begins

  /// Finds everything that the rehearsal needs: lines, voices, effects, and who listens.
  ///
  /// - Parameter cancellation: ends what takes long
  /// - Throws: ``RehearsalProblem``, or why a voice, an effect, a recognizer, the microphone or the directions cannot be used
  public func prepare(_ cancellation: Cancellation = Cancellation()) throws {
    try checkLines()
    if request.keepsCast, cast.isFirst, path != "-" { noteHardNames() }
    history = try lineHistory()
    familiarity = history?.histories.compactMapValues(\.familiarity) ?? [:]
    settings.order = try chosenLines()
    try cast.fill()
    tell(.note(.alike(cast.casting, among: cast.partnerKeys)))
    do { try cast.keep() } catch { tell(.note(.unkept(.cast, error))) }
    effects = try plugins.effects(request.effects, blockFrames: 4096)
    let direction = try directions.read()
    let strangers = cast.strangers(in: direction)
    if !strangers.isEmpty { tell(.note(.strangers(strangers))) }
    try makeParts(direction)
    takeRecordings(direction, cancellation)
    take(direction)
    hearing = try openedHearing()
  }

  /// Ends the plugins; nothing may be called after it.
  public func close() {
    hearing?.close()
    for effect in effects { effect.quit() }
    chains.quit()
    clips?.collect()
  }

  private func noteHardNames() {
    let names = KnownNames(plugins.environment)
      .proposals(for: file.screenplay, besides: request.lexicon)
    if !names.isEmpty { tell(.note(.hardNames(names))) }
  }

  private func makeParts(_ direction: DirectionFile) throws {
    var wishes = request.delivery
    wishes.lexicon = request.lexicon
    for (name, expression) in request.expressions {
      let key = try cast.key(of: name)
      wishes.expressions[key] = (wishes.expressions[key] ?? Expression()).and(expression)
    }
    chains.layers.effect = effects.isEmpty ? nil : EffectChain(effects)
    parts = try cast.parts(&chains, direction, wishes)
  }

  /// Recordings of people take the place of voices, as the directions say.
  private func takeRecordings(_ direction: DirectionFile, _ cancellation: Cancellation) {
    let numbers = DialogueNumbers(cast.script)
    for (index, directed) in direction.lines(numbers).sorted(by: { $0.key < $1.key })
    where directed.recording != nil || directed.reading != nil {
      guard cast.script.lines[index].character.map(roles.contains) ?? false else { continue }
      tell(.note(.recordingOfOwnLine(number: numbers.number(at: index) ?? 0)))
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    for name in parts.keys.sorted() {
      let lines = cast.script.lines.filter { $0.kind == .dialogue && $0.character == name }
      parts[name]?.takeRecordings(
        lines, in: String(folder), cancellation: cancellation,
        explain: explain
      ) { line, path, error in
        let number = numbers.number(at: line.index) ?? 0
        tell(.note(.readingUnused(path: path, number: number, error)))
      }
    }
  }

  /// What the directions and the request say about the course of the rehearsal and about listening.
  private func take(_ direction: DirectionFile) {
    let lines = direction.lines(numbers)
    let cutWords = lines.compactMapValues(\.cutWord)
    settings.cutWords = cutWords
    settings.adaptsPace = request.adaptsPace
    settings.firstLine = request.loop?.lowerBound ?? request.firstLine ?? 1
    settings.lastLine = request.loop?.upperBound ?? request.lastLine
    settings.scene = request.scene
    settings.rounds = request.rounds
    if !request.isAttended { settings.mostRetries = RehearsalSettings.mostRetriesUnattended }
    settings.isAttended = request.isAttended
    settings.isListening = request.isHeard
    listening = request.listening
    if !request.hearsCommands { listening.rules.ways.remove(.command) }
    listening.rules.language =
      request.delivery.language.isEmpty ? cast.casting.language : request.delivery.language
    listening.strictness = lines.compactMapValues(\.strictness)
    listening.cutWords = cutWords
    listening.hasHand = request.hasHand
    place = keptPlace()
    guard request.firstLine == nil, let place else { return }
    do { settings.startLine = try place.place() } catch {
      tell(.note(.unkept(.place, error)))
    }
    if let line = settings.startLine { tell(.note(.goesOn(atLine: line))) }
  }

  // MARK: Who listens

  private func openedHearing() throws -> RehearsalHearing? {
    guard request.isHeard else { return nil }
    let tell = tell
    let note = { (refusal: RecognizerRefusal) in tell(.note(.recognizerRefused(refusal))) }
    let (microphone, end) = try openedMicrophone()
    do {
      let recognizer = try plugins.startedRecognizer(request.recognizers, note: note)
      do {
        return RehearsalHearing(
          microphone, recognizer,
          second: try request.secondOpinion.map { try SecondRecognition($0, of: plugins) },
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

  /// The microphone, or the robot in its place, and a function that ends it.
  private func openedMicrophone() throws -> (any Microphone, end: () -> Void) {
    guard let robot = request.robot else {
      let tell = tell
      let source = request.microphone ?? MicrophoneSource()
      let microphone = try source.microphone(with: plugins) {
        tell(.note(.microphone($0, name: $1)))
      }
      return (microphone, {})
    }
    let engines = try PluginVoices(plugins).chain([PluginChoice(robot)])
    return (
      RobotMicrophone(Part(voice: VoiceChain.part(engines[0], as: robot))),
      { for engine in engines { engine.quit() } }
    )
  }

  /// `actor`, who is also heard.
  private func heard(
    _ actor: any ActorInput, _ hearing: RehearsalHearing, _ output: SessionOutput,
    _ earcons: Earcons?
  ) -> ListeningActor {
    if let room = room(of: output) {
      listening.deafSeconds = min(1, room.latencySeconds + (room.decaySeconds ?? 0))
    }
    // A live microphone beside a device: time passes for both.
    let isLive = hearing.microphone.isLive && output.isHeard
    listening.hearsEarly = isLive
    let tell = tell
    let watchers: [(any MicrophoneWatcher)?] = [MicrophoneMeter { tell(.level($0)) }, recorder]
    let explain = explain
    let place = OutputPlace(output)
    let passed: ((Double) -> Void)? = isLive ? { place.pass($0) } : nil
    let listening: ActorListening = listening
    let listener = ListeningActor(
      actor, through: hearing.microphone, hearing.recognizer, script: script, roles: roles,
      listening,
      second: hearing.second?.listener, watchedBy: watchers.compactMap { $0 }, passed: passed,
      explain: { explain(ActorUnheard(cause: $0)) },
      report: { [unowned self] in self.take($0, earcons) })
    if request.isTraced {
      let numbers = numbers
      listener.traced = { tell(.note(.trace($0, number: numbers.number(at: $0.line)))) }
    }
    return listener
  }

  private func take(_ report: ListeningReport, _ earcons: Earcons?) {
    switch report {
    case .wording(let opinion): take(opinion)
    case .microphoneFault(let fault):
      tell(.note(.microphoneFault(fault, name: hearing?.microphone.name ?? "")))
    case .microphoneLost(.failed), .recognizerFailed(_, .everything): isUnheard = true
    default: break
    }
    history?.take(report)
    recorder?.take(report)
    tell(.hearing(report))
    earcons?.take(report)
  }

  private func take(_ opinion: SecondOpinion) {
    wording.take(opinion.judgement, ofLine: opinion.number)
    history?.take(opinion.judgement, ofLine: opinion.number)
  }

  /// The measurements by `cue calibrate` of the loudspeaker, the room and the microphone; nil without them.
  private func room(of output: SessionOutput) -> Calibration? {
    guard let source = request.microphone else { return nil }
    return Calibrations(plugins.environment).measure(
      microphone: source.name.isEmpty ? plugins.microphoneByDefault.reference.text : source.name,
      output: request.outputDevice ?? plugins.deviceByDefault.reference.text)
  }

  // MARK: The rehearsal

  /// Rehearses.
  ///
  /// - Parameters:
  ///   - output: where the sound goes; the caller completes or discards it
  ///   - actor: what the actor does by hand, or a script of it
  ///   - end: ends `actor` from outside, from any thread
  ///   - cancellation: ends what waits before the beginning and after the end
  /// - Returns: how it ended
  /// - Throws: ``OutputFailure`` or ``EffectFailure``; then the output must be discarded
  public func run(
    on output: SessionOutput, actor: any ActorInput, end: @escaping () -> Void,
    _ cancellation: Cancellation = Cancellation()
  ) throws -> End {
    let earcons = request.hasEarcons ? Earcons(output) : nil
    recorder = takeRecorder(isAhead: output.isHeard)
    output.tap = recorder
    defer { recorder?.finish() }
    countDown(output, earcons, actor, end, cancellation)
    var actor = actor
    if let hearing { actor = heard(actor, hearing, output, earcons) }
    let needsSound = request.needsSound
    let driver = RehearsalDriver(
      script: script, roles: roles, parts: parts, output: output, actor: actor,
      settings: settings, prompter: prompter,
      passingLoss: { (error: any Error) -> PluginFailure? in
        needsSound && output.frames == 0 ? nil : (error as? OutputFailure)?.lostDevice
      })
    let outcome = try driver.run { (report: RehearsalReport) in
      place?.take(report)
      history?.take(report)
      recorder?.take(report)
      if report.isLast { tellEnd(cancellation) }
      var secondsAhead = 0.0
      if case .word = report { secondsAhead = output.unheardSeconds }
      tell(.course(report, secondsAhead: secondsAhead))
      earcons?.take(report)
      guard request.isStrict, strictFailure == nil, case .failed(_, let failure) = report else {
        return
      }
      strictFailure = failure
      end()
    }
    return End(
      outcome: outcome, isUnheard: isUnheard && !outcome.isFinished, strictFailure: strictFailure)
  }

  /// 3, 2, 1, if wanted and if time passes.
  private func countDown(
    _ output: SessionOutput, _ earcons: Earcons?, _ actor: any ActorInput, _ end: () -> Void,
    _ cancellation: Cancellation
  ) {
    guard request.countdownSeconds > 0, output.isHeard else { return }
    let nowhere = Moment(status: .idle, line: nil, secondsIntoLine: 0, sessionFrame: 0)
    let isOver = Countdown(seconds: request.countdownSeconds).run(
      MonotonicClock(), cancellation,
      while: { !request.isAttended || actor.poll(nowhere) != .stop }
    ) {
      tell(.countdown($0))
      if $0 > 0 { earcons?.play(.count) }
    }
    if !isOver { end() }
  }

  /// The voice of the words that the actor asks for: the first partner's, unless they are only to be shown.
  private var prompter: Part? {
    guard !request.hasSilentPrompts else { return nil }
    return script.characters.lazy.compactMap { [parts] in parts[$0.name] }.first
  }

  private func takeRecorder(isAhead: Bool) -> TakeRecorder? {
    guard request.records else { return nil }
    let tell = tell
    return TakeRecorder(
      library.takeShelf(of: file, title: cast.script.title), cast.script, roles: roles,
      clock: clock, aheadSeconds: isAhead ? 0.1 : 0, splits: settings.order == nil
    ) { tell(.note(.recordsNoMore($0))) }
  }

  /// Waits a while for the last opinions on the wording, and reports how the run went.
  private func tellEnd(_ cancellation: Cancellation) {
    if let hearing, let second = hearing.second {
      for opinion in hearing.lastOpinions(cancellation) {
        take(opinion)
        tell(.hearing(.wording(opinion)))
      }
      tell(.wording(wording, judgedBy: second.listener.name))
    }
    if let summary = history?.summary { tell(.summary(summary)) }
    for take in recorder?.takes ?? [] { tell(.recorded(RehearsalTake(take))) }
  }
}
