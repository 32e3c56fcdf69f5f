/// Watches one stretch of listening: gathers evidence, and has it judged until it ends, exactly once.
package struct TurnWatch: Sendable {
  /// What is known.
  package private(set) var evidence: TurnEvidence
  /// How listening ended; nil while it goes on.
  package private(set) var end: ListenEnd?

  /// Begins with `evidence`.
  package init(_ evidence: TurnEvidence) { self.evidence = evidence }

  /// Hears the next samples of mono sound, up to where listening ends.
  package mutating func hear(_ samples: [Float]) {
    var rest = samples[...]
    while end == nil, !rest.isEmpty {
      let (taken, hasEnded) = evidence.hearHop(rest)
      rest = rest.dropFirst(taken)
      if hasEnded { end = TurnJudge.end(of: evidence, by: .time, .sound) }
    }
  }

  /// Takes the recognizer's text; what was due before it is due all the same.
  package mutating func hear(text: String) {
    guard end == nil else { return }
    end = TurnJudge.end(of: evidence, by: .time)
    if end == nil { evidence.take(text: text) }
  }

  /// Changes what is known of the words.
  mutating func take(_ change: (inout TurnEvidence) -> Void) { change(&evidence) }

  /// Judges what the words show.
  mutating func judgeWords() { end = end ?? TurnJudge.end(of: evidence, by: .words) }

  /// Ends for a reason from outside; nothing changes if it has ended before.
  package mutating func finish(_ reason: ListenEnd.Reason) {
    end = end ?? ListenEnd(reason: reason, frame: evidence.frame)
  }
}
