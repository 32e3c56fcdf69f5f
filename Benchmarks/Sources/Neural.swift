import CueCasting
import CueModel
import CuePlugins
import Glibc
import Processes

/// Voices of neural models through the host, beside the same engines called directly from C and Python.
///
/// What is not installed is left out, with a line that says so.
struct Neural {
  let tree: Tree
  /// How many times the first sound is waited for.
  let pairs: Int
  /// How many lines are said.
  let lines: Int
  /// How many lines the memory has to stay flat for.
  let longRun: Int
  /// How many lines of each voice are read back.
  let readBack: Int
  /// The part that is measured; empty for all.
  let only: String
  /// Whether lines that are misheard are reported.
  let traces: Bool

  /// A voice, and the program that calls its engine directly.
  struct Subject {
    let name: String
    let plugin: String
    let isProgram: Bool
    let direct: [String]
    /// What must be there for it.
    let needs: [String]
    let hint: String
  }

  private var subjects: [Subject] {
    let joe = "\(tree.folder)/share/cue/models/en_US-joe-medium/en_US-joe-medium.onnx"
    let python = "\(tree.folder)/neural/python/bin/python"
    return [
      Subject(
        name: "piper joe", plugin: tree.plugin("sherpa"), isProgram: false,
        direct: [tree.direct("sherpa"), joe],
        needs: [tree.plugin("sherpa"), tree.direct("sherpa"), joe],
        hint: "make neural NEURAL=sherpa"),
      Subject(
        name: "hibari", plugin: "\(tree.folder)/plugins/hibari", isProgram: true,
        direct: [python, "Benchmarks/direct/hibari.py"],
        needs: ["\(tree.folder)/plugins/hibari", python], hint: "make neural NEURAL=hibari"),
    ]
  }

  /// Ten words.
  private static let sentence = "She put the letter down and looked at the rain."

  func measure(into table: inout Table) throws {
    var there: [Subject] = []
    for subject in subjects {
      if let missing = subject.needs.first(where: { unsafe access($0, R_OK) != 0 }) {
        table.note("Left out: \(subject.name): there is no \(missing); '\(subject.hint)' makes it.")
      } else {
        there.append(subject)
      }
    }
    for subject in there {
      if has("lines") { try measureLines(subject, into: &table) }
      if has("first") { try measureFirstSound(subject, into: &table) }
      if has("memory") { try measureMemory(subject, into: &table) }
      if has("cancel") { try measureCancel(subject, into: &table) }
      if has("kill") { try measureKill(subject, into: &table) }
    }
    if has("words") { try measureWords(there, into: &table) }
    if has("recognizers") {
      try Recognizers(tree: tree, lineCount: readBack).measure(into: &table)
    }
  }

  private func has(_ part: String) -> Bool { only.isEmpty || only == part }

  private func voice(_ subject: Subject) -> NormalizedVoice {
    voice(subject.plugin, isProgram: subject.isProgram)
  }

  private func voice(_ path: String, isProgram: Bool, _ voice: String = "") -> NormalizedVoice {
    let file = PluginFile(path: path, name: path, isProgram: isProgram, id: "")
    return NormalizedVoice(
      PluginSetup(file: file, worker: WorkerSettings(workerPath: tree.worker)), voice: voice)
  }

  // MARK: - Time

  /// What a direct program says of a block of lines.
  private struct Cost {
    var wall = 0.0
    var processor = 0.0
    var first = 0.0
    var sound = 0.0
  }

  private func direct(_ program: RunningProgram, _ lines: [String]) throws -> Cost {
    try program.send(Array((lines.joined(separator: "\n") + "\n\n").utf8))
    let numbers = try program.receiveLine().split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 4 else {
      throw BenchFailure(sentence: "The direct program gave no times.")
    }
    return Cost(
      wall: numbers[0] / 1e6, processor: numbers[1] / 1e6, first: numbers[2] / 1e6,
      sound: numbers[3])
  }

  private func ours(_ voice: NormalizedVoice, _ lines: [String]) throws -> Cost {
    var cost = Cost()
    let (own, below) = (bench_own_cpu(), bench_children_cpu())
    let start = bench_now()
    for (index, line) in lines.enumerated() {
      if index + 1 < lines.count { voice.expect(SpeechRequest(text: lines[index + 1])) }
      let began = bench_now()
      var hasSounded = false
      _ = try voice.speak(SpeechRequest(text: line), cancellation: Cancellation()) { event in
        guard case .sound(let sound) = event else { return }
        if !hasSounded { cost.first = milliseconds(since: began) }
        hasSounded = true
        cost.sound += 1000 * Double(sound.frameCount) / Double(sound.format.rateHertz)
      }
    }
    cost.wall = milliseconds(since: start)
    cost.processor =
      Double(bench_own_cpu() - own + bench_children_cpu() - below) / 1e6
    return cost
  }

