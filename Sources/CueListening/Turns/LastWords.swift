import CueText

extension LineMatch {
  /// Whether the last words of the line were said, one after the other, whatever was skipped before them.
  ///
  /// ``TurnRules/lastWords`` of them; a line with fewer words has to be said to its end.
  var hasLastWords: Bool {
    let needed = zip(words, outcomes).filter { !$0.0.isOptional }.map(\.1)
    guard needed.count > TurnRules.lastWords else { return isEndReached }
    var next: Int?
    for outcome in needed.suffix(TurnRules.lastWords) {
      // Of a contraction, two words are said by one that was heard.
      guard case .said(let heard) = outcome, next.map({ heard.lowerBound <= $0 }) ?? true else {
        return false
      }
      next = heard.upperBound
    }
    return true
  }
}
