import CSystem
import CueABI
import CueModel
import CuePlugins
import CueSystem
import Synchronization

/// Tests a plugin file: each check in its own worker, several at a time.
public struct Judgement: Sendable {
  /// The tested plugin.
  public var setup: PluginSetup
  /// The id of the plugin in the file; empty for all of them.
  public var plugin = ""
  /// The checks to run.
  public var checks: [Check]
  /// The seed of all random numbers.
  public var seed: UInt64 = 1
  /// How many checks run at a time.
  public var jobs = 2
  /// How long one check may take.
  public var timeoutSeconds = 60
  /// How long the checks that watch a plugin do so.
  public var watchSeconds = 60
  /// The factor on limits of latency: 1 on an idle machine.
  public var patience = 1
  /// The voice that speaks to a recognizer; without one, the checks of words are skipped.
  public var speaker: ConformanceSpeaker?
  /// Where the sound of the plugin is kept, or compared with what was kept earlier; nil for neither.
  public var reference: ReferenceFolder?
  /// The program that runs the suite, as its user calls it: commands that repeat a finding begin with it.
  public var program = "cue"
  /// The words that follow `cue conform` for this plugin: `./libhum.so`.
  public var words: String
  /// The user's settings, in the form that follows these words.
  public var settings: [String] = []

  /// The plugin of `setup`, tested by `checks`; `words` are how the user named it.
  public init(_ setup: PluginSetup, checks: [Check], words: String) {
    self.setup = setup
    self.checks = checks
    self.words = words
  }

  /// Runs all checks and passes each result to `report` at once, on the calling thread.
  ///
  /// The results of a plugin come level by level. Ends early if `isCancelled` returns true.
  public func run(
    isCancelled: @escaping @Sendable () -> Bool = { false }, report: (CheckResult) -> Void
  ) {
    var failedGates: [Subject: String] = [:]
    var offered: [Offered] = []
    let ofFile = checks.filter { $0.subject == .library }
    let gate = "library-loads"
    for batch in Judgement.batches(ofFile) {
      if offered.isEmpty, failedGates.isEmpty, batch.contains(where: { !$0.isGate && $0.level > 0 })
      {
        offered = describe()
      }
      ask(batch.map { ($0, nil) }, offered, &failedGates, isCancelled, report)
    }
    guard failedGates.isEmpty, !isCancelled() else {
      return skip(checks.filter { $0.subject != .library }, failedGates[.library] ?? gate, report)
    }
    if offered.isEmpty { offered = describe() }
    let meant = offered.filter { plugin.isEmpty || $0.id == plugin }
    if meant.isEmpty {
      let reason =
        offered.isEmpty
        ? "the file does not describe what it offers"
        : "the file offers no plugin with the id “\(plugin)”"
      for check in checks where check.subject == .plugin {
        report(result(check, nil, .skipped(.told(reason)), 0))
      }
    }
    for each in meant {
      var failed: [Subject: String] = [:]
      var own = checks.filter {
        $0.subject == .plugin || ($0.subject == each.subject && each.subject != nil)
      }
      // A later version may know its kind; what the library offers beside it is judged all the same.
      if each.subject == nil {
        for check in own where check.id != Judgement.descriptorCheck {
          report(result(check, each, .skipped(.told("the kind “\(each.kind)” is unknown")), 0))
        }
        own = own.filter { $0.id == Judgement.descriptorCheck }
      }
      for batch in Judgement.batches(own) {
        guard !isCancelled() else { return }
        ask(batch.map { ($0, each) }, offered, &failed, isCancelled, report)
      }
    }
  }

  /// The one check that a plugin of an unknown kind can pass.
  private static let descriptorCheck = "plugin-descriptor"

  /// Checks that may run in parallel: of one level, gates before all others of it.
  private static func batches(_ checks: [Check]) -> [[Check]] {
    let levels = Set(checks.map(\.level)).sorted()
    return levels.flatMap { level in
      let here = checks.filter { $0.level == level }
      // One gate may need another.
      return here.filter(\.isGate).map { [$0] } + [here.filter { !$0.isGate }]
    }.filter { !$0.isEmpty }
  }

  private func skip(_ checks: [Check], _ gate: String, _ report: (CheckResult) -> Void) {
    for check in checks where check.subject == .plugin {
      report(result(check, nil, .skipped("\(gate) did not pass"), 0))
    }
  }

