import CueGeneration
import CueModel
import CueScreenplay
import CueStore
import Glibc
import Processes
import Synchronization

/// From items to clips and rows, on two cores, beside the engine's own library on one.
struct Generate {
  let tree: Tree
  let pairs: Int
  let lines: Int

  /// The same lines by the direct program and by Cue, in turn.
  ///
  /// Cue's time is all of it: starting two workers, the keys, the claims, two requests under way in each, the clips' files, the
  /// rows.
  ///
  /// The files lie in memory. How long a new file on disk takes depends on what others removed and wrote in the last minute:
  /// for one clip 40 to 600 µs were seen on one machine (ext4 without a journal). `measureSynthesisOnDisk` measures that.
  func measureSynthesis(_ engine: Engine, least: Double, into table: inout Table) throws {
    try measureSynthesis(
      engine, in: try Folder.inMemory(), place: "", limit: .ratio(1 / least), into: &table)
  }

  /// The same with the files on disk, where a user has them.
  func measureSynthesisOnDisk(_ engine: Engine, into table: inout Table) throws {
    try measureSynthesis(engine, in: try Folder(), place: " on disk", limit: .none, into: &table)
  }

  private func measureSynthesis(
    _ engine: Engine, in scratch: Folder, place: String, limit: Measure.Limit,
    into table: inout Table
  ) throws {
    defer { scratch.remove() }
    let direct = try DirectLines(engine.direct(tree) + ["lines"])
    // The direct program alone runs on.
    let running = bench_wait_for_children(1)
    var ours: [Double] = []
    var theirs: [Double] = []
    var processor: [Double] = []
    for pair in 0..<pairs {
      let items = Self.items(lines)
      theirs.append(try direct.say(items.map(\.saidText)))
      let folder = scratch.path + "/\(pair)"
      let cpu = try Self.processorMilliseconds(beside: running)
      let start = bench_now()
      let made = try make(items, [(tree.plugin(engine.plugin), engine.voice)], in: folder)
      ours.append(milliseconds(since: start))
      processor.append(try Self.processorMilliseconds(beside: running) - cpu)
      guard made.outcome.ends.indices.allSatisfy({ made.outcome.entry($0) != nil }) else {
        throw BenchFailure(sentence: "\(engine.name) did not say all lines.")
      }
      // On disk all are removed at the end: ext4 looks past every file that was removed lately when it makes one.
      if scratch.isInMemory { Folder.remove(folder) }
    }
    let ratios = zip(ours, theirs).map { $0 / $1 }.sorted()
    table.add(
      Measure(
        name: "\(engine.name): \(lines) items to clips and rows\(place), two lanes, best quartile",
        ours: median(ours), direct: median(theirs), pairedRatio: ratios[(ratios.count - 1) / 4],
        unit: .milliseconds, limit: limit))
    let costs = zip(processor, theirs).map { $0 / 2 / $1 }.sorted()
    table.add(
      Measure(
        name: "\(engine.name): the same, half of the processor time of all processes",
        ours: median(processor) / 2, direct: median(theirs),
        pairedRatio: costs[(costs.count - 1) / 4], unit: .milliseconds, limit: .none))
  }

  /// How long the steps after synthesis take, per minute of sound that is made of clips of two rates.
  func measureRecording(into table: inout Table) throws {
    let items = Self.items(lines)
    let scratch = try Folder()
    defer { scratch.remove() }
    let made = try make(
      items, [(tree.plugin("flite"), "kal16"), (tree.plugin("espeak"), "")], in: scratch.path)
    let rendered = items.enumerated().map { index, item in
      RenderedItem(
        item: item, clip: made.plan.jobOfItem[index].flatMap(made.outcome.entry),
        speaker: "\(index % 2)")
    }
    let screenplay = try Self.screenplay(lines)
    let report = try CastRecording(rendered, of: screenplay).write(
      to: scratch.path + "/out.flac", from: made.cache)
    let minutes = report.seconds / 60
    for (name, seconds) in [
      ("reading clips", report.cost.readingSeconds),
      ("loudness", report.cost.loudnessSeconds),
      ("resampling", report.cost.resamplingSeconds),
      ("mixing and limiting", report.cost.mixingSeconds + report.cost.limitingSeconds),
      ("encoding (FLAC)", report.cost.encodingSeconds),
    ] {
      table.add(
        Measure(
          name: "recording, \(name), processor time for a minute of sound",
          ours: seconds * 1000 / minutes, unit: .milliseconds, limit: .none))
    }
  }

