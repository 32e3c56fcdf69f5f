import CueListening

extension TurnTrace {
  /// The rules by which listening ended and was judged, as a sentence.
  func sentence(line: String) -> String {
    let end = self.end.rule?.rawValue ?? self.end.reason.rawValue
    return "Line \(line): listening ended by \(end) at frame \(self.end.frame); "
      + "\(judgement.rule.rawValue): \(judgement.decision.word)."
  }
}

extension TurnDecision {
  /// The next step, in a word or two.
  fileprivate var word: String {
    switch self {
    case .done(let end): "done (\(end.rawValue))"
    case .command(let command): "command (\(command.rawValue))"
    case .wait: "wait"
    }
  }
}
