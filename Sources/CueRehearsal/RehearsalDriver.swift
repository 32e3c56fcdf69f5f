import CueAudio
import CueListening
import CueModel
import CueScreenplay

/// What is set for a rehearsal before it begins.
public struct RehearsalSettings: Equatable, Sendable {
  /// The first spoken line that is rehearsed, counted from 1.
  public var firstLine = 1
  /// The last spoken line that is rehearsed, counted from 1; nil for the script's.
  public var lastLine: Int?
  /// The scene that alone is rehearsed, counted from 1; with it, ``firstLine`` and ``lastLine`` do not count.
  public var scene: Int?
  /// The spoken lines that alone are rehearsed, by their index in the script and in this order; with it, the lines and the
  /// scene above do not count.
  public var order: [Int]?
  /// How often the lines are rehearsed, 1 or more; nil until the actor stops.
  public var rounds: Int? = 1
  /// The spoken line to begin with in the first round, counted from 1; nil for the first that is rehearsed.
  public var startLine: Int?
  /// Whether somebody may end it at any time; if not, lines without one of the actor's are rehearsed once, because the actor
  /// could end them nowhere.
  public var isAttended = true
  /// After how many seconds a rehearsal that lost its sound tries again by itself.
  public var retrySeconds = 3.0
  /// After how many attempts a rehearsal that lost its sound gives up; nil for never.
  public var mostRetries: Int?
  /// Whether the microphone follows the actor's own lines.
  public var isListening = false
  /// Whether answers come as soon as the actor's own do; see ``AnswerPace``.
  public var adaptsPace = false
  /// Words at which lines are cut off, by the line's index, beside those that end with a dash; see ``CutOff``.
  public var cutWords: [Int: String] = [:]
  /// A usual value of ``mostRetries`` for an unattended rehearsal: a minute of attempts.
  public static let mostRetriesUnattended = 20

  /// From the first line, without a microphone.
  public init() {}
}

/// Why a rehearsal cannot begin.
public struct NoSuchLine: Error, Equatable, Sendable {
  /// The number asked for.
  public let number: Int
  /// How many spoken lines there are.
  public let count: Int
}

/// Why a rehearsal of a scene cannot begin.
public struct NoSuchScene: Error, Equatable, Sendable {
  /// The number asked for.
  public let number: Int
  /// How many scenes there are.
  public let count: Int
}

/// A rehearsal with real voices: does what ``RehearsalReducer`` decides.
///
/// It runs on the thread that calls ``run(report:)`` and starts no other. It reads no clock: time is
/// the sound and silence it plays, so that a session into a file is the same at any speed of the
/// machine, frame by frame.
///
/// A partner's line is played in slices of at most 40 ms, and the actor is asked between two slices.
/// After it comes the silence of the part's profile, then the line is done, once. A pause takes
/// effect where the next word begins (at the next slice if the voice reports no words, or none for two
/// seconds) and loses nothing. A voice that fails never ends the rehearsal; an output that fails does, unless it may return:
/// then the rehearsal waits for it, and says the line again from its start.
public final class RehearsalDriver {
  /// The script rehearsed.
  public let script: Script
  /// The numbers of its lines.
  public let numbers: DialogueNumbers
  private(set) var reducer: RehearsalReducer
  private(set) var parts: [String: Part]
  let sound: SessionSound
  let actor: any ActorInput
  private let settings: RehearsalSettings
  private let passingLoss: (any Error) -> PluginFailure?
  private(set) var state: RehearsalState
  private(set) var tell: (RehearsalReport) -> Void = { _ in }

