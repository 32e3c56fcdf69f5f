import CueListening
import CueModel
import CueScreenplay
import CueSystem
import CueText

/// An actor who is heard: the microphone follows their own lines, and their keys go on working.
///
/// The microphone is open in the actor's lines, and in a partner's line before one of them, if the settings say so: an actor who
/// begins early loses no word. If the microphone or the recognizer fails, the keys are left; without keys the rehearsal ends.
public final class ListeningActor: ActorInput {
  private let hand: any ActorInput
  let listener: TurnListener
  private let recognizer: any Recognizer
  /// What is said in the script.
  private let spoken: [Line]
  private let roles: Set<String>
  var settings: ActorListening
  let cutOffs: [Int: CutOff]
  private let passed: ((Double) -> Void)?
  private let explain: (any Error) -> String
  let report: (ListeningReport) -> Void
  /// Takes all sound of an actor's line, by its index, as it is heard: also what they said while the partner still spoke.
  public var heardSound: (_ line: Int, _ sound: AudioBuffer) -> Void = { _, _ in }
  /// Takes what each stretch of listening came to, ahead of its report.
  public var traced: (TurnTrace) -> Void = { _ in }
  private let second: SecondListener?

  private var turn: Turn?
  /// What the partner said last, which may still be in the room.
  private var partnerLine: Line?
  private(set) var isLost = false
  private var failures = 0
  /// The lines to which the actor may jump; nil for none.
  private var rehearsedLines: Range<Int>?
  /// The actor knows that the recognizer does not know their language.
  private var knowsLanguageIsUnknown = false
  /// The partner's line in which the actor may speak.
  var interruption: Interruption?

  /// One line of the actor.
  private struct Turn {
    let line: Line
    var rules: LineTurn
    /// What was heard before the line was theirs.
    var preRoll: [AudioBuffer] = []
    /// How long that is, in seconds.
    var earlySeconds = 0.0
    /// What is listened to once more: what was heard after the partner's own words, or before the recognizer failed.
    var again: [AudioBuffer] = []
    /// What was listened to since the attempt at hand began.
    var attempt: [AudioBuffer] = []
    /// The recognizer has failed once in this line.
    var hasFailed = false
    /// The room may still ring with our own voice.
    var followsVoice = true
    var heard: [String] = []
    /// Sound that was listened to since the line began, in seconds.
    var seconds = 0.0
    /// When the first word began, and how long after the actor's turn that was.
    var beganSeconds: Double?
    var pickUpSeconds: Double?
    /// How far the line was said, as the partial results of this attempt show, in bytes.
    var saidOffset = 0
    /// Whether a partial result of this attempt had words of the line.
    var hasHeardLine = false
    /// When the actor spoke last, or was given words.
    var quietSinceSeconds = 0.0
    /// When somebody began to speak in the attempt that is listened to.
    var speechSeconds = 0.0
    /// When the attempt that is listened to began.
    var attemptSeconds = 0.0
    /// The actor has said once that the rehearsal is to end.
    var mayStop = false
    /// A later line of the actor that was said instead, by its index, and how.
    var jump: (line: Int, match: LineMatch, text: String)?
    /// The actor knows that they said other words than the line's.
    var knowsOtherWords = false
    /// The actor was offered the next words after a long silence.
    var wasOffered = false
    /// A word that was changed, in bytes of the line.
    var correction: Range<Int>?
    var recording = TurnRecording()
  }

