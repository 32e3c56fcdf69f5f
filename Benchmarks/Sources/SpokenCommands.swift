import CueCasting
import CueListening
import CueModel
import CuePlugins
import CueRehearsal
import CueScreenplay

/// Commands that voices say in place of a line: how many of them the rehearsal does, and whether it takes one for another.
struct SpokenCommands {
  let turns: Turns

  /// A robot that says something else than the line that it was given.
  private final class Commanding: LineMicrophone {
    let robot: RobotMicrophone
    var text = ""

    init(_ robot: RobotMicrophone) { self.robot = robot }

    var name: String { robot.name }
    var isLive: Bool { false }
    func prepare(_ line: Line) {
      robot.prepare(
        Line(
          index: line.index, kind: .dialogue, character: line.character, text: text,
          sceneIndex: line.sceneIndex))
    }
    func open(_ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation) throws
      -> AudioFormat
    {
      try robot.open(wanted, latencyFrames: latencyFrames, cancellation: cancellation)
    }
    func read(atMost frames: Int, cancellation: Cancellation) -> CapturedSound? {
      robot.read(atMost: frames, cancellation: cancellation)
    }
    func flush() {}
    func close() { robot.close() }
  }

  /// What is said, and in place of how many lines by each voice.
  private static let lines = 3

  func measure(into table: inout Table) throws {
    for (name, signalToNoise) in [("clean", 45.0), ("20 dB", 20)] {
      var said = 0
      var done = 0
      var wrong = 0
      var waits: [Double] = []
      for voice in Turns.voices {
        for (text, command) in SpokenCommand.phrases(in: "en") {
          let results = try say(text, voice, signalToNoise)
          said += results.count
          done += results.count { $0.command == command }
          wrong += results.count { $0.command != nil && $0.command != command }
          waits += results.filter { $0.command == command }.map(\.waited)
        }
      }
      let name = "commands, \(name)"
      table.add(
        Measure(
          name: "\(name): of \(said) that were said, done, %",
          ours: 100 * Double(done) / Double(max(said, 1)), unit: .percent, limit: .least(90)))
      table.add(
        Measure(
          name: "\(name): something else done", ours: Double(wrong), unit: .count, limit: .most(0)))
      table.add(
        Measure(
          name: "\(name): wait, median", ours: 1000 * median(waits), unit: .milliseconds,
          limit: .most(1500)))
    }
  }

  /// The result of `text` in place of some lines.
  private func say(
    _ text: String, _ voiceID: String, _ signalToNoise: Double
  ) throws -> [(command: SpokenCommand?, waited: Double)] {
    let ear = TracedRecognizer(RecognizerClient(turns.setup("pocketsphinx")), isOn: turns.traces)
    let voice = NormalizedVoice(turns.setup("flite"))
    defer {
      ear.quit()
      voice.quit()
    }
    var manner = RobotMicrophone.Acting()
    manner.signalToNoiseDecibels = signalToNoise
    let robot = RobotMicrophone(CueRehearsal.Part(voice: voice, voiceID: voiceID), manner)
    let microphone = Commanding(robot)
    microphone.text = text
    let script = Turns.script(turns.lines.scenes[0])
    var settings = ActorListening()
    settings.rules.language = "en"
    let hand = PatientHand()
    var told: SpokenCommand?
    let actor = ListeningActor(
      hand, through: microphone, ear, script: script, roles: ["ACTOR"], settings
    ) { report in
      turns.trace("“\(text)”, \(voiceID): \(report) at \(robot.position) of \(robot.spoken)")
      if case .command(_, let command) = report { told = command }
      if case .asksToStop = report { told = .stop }
    }
    let own = script.lines.filter { $0.character == "ACTOR" }
    return own.prefix(SpokenCommands.lines).map { line in
      told = nil
      actor.listening(to: line)
      let last = robot.rateHertz * 6
      while told == nil, robot.position < robot.spoken.upperBound + last {
        let turn = actor.wait(
          Moment(status: .waitingForUser, line: line, secondsIntoLine: 0, sessionFrame: 0))
        // Another end of the line than a command's.
        if told == nil, turn.command != nil { break }
      }
      defer { actor.listening(to: nil) }
      return (told, Double(robot.position - robot.spoken.upperBound) / Double(robot.rateHertz))
    }
  }
}