  // The whole job, by the program.

  /// The first time, again with nothing changed, with one line changed; and the memory of a long one.
  func measureJob(_ engine: Engine, scriptLines: Int, into table: inout Table) throws {
    let scratch = try Folder()
    defer { scratch.remove() }
    var text = Self.script(scriptLines)
    let script = scratch.path + "/play.fountain"
    try write(text, to: script)
    let job = Job(tree: tree, engine: engine, folder: scratch.path, script: script)
    // The cast is proposed once, and is no part of a recording.
    _ = try job.run(["--dry-run"], output: nil)
    let start = bench_now()
    let (first, memory) = try job.watched()
    let firstTime = milliseconds(since: start)
    guard first.contains("\"completed\"") else {
      throw BenchFailure(sentence: "The recording was not completed.")
    }
    table.add(
      Measure(
        name: "\(engine.name): the whole job, a script of \(scriptLines) lines to WAV, wall",
        ours: firstTime, unit: .milliseconds, limit: .none))
    table.add(
      Measure(
        name: "\(engine.name): most memory of it, the workers' included, PSS", ours: memory,
        unit: .megabytes, limit: .most(150)))
    var again: [Double] = []
    for _ in 0..<5 {
      let start = bench_now()
      let told = try job.run(["--json"])
      again.append(milliseconds(since: start))
      guard told.contains("\"unchanged\"") else {
        throw BenchFailure(sentence: "Something was made though nothing had changed.")
      }
    }
    table.add(
      Measure(
        name: "\(engine.name): again with nothing changed, beside the first time",
        ours: median(again), direct: firstTime, unit: .milliseconds, limit: .ratio(0.02)))
    text += "\n\nNOBODY\nThis line is new, and was never said.\n"
    try write(text, to: script)
    let changed = try job.run(["--json"])
    table.add(
      Measure(
        name: "\(engine.name): clips made for one speech of the narrator that is new",
        ours: Double(changed.split(separator: "\n").count { $0.contains("\"event\":\"made\"") }),
        unit: .count, limit: .most(1)))
  }

  /// Killed at random moments and gone on with: whether anything is made twice, or other than undisturbed.
  func measureKills(_ engine: Engine, kills: Int, into table: inout Table) throws {
    let scratch = try Folder()
    defer { scratch.remove() }
    let script = scratch.path + "/play.fountain"
    try write(Self.script(lines), to: script)
    let quiet = try Folder()
    defer { quiet.remove() }
    let undisturbed = Job(tree: tree, engine: engine, folder: quiet.path, script: script)
    _ = try undisturbed.run([])
    let job = Job(tree: tree, engine: engine, folder: scratch.path, script: script)
    var generator = RepeatableGenerator()
    var made: [String: Int] = [:]
    var done = 0
    var rounds = 0
    var differing = 0
    while done < kills {
      let (told, wasKilled) = try job.killed(
        afterMilliseconds: Int.random(in: 1...400, using: &generator))
      // One clip may be that of several items, each of which is reported.
      let clips = told.split(separator: "\n").filter { $0.contains("\"event\":\"made\"") }
        .compactMap { line in line.split(separator: "\"").first { $0.utf8.count == 64 } }
      for clip in Set(clips) { made["\(rounds) \(clip)", default: 0] += 1 }
      if wasKilled {
        done += 1
      } else {
        differing += try same(job.output, undisturbed.output) ? 0 : 1
        rounds += 1
        try job.forget()
      }
    }
    _ = try job.run([])
    differing += try same(job.output, undisturbed.output) ? 0 : 1
    table.add(
      Measure(
        name: "\(engine.name): \(kills) kills: files that differ from the undisturbed one",
        ours: Double(differing), unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(engine.name): clips made twice, of \(made.count) told",
        ours: Double(made.values.count { $0 > 1 }), unit: .count,
        limit: .most(0)))
  }