  /// An actor who is heard through `microphone`.
  ///
  /// - Parameters:
  ///   - hand: their keys, or what stands for them
  ///   - microphone: their voice; closed
  ///   - recognizer: compares what is said with the line
  ///   - script: what is rehearsed
  ///   - roles: their characters, in any case
  ///   - settings: how they are listened to
  ///   - second: judges the wording of lines that are over; its last answers are the caller's to fetch
  ///   - watchers: learn what the microphone captures
  ///   - clock: shows that the machine slept
  ///   - passed: takes the seconds that were listened to, where they pass for the output, too, as at a live microphone beside a
  ///     device; nil if they are silence that the session plays
  ///   - explain: says why the microphone failed, as a sentence
  ///   - report: takes what is heard, on the session's thread
  public init(
    _ hand: any ActorInput, through microphone: any Microphone, _ recognizer: any Recognizer,
    script: Script, roles: Set<String>, _ settings: ActorListening = ActorListening(),
    second: SecondListener? = nil, watchedBy watchers: [any MicrophoneWatcher] = [],
    clock: any MonotonicTime = BootClock(), passed: ((Double) -> Void)? = nil,
    explain: @escaping (any Error) -> String = { "\($0)" },
    report: @escaping (ListeningReport) -> Void
  ) {
    self.hand = hand
    listener = TurnListener(microphone, watchedBy: watchers, checksFiles: true, clock: clock)
    self.recognizer = recognizer
    spoken = script.lines.filter { $0.kind == .dialogue }
    self.roles = Set(roles.map(CharacterName.identity))
    self.settings = settings
    cutOffs = CutOff.all(in: script, at: settings.cutWords)
    self.second = second
    self.passed = passed
    self.explain = explain
    self.report = report
    listener.microphoneFault = { report(.microphoneFault($0)) }
  }

  /// What the hand does; or the actor interrupts the partner.
  public func poll(_ moment: Moment) -> ActorCommand? {
    tellOpinions()
    if moment.status == .playingPartner { partnerLine = moment.line }
    if let command = hand.poll(moment) { return command }
    guard moment.status == .playingPartner else { return nil }
    do { return try interrupts(moment) ? .bargeIn : nil } catch {
      lose(error)
      return nil
    }
  }

  /// Tells what the second recognizer has judged by now.
  private func tellOpinions() {
    for opinion in second?.take() ?? [] { report(.wording(opinion)) }
  }

  /// A partner speaks, and the hand may end that.
  public func speaking(_ line: Cancellation?) {
    if line != nil { interruption = nil }
    hand.speaking(line)
  }

  /// What the microphone may hear of the partner.
  public func partnerSounds(_ sound: AudioBuffer) { interruption?.detector.played(sound) }

  /// Has lines judged otherwise from the next one on.
  public func judge(by strictness: Strictness) { settings.rules.strictness = strictness }

  /// Opens the microphone for the actor's line, or closes it.
  public func listening(to line: Line?) {
    let early = takeEarlySound(of: line)
    endTurn()
    if line == nil { partnerLine = nil }
    guard let line, !isLost else { return listener.close() }
    var turn = Turn(line: line, rules: turnRules(line))
    guard let early else {
      self.turn = turn
      return openForTurn(line)
    }
    turn.preRoll = early
    turn.earlySeconds = early.reduce(0) {
      $0 + Double($1.frameCount) / Double($1.format.rateHertz)
    }
    turn.quietSinceSeconds = turn.earlySeconds
    turn.followsVoice = false
    self.turn = turn
    report(.listening(line: line.index))
  }

  private func openForTurn(_ line: Line) {
    do {
      if prepare(line) { listener.close() }
      if listener.isOpen { try listener.flush() } else { try listener.open() }
      report(.listening(line: line.index))
    } catch { lose(error) }
  }

  /// The actor's next line is `line`, for a microphone that says it by itself; whether it is one.
  private func prepare(_ line: Line) -> Bool {
    guard let robot = listener.microphone as? any LineMicrophone else { return false }
    robot.prepare(line)
    return true
  }

  /// Closes the microphone while our own voice speaks in the actor's line, and opens it again; what was said before counts.
  public func hush(_ isHushed: Bool) {
    guard let line = turn?.line else { return }
    if isHushed {
      if listener.session != nil { _ = try? finish(Cancellation()) }
      listener.drop()
      listener.close()
    } else if !isLost {
      turn?.followsVoice = true
      turn?.preRoll = []
      openForTurn(line)
    }
  }

  /// Judges the line by `strictness`; in the line at hand, what is said from the next pause on.
  public func judge(line: Int, by strictness: Strictness?) {
    settings.strictness[line] = strictness
    if turn?.line.index == line {
      turn?.rules.judge(by: strictness ?? settings.rules.strictness)
    }
  }