  /// A voice and its engine called directly, both after their first lines.
  private func warm(_ subject: Subject) throws -> (voice: NormalizedVoice, program: RunningProgram)
  {
    let (voice, program) = (voice(subject), try RunningProgram(subject.direct))
    let lines = [Self.sentence, "Yes."]
    _ = try (ours(voice, lines), direct(program, lines))
    return (voice, program)
  }

  /// Blocks of lines in turn, each side first in half of them: processor time and the clock.
  private func measureLines(_ subject: Subject, into table: inout Table) throws {
    let (voice, program) = try warm(subject)
    defer { voice.quit() }
    let said = Texts.lines(lines)
    var ratios: (processor: [Double], wall: [Double]) = ([], [])
    var sums: (ours: Cost, direct: Cost) = (Cost(), Cost())
    for (place, first) in stride(from: 0, to: said.count, by: 10).enumerated() {
      let block = Array(said[first..<min(first + 10, said.count)])
      // The direct program's time on the processor counts while it works only, Cue's while it waits.
      let (one, other): (Cost, Cost)
      if place % 2 == 0 {
        one = try ours(voice, block)
        other = try direct(program, block)
      } else {
        other = try direct(program, block)
        one = try ours(voice, block)
      }
      ratios.processor.append(one.processor / other.processor)
      ratios.wall.append(one.wall / other.wall)
      sums.ours.processor += one.processor
      sums.direct.processor += other.processor
      sums.ours.wall += one.wall
      sums.direct.wall += other.wall
      sums.ours.sound += one.sound
    }
    table.add(
      Measure(
        name: "\(subject.name): \(said.count) lines, processor time, median of blocks",
        ours: sums.ours.processor, direct: sums.direct.processor,
        pairedRatio: median(ratios.processor), unit: .milliseconds, limit: .ratio(1.05)))
    table.add(
      Measure(
        name: "\(subject.name): \(said.count) lines, one warm worker, wall, median of blocks",
        ours: sums.ours.wall, direct: sums.direct.wall, pairedRatio: median(ratios.wall),
        unit: .milliseconds, limit: .ratio(1 / 0.95)))
    let spread = ratios.processor.sorted()
    table.note(
      "  processor time of the blocks, ours over direct: \(rounded(spread[0], 3)) to "
        + "\(rounded(spread[spread.count - 1], 3)); \(rounded(sums.ours.sound / sums.ours.processor, 1)) times real time"
    )
  }

  /// The first sound of a line, Cue's and the engine's in turn.
  private func measureFirstSound(_ subject: Subject, into table: inout Table) throws {
    let (voice, program) = try warm(subject)
    defer { voice.quit() }
    var firsts: (ours: [Double], direct: [Double]) = ([], [])
    for _ in 0..<pairs {
      firsts.ours.append(try ours(voice, [Self.sentence]).first)
      firsts.direct.append(try direct(program, [Self.sentence]).first)
    }
    let name = "\(subject.name): first sound of ten words, warm, median of \(pairs)"
    table.add(
      Measure(
        name: name, ours: median(firsts.ours), direct: median(firsts.direct), unit: .milliseconds,
        limit: .ratio(1.1)))
    table.add(
      Measure(name: name, ours: median(firsts.ours), unit: .milliseconds, limit: .most(150)))
  }

  // MARK: - Memory

  private func measureMemory(_ subject: Subject, into table: inout Table) throws {
    let voice = voice(subject)
    defer { voice.quit() }
    let own = Memory.ofProcesses()
    _ = try ours(voice, [Self.sentence])
    table.add(
      Measure(
        name: "\(subject.name): memory of a warm plugin, PSS", ours: Memory.ofProcesses() - own,
        unit: .megabytes, limit: .none))
    let early = max(longRun / 10, 1)
    var sizes: [Double] = []
    for count in 1...longRun {
      let line = SpeechRequest(text: count % 2 == 0 ? "Yes." : "No, thank you.")
      _ = try voice.speak(line, cancellation: Cancellation()) { _ in }
      if count == early || count == longRun { sizes.append(Memory.writtenByProcesses()) }
    }
    table.add(
      Measure(
        name: "\(subject.name): memory after \(longRun) lines, over that after \(early)",
        ours: sizes[1], direct: sizes[0], unit: .megabytes, limit: .mostAbove(2)))
  }

  // MARK: - Ends

