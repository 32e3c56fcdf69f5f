import CueABI
import Glibc
import Processes

/// From the start of the program to the first byte of its sound, and where that time goes.
struct FirstSound {
  let tree: Tree
  let pairs: Int

  func measure(
    _ name: String, voice: String, against direct: [String], most: Double,
    into table: inout Table
  ) throws {
    let ours = Program(
      tree.host, "--quiet", "--voice=\(voice)", "--raw", "-o", "-", Texts.sentence)
    let direct = Program(words: direct)
    _ = try (ours.run(), direct.run())
    var times: (ours: [Double], direct: [Double]) = ([], [])
    for _ in 0..<pairs {
      times.ours.append(try Self.firstByte(of: ours))
      times.direct.append(try Self.firstByte(of: direct))
    }
    table.add(
      Measure(
        name: "\(name): start to first sound, median of \(pairs)", ours: median(times.ours),
        direct: median(times.direct), unit: .milliseconds, limit: .ratio(most)))
  }

  /// Measures texts of several kinds against the engine's own program, once for each way to name a voice.
  ///
  /// `names` are ways to name one voice. `direct` makes the command line of the engine's program for a text in a language, or for a
  /// file if `text` is nil.
  func measureTexts(
    _ engine: String, names: [String], most: Double,
    direct: (_ text: String?, _ language: String, _ file: String) -> [String],
    into table: inout Table
  ) throws {
    let file = "/tmp/cue-bench-\(getpid()).txt"
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array(Texts.sentence.utf8)
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0
    else { throw BenchFailure(sentence: "\(file) cannot be written.") }
    defer { unsafe unlink(file) }
    let texts: [(name: String, text: String?, language: String)] = [
      ("short", "Good evening.", "en"), ("clear", "The door was open when I came home.", "en"),
      ("long", Texts.long(characters: 600), "en"),
      ("other language", "Die Tür stand offen, als ich nach Hause kam.", "de"), ("file", nil, "en"),
    ]
    for text in texts {
      for name in names {
        var words = ["--quiet", "--voice=\(name)", "--raw", "-o", "-"]
        if text.language != "en" { words += ["--language", text.language] }
        words += text.text.map { [$0] } ?? ["-f", file]
        let ours = Program(words: [tree.host] + words)
        let own = Program(words: direct(text.text, text.language, file))
        // The first run makes lists of voices.
        _ = try (ours.run(), own.run())
        var times: (ours: [Double], direct: [Double]) = ([], [])
        for _ in 0..<pairs {
          times.ours.append(try Self.firstByte(of: ours))
          times.direct.append(try Self.firstByte(of: own))
        }
        let shown = name.split(separator: "/").last ?? ""
        table.add(
          Measure(
            name: "\(engine) as \(shown), \(text.name): start to first sound",
            ours: median(times.ours), direct: median(times.direct), unit: .milliseconds,
            limit: .ratio(most)))
      }
    }
  }

  /// Milliseconds to the first byte; a program that gives none is no measure.
  private static func firstByte(of program: Program) throws -> Double {
    let time = try program.run(readingOutput: true).first_byte_ns
    guard time > 0 else {
      throw BenchFailure(sentence: "\(program.words[0]) gave no byte of sound.")
    }
    return Double(time) / 1e6
  }

  /// Each step of espeak's start, by itself.
  func breakDown(into table: inout Table) throws {
    var steps: [String: [Double]] = [:]
    var order: [String] = []
    func took(_ step: String, _ milliseconds: Double) {
      if steps[step] == nil { order.append(step) }
      steps[step, default: []].append(milliseconds)
    }
    let version = Program(tree.host, "--version")
    let starts = RunningProgramSteps(tree)
    for _ in 0..<pairs {
      took(
        "host: start to its first line of code",
        Double(try version.run(readingOutput: true).first_byte_ns) / 1e6)
      let small = try starts.time(tree.direct("libfaulty.so"))
      let espeak = try starts.time(tree.plugin("espeak"))
      took("worker: start, with a plugin in C", small.hello)
      took("plugin: loading it and its Swift runtime", espeak.hello - small.hello)
      took("engine: loading, initialising, its voice", espeak.create)
      let engine = try engineSteps()
      for (name, value) in zip(["library", "data", "voice"], engine) {
        took("  of that, without us: \(name)", value)
      }
      took("line: fork and first sound", espeak.firstSound)
      took("  of that, without us", engine[3])
    }
    for step in order {
      table.add(
        Measure(
          name: "espeak, \(step)", ours: median(steps[step] ?? [0]), unit: .milliseconds,
          limit: .none))
    }
  }

  private func engineSteps() throws -> [Double] {
    let program = try RunningProgram([
      tree.direct("espeak-start"), Texts.sentence, "\(tree.folder)/plugins/espeak/libpcaudio.so.0",
    ])
    return try (0..<4).map { _ in (Double(try program.receiveLine()) ?? 0) / 1e6 }
  }
}

/// How long a worker takes for each step up to the first sound.
private struct RunningProgramSteps {
  let tree: Tree

  init(_ tree: Tree) { self.tree = tree }

  func time(_ plugin: String) throws -> (hello: Double, create: Double, firstSound: Double) {
    let start = bench_now()
    let wire = try Wire(tree, plugin: plugin)
    try wire.hello()
    let hello = milliseconds(since: start)
    try wire.create()
    let create = milliseconds(since: start)
    var first: Double?
    try wire.say(Texts.sentence, voice: "", credit: 1 << 20) { _ in
      if first == nil { first = milliseconds(since: start) }
    }
    return (hello, create - hello, (first ?? create) - create)
  }
}