  /// The actor may go on after the words that they were given.
  public func prompted(_ range: Range<Int>) {
    turn?.rules.prompt(range)
    if let seconds = turn?.seconds { turn?.quietSinceSeconds = seconds }
  }

  /// How far the line at hand was said.
  public var saidOfLine: Int {
    turn.map { max($0.rules.saidOffset, $0.saidOffset) } ?? 0
  }

  /// Whether the actor is listened to in the line at hand.
  public var isHeard: Bool { turn != nil && !isLost }

  /// Listens to the actor, as far as the word is theirs and they are listened to; else waits for their hand.
  public func wait(_ moment: Moment) -> ActorTurn {
    tellOpinions()
    rehearsedLines = moment.rehearsedLines
    guard moment.status == .waitingForUser, turn != nil else {
      listener.close()
      let isStuck = isLost && !settings.hasHand && moment.status == .waitingForUser
      return isStuck ? ActorTurn(.stop) : hand.wait(moment)
    }
    if let command = hand.poll(moment) { return ActorTurn(command) }
    let cancellation = Cancellation()
    hand.speaking(cancellation)
    defer { hand.speaking(nil) }
    do {
      return try listen(cancellation)
    } catch let failure as ListenFailure {
      return fail(failure)
    } catch {
      return lose(error)
    }
  }

  // Listening.

  private func listen(_ cancellation: Cancellation) throws -> ActorTurn {
    guard let format = listener.format else { return ActorTurn() }
    if listener.session == nil { try begin(format, cancellation) }
    if let again = turn?.again, !again.isEmpty {
      turn?.again = []
      turn?.attempt = again
      for sound in again {
        for event in try listener.session?.hear(sound, cancellation: cancellation) ?? [] {
          take(event)
        }
      }
    }
    // What was said while the partner spoke no longer counts as time of the session.
    if let early = turn?.preRoll, !early.isEmpty {
      turn?.preRoll = []
      for sound in early { note(sound, format) }
      for sound in early {
        for event in try listener.hear(sound, cancellation: cancellation) { take(event) }
      }
    }
    switch try step(format, cancellation) {
    case .cancelled: return ActorTurn()
    case .over:
      // What was said of the line is judged before the actor goes on by hand.
      let decision = try finish(Cancellation())
      if case .wait = decision { return lose(.over(listener.microphone.name)) }
      return act(on: decision, after: 0)
    case .slept(let seconds):
      turn?.followsVoice = false
      // A sleep is a pause: what was said before it counts.
      let decision = try finish(Cancellation())
      if case .done = decision { return act(on: decision, after: 0) }
      if let line = turn?.line.index { report(.waits(line: line, .slept(seconds: seconds))) }
      return ActorTurn()
    case .sound(let sound, let events):
      let seconds = Double(sound.frameCount) / Double(format.rateHertz)
      passed?(seconds)
      note(sound, format)
      for event in events { take(event) }
      let silence = passed == nil ? seconds : 0
      if let words = turn?.correction { return try correct(words, after: silence, cancellation) }
      if listener.session?.end != nil { return act(on: try finish(cancellation), after: silence) }
      return ActorTurn(after: silence, isPromptDue ? .prompt : nil)
    }
  }

  /// Waits for sound; that at which the recognizer failed belongs to the line, too.
  private func step(_ format: AudioFormat, _ cancellation: Cancellation) throws
    -> TurnListener.Step
  {
    do {
      return try listener.listen(atMost: TurnRules.blockSeconds, cancellation: cancellation)
    } catch let failure as ListenFailure {
      if let sound = listener.kept.last { note(sound, format) }
      throw failure
    }
  }

  /// Whether the actor has been silent so long that they get the next words.
  private var isPromptDue: Bool {
    guard let seconds = settings.promptSeconds, let turn, listener.session?.hasHeardSpeech == false
    else { return false }
    return turn.seconds - turn.quietSinceSeconds >= seconds
  }

