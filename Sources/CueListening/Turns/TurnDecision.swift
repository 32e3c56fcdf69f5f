/// Why an actor is still waited for.
public enum TurnWait: Equatable, Sendable {
  /// Nobody spoke for this many seconds.
  case noSpeech(seconds: Double)
  /// The machine slept for this many seconds, or the program was stopped; what was said before counts.
  case slept(seconds: Double)
  /// The line is not finished: bytes of its text that were not heard yet.
  case unfinished(missing: [Range<Int>])
  /// Another line of the scene was heard, as written.
  case otherLine(String)
  /// The partner's own words came back from the room.
  case echo
  /// Something was heard that was not speech, or not understood.
  case notUnderstood
  /// Clear speech that shares nothing with the line, for about as long as the line takes.
  case otherWords
  /// The line was heard to its end, and not as written; bytes of its text that were left out, and that were changed.
  case notAsWritten(missing: [Range<Int>], changed: [Range<Int>])
}

/// What is to happen after somebody was listened to in the actor's line.
public enum TurnDecision: Equatable, Sendable {
  /// The line is over.
  case done(UserLineEnd)
  /// The actor said a command.
  case command(SpokenCommand)
  /// The line is not over.
  case wait(TurnWait)
}

/// What is to happen, and the rule that decided it.
public struct TurnJudgement: Equatable, Sendable {
  /// What is to happen.
  public let decision: TurnDecision
  /// The first rule that fired.
  public let rule: TurnRule
}
