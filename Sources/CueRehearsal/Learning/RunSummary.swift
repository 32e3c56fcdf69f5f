/// How a run went, in one report.
public struct RunSummary: Equatable, Sendable {
  /// A line that was not said as written, or with help.
  public struct Spot: Equatable, Sendable {
    /// Its index in the script.
    public var line: Int
    /// How it was said the last time.
    public var attempt: LineAttempt
  }

  /// Different lines that were judged.
  public private(set) var lines = 0
  /// Those that were said word for word and without help the last time.
  public private(set) var perfect = 0
  /// How often words were asked for.
  public private(set) var prompts = 0
  /// The middle one of the times until the first word, in seconds; nil if none is known.
  public private(set) var pickUpSeconds: Double?
  /// The lines to work on, the worst first.
  public private(set) var spots: [Spot] = []

  /// What became of these attempts, in their order.
  public init(_ attempts: [(line: Int, attempt: LineAttempt)]) {
    var last: [Int: LineAttempt] = [:]
    for (line, attempt) in attempts {
      last[line] = attempt
      prompts += attempt.prompts
    }
    lines = last.count
    perfect = last.values.count { $0.share == 1 && $0.prompts == 0 && $0.quality >= 4 }
    pickUpSeconds = Median.of(attempts.compactMap(\.attempt.pickUpSeconds))
    spots = last.filter { $0.value.quality < RepetitionPlan.leastToRest }
      .map { Spot(line: $0.key, attempt: $0.value) }
      .sorted { ($0.attempt.quality, $0.line) < ($1.attempt.quality, $1.line) }
  }
}