  /// Counts sound of the line at hand.
  private func note(_ sound: AudioBuffer, _ format: AudioFormat) {
    guard let turn else { return }
    self.turn?.seconds += Double(sound.frameCount) / Double(format.rateHertz)
    self.turn?.attempt.append(sound)
    heardSound(turn.line.index, sound)
  }

  private func begin(_ format: AudioFormat, _ cancellation: Cancellation) throws(ListenFailure) {
    guard let turn else { return }
    let strictness = settings.strictness[turn.line.index] ?? settings.rules.strictness
    var wishes = ListenSettings()
    wishes.limits.start = turn.rules.startSeconds(settings.startSeconds)
    wishes.limits.end = settings.endSeconds
    wishes.limits.endExtra = settings.endExtraSeconds
    // An actor who speaks a long paragraph is not cut off.
    wishes.limits.max = max(
      wishes.limits.max,
      TurnRules.longestShareOfLine * Double(turn.line.text.count) / SpeechPace.charactersPerSecond)
    wishes.unfinishedSilenceSeconds = min(
      wishes.unfinishedSilenceSeconds, max(settings.endSeconds, settings.promptSeconds ?? .infinity)
    )
    wishes.matchedSilenceSeconds = cutOffs[turn.line.index] == nil ? settings.matchedSeconds : 0
    wishes.endsWhereLineMayBeWhole = true
    wishes.strictness = strictness
    wishes.keepsSound = second != nil && turn.rules.isUnderstood
    wishes.noticesChanges =
      settings.corrects && strictness == .wordPerfect && turn.rules.isUnderstood
    wishes.followsOwnSpeech =
      listener.microphone.isLive && turn.followsVoice && settings.deafSeconds > 0
    wishes.selfHearingSeconds = settings.deafSeconds
    if let echo = partnerLine?.text, echo != text(of: turn.line) { wishes.echo = echo }
    let events = try listener.begin(
      recognizer, expecting: .line(expectation(turn.line)), language: settings.rules.language,
      wishes, cancellation: cancellation)
    if events.contains(where: isOfUnknownLanguage) {
      self.turn?.rules.isUnderstood = false
      if !knowsLanguageIsUnknown {
        knowsLanguageIsUnknown = true
        report(
          .languageUnknown(recognizer: recognizer.name, language: settings.rules.language))
      }
    }
    self.turn?.followsVoice = false
    self.turn?.attempt = []
    let again = turn.again.reduce(0) { $0 + $1.frameCount }
    self.turn?.attemptSeconds = turn.seconds - Double(again) / Double(format.rateHertz)
  }

  /// Whether `event` says that the recognizer hears another language than the actor's.
  private func isOfUnknownLanguage(_ event: ListenEvent) -> Bool {
    guard case .shortfall(let shortfall) = event, shortfall.field == "language" else {
      return false
    }
    func language(_ tag: Substring) -> String { tag.prefix { $0 != "-" && $0 != "_" }.lowercased() }
    let replacement = language(shortfall.outcome.split(separator: " ").last ?? "")
    return replacement != "auto" && replacement != language(settings.rules.language[...])
  }

  private func take(_ event: ListenEvent) {
    guard let line = turn?.line.index else { return }
    switch event {
    case .speechBegan(let frame):
      if let format = listener.format, let turn {
        let seconds = turn.attemptSeconds + Double(frame) / Double(format.rateHertz)
        self.turn?.speechSeconds = seconds
        if turn.pickUpSeconds == nil {
          self.turn?.beganSeconds = seconds
          self.turn?.pickUpSeconds = max(0, seconds - turn.earlySeconds)
        }
      }
      report(.speechBegan(line: line))
    case .partial(let heard, _):
      if let words = listener.session?.lineWords(of: heard) {
        let said = turn?.rules.saidOffset(with: words) ?? 0
        turn?.saidOffset = said
        if let turn, said > turn.rules.saidOffset { self.turn?.hasHeardLine = true }
      }
      if !heard.text.isEmpty { report(.partial(line: line, text: heard.text)) }
    case .wordChanged(let range, _):
      let start = turn?.rules.resumeOffset ?? 0
      turn?.correction = start + range.lowerBound..<start + range.upperBound
    case .shortfall, .lineEndReached: break
    }
  }

