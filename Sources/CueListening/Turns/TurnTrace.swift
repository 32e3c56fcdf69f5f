/// What one stretch of listening in an actor's line came to, for traces and benchmarks.
public struct TurnTrace: Equatable, Sendable {
  /// The line, by its index in the script.
  public let line: Int
  /// Where and why listening ended, and by which rule.
  public let end: ListenEnd
  /// What follows, and by which rule.
  public let judgement: TurnJudgement

  /// A stretch of listening in the line at `line`.
  public init(line: Int, end: ListenEnd, judgement: TurnJudgement) {
    self.line = line
    self.end = end
    self.judgement = judgement
  }
}