  /// From a cancel in mid-line to the end of the line.
  private func measureCancel(_ subject: Subject, into table: inout Table) throws {
    let voice = voice(subject)
    defer { voice.quit() }
    _ = try ours(voice, [Self.sentence])
    var worst = 0.0
    for round in 0..<pairs {
      let cancellation = Cancellation()
      let clock = CancelClock()
      var hasSounded = false
      let line = SpeechRequest(text: Texts.long(characters: 5000))
      let outcome = try voice.speak(line, cancellation: cancellation) { event in
        guard case .sound = event, !hasSounded else { return }
        hasSounded = true
        onThread {
          usleep(UInt32(2000 + 7000 * round))
          clock.start()
          cancellation.cancel()
        }
      }
      worst = max(worst, clock.milliseconds)
      guard outcome == .cancelled else {
        throw BenchFailure(sentence: "\(subject.name) was not cancelled.")
      }
    }
    table.add(
      Measure(
        name: "\(subject.name): cancel to the end of the line, worst of \(pairs)", ours: worst,
        unit: .milliseconds, limit: .most(100)))
  }

  /// The program is killed in mid-line: how many processes and files stay.
  private func measureKill(_ subject: Subject, into table: inout Table) throws {
    let scratch = try Folder()
    defer { scratch.remove() }
    let text = scratch.path + "/text"
    try write(Texts.long(characters: 20_000), to: text)
    var processes = 0.0
    let rounds = 3
    for round in 0..<rounds {
      let running = bench_wait_for_children(0)
      var program: RunningProgram? = try RunningProgram([
        tree.host, "--quiet", "--voice=\(subject.plugin)", "--file", text, "--raw", "-o", "-",
      ])
      // It speaks, and somebody ends it without a word.
      _ = try program?.receive(48_000 * (round + 1))
      program = nil
      processes += Double(max(0, bench_wait_for_children(running) - running))
    }
    table.add(
      Measure(
        name: "\(subject.name): \(rounds) kills in mid-line: processes that are left",
        ours: processes, unit: .count, limit: .most(0)))
    table.add(
      Measure(
        name: "\(subject.name): the same: files that are left in the folder",
        ours: Double(files(in: scratch.path) - 1), unit: .count, limit: .most(0)))
  }

  private func write(_ text: String, to path: String) throws {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard file >= 0, unsafe Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw BenchFailure(sentence: "\(path) could not be written.")
    }
  }

  private func files(in folder: String) -> Int {
    guard let directory = unsafe opendir(folder) else { return 0 }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    return count - 2
  }

  // MARK: - Words

  /// What a recognizer reads back of each voice: the share of words that are wrong.
  private func measureWords(_ subjects: [Subject], into table: inout Table) throws {
    let path = "\(tree.folder)/plugins/whisper"
    guard unsafe access(path, X_OK) == 0 else {
      table.note(
        "Left out: words read back: there is no \(path); 'make neural NEURAL=whisper' makes it.")
      return
    }
    let file = PluginFile(path: path, name: path, isProgram: true, id: "")
    let ear = RecognizerClient(
      PluginSetup(file: file, worker: WorkerSettings(workerPath: tree.worker)))
    defer { ear.quit() }
    let flite = try errors(of: voice(tree.plugin("flite"), isProgram: false, "slt"), ear)
    table.add(
      Measure(
        name: "flite slt: words wrong of \(readBack) lines, as whisper reads them", ours: flite,
        unit: .percent, limit: .none))
    for subject in subjects {
      table.add(
        Measure(
          name: "\(subject.name): the same, at most half of slt's",
          ours: try errors(of: voice(subject), ear), direct: flite, unit: .percent,
          limit: .ratio(0.5)))
    }
  }

  /// In percent of the words of all lines.
  private func errors(of voice: NormalizedVoice, _ ear: RecognizerClient) throws -> Double {
    defer { voice.quit() }
    var wrong = 0
    var all = 0
    for line in Texts.lines(readBack) {
      var pieces: [AudioBuffer] = []
      _ = try voice.speak(SpeechRequest(text: line), cancellation: Cancellation()) { event in
        if case .sound(let sound) = event { pieces.append(sound) }
      }
      guard let format = pieces.first?.format else {
        throw BenchFailure(sentence: "\(voice.name) said nothing.")
      }
      _ = try ear.open(ListenRequest(format: format), cancellation: Cancellation())
      for piece in pieces { _ = try ear.push(piece, cancellation: Cancellation()) }
      // The end of a line is followed by silence.
      let silence = [UInt8](repeating: 0, count: format.rateHertz / 2 * format.frameByteCount)
      _ = try ear.push(AudioBuffer(format: format, bytes: silence), cancellation: Cancellation())
      let heard = try ear.finish(cancellation: Cancellation()).text
      let words = EnglishWords(line)
      let edits = words.edits(from: EnglishWords(heard))
      if traces, edits > 0 {
        put("\(voice.name)\t\(edits)\t\(line)\t\(heard)\n", to: STDERR_FILENO)
      }
      wrong += edits
      all += words.words.count
    }
    return 100 * Double(wrong) / Double(max(1, all))
  }
}