  private func finish(_ cancellation: Cancellation) throws(ListenFailure) -> TurnDecision {
    guard let (events, result) = try listener.finish(cancellation: cancellation) else {
      return .wait(.noSpeech(seconds: 0))
    }
    for event in events { take(event) }
    failures = 0
    guard var rules = turn?.rules else { return .wait(.notUnderstood) }
    let isWhole = rules.resumeOffset == 0
    let judgement = rules.take(result, hasHeardLine: turn?.hasHeardLine ?? false)
    let decision = judgement.decision
    turn?.rules = rules
    turn?.saidOffset = 0
    turn?.hasHeardLine = false
    if result.spokenSeconds > 0, let start = turn?.speechSeconds {
      turn?.quietSinceSeconds = start + result.spokenSeconds
    }
    if let line = turn?.line.index {
      traced(TurnTrace(line: line, end: result.end, judgement: judgement))
    }
    if decision == .wait(.echo), let frame = result.echoEndFrame, let format = listener.format {
      turn?.again = listener.last(
        seconds: Double(result.frameCount - frame) / Double(format.rateHertz))
    }
    turn?.jump = nil
    if case .command = decision { return decision }
    if case .wait(.otherLine(let text)) = decision { noteJump(to: text, result) }
    turn?.attempt = []
    if second != nil { turn?.recording.take(result, isWhole: isWhole) }
    if rules.isUnderstood, !result.heard.text.isEmpty { turn?.heard.append(result.heard.text) }
    return decision
  }

  private func act(on decision: TurnDecision, after seconds: Double) -> ActorTurn {
    guard let turn else { return ActorTurn(after: seconds) }
    let line = turn.line.index
    switch decision {
    case .done(let end):
      if let second, turn.rules.isUnderstood,
        let question = turn.recording.question(
          line, turn.rules, heardBy: recognizer.name, end: cutOffs[line]?.word.upperBound)
      {
        second.ask(question)
      }
      report(
        .heard(
          HeardLine(
            line: line, end: end, match: turn.rules.match,
            text: turn.heard.joined(separator: " "), source: recognizer.name,
            pickUpSeconds: turn.pickUpSeconds,
            seconds: turn.seconds - (turn.beganSeconds ?? turn.seconds))))
      return ActorTurn(
        after: seconds, .heard(end), pickUpSeconds: turn.pickUpSeconds)
    case .command(.stop) where !turn.mayStop:
      self.turn?.mayStop = true
      report(.asksToStop(line: line))
      return ActorTurn(after: seconds)
    case .command(let command):
      report(.command(line: line, command))
      return ActorTurn(after: seconds, ListeningActor.command(command))
    case .wait(let why):
      if let jump = turn.jump { return goOn(from: jump, turn, after: seconds) }
      if why != .otherWords || !turn.knowsOtherWords { report(.waits(line: line, why)) }
      if why == .otherWords { self.turn?.knowsOtherWords = true }
      // An actor who has dried gets help.
      if case .noSpeech = why, turn.rules.resumeOffset > 0, !turn.wasOffered {
        self.turn?.wasOffered = true
        return ActorTurn(after: seconds, .prompt)
      }
      return ActorTurn(after: seconds)
    }
  }

  /// The actor has said a later line: the scene goes on from there.
  private func goOn(
    from jump: (line: Int, match: LineMatch, text: String), _ turn: Turn, after seconds: Double
  ) -> ActorTurn {
    self.turn?.jump = nil
    report(
      .heard(
        HeardLine(
          line: jump.line, end: .matched, match: jump.match, text: jump.text,
          source: recognizer.name, pickUpSeconds: turn.pickUpSeconds,
          seconds: turn.seconds - (turn.beganSeconds ?? turn.seconds))))
    return ActorTurn(after: seconds, .jumped(toLine: jump.line))
  }

