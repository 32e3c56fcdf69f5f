import CSystem
import CueConformance
import CueModel
import CuePlugins
import CueSystem
import Synchronization

/// `host conform`: tests a plugin and reports what was found.
struct ConformCommand {
  let options: ConformOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    var setup = try studio.setup(options.plugin)
    setup.worker.showsPluginOutput = studio.manner.isVerbose
    setup.worker.log = { _, _, _ in }
    // Failures during the tests say nothing about its use.
    setup.worker.gaveUp = { _, _ in }
    let keys = Keys()
    let secret = setup.secret
    setup.secret = { (id, name) throws(PluginFailure) in
      try keys.known.withLock { (known) throws(PluginFailure) in
        if let key = known["\(id) \(name)"] { return key }
        let found = try secret(id, name)
        known["\(id) \(name)"] = found
        return found
      }
    }
    var judgement = Judgement(
      setup,
      checks: Suite.chosen(level: options.level, only: options.only, skip: options.skip),
      words: options.plugin.reference.text)
    judgement.program = Program.name
    judgement.settings = options.plugin.settings.map { "--set \($0.name)=\($0.value)" }
    if let voice = options.voice {
      judgement.speaker = ConformanceSpeaker(try studio.setup(voice), voice: voice.reference.part)
      judgement.settings.append("--voice \(voice.reference.text)")
    }
    judgement.plugin = options.plugin.reference.part
    judgement.seed = options.seed
    judgement.jobs = options.jobs ?? Int(cue_core_count())
    judgement.timeoutSeconds = options.timeoutSeconds
    judgement.patience = options.patience
    judgement.watchSeconds = options.watchSeconds
    let start = cue_now_milliseconds()
    var results: [CheckResult] = []
    var failure: UserError?
    judgement.run(isCancelled: { cancellation.isCancelled }) { result in
      results.append(result)
      do throws(UserError) { try show(result) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    let verdict = ConformanceVerdict(
      results: results, level: options.level, isWhole: options.only.isEmpty && options.skip.isEmpty)
    if let junit = options.junit {
      let text = JUnitReport.text(results, plugin: options.plugin.reference.text, words: \.text)
      try Texts.write(Array(text.utf8), to: junit, isSynced: true)
    }
    guard !cancellation.isCancelled else { return .interrupted }
    try sum(verdict, milliseconds: Int(cue_now_milliseconds() - start))
    if options.only.isEmpty, options.skip.isEmpty, options.plugin.reference.part.isEmpty {
      ConformanceRecord.keep(setup.file, verdict, studio.plugins)
    }
    return verdict.isFailure ? .answerIsNo : .done
  }

  /// Keys that were read: a descriptor can be read only once, and many checks need the key.
  private final class Keys: Sendable {
    let known = Mutex<[String: String]>([:])
  }

  private func show(_ result: CheckResult) throws(UserError) {
    guard !studio.manner.isJSON else { return try Console.result(ConformCommand.json(result)) }
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

  private static func json(_ result: CheckResult) -> String {
    var json = JSONObject(event: "result")
    json["check"] = .string(result.check)
    json["level"] = .integer(result.level)
    json["plugin"] = result.plugin.isEmpty ? nil : .string(result.plugin)
    json["outcome"] = .string(result.outcome.word)
    if case .skipped(let reason) = result.outcome { json["reason"] = .string(reason.text) }
    if let finding = result.outcome.finding {
      json["done"] = .string(finding.done)
      json["expected"] = .string(finding.expected)
      json["happened"] = .string(finding.happened.text)
      json["reproduce"] = .string(result.reproduce)
    }
    json["milliseconds"] = .integer(result.milliseconds)
    return json.line
  }

  private func head(_ result: CheckResult) -> String {
    let plugin = result.plugin.isEmpty ? "" : ", \(result.plugin)"
    return "\(result.outcome.word) \(result.check) (level \(result.level)\(plugin))"
  }

  private func sum(_ verdict: ConformanceVerdict, milliseconds: Int) throws(UserError) {
    guard !studio.manner.isJSON else {
      var json = JSONObject(event: "summary")
      json["plugin"] = .string(options.plugin.reference.text)
      json["verdict"] = .string(verdict.words)
      json["level"] = .integer(verdict.reachedLevel)
      for word in ConformanceVerdict.outcomes { json[word] = .integer(verdict.count(word)) }
      json["seed"] = .string(String(options.seed))
      json["milliseconds"] = .integer(milliseconds)
      return try Console.result(json.line)
    }
    guard !studio.manner.isQuiet || verdict.isFailure else { return }
    let counts = ConformanceVerdict.outcomes.filter { verdict.count($0) > 0 }
      .map { "\(verdict.count($0)) \($0)" }
    let tenths = milliseconds / 100
    try Console.result(
      "\(options.plugin.reference.text): \(verdict.words): \(counts.joined(separator: ", ")), "
        + "in \(tenths / 10).\(tenths % 10) s\n")
  }

  /// The checks, one on a line, or as a page.
  static func list(isMarkdown: Bool, _ manner: OutputManner) throws(UserError) {
    guard !isMarkdown else { return try Console.result(Suite.page) }
    for check in Suite.checks {
      if manner.isJSON {
        var json = JSONObject(event: "check")
        json["id"] = .string(check.id)
        json["level"] = .integer(check.level)
        json["purpose"] = .string(check.purpose)
        json["method"] = .string(check.method)
        try Console.result(json.line)
      } else {
        let blank = String(repeating: " ", count: max(1, 32 - check.id.count))
        try Console.result(
          "\(check.level < 10 ? " " : "")\(check.level)  \(check.id)\(blank)\(check.purpose)\n")
      }
    }
  }
}

extension ConformanceVerdict {
  /// The verdict in words.
  var words: String {
    guard isWhole else { return isFailure ? "something failed" : "nothing failed" }
    if reachedLevel >= Suite.compatible { return "compatible (level \(reachedLevel))" }
    if isFailure { return "not compatible (level \(reachedLevel))" }
    return "passes level \(reachedLevel)"
  }
}

extension ConformanceRecord {
  /// The test results of the plugin, as a sentence.
  var sentence: String {
    "level \(level), \(hasPassed ? "nothing failed" : "something failed"), on \(date) (suite \(suite))"
  }
}
