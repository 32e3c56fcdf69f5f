import Glibc
import Processes

/// What was asked for.
struct Options {
  static let parts = [
    "text", "start", "lines", "same", "memory", "recovery", "endpointer", "stretch", "recognizer",
    "listening", "words", "sentences", "registry", "conform", "practice", "script", "generate",
    "turns", "beats", "soak", "neural", "story",
  ]
  static let usage = """
    cue-bench [OPTIONS] FOLDER

    Measures the tree in FOLDER (host, cue-worker, plugins/, bench/) against the engines called directly.

      --report      end with status 0 though a limit is missed
      --only PART   one of \(parts.joined(separator: ", ")); may be given more than once
      --pairs N     how many pairs are measured for a text (15) and a start (25)
      --hours N     how long the soak goes on, by the clock; else an hour of the rehearsal's own time
      --condition TEXT
                    of the turns, only conditions whose name has TEXT in it, as "a room"; of the neural voices, only
                    lines, first, memory, cancel, kill, words or recognizers; of the stories, only positions, live,
                    dials, opening, canvas, cost, mixing, drift or loop
      --trace       tells on standard error what is heard and decided in the turns, and which lines are misheard
      --ends FILE   keeps frame and reason of every end in the turns, for Benchmarks/turns/compare-ends.py
      --turns N     own lines in each condition of the turns (500), and in each table of the beats (600)
      --speeches FILE
                    what is acted in the beats (Benchmarks/turns/speeches-report.txt)
      --lines FILE  what is listened to (Benchmarks/listening/lines.txt)
      --cut         no measurements: cuts lines of "LANGUAGE<tab>TEXT" from standard input into sentences, a line each, for
                    Benchmarks/sentences/compare.py
      --quick       fewer pairs and lines: shows that all works, and little else

    """

  var folder = ""
  var isReport = false
  var cuts = false
  var only: [String] = []
  private var pairs: Int?
  var condition = ""
  var traces = false
  var endsFile: String?
  private var turnCount: Int?
  var hours: Double?
  var isQuick = false
  var speechesFile = "Benchmarks/turns/speeches-report.txt"
  var linesFile = "Benchmarks/listening/lines.txt"

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--report": isReport = true
      case "--quick": isQuick = true
      case "--cut": cuts = true
      case "--trace": traces = true
      case "--ends":
        guard let file = words.popFirst() else { throw Options.wrong }
        endsFile = file
      case "--turns":
        guard let count = words.popFirst().flatMap({ Int($0) }), count > 0 else {
          throw Options.wrong
        }
        turnCount = count
      case "--condition":
        guard let text = words.popFirst() else { throw Options.wrong }
        condition = text
      case "--speeches":
        guard let file = words.popFirst() else { throw Options.wrong }
        speechesFile = file
      case "--lines":
        guard let file = words.popFirst() else { throw Options.wrong }
        linesFile = file
      case "--only":
        guard let part = words.popFirst(), Options.parts.contains(part) else { throw Options.wrong }
        only.append(part)
      case "--hours":
        guard let number = words.popFirst().flatMap({ Double($0) }), number > 0 else {
          throw Options.wrong
        }
        hours = number
      case "--pairs":
        guard let count = words.popFirst().flatMap({ Int($0) }), count > 0 else {
          throw Options.wrong
        }
        pairs = count
      default:
        guard !word.hasPrefix("-"), folder.isEmpty else { throw Options.wrong }
        folder = word
      }
    }
    guard cuts || !folder.isEmpty else { throw Options.wrong }
  }

  private static var wrong: BenchFailure { BenchFailure(sentence: usage) }

  func has(_ part: String) -> Bool { only.isEmpty || only.contains(part) }
  /// A number of pairs, unless another was asked for.
  func pairs(_ count: Int) -> Int { pairs ?? (isQuick ? 3 : count) }
  /// Own lines in each condition of the turns.
  var turns: Int { turnCount ?? lines(500) }
  /// Tries in each table of the beats.
  var beats: Int { turnCount ?? lines(600) }
  /// A number of lines, or few.
  func lines(_ count: Int) -> Int { isQuick ? count / 20 : count }
}

