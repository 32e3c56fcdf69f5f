import CueCasting
import CueListening
import CueModel
import CuePlugins
import CueRehearsal
import CueScreenplay
import CueSystem
import Glibc

extension Turns {
  /// What came of a line.
  struct Outcome {
    var end: UserLineEnd
    /// From the last sample of the line to the decision; below 0 where the partner would have cut in.
    var waited: Double
    /// It was decided in the pause within the line, or before its end.
    var cutIn: Bool
    /// It was decided before the actor had said anything: somebody else's words, or no words, were taken for the line.
    var isSelfAnswer = false
    /// It was never said: the rehearsal had ended, or went elsewhere.
    var isLost = false
    /// How long the silences within the line are that are as long as 100 ms, in seconds.
    var holds: [Double] = []
    /// How much was listened to, in seconds.
    var seconds = 0.0
    /// Words of it, or of somebody else, were taken for a command of the actor, who never says one.
    var commands = 0
    /// How listening ended in the rehearsal that begins with this line, a row for each time.
    var ends: [String] = []
  }

  /// How a scene is rehearsed, so that no line is said twice alike before there are no other ways.
  ///
  /// Each time that it comes it has the next voice; when all have had it, the partner's lines are the actor's; then it is slower
  /// and faster.
  private struct Turn {
    let scene: [String]
    let voice: String
    let speed: Double
    let isOther: Bool

    init(_ number: Int, _ scenes: [[String]]) {
      let place = number % scenes.count
      let round = number / scenes.count
      scene = scenes[place]
      voice = Turns.voices[(place + round) % Turns.voices.count]
      isOther = round / Turns.voices.count % 2 == 1
      speed = [1, 0.85, 1.2][round / Turns.voices.count / 2 % 3]
    }

    var script: Script { Turns.script(scene, actorIsOther: isOther) }
  }

  /// Rehearses scene after scene until `count` lines and more were the actor's.
  ///
  /// Two rehearsals at a time, each as fast as it can; their figures do not depend on that.
  func outcomes(
    _ condition: Condition, count: Int,
    _ adjust: @escaping @Sendable (inout ActorListening) -> Void = { _ in }
  ) throws -> (lines: [Outcome], workerSeconds: Double) {
    var plan: [Int] = []
    var planned = 0
    while planned < count {
      planned += Turns.ownLines(Turn(plan.count, lines.scenes).script)
      plan.append(plan.count)
    }
    let lanes = 2
    // All workers of a lane end after this.
    let workersBefore = ProcessorTime.ofEndedChildren
    let turns = plan
    let done = ParallelMap.values(lanes, threads: lanes) { lane in
      let own = turns.filter { $0 % lanes == lane }
      return Result { try outcomes(condition, turns: own, adjust) }
        .mapError { $0 as? BenchFailure ?? BenchFailure(sentence: "\($0)") }
    }
    let lanesOutcomes = try done.map { try $0.get() }
    return (
      turns.flatMap { lanesOutcomes[$0 % lanes][$0 / lanes] },
      ProcessorTime.ofEndedChildren - workersBefore
    )
  }

  /// The results of the lines of each of `turns`, one rehearsal after the other.
  private func outcomes(
    _ condition: Condition, turns: [Int], _ adjust: (inout ActorListening) -> Void
  ) throws -> [[Outcome]] {
    let ear = TracedRecognizer(RecognizerClient(setup("pocketsphinx")), isOn: traces)
    defer { ear.quit() }
    // A partner whose words a recognizer would understand, where they come back.
    let hasEcho = condition.room.echoDecibels != nil
    let partner = NormalizedVoice(setup(hasEcho ? "flite" : "mock"))
    defer { partner.quit() }
    return try turns.map { turn in
      try outcomes(
        condition, number: turn, Turn(turn, lines.scenes),
        pause: condition.pauses[(turn + 1) % condition.pauses.count],
        ear, partner: partner, hasEcho: hasEcho, adjust)
    }
  }

