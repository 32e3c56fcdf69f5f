import CueGeneration

/// Decides when to report the progress of measuring, mixing, encoding and describing a recording without a terminal.
///
/// Nothing is reported in the first seconds. Then there is a line for each tenth, and after each half minute without one.
struct WritingProgress {
  /// A shorter phase is not reported, in milliseconds.
  static let shortMilliseconds: Int64 = 3000
  /// The longest time between two lines, in milliseconds.
  static let mostMilliseconds: Int64 = 30_000

  private var phase: RecordingProgress.Phase?
  private var began: Int64 = 0
  private var last: Int64 = 0
  private var tenths = 0

  /// Whether `progress` is reported at `now`, in milliseconds.
  mutating func isDue(_ progress: RecordingProgress, now: Int64) -> Bool {
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

  /// The phase and its progress, in `words`.
  static func parts(_ progress: RecordingProgress, _ words: Messages) -> [String] {
    let phase: Message =
      switch progress.phase {
      case .measuring: .writingMeasures
      case .writing: .writingMixes
      case .subtitles: .writingSubtitles
      case .page: .writingPage
      }
    let (done, total) = (progress.doneSeconds, progress.totalSeconds)
    return [
      words(phase, ["share": String(Int(progress.share * 100))]),
      words(
        .writingTime,
        ["done": GenerationShow.clock(done), "total": GenerationShow.clock(total)]),
    ]
  }
}

extension RecordingProgress {
  /// The fraction that is done, 0 to 1.
  var share: Double { totalSeconds > 0 ? max(0, min(1, doneSeconds / totalSeconds)) : 0 }
}
