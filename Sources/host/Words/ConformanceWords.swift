import CueConformance
import Synchronization

extension ConformanceVerdict {
  /// The verdict in words.
  var words: String {
    if speakerFailure != nil { return "not tested with words" }
    guard isMeaningful else { return "not tested" }
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
