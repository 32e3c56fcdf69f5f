import CSystem
import CueConformance
import CueModel
import CuePlugins
import CueSystem

/// `host conform`: tests a plugin and reports what was found.
struct ConformCommand {
  let options: ConformOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    let choices = options.isAll ? try all() : [options.plugin]
    var suites: [String] = []
    var isGood = true
    for choice in choices where !cancellation.isCancelled {
      let start = cue_now_milliseconds()
      let results = try judge(choice, cancellation)
      let verdict = ConformanceVerdict(
        results: results, level: options.level,
        isWhole: options.only.isEmpty && options.skip.isEmpty)
      suites.append(
        JUnitReport.suite(
          results, plugin: choice.reference.text, emptiness: emptiness(verdict), words: \.text))
      guard !cancellation.isCancelled else { break }
      try sum(choice, verdict, milliseconds: Int(cue_now_milliseconds() - start))
      isGood = isGood && verdict.hasPassed
      if options.only.isEmpty, options.skip.isEmpty, choice.reference.part.isEmpty {
        ConformanceRecord.keep(try studio.setup(choice).file, verdict, studio.plugins)
      }
    }
    if let junit = options.junit {
      let text = JUnitReport.text(suites: suites)
      try Texts.write(Array(text.utf8), to: junit, isSynced: true)
    }
    guard !cancellation.isCancelled else { return .interrupted }
    return isGood ? .done : .answerIsNo
  }

  /// Every plugin file that is found, once.
  private func all() throws(UserError) -> [PluginChoice] {
    let names = studio.environment.search.allFiles().map { PluginSearch.stem(of: $0.path) }
    guard !names.isEmpty else {
      throw UserError(
        "There is no plugin to test.", hint: "'\(Program.name) plugins' lists what is found.",
        .noInput)
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.map {
      PluginChoice(reference: PluginReference($0), settings: options.plugin.settings)
    }
  }

  /// Runs the checks on one plugin and shows each result at once.
  private func judge(
    _ choice: PluginChoice, _ cancellation: Cancellation
  ) throws -> [CheckResult] {
    var setup = try studio.setup(choice)
    setup.worker.showsPluginOutput = studio.manner.isVerbose
    // Failures during the tests say nothing about its use.
    setup.worker.gaveUp = { _, _ in }
    setup.rememberSecrets()
    var judgement = Judgement(
      setup,
      checks: Suite.chosen(level: options.level, only: options.only, skip: options.skip),
      words: choice.reference.text)
    judgement.program = Program.name
    judgement.settings = choice.settings.map { "--set \($0.name)=\($0.value)" }
    if let voice = options.voice {
      judgement.speaker = ConformanceSpeaker(try studio.setup(voice), voice: voice.reference.part)
      judgement.settings.append("--voice \(voice.reference.text)")
    }
    judgement.plugin = choice.reference.part
    judgement.seed = options.seed
    judgement.jobs = options.jobs ?? Int(cue_core_count())
    judgement.timeoutSeconds = options.timeoutSeconds
    judgement.patience = options.patience
    judgement.watchSeconds = options.watchSeconds
    judgement.reference = options.reference.map {
      ReferenceFolder(path: $0, isRecorded: options.isRecording)
    }
    var results: [CheckResult] = []
    var failure: UserError?
    judgement.run(isCancelled: { cancellation.isCancelled }) { result in
      results.append(result)
      do throws(UserError) { try show(result) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return results
  }

  private func show(_ result: CheckResult) throws(UserError) {
    guard !studio.manner.isJSON else { return try Console.result(result.json(words: \.text).line) }
    switch result.outcome {
    case .passed:
      if studio.manner.isVerbose { try Console.result(head(result) + "\n") }
    case .skipped(let reason):
      if studio.manner.isVerbose { try Console.result(head(result) + ": \(reason.text)\n") }
    case .failed(let finding), .warning(let finding), .crashed(let finding):
      try Console.result(
        """
        \(head(result))
          \(finding.done)
          Expected: \(finding.expected)
          Happened: \(finding.happened.text)
          Again:    \(result.reproduce)

        """)
    }
  }

  private func head(_ result: CheckResult) -> String {
    let plugin = result.plugin.isEmpty ? "" : ", \(result.plugin)"
    return "\(result.outcome.word) \(result.check) (level \(result.level)\(plugin))"
  }

  /// Why the results say nothing about the plugin; nil if they do.
  private func emptiness(_ verdict: ConformanceVerdict) -> String? {
    if let reason = verdict.speakerFailure { return reason.text }
    guard !verdict.isMeaningful else { return nil }
    let reasons = verdict.skipReasons.prefix(3).map(\.text).joined(separator: "; ")
    return "Nothing of the plugin was tested" + (reasons.isEmpty ? "." : ": \(reasons).")
  }

  private func sum(
    _ choice: PluginChoice, _ verdict: ConformanceVerdict, milliseconds: Int
  ) throws(UserError) {
    let emptiness = emptiness(verdict)
    guard !studio.manner.isJSON else {
      let json = verdict.json(
        plugin: choice.reference.text, words: verdict.words, reason: emptiness, seed: options.seed,
        milliseconds)
      return try Console.result(json.line)
    }
    guard !studio.manner.isQuiet || !verdict.hasPassed else { return }
    let counts = ConformanceVerdict.outcomes.filter { verdict.count($0) > 0 }
      .map { "\(verdict.count($0)) \($0)" }
    let tenths = milliseconds / 100
    try Console.result(
      "\(choice.reference.text): \(verdict.words): \(counts.joined(separator: ", ")), "
        + "in \(tenths / 10).\(tenths % 10) s\n" + (emptiness.map { "  \($0)\n" } ?? ""))
  }

  /// What one check does.
  static func explain(_ id: String, _ manner: OutputManner) throws(UserError) {
    guard let check = Suite.checks.first(where: { $0.id == id }) else { return }
    guard manner.isJSON else { return try Console.result(Suite.explanation(of: check)) }
    try Console.result(check.json.line)
  }

  /// The checks, one on a line, or as a page.
  static func list(isMarkdown: Bool, _ manner: OutputManner) throws(UserError) {
    guard !isMarkdown else { return try Console.result(Suite.page) }
    for check in Suite.checks {
      if manner.isJSON {
        try Console.result(check.json.line)
      } else {
        let blank = String(repeating: " ", count: max(1, 32 - check.id.count))
        try Console.result(
          "\(check.level < 10 ? " " : "")\(check.level)  \(check.id)\(blank)\(check.purpose)\n")
      }
    }
  }
}
