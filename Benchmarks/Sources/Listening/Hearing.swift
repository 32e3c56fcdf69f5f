import CueModel
import Glibc
import Processes

/// What hearing costs: through the worker, beside the library called directly, and by itself.
struct Hearing {
  let tree: Tree
  let lines: Lines
  let model = "/usr/share/pocketsphinx/model/en-us"
  /// The most lines of the scene that are taken.
  let lineCount: Int
  /// Whether it writes to standard error where the library heard other words.
  var traces = false

  func measure(into table: inout Table) throws {
    let scene = lines.scenes[0]
    let folder = try TemporaryFolder()
    try folder.write(
      Array(
        (scene.map { Lines.words($0).joined(separator: " ") }.joined(separator: "\n") + "\n").utf8),
      as: "scene.txt")
    var utterances: [(line: Int, utterance: Utterance, path: String)] = []
    let noise = Noise()
    var random = RepeatableGenerator()
    for voice in ["slt", "rms"] {
      let speaker = Speaker(tree, voice)
      for line in scene.indices.prefix(lineCount) {
        let utterance = noise.added(
          to: try speaker.say([Part(text: scene[line])], speed: 1), decibels: nil, using: &random)
        let bytes = unsafe utterance.samples.withUnsafeBytes { unsafe Array($0) }
        let path = try folder.write(bytes, as: "\(voice)-\(line).raw")
        utterances.append((line, utterance, path))
      }
    }
    let library = try compare(scene, utterances, folder, into: &table)
    for hasSecondOpinion in [false, true] {
      try cost(
        scene, utterances.map { ($0.line, $0.utterance) }, hasSecondOpinion, library: library,
        into: &table)
    }
  }

  /// Ours and the direct program in turn, utterance by utterance: all of opening, sound with partial results, and result.
  ///
  /// Both know one way to speak each word. The plugin adds others to those of the dictionary: "lower" as "lowah".
  ///
  /// - Returns: the library's processor time for a second of sound, in seconds
  private func compare(
    _ scene: [String], _ utterances: [(line: Int, utterance: Utterance, path: String)],
    _ folder: TemporaryFolder, into table: inout Table
  ) throws -> Double {
    let ear = LineRecognizer(tree)
    let lexicon = try lexicon(of: scene)
    let dictionary = lexicon.map { "\($0.key) \($0.value)\n" }.sorted().joined()
    let direct = try RunningProgram([
      tree.direct("pocketsphinx"), model, folder.path("scene.txt"),
      try folder.write(Array(dictionary.utf8), as: "scene.dict"),
    ])
    var ratios: [Double] = []
    var (ours, theirs) = (0.0, 0.0)
    var differing = 0
    for (turn, (line, utterance, path)) in (utterances + utterances).enumerated() {
      // Asking for the worker's time is no part of Cue's time.
      let workerStart = ProcessorTime.ofChildren
      let start = ProcessorTime.ofThread
      let heard = try ear.hear(utterance, LineRecognizer.phrases(scene, line), lexicon: lexicon)
        .heard
      let host = ProcessorTime.ofThread - start
      let our = (host + ProcessorTime.ofChildren - workerStart) * 1000
      try direct.send(Array("\(line) \(path)\n".utf8))
      let answer = try direct.receiveLine().split(
        separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard answer.count == 2, let nanoseconds = Double(answer[0]) else {
        throw BenchFailure(sentence: "The direct program answered nonsense.")
      }
      let fillers: Set = ["uh", "um"]
      let expected = Lines.words(String(answer[1])).filter { !fillers.contains($0) }
      if Lines.words(heard.text) != expected {
        differing += 1
        if traces {
          put("\(path): “\(heard.text)”, the library “\(answer[1])”\n", to: STDERR_FILENO)
        }
      }
      guard turn >= utterances.count else { continue }  // the first round is for warming up
      ours += our
      theirs += nanoseconds / 1e6
      ratios.append(our / (nanoseconds / 1e6))
    }
    table.add(
      Measure(
        name: "pocketsphinx: \(utterances.count) lines, CPU, median of pairs", ours: ours,
        direct: theirs, pairedRatio: median(ratios), unit: .milliseconds, limit: .ratio(1 / 0.95)))
    table.add(
      Measure(
        name: "pocketsphinx: lines of which other words were heard", ours: Double(differing),
        unit: .count, limit: .most(0)))
    return theirs / 1000 / utterances.reduce(0) { $0 + $1.utterance.seconds }
  }

  /// The dictionary's first way to speak each word of a scene.
  private func lexicon(of scene: [String]) throws -> [String: String] {
    let words = Set(scene.flatMap(Lines.words))
    var lexicon: [String: String] = [:]
    for entry in contents(ofFile: "\(model)/cmudict-en-us.dict").split(separator: 0x0A) {
      let entry = String(decoding: entry, as: UTF8.self)
      guard let blank = entry.firstIndex(of: " "), words.contains(String(entry[..<blank])) else {
        continue
      }
      lexicon[String(entry[..<blank])] = String(entry[blank...].dropFirst())
    }
    guard let unknown = words.first(where: { lexicon[$0] == nil }) else { return lexicon }
    throw BenchFailure(sentence: "The dictionary should have “\(unknown)”, a word of the scene.")
  }

  /// The processor time of the worker; `library`: that of the library for a second of sound.
  ///
  /// A second opinion decodes all sound again, and as much at the end.
  private func cost(
    _ scene: [String], _ utterances: [(Int, Utterance)], _ hasSecondOpinion: Bool,
    library: Double, into table: inout Table
  ) throws {
    let ear = LineRecognizer(tree, hasSecondOpinion: hasSecondOpinion)
    let (line, first) = utterances[0]
    _ = try ear.hear(first, LineRecognizer.phrases(scene, line))
    var (seconds, all) = (0.0, 0.0)
    var (opens, finishes): ([Double], [Double]) = ([], [])
    for (line, utterance) in utterances {
      let result = try ear.hear(utterance, LineRecognizer.phrases(scene, line), measuresCPU: true)
      seconds += utterance.seconds
      all += result.openCPU + result.pushCPU + result.finishCPU
      opens.append(result.openCPU * 1000)
      finishes.append(result.finishCPU * 1000)
    }
    let what = hasSecondOpinion ? "with a second opinion" : "expected line and competitors"
    let decodings = hasSecondOpinion ? 2.0 : 1
    table.add(
      Measure(
        name: "pocketsphinx: \(what), CPU for a minute of sound", ours: all / seconds * 60_000,
        direct: library * 60_000, unit: .milliseconds, limit: .ratio(1.2 * decodings)))
    table.add(
      Measure(
        name: "pocketsphinx: \(what), CPU after the end, longest", ours: finishes.max() ?? 0,
        unit: .milliseconds, limit: .most(10 * decodings)))
    table.add(
      Measure(
        name: "pocketsphinx: \(what), CPU to set a line, longest", ours: opens.max() ?? 0,
        unit: .milliseconds, limit: .most(10 * decodings)))
  }
}

/// Processor time of the processes that we have started and that still run.
enum ProcessorTime {
  /// In seconds.
  static var ofChildren: Double { Double(bench_children_cpu()) / 1e9 }

  /// Of those that have ended, and of theirs, in seconds.
  static var ofEndedChildren: Double {
    var usage = rusage()
    unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  /// Of this thread, in seconds.
  static var ofThread: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