  private func same(_ one: String, _ other: String) throws -> Bool {
    let bytes = contents(ofFile: one)
    return !bytes.isEmpty && bytes == contents(ofFile: other)
  }

  private func write(_ text: String, to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    if descriptor >= 0 { put(text, to: descriptor) }
    guard descriptor >= 0, close(descriptor) == 0 else {
      throw BenchFailure(sentence: "\(path) could not be written.")
    }
  }

  // In this process.

  struct Made {
    let plan: GenerationPlan
    let outcome: GenerationOutcome
    let cache: ClipStore
  }

  private func make(
    _ items: [SpeakableItem], _ voices: [(plugin: String, voice: String)], in folder: String
  ) throws -> Made {
    let tree = tree
    let sources = voices.map { voice in
      VoiceSource(local: voice.plugin) { lane throws(PluginFailure) in
        tree.voice(voice.plugin, core: lane)
      }
    }
    let roles = voices.enumerated().map { index, voice in
      GenerationRole(
        speaker: "\(index)",
        choices: [.init(source: index, delivery: RoleDelivery(voice: voice.voice))])
    }
    let cache = ClipStore(folder + "/clips")
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw BenchFailure(sentence: "There is no place for files in \(folder).")
    }
    let database = try Database(
      .file(folder + "/library.db"), modules: [CueStore.Scripts.module])
    let clock = StandingClock()
    let script = try CueStore.Scripts(database, clock: clock).put(
      ScriptIdentity(path: "", name: "play", digest: ""), rules: "table-read")
    let stored = ScriptItems(database, clock: clock)
    let rows = try stored.replace(
      items.map {
        StoredItem(
          orderIndex: $0.orderIndex, sourceKind: $0.sourceKind.rawValue, scene: $0.sceneID,
          text: $0.text, said: $0.saidText, tone: $0.kind.rawValue)
      }, of: script.number, rules: "table-read")
    try stored.queue(rows.map(\.number))
    let planner = GenerationPlanner(sources)
    let plan = try planner.plan(
      items, roleOfItem: items.indices.map { $0 % roles.count }, roles: roles, cache: cache)
    var settings = GenerationSettings()
    settings.lanes = 2
    let generation = Generation(
      sources, cache: cache, clock: SleepingClock(), crew: ThreadCrew(), settings: settings)
    // Rows are kept while the next clips are made, as the program does.
    let outcome = try generation.run(plan, planner: planner, cancellation: Cancellation()) {
      events in
      var changes: [ItemChange] = []
      for event in events {
        switch event {
        case .generating(let job, _):
          for item in plan.jobs[job].items {
            changes.append(
              .moved(rows[item].number, from: .audioQueued, to: .audioGenerating))
          }
        case .made(let job, let entry, _), .kept(let job, let entry, _):
          for item in plan.jobs[job].items {
            changes.append(
              .made(
                rows[item].number, NewAudioVersion(clip: entry, plugin: "bench", voice: "")))
          }
        default: break
        }
      }
      try stored.apply(changes)
      return true
    }
    return Made(plan: plan, outcome: outcome, cache: cache)
  }

  /// A script of `count` speeches, no two of which are the same.
  private static func script(_ count: Int) -> String {
    let lines = Texts.lines(1000)
    var text = ""
    for number in 0..<count {
      if number.isMultiple(of: 40) { text += "INT. HALL - DAY\n\nSomebody comes in.\n\n" }
      let more = number < 1000 ? "" : " That was number \(number)."
      text += "\(["JO", "BO", "ANN"][number % 3])\n\(lines[number % 1000])\(more)\n\n"
    }
    return text
  }

  private static func screenplay(_ count: Int) throws -> Screenplay {
    try ScreenplayReader.read(Array(script(count).utf8), fileName: "bench.fountain")
  }

  private static func items(_ count: Int) -> [SpeakableItem] {
    guard let play = try? screenplay(count) else {
      preconditionFailure("the benchmark's screenplay can be read")
    }
    return SpeakableItems.items(of: play, rules: .dialogueOnly)
  }

  /// Of this process and of all that it has started, but for `running` children that go on.
  ///
  /// Workers and the children that they keep for the next line are waited for: they count from then on.
  private static func processorMilliseconds(beside running: Int32) throws -> Double {
    guard bench_wait_for_children(running) <= running else {
      throw BenchFailure(sentence: "A worker runs on, so its processor time is not known.")
    }
    var sum = 0.0
    for who in [RUSAGE_SELF, RUSAGE_CHILDREN] {
      var usage = rusage()
      unsafe getrusage(who.rawValue, &usage)
      for time in [usage.ru_utime, usage.ru_stime] {
        sum += Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
      }
    }
    return sum
  }
}

