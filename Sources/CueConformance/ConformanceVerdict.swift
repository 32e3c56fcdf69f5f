/// The overall result of a judgement.
package struct ConformanceVerdict: Sendable {
  /// The words of all outcomes, the best first.
  package static let outcomes = ["passed", "failed", "crashed", "warning", "skipped"]

  private let results: [CheckResult]
  /// The highest level that was tested.
  package let level: Int
  /// Whether all checks of the level were run.
  package let isWhole: Bool

  /// The verdict of `results`, if checks up to `level` were run.
  package init(results: [CheckResult], level: Int, isWhole: Bool) {
    self.results = results
    self.level = level
    self.isWhole = isWhole
  }

  /// Whether something failed.
  package var isFailure: Bool { results.contains { $0.outcome.isFailure } }

  /// Whether the checks say something about the plugin: at least one was made, and, if all of level 3 were chosen, one of those that
  /// are about the work of its kind.
  package var isMeaningful: Bool {
    let made = results.filter { $0.outcome.word != "skipped" }
    guard isWhole, level >= 3 else { return !made.isEmpty }
    let general = [Subject.library.rawValue, Subject.plugin.rawValue]
    return isFailure || made.contains { !general.contains(String($0.check.prefix { $0 != "-" })) }
  }

  /// Whether nothing failed, and something was tested.
  package var hasPassed: Bool { isMeaningful && !isFailure && speakerFailure == nil }

  /// Why the voice that the user named for a recognizer has not spoken to it; nil if it has, or none was needed.
  package var speakerFailure: Account? {
    for result in results {
      if case .skipped(let reason) = result.outcome, case .speakerFailed = reason { return reason }
    }
    return nil
  }

  /// Why checks were skipped, each reason once.
  package var skipReasons: [Account] {
    var reasons: [Account] = []
    for result in results {
      if case .skipped(let reason) = result.outcome, !reasons.contains(reason) {
        reasons.append(reason)
      }
    }
    return reasons
  }

  /// How many results have the outcome called `word`.
  package func count(_ word: String) -> Int { results.count { $0.outcome.word == word } }

  /// The highest level at and below which nothing failed.
  package var reachedLevel: Int {
    (results.filter(\.outcome.isFailure).map(\.level).min().map { $0 - 1 }) ?? level
  }
}
