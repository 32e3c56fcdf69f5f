import CueText

// What follows when listening has ended in an actor's line.
extension TurnJudge {
  private static let decisions = TurnRule.allCases.filter { $0.stage == .decision }

  /// What follows from what is known of the line: the decision of the first rule that fires.
  ///
  /// - Parameters:
  ///   - turn: the line, with what the last stretch of listening was
  ///   - result: its result
  /// - Returns: the decision and its rule
  static func judgement(on turn: LineTurn, _ result: ListenResult) -> TurnJudgement {
    for rule in decisions {
      if let decision = decision(by: rule, turn, result) {
        return TurnJudgement(decision: decision, rule: rule)
      }
    }
    preconditionFailure("no rule fits \(turn.attempt)")
  }

  private static func decision(
    by rule: TurnRule, _ turn: LineTurn, _ result: ListenResult
  ) -> TurnDecision? {
    let bySpeech = turn.rules.ways.contains(.speech)
    let isOver = bySpeech && turn.mayBeSaid
    let isOverByTime = isOver && !turn.isInMidLine
    func when(_ isSo: Bool, _ decision: TurnDecision) -> TurnDecision? { isSo ? decision : nil }
    switch (rule, turn.attempt) {
    case (.echo, .echo): return .wait(.echo)
    // It was waited for longer than within a line.
    case (.noiseAfterLine, .noise), (.silenceAfterLine, .silence):
      return when(isOverByTime, .done(.endOfSpeech))
    case (.noise, .noise): return .wait(.notUnderstood)
    case (.silenceByWish, .silence):
      return when(
        turn.rules.ways.contains(.silence) && result.reason == .timeout, .done(.silenceTimeout))
    case (.nobodySpoke, .silence): return .wait(.noSpeech(seconds: result.seconds))
    case (.command, .command(let command, isSure: true)): return .command(command)
    case (.commandAfterWords, .lineAndCommand(let command)): return .command(command)
    case (.unsureCommand, .command): return .wait(.notUnderstood)
    case (.partnersLine, .partnersLine): return .wait(.echo)
    case (.otherLine, .otherLine(let other)): return .wait(.otherLine(other))
    case (.spokenTime, .speech(let mayGoOn)):
      return when(isOver && turn.takesItsTime && !mayGoOn, .done(.endOfSpeech))
    case (.otherWords, .speech(let mayGoOn)):
      return when(!mayGoOn && turn.isOfOtherWords(result), .wait(.otherWords))
    case (.notUnderstood, .speech): return .wait(.notUnderstood)
    case (_, .line(let new, _)):
      guard let whole = turn.whole else { return nil }
      return decision(by: rule, turn, result, new, whole)
    default: return nil
    }
  }

  /// The decision on words of the line: `new` by themselves, `whole` with those that were said before.
  private static func decision(
    by rule: TurnRule, _ turn: LineTurn, _ result: ListenResult, _ new: LineMatch,
    _ whole: LineMatch
  ) -> TurnDecision? {
    let ways = turn.rules.ways
    let over: TurnDecision =
      ways.contains(.speech)
      ? .done(.endOfSpeech)
      : .wait(.notAsWritten(missing: whole.missing, changed: whole.changed))
    switch rule {
    case .asWritten:
      guard turn.isAccepted || whole.judged(turn.rules.strictness).isAccepted else { return nil }
      if ways.contains(.match) { return .done(.matched) }
      return ways.contains(.speech) ? .done(.endOfSpeech) : nil
    case .heardToEnd: return [new, whole].contains(where: isAtEnd) ? over : nil
    case .lastWords:
      let isWished = turn.rules.strictness != .wordPerfect
      return isWished && [new, whole].contains(where: \.hasLastWords) ? over : nil
    // The silence is longer than a pause already, and both time and words say that the line is over.
    case .mostWordsInTime:
      let isOver = turn.takesItsTime && turn.hasMostWords && !turn.isInMidLine
      return ways.contains(.speech) && isOver ? over : nil
    case .endWasSpoken:
      let isClear = !result.isNoisy && whole.share < TurnRules.leastShareOfWords
      return result.mayBeWhole && !isClear ? over : nil
    case .tookTooLong: return result.reason == .max ? over : nil
    case .otherWords:
      let isOther = whole.share < TurnRules.leastShareOfWords && turn.isOfOtherWords(result)
      return isOther ? .wait(.otherWords) : nil
    case .unfinished: return .wait(.unfinished(missing: whole.missing))
    default: return nil
    }
  }

  /// Whether a line was said to its end, though its last word may not have been understood.
  private static func isAtEnd(_ match: LineMatch) -> Bool {
    match.isEndReached
      || match.missingAtEnd.count <= 1 && match.words.count > TurnRules.mostWordsOfShortLine
        && match.share >= TurnRules.leastShareAtEnd
  }
}