  /// The partner's line under way.
  var progress: LineProgress?
  /// Stops the voice and the output of that line.
  var cancellation = Cancellation()
  /// How that line came to its end, for the report of it.
  var partnerLineEnd = LineEnd.said
  /// In how many lines running a voice said that it will not speak any more.
  var failures: [ObjectIdentifier: Int] = [:]
  var hasToldGivenUp = false
  /// Plays the prompter, who gives the actor words of their lines.
  let prompter: Part?
  var prompts = PromptPlace()
  /// Lines that the next speaker cuts off.
  let cutOffs: [Int: CutOff]
  /// The actor's line that was heard last, as long as it was not answered.
  var heardLine: Int?
  /// Whether silence at the beginning of the voice's sound is left out.
  var skipsLead = false
  /// The byte of the partner's line at which the last reported word begins.
  var spokenOffset = 0
  var pace = AnswerPace()
  /// What was directed during the rehearsal, by the line's index.
  private var directed: [Int: LineDirection?] = [:]
  /// The actor's line in which the answer was begun.
  private var preparedIn: Int?
  /// What partners say at the same time as the actor, while they say it, and the actor's line in which it was begun.
  var together: TogetherSound?
  var togetherIn: Int?
  /// What partners will say at the same time as the actor's line of that index; the sound is nil if they say nothing.
  var togetherReady: (line: Int, sound: TogetherSound?)?
  /// The line that was directed last, by its index, since the line at hand was shown.
  private var lastDirected: Int?
  private var outcome = RehearsalOutcome()
  private var ownSeconds = 0.0
  private var isHeld = false
  private var shown: Int?
  /// Attempts since the sound was lost; 0 while there is some.
  private var retries = 0
  private var hasToldLoss = false

  /// A rehearsal of `script` in which the actor plays `roles`.
  ///
  /// - Parameters:
  ///   - script: what is rehearsed
  ///   - roles: the actor's characters, in any case
  ///   - parts: how each of the other characters is played, named in any case
  ///   - output: where the sound goes
  ///   - actor: what the actor does
  ///   - settings: which lines, how often, and how it begins
  ///   - prompter: says the words that the actor asks for; nil if they are only shown
  ///   - passingLoss: why the output lost its device, where an error of it says so and the device may return; nil for
  ///     an error that ends the rehearsal
  public init(
    script: Script, roles: Set<String>, parts: [String: Part], output: any SoundOutput,
    actor: any ActorInput, settings: RehearsalSettings = RehearsalSettings(),
    prompter: Part? = nil, passingLoss: @escaping (any Error) -> PluginFailure? = { _ in nil }
  ) {
    self.script = script
    self.actor = actor
    self.settings = settings
    self.passingLoss = passingLoss
    self.prompter = prompter
    cutOffs = CutOff.all(in: script, at: settings.cutWords)
    numbers = DialogueNumbers(script)
    reducer = RehearsalReducer(script: script, roles: roles)
    self.parts = Dictionary(
      parts.map { (CharacterName.identity(of: $0.key), $0.value) },
      uniquingKeysWith: { _, _ in preconditionFailure("a character has two parts") })
    sound = SessionSound(output)
    state = RehearsalState(listening: settings.isListening)
    for name in partners { precondition(self.parts[name] != nil, "\(name) has no part") }
  }

  /// The characters that are not the actor's.
  var partners: [String] {
    script.characters.map(\.name).filter { !reducer.roles.contains($0) }
  }

  /// Rehearses until the script or the actor comes to an end, and reports to `report` all that happens.
  ///
  /// It may be run again afterwards and then starts again, on the same output. It throws what the output threw, after a
  /// ``RehearsalReport/brokenOff(_:)``, and ``NoSuchLine`` or ``NoSuchScene`` ahead of everything else.
  public func run(report: (RehearsalReport) -> Void) throws -> RehearsalOutcome {
    let range = try lines()
    let hasOwnLine = (settings.order ?? Array(range)).contains { reducer.part(at: $0) == .user }
    reducer = RehearsalReducer(
      script: script, roles: reducer.roles, lines: range, order: settings.order,
      rounds: settings.isAttended || hasOwnLine ? settings.rounds : settings.rounds ?? 1)
    return try withoutActuallyEscaping(report) { report in
      tell = report
      defer { tell = { _ in } }
      do { return try rehearse() } catch {
        _ = try? take(.stop)
        tell(.brokenOff(outcome(isFinished: false)))
        throw (error as? OutputTrouble)?.cause ?? error
      }
    }
  }

  /// The lines that are rehearsed, by index.
  private func lines() throws -> Range<Int> {
    if let start = settings.startLine, start != 1 { _ = try index(of: start) }
    if settings.order != nil { return script.lines.indices }
    if let scene = settings.scene {
      guard scene >= 1, scene <= script.scenes.count else {
        throw NoSuchScene(number: scene, count: script.scenes.count)
      }
      return script.scenes[scene - 1].lines
    }
    let first = settings.firstLine == 1 ? 0 : try index(of: settings.firstLine)
    guard let last = settings.lastLine else { return first..<script.lines.count }
    return first..<max(first, try index(of: last) + 1)
  }

