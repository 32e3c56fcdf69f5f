import CueRehearsal
import Glibc

/// Whole rehearsals in which a voice acts and is heard: whether the partner cuts in, waits for ever, or answers at a human
/// pace.
///
/// Time is counted in frames of the actor's sound, so that the figures do not depend on the machine.
struct Turns {
  let tree: Tree
  let lines: Lines
  /// Own lines in each condition.
  let count: Int
  /// Only conditions whose name has this in it; all where it is empty.
  var only = ""
  /// Whether what happens in the rehearsals is written to standard error.
  var traces = false

  /// How the actor speaks.
  struct Condition {
    let name: String
    var signalToNoise = 45.0
    /// Before the word in the middle of each line, in turn.
    var pauses = [0.0]
    /// What is heard at the microphone besides the actor.
    var room = Room.Sounds()
    /// What the actor makes of a line.
    var wording = Wording.asWritten
    /// Limits: of matched lines in per cent, at least.
    var leastMatched = 0.0
  }

  static let voices = ["slt", "rms", "kal16", "awb"]

  /// Takes all figures; `record` keeps every end.
  func measure(into table: inout Table, keepingEndsIn record: EndRecord? = nil) throws {
    let conditions = [
      Condition(name: "clean", leastMatched: 98),
      Condition(name: "20 dB", signalToNoise: 20, leastMatched: 95),
      Condition(name: "10 dB", signalToNoise: 10, leastMatched: 75),
      Condition(name: "clean, pauses of 0.3 to 1.5 s", pauses: [0.3, 0.6, 1.0, 1.5]),
      Condition(
        name: "20 dB, pauses of 0.3 to 1.5 s", signalToNoise: 20, pauses: [0.3, 0.6, 1.0, 1.5]),
      Condition(
        name: "a room of 0.4 s decay", signalToNoise: 30, room: Room.Sounds(decaySeconds: 0.4)),
      Condition(name: "somebody types", signalToNoise: 30, room: Room.Sounds(keysPerSecond: 5)),
      Condition(
        name: "the partner's last half second, 20 dB quieter",
        room: Room.Sounds(echoDecibels: 20)),
      Condition(
        name: "the partner's whole line again, 20 dB quieter",
        room: Room.Sounds(echoDecibels: 20, repeatsLine: true)),
      Condition(
        name: "“um” and pauses of 0.6 to 1.5 s", pauses: [0.6, 1.0, 1.5], wording: .withHesitation),
      Condition(name: "other words at the end", wording: .withOtherEnd),
    ]
    func isWanted(_ name: String) -> Bool { only.isEmpty || name.contains(only) }
    for condition in conditions where isWanted(condition.name) {
      try measure(condition, into: &table, record)
    }
    if isWanted("commands") { try SpokenCommands(turns: self).measure(into: &table) }
    for condition in conditions[3...4] where isWanted(condition.name) {
      try measureCurve(condition, into: &table)
    }
    if isWanted("real time") { try measureInRealTime(into: &table) }
  }

  /// As eot-bench does: pauses of 100 ms and more are holds or ends, and each wait has its false cut-offs.
  ///
  /// What is swept is the silence after the last word of a line that was heard. The share of holds that the same wait cuts off
  /// when only silence counts is given for comparison.
  private func measureCurve(_ condition: Condition, into table: inout Table) throws {
    for wait in [0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.8] {
      let before = Turns.processorSeconds
      let outcomes = try outcomes(condition, count: max(20, count / 5)) {
        $0.matchedSeconds = wait
      }.lines
      let seconds = outcomes.reduce(0) { $0 + $1.seconds }
      let processor = 100 * (Turns.processorSeconds - before) / max(seconds, 1)
      let holds = outcomes.flatMap(\.holds)
      func percent(_ count: Int) -> Double { 100 * Double(count) / Double(max(1, holds.count)) }
      let waited = outcomes.filter { !$0.cutIn && $0.waited < 10 }.map(\.waited)
      let name = "end of turn, \(condition.name), \(Int(wait * 1000)) ms"
      let isUsual = wait == ActorListening().matchedSeconds
      table.add(
        Measure(
          name: "\(name): of \(holds.count) holds cut off, %; by silence alone",
          ours: percent(outcomes.count(where: \.cutIn)),
          direct: percent(holds.count { $0 > wait }), unit: .percent,
          limit: isUsual ? .most(1) : .none))
      table.add(
        Measure(
          name: "\(name): wait, median", ours: 1000 * median(waited), unit: .milliseconds,
          limit: isUsual ? .most(350) : .none))
      if isUsual {
        table.add(
          Measure(
            name: "\(name): processor time a second of sound, robot and rehearsal included, %",
            ours: processor, unit: .percent, limit: .most(2)))
      }
    }
  }