  /// The actor may have said the line `text`, one of their next, instead of the line at hand.
  private func noteJump(to text: String, _ result: ListenResult) {
    guard settings.followsJumps, let now = turn?.line.index,
      let said = spoken.first(where: { line in
        line.index > now && line.text == text && line.character.map(roles.contains) ?? false
          && rehearsedLines?.contains(line.index) ?? false
      })
    else { return }
    let language = settings.rules.language
    let match = ExpectedLine(text, language: language.isEmpty ? "en" : language)
      .match(result.heardWords)
    turn?.jump = (said.index, match, result.heard.text)
  }

  private static func command(_ command: SpokenCommand) -> ActorCommand {
    switch command {
    case .line: .prompt
    case .back: .back
    case .again: .repeatLine
    case .next: .heard(.spokenCommand)
    case .stop: .stop
    }
  }

  /// The actor has said other words than those at `range`: they are given them, and go on from there.
  private func correct(
    _ range: Range<Int>, after seconds: Double, _ cancellation: Cancellation
  ) throws -> ActorTurn {
    turn?.correction = nil
    let decision = try finish(cancellation)
    if case .done(.matched) = decision { return act(on: decision, after: seconds) }
    turn?.rules.correct(range)
    return ActorTurn(after: seconds, .correct(range))
  }

  // What is expected.

  private func turnRules(_ line: Line) -> LineTurn {
    var rules = settings.rules
    rules.strictness = settings.strictness[line.index] ?? rules.strictness
    var turn = LineTurn(
      text(of: line), after: partnerLine?.text, commands: commands(line), rules)
    // A recognizer of speech does not understand what is sung.
    turn.isUnderstood = !line.isSung
    return turn
  }

  /// What the actor says of `line`: all of it, or up to where it is cut off.
  private func text(of line: Line) -> String {
    cutOffs[line.index].map { $0.text(of: line.text) } ?? line.text
  }

  private func commands(_ line: Line) -> [(text: String, command: SpokenCommand)] {
    guard settings.rules.ways.contains(.command) else { return [] }
    return SpokenCommand.phrases(
      in: settings.rules.language,
      besides: [text(of: line)] + (partnerLine.map { [$0.text] } ?? []))
  }

  private func expectation(_ line: Line) -> SceneLine {
    let place = spoken.firstIndex { $0.index == line.index }
    // After a pause, the rest of the line is expected; the actor may also begin again.
    let expected = turn?.rules.expectedText ?? text(of: line)
    var texts = spoken.map(\.text)
    if let place { texts[place] = expected }
    var scene = SceneLine(
      expected, at: place, of: texts,
      mostCompeting: settings.competingLines, commands: commands(line).map(\.text))
    let restarts = turn?.rules.restarts ?? []
    scene.competing = restarts + scene.competing.filter { !restarts.contains($0) }
    return scene
  }

  // Failures.

  /// The recognizer hears once more what was said of the line.
  ///
  /// If it fails again, the line is not heard; after some failures in a row, none is any more.
  private func fail(_ failure: ListenFailure) -> ActorTurn {
    listener.drop()
    guard failure.kind != .cancelled else { return ActorTurn() }
    recognizer.close()
    failures += 1
    isLost = failures >= TurnRules.mostFailures
    if !isLost, let turn, !turn.hasFailed {
      self.turn?.hasFailed = true
      if !turn.attempt.isEmpty { self.turn?.again = turn.attempt }
      self.turn?.saidOffset = 0
      report(.recognizerFailed(failure, .startedAgain))
      return ActorTurn()
    }
    endListening()
    report(.recognizerFailed(failure, isLost ? .everything : .line))
    return afterLoss
  }

  @discardableResult
  private func lose(_ error: any Error) -> ActorTurn {
    lose(.failed(explain(error)))
  }

  private func lose(_ loss: MicrophoneLoss) -> ActorTurn {
    isLost = true
    endListening()
    report(.microphoneLost(loss))
    return afterLoss
  }

  private var afterLoss: ActorTurn { ActorTurn(settings.hasHand ? nil : .stop) }

  private func endListening() {
    endTurn()
    listener.close()
  }

  private func endTurn() {
    listener.drop()
    turn = nil
  }
}