  private func index(of number: Int) throws -> Int {
    guard let index = numbers.index(of: number) else {
      throw NoSuchLine(number: number, count: numbers.count)
    }
    return index
  }

  private func rehearse() throws -> RehearsalOutcome {
    outcome = RehearsalOutcome()
    shown = nil
    retries = 0
    hasToldLoss = false
    (together, togetherIn, togetherReady) = (nil, nil, nil)
    let start = settings.startLine.flatMap { $0 == 1 ? nil : numbers.index(of: $0) }
    try take(.start(from: start ?? reducer.first))
    while true {
      switch state.status {
      case .playingPartner:
        do { try playPartner() } catch let trouble as OutputTrouble {
          guard let failure = passingLoss(trouble.cause) else { throw trouble }
          try waitForOutput(failure, trouble)
        }
      case .waitingForUser: try waitForActor()
      case .paused: try hold()
      case .idle, .finished: return try end()
      }
    }
  }

  private func end() throws -> RehearsalOutcome {
    try passing { try sound.settle(in: .ofSilence) }
    let outcome = outcome(isFinished: state.status == .finished)
    tell(outcome.isFinished ? .finished(outcome) : .stopped(outcome))
    return outcome
  }

  private func outcome(isFinished: Bool) -> RehearsalOutcome {
    outcome.isFinished = isFinished
    outcome.completedLines = state.completed.count
    outcome.completedOwnLines = state.completed.count { reducer.part(at: $0) == .user }
    outcome.spokenLines = numbers.count
    outcome.frames = sound.frames
    outcome.rateHertz = (sound.format ?? .ofSilence).rateHertz
    return outcome
  }

  // MARK: A device that went away

  /// Tries the line again at once, and from then on holds the rehearsal between attempts.
  private func waitForOutput(_ failure: PluginFailure, _ trouble: OutputTrouble) throws {
    retries += 1
    if let most = settings.mostRetries, retries > most { throw trouble }
    try? sound.cutLine()
    if !hasToldLoss {
      hasToldLoss = true
      tell(.outputLost(line: state.index, because: failure))
    }
    // What takes its place, or comes back at once, costs no pause.
    if retries > 1 { try take(.outputLost) }
  }

  /// The output works again.
  func outputIsThere() {
    guard hasToldLoss else { return }
    hasToldLoss = false
    tell(.outputBack(line: state.index))
  }

  /// A partner's line is out, so that a later loss is a new one.
  func outputHolds() {
    outputIsThere()
    retries = 0
  }

  /// Does `body`; the loss of a device shows itself with the next sound.
  func passing(_ body: () throws -> Void) throws {
    do { try body() } catch let trouble as OutputTrouble {
      guard passingLoss(trouble.cause) != nil else { throw trouble }
    }
  }

  // MARK: The actor's turn

  private func waitForActor() throws {
    if let wish = try speakTogether() { return try leaveAndObey(wish) }
    if preparedIn != state.index {
      preparedIn = state.index
      prepareAnswer()
    }
    let turn = actor.wait(moment)
    // At a live microphone, time passes by itself.
    let seconds = turn.silenceSeconds > 0 ? turn.silenceSeconds : TurnRules.blockSeconds
    let played = try playTogether(seconds: seconds)
    ownSeconds += min(played, turn.silenceSeconds)
    ownSeconds += try pass(turn.silenceSeconds - played)
    if let seconds = turn.pickUpSeconds { pace.take(pickUpSeconds: seconds) }
    if let command = turn.command { try leaveAndObey(command) }
  }

  /// Does what the actor asks for in their line; partners who speak at the same time fall silent, or finish before.
  private func leaveAndObey(_ command: ActorCommand) throws {
    let next = try leaveTogether(for: command)
    try obey(command)
    if let next { try obey(next) }
  }

  /// Whether the partner's line before the actor's, which is at hand, was directed since it was heard.
  private var isDirectedAgain: Bool {
    guard let lastDirected, state.status == .waitingForUser || state.resuming == .user else {
      return false
    }
    return reducer.part(at: lastDirected) == .partner
      && reducer.preceding(state.index) == lastDirected
  }

  /// What a partner has begun to say ahead of time is lost.
  func forgetPrepared() { preparedIn = nil }