  /// What the program and all its workers take of a core while they rehearse in real time.
  ///
  /// A file stands for the loudspeaker; it takes sound as time goes by, and the robot's microphone goes along with it. The robot's
  /// own voice is counted, too.
  private func measureInRealTime(into table: inout Table) throws {
    let folder = try TemporaryFolder()
    let said = lines.scenes[0].prefix(count < 100 ? 6 : 16)
    let text = said.enumerated().map { index, text in
      (index.isMultiple(of: 2) ? "ACTOR" : "PARTNER") + "\n" + text
    }
    let script = try folder.write(
      Array((["INT. A ROOM - DAY"] + text).joined(separator: "\n\n").utf8), as: "scene.fountain")
    let cost = try Program(
      tree.host, "rehearse", script, "--as", "ACTOR", "--robot", "flite:rms", "--voice",
      "flite:slt",
      "--from", "1", "--device", "file:" + folder.path("heard.wav"), "--quiet"
    ).run()
    let seconds = Double(cost.wall_ns) / 1e9
    let least = Double(text.joined().count) / 25
    guard seconds > least else {
      throw BenchFailure(
        sentence: "\(said.count) lines took \(Int(seconds)) s: no rehearsal in real time.")
    }
    table.add(
      Measure(
        name:
          "a rehearsal of \(said.count) lines in real time, \(Int(seconds)) s: processor time of the program and all "
          + "its workers, recognizer, partner and robot",
        ours: 100 * Double(cost.cpu_ns) / Double(cost.wall_ns), unit: .percent, limit: .most(10)))
  }

  /// Of this process, without its workers.
  private static var processorSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func measure(
    _ condition: Condition, into table: inout Table, _ record: EndRecord?
  ) throws {
    let (outcomes, workerSeconds) = try outcomes(condition, count: count)
    try record?.add(outcomes.flatMap(\.ends))
    let all = outcomes.count
    func percent(_ count: Int) -> Double { 100 * Double(count) / Double(max(all, 1)) }
    let name = "turns, \(condition.name)"
    table.add(
      Measure(
        name: "\(name): processor time of the workers a second of sound, robot's voice included",
        ours: 100 * workerSeconds / max(1, outcomes.reduce(0) { $0 + $1.seconds }),
        unit: .percent, limit: .most(8)))
    let matched = outcomes.filter { $0.end == .matched && !$0.cutIn }
    let others = outcomes.filter { $0.end != .matched && !$0.cutIn && !$0.isLost }
    table.add(
      Measure(
        name: "\(name): of \(all) lines, heard as written, %", ours: percent(matched.count),
        unit: .count, limit: condition.leastMatched > 0 ? .least(condition.leastMatched) : .none))
    table.add(
      Measure(
        name: "\(name): the partner cut in, lines",
        ours: Double(outcomes.count(where: \.cutIn)), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(name): somebody else's words ended the line, lines",
        ours: Double(outcomes.count(where: \.isSelfAnswer)), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(name): words taken for a command",
        ours: Double(outcomes.reduce(0) { $0 + $1.commands }), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(name): nobody came to say them, lines",
        ours: Double(outcomes.count(where: \.isLost)), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(name): still waiting 10 s after the line, lines",
        ours: Double(outcomes.count { $0.waited > 10 }), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(name): wait after a line heard as written, median",
        ours: 1000 * median(matched.map(\.waited)), unit: .milliseconds,
        // A line that ends with other words was not said as written: it is in doubt.
        limit: .most(condition.wording == .withOtherEnd ? 950 : 350)))
    if !others.isEmpty {
      table.add(
        Measure(
          name: "\(name): wait after another, median (of \(others.count))",
          ours: 1000 * median(others.map(\.waited)), unit: .milliseconds, limit: .most(950)))
    }
  }
}
