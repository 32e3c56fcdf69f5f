import CueAudio
import CueListening
import CueModel
import CueScreenplay
import CueText

/// An actor who is heard: the microphone follows their own lines, and their keys go on working.
///
/// The microphone is open only while the word is the actor's. Where it or the recognizer fails, the keys are left; without keys
/// the rehearsal ends.
public final class ListeningActor: ActorInput {
  /// So much sound is read at a time, in seconds: as often the keys are asked.
  private static let blockSeconds = 0.03
  /// A recognizer that fails so often in a row is not asked again.
  private static let mostFailures = 3

  private let hand: any ActorInput
  private let microphone: any Microphone
  private let recognizer: any Recognizer
  /// What is said in the script.
  private let spoken: [Line]
  private let roles: Set<String>
  private let settings: ListeningSettings
  private let passed: ((Double) -> Void)?
  private let explain: (any Error) -> String
  private let report: (ListeningReport) -> Void

  private var turn: Turn?
  private var format: AudioFormat?
  private var check: MicrophoneCheck?
  private var isLost = false
  private var failures = 0
  /// Prompts given in the line at hand.
  private var prompts = 0
  private var promptedLine: Int?

  /// One line of the actor.
  private struct Turn {
    let line: Line
    var rules: LineTurn
    var session: ListenSession?
    var heard: [String] = []
    /// Sound that was listened to since the line began, in seconds.
    var seconds = 0.0
    var pickUpSeconds: Double?
    /// When the attempt that is listened to began.
    var attemptSeconds = 0.0
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
  ///   - passed: takes the seconds that were listened to, where they pass for the output, too, as at a live microphone beside a
  ///     device; nil where they are silence that the session puts out
  ///   - explain: tells why the microphone failed, as a sentence
  ///   - report: is told what is heard, on the session's thread
  public init(
    _ hand: any ActorInput, through microphone: any Microphone, _ recognizer: any Recognizer,
    script: Script, roles: Set<String>, _ settings: ListeningSettings = ListeningSettings(),
    passed: ((Double) -> Void)? = nil, explain: @escaping (any Error) -> String = { "\($0)" },
    report: @escaping (ListeningReport) -> Void
  ) {
    self.hand = hand
    self.microphone = microphone
    self.recognizer = recognizer
    spoken = script.lines.filter { $0.kind == .dialogue }
    self.roles = Set(roles.map(CharacterName.identity))
    self.settings = settings
    self.passed = passed
    self.explain = explain
    self.report = report
  }

  /// What the hand does.
  public func poll(_ moment: Moment) -> ActorCommand? { hand.poll(moment) }

  /// A partner speaks, and the hand may end that.
  public func speaking(_ line: Cancellation?) { hand.speaking(line) }

  /// Opens the microphone for the actor's line, or closes it.
  public func listening(to line: Line?) {
    endListening()
    guard let line, !isLost else { return }
    if promptedLine != line.index {
      promptedLine = line.index
      prompts = 0
    }
    turn = Turn(line: line, rules: turnRules(line))
    (microphone as? any LineMicrophone)?.prepare(line)
    do {
      format = try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
      if check == nil { check = format.map(MicrophoneCheck.init) }
      report(.listening(line: line.index))
    } catch { lose(error) }
  }