  /// The silence ahead of a partner's line: as directed, or none where the actor's line is cut off, and by the actor's pace.
  func delayBefore(_ line: Line, _ part: Part) -> Int {
    let directed = part.delayBefore(line)
    guard let heardLine else { return directed }
    if isCutOff(heardLine) {
      return part.lineDirections[line.index]?.delaySeconds == nil ? 0 : directed
    }
    guard settings.adaptsPace else { return directed }
    let seconds = pace.delaySeconds(
      directed: Double(directed) / 1000, waited: ActorListening().matchedSeconds)
    return Int((seconds * 1000).rounded())
  }

  /// Stays where it is until the actor goes on or elsewhere.
  func hold() throws {
    if !isHeld, state.resuming != .lineAgain {
      isHeld = true
      tell(.paused(line: state.index, frame: frame))
    }
    while state.status == .paused, progress == nil || !cancellation.isCancelled {
      let turn = actor.wait(moment)
      try pass(turn.silenceSeconds)
      if let command = turn.command {
        try obey(command)
      } else if state.resuming == .lineAgain {
        try take(.resume)
      }
    }
  }

  /// Lets time pass in silence, in mid-line as part of the line, so that its sound stays in order.
  @discardableResult
  private func pass(_ seconds: Double) throws -> Double {
    guard seconds > 0 else { return 0 }
    let seconds = min(seconds, 86_400)
    if sound.isLineOpen, let format = progress?.format {
      try writeSilence(frames: format.frames(inSeconds: seconds), format)
    } else {
      try passing { try sound.rest(.seconds(seconds), Cancellation()) }
    }
    return seconds
  }

  /// What the actor is shown of the rehearsal now.
  var moment: Moment {
    Moment(
      status: state.status,
      line: script.lines.indices.contains(state.index) ? script.lines[state.index] : nil,
      secondsIntoLine: progress?.seconds ?? ownSeconds, sessionFrame: frame,
      spokenOffset: spokenOffset, nextOwnLine: nextOwnLine, isListening: state.isListening,
      rehearsedLines: reducer.order == nil ? reducer.lines : nil,
      retryAfterSeconds: state.resuming == .lineAgain ? settings.retrySeconds : nil)
  }

  /// The actor's line that follows, in the order that is rehearsed; nil if another speaks next.
  private var nextOwnLine: Int? {
    guard script.lines.indices.contains(state.index),
      let next = reducer.nextSpoken(after: state.index), reducer.part(at: next) == .user
    else { return nil }
    return next
  }

  /// Whether the next speaker is the one who cuts the line at `index` off in the script: not in another order.
  func isCutOff(_ index: Int) -> Bool {
    guard cutOffs[index] != nil, let next = reducer.nextSpoken(after: index) else { return false }
    let between = script.lines[index..<next].dropFirst().filter { $0.kind == .dialogue }
    return next > index && between.allSatisfy { script.isBesideActor($0, reducer.roles) }
  }

  // MARK: Commands

  /// Does what the actor asks for, or reports why not.
  func obey(_ command: ActorCommand) throws {
    let event: RehearsalInput
    switch command {
    case .start: event = .start(from: 0)
    case .advance: event = .advance
    case .heard(let end): event = .userFinished(end)
    case .pause: event = .pause
    case .resume: event = .resume
    case .back: event = .back
    case .repeatLine: event = isDirectedAgain ? .back : .repeatLine
    case .stop: event = .stop
    case .setListening(let isOn): event = .setListening(isOn)
    case .bargeIn:
      partnerLineEnd = progress?.isWhole ?? false ? .said : .cut
      event = .bargeIn
    case .jumped(let line): event = .userJumped(line: line)
    case .prompt, .give, .correct: return try prompt(command)
    case .setStrictness(let strictness):
      let isOwn = state.status == .waitingForUser || state.resuming == .user
      guard isOwn else { return tell(.ignored(command, why: .notTheActorsTurn)) }
      actor.judge(line: state.index, by: strictness)
      return tell(.judged(line: state.index, by: strictness))
    case .direct(let line, let direction):
      let before = directed[line] ?? parts.values.first?.lineDirections[line]
      let isKnown = directed[line] != nil || !parts.isEmpty
      directed[line] = .some(direction)
      for name in parts.keys { parts[name]?.lineDirections[line] = direction }
      lastDirected = line
      // The answer, or what is said together, may have been made as it was directed before.
      preparedIn = nil
      togetherReady = nil
      // Only what is directed is taken back: a note changes nothing of how the line is judged.
      if !isKnown || before?.strictness != direction?.strictness {
        actor.judge(line: line, by: direction?.strictness)
      }
      return
    case .judge(let strictness): return actor.judge(by: strictness)
    case .goto(let number):
      guard let line = numbers.index(of: number) else {
        return tell(.ignored(command, why: .noSuchLine(number, count: numbers.count)))
      }
      event = .jump(line: line)
    case .gotoScene(let number):
      let count = script.scenes.count
      guard number >= 1, number <= count else {
        return tell(.ignored(command, why: .noSuchScene(number, count: count)))
      }
      event = .jumpScene(number - 1)
    }
    try take(event, as: command)
  }