/// A recording by the program, with a library of its own.
private struct Job {
  let tree: Tree
  let engine: Engine
  let folder: String
  let script: String
  var output: String { folder + "/out.wav" }

  private func words(_ more: [String], output: String?) -> [String] {
    [
      "/usr/bin/env", "CUE_HOME=\(folder)/home", tree.host, "generate", script, "--voice",
      engine.reference(tree), "--quiet",
    ] + (output.map { ["-o", $0] } ?? []) + more
  }

  func run(_ more: [String]) throws -> String { try run(more, output: output) }

  func run(_ more: [String], output: String?) throws -> String {
    let program = try RunningProgram(words(more, output: output))
    return program.rest()
  }

  func watched() throws -> (told: String, megabytes: Double) {
    let program = try RunningProgram(words(["--json"], output: output))
    // This thread asks for its number alone.
    nonisolated(unsafe) let source = program
    let box = Told()
    onThread {
      box.text.withLock { $0 = unsafe source.rest() }
      box.isDone.store(true, ordering: .releasing)
    }
    var most = 0.0
    while !box.isDone.load(ordering: .acquiring) {
      most = max(most, Memory.megabytes(program.process))
      usleep(20_000)
    }
    return (box.text.withLock { $0 }, most)
  }

  /// Whether it was killed before its end, and what it reported until then.
  func killed(afterMilliseconds milliseconds: Int) throws -> (told: String, wasKilled: Bool) {
    let program = try RunningProgram(words(["--json"], output: output))
    usleep(UInt32(milliseconds) * 1000)
    kill(program.process, SIGKILL)
    let told = program.rest()
    let isDone = told.contains("\"completed\"") || told.contains("\"unchanged\"")
    return (told, !isDone)
  }

  func forget() throws { Folder.remove(folder + "/home") }
}

private final class Told: Sendable {
  let text = Mutex("")
  let isDone = Atomic(false)
}

/// A folder that is removed by its maker.
struct Folder {
  let path: String
  let isInMemory: Bool

  init() throws { try self.init(in: "/tmp", isInMemory: false) }

  /// In the system's folder for shared memory; on disk where that has less than half a gigabyte, as in some containers.
  static func inMemory() throws -> Folder {
    var room = statvfs()
    guard unsafe statvfs("/dev/shm", &room) == 0, room.f_bavail * room.f_frsize >= 512 << 20 else {
      return try Folder()
    }
    return try Folder(in: "/dev/shm", isInMemory: true)
  }

  private init(in place: String, isInMemory: Bool) throws {
    self.isInMemory = isInMemory
    var name = Array("\(place)/cue-bench-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else {
      throw BenchFailure(sentence: "There is no place for files in \(place).")
    }
    path = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() { Folder.remove(path) }

  static func remove(_ path: String) { _ = try? Program("/bin/rm", "-rf", path).run() }
}

private struct StandingClock: WallClock {
  var millisecondsSince1970: Int64 { 1 }
}

private struct SleepingClock: MonotonicTime {
  var milliseconds: Int64 { bench_now() / 1_000_000 }
  func wait(milliseconds: Int, cancellation: Cancellation) { usleep(UInt32(milliseconds) * 1000) }
}
