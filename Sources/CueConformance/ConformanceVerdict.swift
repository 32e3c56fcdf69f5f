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

  /// How many results have the outcome called `word`.
  package func count(_ word: String) -> Int { results.count { $0.outcome.word == word } }

  /// The highest level at and below which nothing failed.
  package var reachedLevel: Int {
    (results.filter(\.outcome.isFailure).map(\.level).min().map { $0 - 1 }) ?? level
  }
}