  /// The plugins that the file offers, as it describes them.
  private func describe() -> [Offered] {
    let bench = Bench(
      setup, plugin: nil, all: [], check: "", seed: seed, timeoutMilliseconds: timeoutSeconds * 1000
    )
    defer { bench.clear() }
    return (try? bench.start().describe()) ?? []
  }

  private func ask(
    _ batch: [(check: Check, plugin: Offered?)], _ all: [Offered],
    _ failedGates: inout [Subject: String], _ isCancelled: @escaping @Sendable () -> Bool,
    _ report: (CheckResult) -> Void
  ) {
    var waiting: [(check: Check, plugin: Offered?)] = []
    for (check, plugin) in batch {
      if let gate = failedGates.values.first {
        report(result(check, plugin, .skipped("\(gate) did not pass"), 0))
      } else if check.needsWorker, setup.file.isProgram {
        report(
          result(
            check, plugin, .skipped("this check examines a library, and the plugin is a program"), 0
          ))
      } else if check.needsProgram, !setup.file.isProgram {
        report(
          result(
            check, plugin,
            .skipped("this check is about the protocol, which a worker speaks for a library"), 0))
      } else {
        waiting.append((check, plugin))
      }
    }
    ParallelMap.forEach(waiting, threads: jobs) { item in
      isCancelled() ? nil : judge(item.check, item.plugin, all)
    } report: { outcome in
      guard let outcome else { return }
      if outcome.outcome.isFailure,
        batch.contains(where: { $0.check.id == outcome.check && $0.check.isGate })
      {
        failedGates[.library] = outcome.check
      }
      report(outcome)
    }
  }

  /// Runs one check.
  private func judge(_ check: Check, _ plugin: Offered?, _ all: [Offered]) -> CheckResult {
    let start = cue_now_milliseconds()
    let watch = check.watches ? watchSeconds * 1000 : 0
    let bench = Bench(
      setup, plugin: plugin, all: all, check: check.id, seed: seed,
      timeoutMilliseconds: timeoutSeconds * 1000 + watch, patience: patience,
      watchMilliseconds: watch, speaker: speaker, reference: reference)
    defer { bench.clear() }
    let outcome: Outcome
    do {
      try check.body(bench)
      outcome = .passed
    } catch let verdict as Verdict {
      switch verdict {
      case .failed(let finding): outcome = .failed(finding)
      case .warning(let finding): outcome = .warning(finding)
      case .skipped(let reason): outcome = .skipped(reason)
      }
    } catch let failure as PluginFailure {
      outcome = Judgement.outcome(failure, bench)
    } catch let misbehaviour as Misbehaviour {
      outcome = .failed(
        bench.finding("It follows the worker protocol.", happened: .broke(misbehaviour.reason)))
    } catch {
      preconditionFailure("a check threw \(error)")
    }
    return result(check, plugin, outcome, Int(cue_now_milliseconds() - start))
  }

  private static func outcome(_ failure: PluginFailure, _ bench: Bench) -> Outcome {
    func finding(_ expected: String) -> Finding {
      bench.finding(expected, happened: .failure(failure))
    }
    return switch failure.kind {
    // It was not waited for: a slow plugin, or a busy machine, needs more time for all of a check.
    case .hung(let milliseconds) where milliseconds < min(5000, bench.timeoutMilliseconds / 3):
      .skipped("the time of the check was over before all of it was done; see --timeout")
    case .crashed, .exited, .hung: .crashed(finding("It answers, and its process continues."))
    case .misbehaved: .failed(finding("It follows the worker protocol."))
    case .notFound, .unusable, .refused, .givenUp: .failed(finding("It can be used."))
    }
  }

  private func result(
    _ check: Check, _ plugin: Offered?, _ outcome: Outcome, _ milliseconds: Int
  ) -> CheckResult {
    let name = plugin.map { words.hasSuffix(":\($0.id)") ? words : "\(words):\($0.id)" } ?? words
    return CheckResult(
      check: check.id, level: check.level, plugin: plugin?.id ?? "", outcome: outcome,
      reproduce:
        "\(program) conform \(([name] + settings).joined(separator: " ")) --only \(check.id) --seed \(seed)",
      milliseconds: milliseconds)
  }
}