/// Takes all figures that were asked for; returns how many limits were missed.
func measure(_ options: Options) throws -> Int {
  let tree = Tree(folder: options.folder)
  let engines = [Engine.espeak, .slt, .kal16]
  var table = Table()
  if options.has("text") {
    let longText = LongText(tree: tree, pairs: options.pairs(15))
    try longText.checkCounting("thread", tree.direct("libfaulty.so"), into: &table)
    try longText.checkCounting("fork", tree.direct("libfaulty-forked.so"), into: &table)
    try longText.measure(.espeak, most: 1.10, into: &table)
    try longText.measure(.slt, most: 1.02, into: &table)
  }
  if options.has("start") {
    let firstSound = FirstSound(tree: tree, pairs: options.pairs(25))
    try firstSound.measure(
      "espeak", voice: Engine.espeak.reference(tree),
      against: ["/usr/bin/espeak-ng", "--stdout", Texts.sentence], most: 1.25, into: &table)
    try firstSound.measure(
      "flite slt", voice: Engine.slt.reference(tree),
      against: ["/usr/bin/flite", "-voice", "slt", "-t", Texts.sentence, "-o", "/dev/stdout"],
      most: 1.0, into: &table)
    let each = FirstSound(tree: tree, pairs: options.pairs(9))
    try each.measureTexts(
      "espeak", names: [tree.plugin("espeak"), "espeak", "espeak:gmw/en"], most: 1.25,
      direct: { text, language, file in
        ["/usr/bin/espeak-ng", "-v", language, "--stdout"] + (text.map { [$0] } ?? ["-f", file])
      }, into: &table)
    try each.measureTexts(
      "flite", names: [tree.plugin("flite"), "flite", "flite:slt"], most: 0.6,
      direct: { text, _, file in
        ["/usr/bin/flite", "-voice", "slt"]
          + (text.map { ["-t", $0] } ?? ["-f", file]) + ["-o", "/dev/stdout"]
      }, into: &table)
    try firstSound.breakDown(into: &table)
  }
  for engine in engines {
    let lines = ManyLines(tree: tree)
    if options.has("lines") {
      try lines.measureTime(engine, lines: options.lines(1000), into: &table)
    }
    if options.has("same") {
      try lines.measureSameness(engine, lines: options.lines(1000), into: &table)
    }
  }
  if options.has("memory") {
    let memory = Memory(tree: tree)
    for engine in engines {
      try memory.measureLongLine(engine, characters: options.lines(5000), into: &table)
    }
    let (early, late) = (options.lines(1000), options.lines(10_000))
    try memory.measureGrowth("mock", tree.plugin("mock"), early: early, late: late, into: &table)
    try memory.measureGrowth(
      "espeak", tree.plugin("espeak"), early: early, late: late, into: &table)
  }
  if options.has("recovery") {
    let recovery = Recovery(tree: tree, rounds: options.isQuick ? 3 : 20)
    try recovery.measureCrash("in its thread", tree.direct("libfaulty.so"), into: &table)
    try recovery.measureCrash("in a fork", tree.direct("libfaulty-forked.so"), into: &table)
    for engine in [Engine.espeak, .slt] { try recovery.measureCancel(engine, into: &table) }
  }
  if options.has("registry") {
    try Registry(tree: tree, plugins: 200, rounds: options.isQuick ? 4 : 20).measure(into: &table)
  }
  if options.has("conform") {
    try Conform(tree: tree, stride: options.isQuick ? 10 : 1).measure(into: &table)
  }
  if options.has("stretch") {
    try Stretch(tree: tree, pairs: options.pairs(5)).measure(into: &table)
  }
  if options.has("endpointer") {
    try Endpoints(utterances: options.isQuick ? 12 : 60).measure(into: &table)
  }
  let hasRecognizer = !contents(ofFile: tree.plugin("pocketsphinx")).isEmpty
  if !hasRecognizer,
    ["recognizer", "listening", "words", "turns", "soak"].contains(where: options.has)
  {
    put("Left out: pocketsphinx is not built, so nothing listens.\n", to: STDERR_FILENO)
  }
  if hasRecognizer, options.has("recognizer") {
    let hearing = Hearing(
      tree: tree, lines: try Lines(file: options.linesFile), lineCount: options.lines(200),
      traces: options.traces)
    try hearing.measure(into: &table)
  }
  if hasRecognizer, options.has("listening") {
    let listening = try Listening(
      tree: tree, lines: options.linesFile, stride: options.isQuick ? 20 : 1)
    try listening.measure(into: &table)
  }
  if hasRecognizer, options.has("words") {
    try WordTimes(tree: tree, stride: options.isQuick ? 20 : 1).measure(into: &table)
  }
  if hasRecognizer, options.has("turns") {
    let turns = Turns(
      tree: tree, lines: try Lines(file: options.linesFile), count: options.turns,
      only: options.condition, traces: options.traces)
    try turns.measure(
      into: &table, keepingEndsIn: try options.endsFile.map { try EndRecord(path: $0) })
  }
  if hasRecognizer, options.has("beats") {
    let turns = Turns(
      tree: tree, lines: try Lines(file: options.linesFile), count: 0, traces: options.traces)
    try Beats(
      turns: turns, file: options.speechesFile, count: options.beats, only: options.condition
    ).measure(into: &table)
  }
  if hasRecognizer, options.has("soak") {
    let turns = Turns(tree: tree, lines: try Lines(file: options.linesFile), count: 0)
    try Soak(turns: turns, hours: options.hours, isQuick: options.isQuick).measure(into: &table)
  }
  if options.has("neural") {
    try Neural(
      tree: tree, pairs: options.pairs(15), lines: options.lines(1000),
      longRun: options.lines(2000), readBack: options.lines(200), only: options.condition,
      traces: options.traces
    ).measure(into: &table)
  }
  if options.has("story") {
    try StoryBench(tree: tree, isQuick: options.isQuick, only: options.condition).measure(
      into: &table)
  }
  if options.has("practice") {
    let practice = Practice(tree: tree, rounds: options.isQuick ? 5 : 25)
    for engine in engines { try practice.measureNext(engine, into: &table) }
    for engine in engines { try practice.measureGap(engine, into: &table) }
    try practice.measureHeadless(into: &table)
    for engine in [Engine.espeak, .kal16] {
      try practice.measureHour(engine, minutes: options.isQuick ? 6 : 60, into: &table)
    }
  }
  if options.has("sentences") {
    let sentences = Sentences(tree: tree)
    for language in ["en", "et"] { try sentences.measureRules(language, into: &table) }
    sentences.measureTime(pairs: options.pairs(25), into: &table)
  }
  if options.has("script") { try Scripts(rounds: options.pairs(25)).measure(into: &table) }
  if options.has("generate") {
    let generate = Generate(
      tree: tree, pairs: options.pairs(12), lines: options.lines(1000))
    try generate.measureSynthesis(.kal16, least: 1.4, into: &table)
    try generate.measureSynthesis(.espeak, least: 1.3, into: &table)
    try generate.measureSynthesis(.slt, least: 1.8, into: &table)
    try generate.measureSynthesisOnDisk(.kal16, into: &table)
    try generate.measureRecording(into: &table)
    try generate.measureJob(.kal16, scriptLines: options.lines(8000), into: &table)
    try generate.measureKills(.espeak, kills: options.isQuick ? 5 : 50, into: &table)
  }
  return table.missed
}

signal(SIGPIPE, SIG_IGN)
bench_adopt_orphans()
do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.cuts {
    Sentences.cut()
    exit(0)
  }
  let missed = try measure(options)
  if missed > 0 { put("Limits missed: \(missed)\n", to: STDOUT_FILENO) }
  exit(missed == 0 || options.isReport ? 0 : 1)
} catch let failure as BenchFailure {
  put("cue-bench: \(failure.sentence)\n", to: STDERR_FILENO)
  exit(2)
} catch {
  put("cue-bench: \(error)\n", to: STDERR_FILENO)
  exit(2)
}