  private func outcomes(
    _ condition: Condition, number: Int, _ turn: Turn, pause: Double, _ ear: TracedRecognizer,
    partner: NormalizedVoice, hasEcho: Bool, _ adjust: (inout ActorListening) -> Void
  ) throws -> [Outcome] {
    let name = turn.voice
    ear.who = "\(condition.name), \(name)"
    let voice = NormalizedVoice(setup("flite"))
    defer { voice.quit() }
    let script = turn.script
    var manner = RobotMicrophone.Acting()
    manner.signalToNoiseDecibels = condition.signalToNoise
    manner.pauseSeconds = pause
    manner.silenceSeconds = 2 * PatientHand.mostSeconds
    var part = CueRehearsal.Part(voice: voice, voiceID: name)
    part.speed = turn.speed
    let robot = RobotMicrophone(part, manner)
    let output = Nowhere()
    var decided: [Outcome] = []
    var commands = 0
    let hand = PatientHand()
    var settings = ActorListening()
    settings.rules.language = "en"
    adjust(&settings)
    let actor = ListeningActor(
      hand,
      through: Room(robot, condition.room, after: output, saying: condition.wording.words), ear,
      script: script,
      roles: ["ACTOR"], settings
    ) { report in
      trace("\(condition.name), \(name): \(report) at \(robot.position) of \(robot.spoken)")
      if case .command = report { commands += 1 }
      guard case .heard(let heard) = report else { return }
      decided.append(Turns.outcome(heard, robot))
    }
    var ends: [String] = []
    actor.traced = { trace in
      self.trace("\(condition.name), \(name): \(trace)")
      ends.append(
        EndRecord.row(condition.name, number, name, trace, position: robot.position))
    }
    var rules = RehearsalSettings()
    rules.isListening = true
    _ = try RehearsalDriver(
      script: script, roles: ["ACTOR"],
      parts: [
        "PARTNER": CueRehearsal.Part(
          voice: partner, voiceID: hasEcho ? (name == "slt" ? "rms" : "slt") : "")
      ],
      output: output, actor: actor, settings: rules
    ).run { _ in }
    decided += Array(
      repeating: Outcome(end: .manual, waited: PatientHand.mostSeconds, cutIn: false),
      count: hand.presses)
    var lost = Outcome(end: .manual, waited: 0, cutIn: false)
    lost.isLost = true
    let own = Turns.ownLines(script)
    decided += Array(repeating: lost, count: max(0, own - decided.count))
    decided[0].commands = commands
    decided[0].ends = ends
    return decided
  }

  private static func outcome(_ heard: HeardLine, _ robot: RobotMicrophone) -> Outcome {
    let rate = Double(robot.rateHertz)
    let isInPause = !robot.pause.isEmpty && robot.position < robot.pause.upperBound
    let waited = Double(robot.position - robot.spoken.upperBound) / rate
    var outcome = Outcome(end: heard.end, waited: waited, cutIn: isInPause || waited < 0)
    outcome.isSelfAnswer = robot.position < robot.spoken.lowerBound
    outcome.holds = robot.holds.map { Double($0.count) / rate }
    outcome.seconds = Double(robot.position) / rate
    return outcome
  }

  /// Tells on standard error what happens in a rehearsal, where that is asked for.
  func trace(_ text: @autoclosure () -> String) {
    if traces { put(text() + "\n", to: STDERR_FILENO) }
  }

  func setup(_ plugin: String) -> PluginSetup {
    let file = PluginFile(path: tree.plugin(plugin), name: plugin, isProgram: false, id: "")
    return PluginSetup(file: file, worker: WorkerSettings(workerPath: tree.worker))
  }

  /// The actor's lines of `script`.
  private static func ownLines(_ script: Script) -> Int {
    script.lines.count { $0.character == "ACTOR" }
  }

  /// The scene's lines, the actor's and the partner's in turn; `actorIsOther`: the partner begins.
  static func script(_ scene: [String], actorIsOther: Bool = false) -> Script {
    let lines = scene.enumerated().map { index, text in
      Line(
        index: index, kind: .dialogue,
        character: index.isMultiple(of: 2) != actorIsOther ? "ACTOR" : "PARTNER",
        text: text, sceneIndex: 0)
    }
    return Script(
      title: "Turns", scenes: [Scene(index: 0, heading: "", lines: 0..<lines.count)], lines: lines)
  }
}

/// A recognizer that writes to standard error what it heard in the end, word by word with frames and confidence.
final class TracedRecognizer: Recognizer {
  private let ear: RecognizerClient
  private let isOn: Bool
  /// Whom it hears.
  var who = ""

  init(_ ear: RecognizerClient, isOn: Bool) {
    self.ear = ear
    self.isOn = isOn
  }

  var name: String { ear.name }
  func quit() { ear.quit() }
  func close() { ear.close() }

  func open(_ request: ListenRequest, cancellation: Cancellation) throws(ListenFailure)
    -> [Shortfall]
  {
    try ear.open(request, cancellation: cancellation)
  }

  func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
    let partials = try ear.push(sound, cancellation: cancellation)
    if isOn { for heard in partials { tell(heard, "partly") } }
    return partials
  }

  func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard {
    let heard = try ear.finish(cancellation: cancellation)
    if isOn { tell(heard, "in the end") }
    return heard
  }

  private func tell(_ heard: Heard, _ when: String) {
    let words = heard.words.map { word in
      let kind = word.isOutside ? "!" : word.isFiller ? "~" : ""
      let phrase = word.phrase.map { "#\($0)" } ?? ""
      return "\(kind)\(word.text)\(phrase) \(word.frames) \(rounded(word.confidence ?? -1, 2))"
    }
    let confidence = rounded(heard.confidence ?? -1, 2)
    put(
      "\(who): heard \(when): “\(heard.text)” \(confidence): \(words.joined(separator: ", "))\n",
      to: STDERR_FILENO)
  }
}
