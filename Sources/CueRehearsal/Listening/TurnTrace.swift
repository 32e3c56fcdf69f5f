import CueListening

/// What one stretch of listening in an actor's line came to, for traces and benchmarks.
public struct TurnTrace: Equatable, Sendable {
  /// The line, by its index in the script.
  public var line: Int
  /// Why listening ended.
  public var reason: ListenEnd.Reason
  /// Where it ended, in frames of the sound since it began.
  public var frame: Int
  /// What follows from what was heard.
  public var decision: TurnDecision
}