  /// Listens to the actor, as far as the word is theirs and they are listened to; else waits for their hand.
  public func wait(_ moment: Moment) -> ActorTurn {
    guard moment.status == .waitingForUser, turn != nil else {
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
    guard let format else { return ActorTurn() }
    if turn?.session == nil { try begin(format, cancellation) }
    let frames = max(1, format.frames(inSeconds: ListeningActor.blockSeconds))
    guard let block = try microphone.read(atMost: frames, cancellation: cancellation) else {
      guard !cancellation.isCancelled else { return ActorTurn() }
      // What was said of the line is judged before the actor goes on by hand.
      let decision = try finish(Cancellation())
      if case .wait = decision { return lose(.over(microphone.name)) }
      return act(on: decision, after: 0)
    }
    let seconds = Double(block.sound.frameCount) / Double(format.rateHertz)
    passed?(seconds)
    turn?.seconds += seconds
    for fault in check?.take(block.sound) ?? [] { report(.microphoneFault(fault)) }
    let silence = passed == nil ? seconds : 0
    guard let session = turn?.session else { return ActorTurn(after: silence) }
    for event in try session.hear(block.sound, cancellation: cancellation) { take(event) }
    guard session.end != nil else { return ActorTurn(after: silence) }
    return act(on: try finish(cancellation), after: silence)
  }

  private func begin(_ format: AudioFormat, _ cancellation: Cancellation) throws(ListenFailure) {
    guard let turn else { return }
    var wishes = ListenSettings()
    wishes.limits.start = turn.rules.startSeconds(settings.startSeconds)
    wishes.limits.end = settings.endSeconds
    // Who speaks a long paragraph is not cut off.
    wishes.limits.max = max(
      wishes.limits.max, 3 * Double(turn.line.text.count) / LineTurn.charactersPerSecond)
    wishes.matchedSilenceSeconds = settings.matchedSeconds
    wishes.strictness = settings.strictness[turn.line.index] ?? settings.rules.strictness
    wishes.followsOwnSpeech = microphone.isLive && turn.seconds == 0 && settings.deafSeconds > 0
    wishes.selfHearingSeconds = settings.deafSeconds
    let session = ListenSession(
      recognizer, format, expecting: .line(expectation(turn.line)),
      language: settings.rules.language, wishes)
    _ = try session.open(language: settings.rules.language, cancellation: cancellation)
    self.turn?.session = session
    self.turn?.attemptSeconds = turn.seconds
  }

  private func take(_ event: ListenEvent) {
    guard let line = turn?.line.index else { return }
    switch event {
    case .speechBegan(let frame):
      if turn?.pickUpSeconds == nil, let format {
        let before = turn?.attemptSeconds ?? 0
        turn?.pickUpSeconds = before + Double(frame) / Double(format.rateHertz)
      }
      report(.speechBegan(line: line))
    case .partial(let heard, _):
      if !heard.text.isEmpty { report(.partial(line: line, text: heard.text)) }
    case .shortfall, .lineEndReached: break
    }
  }

  private func finish(_ cancellation: Cancellation) throws(ListenFailure) -> TurnDecision {
    guard let session = turn?.session else { return .wait(.noSpeech(seconds: 0)) }
    let (events, result) = try session.finish(cancellation: cancellation)
    for event in events { take(event) }
    turn?.session = nil
    failures = 0
    if !result.heard.text.isEmpty { turn?.heard.append(result.heard.text) }
    guard var rules = turn?.rules else { return .wait(.notUnderstood) }
    let decision = rules.take(result)
    turn?.rules = rules
    return decision
  }

  private func act(on decision: TurnDecision, after seconds: Double) -> ActorTurn {
    guard let turn else { return ActorTurn(after: seconds) }
    let line = turn.line.index
    switch decision {
    case .done(let end):
      report(
        .heard(
          HeardLine(
            line: line, end: end, match: turn.rules.match,
            text: turn.heard.joined(separator: " "), source: recognizer.name,
            pickUpSeconds: turn.pickUpSeconds,
            seconds: turn.seconds - (turn.pickUpSeconds ?? turn.seconds))))
      return ActorTurn(after: seconds, .heard(end))
    case .command(let command):
      report(.command(line: line, command))
      return ActorTurn(after: seconds, obey(command, turn.line))
    case .wait(let why):
      report(.waits(line: line, why))
      return ActorTurn(after: seconds)
    }
  }

  private func obey(_ command: SpokenCommand, _ line: Line) -> ActorCommand? {
    switch command {
    case .line:
      report(.prompt(line: line.index, prompted(line.text)))
      return nil
    case .back: return .back
    case .again: return .repeatLine
    case .next: return .heard(.spokenCommand)
    case .stop: return .stop
    }
  }

  /// Three words at first, then all of the line.
  private func prompted(_ text: String) -> Range<Int> {
    prompts += 1
    guard prompts == 1 else { return 0..<text.utf8.count }
    let words = ExpectedLine(text).words
    return 0..<(words.prefix(3).last?.range.upperBound ?? text.utf8.count)
  }

  // What is expected.

  private func turnRules(_ line: Line) -> LineTurn {
    var rules = settings.rules
    rules.strictness = settings.strictness[line.index] ?? rules.strictness
    return LineTurn(
      line.text, after: partnerLine(before: line.index)?.text, commands: commands(line), rules)
  }

  private func commands(_ line: Line) -> [(text: String, command: SpokenCommand)] {
    guard settings.rules.ways.contains(.command) else { return [] }
    return SpokenCommand.phrases(in: settings.rules.language, besides: [line.text])
  }

  private func partnerLine(before index: Int) -> Line? {
    spoken.last { $0.index < index }.flatMap { isOwn($0) ? nil : $0 }
  }

  private func isOwn(_ line: Line) -> Bool { line.character.map(roles.contains) ?? false }

  private func expectation(_ line: Line) -> SceneLine {
    SceneLine(
      line.text, at: spoken.firstIndex { $0.index == line.index }, of: spoken.map(\.text),
      mostCompeting: settings.competingLines, commands: commands(line).map(\.text))
  }

  // Failures.

  /// Only this line is not heard, or none any more.
  private func fail(_ failure: ListenFailure) -> ActorTurn {
    guard failure.kind != .cancelled else {
      turn?.session = nil
      return ActorTurn()
    }
    recognizer.close()
    failures += 1
    isLost = failures >= ListeningActor.mostFailures
    endListening()
    report(.recognizerFailed(failure, isGivenUp: isLost))
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
    guard turn != nil else { return }
    if turn?.session != nil { recognizer.close() }
    turn = nil
    microphone.close()
  }
}
