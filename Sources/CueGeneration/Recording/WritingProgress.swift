/// Decides when to report the progress of measuring, mixing, encoding and describing a recording without a terminal.
///
/// Nothing is reported in the first seconds. Then there is a line for each tenth, and after each half minute without one.
package struct WritingProgress {
  /// A shorter phase is not reported, in milliseconds.
  package static let shortMilliseconds: Int64 = 3000
  /// The longest time between two lines, in milliseconds.
  package static let mostMilliseconds: Int64 = 30_000

  private var phase: RecordingProgress.Phase?
  private var began: Int64 = 0
  private var last: Int64 = 0
  private var tenths = 0

  /// Nothing was reported yet.
  package init() {}

  /// Whether `progress` is reported at `now`, in milliseconds.
  package mutating func isDue(_ progress: RecordingProgress, now: Int64) -> Bool {
    if phase != progress.phase {
      phase = progress.phase
      (began, last, tenths) = (now, now, 0)
    }
    let reached = Int(progress.share * 10)
    guard now - began >= WritingProgress.shortMilliseconds,
      reached > tenths || now - last >= WritingProgress.mostMilliseconds
    else { return false }
    (last, tenths) = (now, reached)
    return true
  }
}