  /// Lets `event` happen and acts on it.
  func take(_ event: RehearsalInput, as command: ActorCommand? = nil) throws {
    let before = state
    let (after, effects) = reducer.reduce(before, event)
    if case .ignored(_, let why) = effects.first {
      if let command { tell(.ignored(command, why: why)) }
      return
    }
    if isHeld, after.status != .paused {
      isHeld = false
      if event == .resume { tell(.resumed(line: before.index, frame: frame)) }
    }
    state = after
    // What ends is reported before the new state, what begins after it.
    let ending = effects.prefix { $0.endsSomething }
    for effect in ending { try act(on: effect) }
    if before.status != after.status || before.index != after.index {
      tell(.state(from: before.status, to: after.status, line: after.index))
    }
    for effect in effects.dropFirst(ending.count) { try act(on: effect) }
  }

  private func act(on effect: RehearsalEffect) throws {
    switch effect {
    case .started: tell(.started(title: script.title))
    case .show(let line): show(line)
    case .speak: break  // The loop of the rehearsal sees it by the state.
    case .stopSpeaking: try stopSpeaking()
    case .pauseSpeaking: progress?.askForHold()
    case .resumeSpeaking: progress?.forgetHold()
    case .startListening:
      try passing { try sound.drain() }  // The microphone must not hear the partner before.
      actor.listening(to: script.lines[state.index])
    case .stopListening: actor.listening(to: nil)
    case .partnerLineDone(let line):
      if partnerLineEnd == .failed {
        outcome.failedLines += 1
      } else {
        outcome.partnerLines += 1
      }
      tell(.lineDone(line: line, partnerLineEnd))
    case .userLineDone(let line, let end):
      outcome.ownLines += 1
      heardLine = end == .manual ? nil : line
      tell(.lineDone(line: line, .actor(end)))
    case .roundBegins(let round):
      if reducer.order == nil { showRest(upTo: reducer.lines.upperBound) }
      shown = nil
      tell(.roundBegins(round))
    case .finished: if reducer.order == nil { showRest(upTo: reducer.lines.upperBound) }
    case .stopped, .ignored: break
    }
  }

  private func stopSpeaking() throws {
    guard progress != nil else { return }
    progress?.isCut = true
    cancellation.cancel()
    try passing { try sound.cutLine() }
  }

  // MARK: What the actor sees

  /// Shows a line and, unless it is the one shown already, the headings and directions just ahead of it.
  private func show(_ line: Int) {
    ownSeconds = 0
    if line == lastDirected || reducer.preceding(line) != lastDirected { lastDirected = nil }
    togetherIn = nil
    forgetPrepared()
    if reducer.part(at: line) == .user {
      heardLine = nil
      prompts.forget()
    }
    if shown != line { showRest(upTo: line) }
    shown = line
    tell(
      .shown(
        script.lines[line], number: numbers.number(at: line),
        isOwn: reducer.part(at: line) == .user))
  }

  private func showRest(upTo end: Int) {
    var start = end
    // A scene that is rehearsed alone begins with its heading.
    let floor =
      settings.scene != nil && end > reducer.lines.lowerBound ? reducer.lines.lowerBound : 0
    while start > floor, reducer.part(at: start - 1) == .nobody { start -= 1 }
    for index in start..<end { tell(.shown(script.lines[index], number: nil, isOwn: false)) }
  }
}

extension RehearsalEffect {
  /// Whether it belongs to the line that was, and not to what comes.
  fileprivate var endsSomething: Bool {
    switch self {
    case .started, .stopSpeaking, .stopListening, .partnerLineDone, .userLineDone: true
    default: false
    }
  }
}
