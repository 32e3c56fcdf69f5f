/// Judges a turn: a pure function of what is known.
///
/// ``TurnRule`` lists the rules in their order. Of those that fire, the one whose time came first decides; at the same frame, the
/// one that stands first.
package enum TurnJudge {
  private static let rules = TurnRule.allCases

  // MARK: When listening ends

  /// When listening ends by the rules of `stages`; nil if it goes on.
  static func end(of evidence: TurnEvidence, by stages: TurnRule.Stage...) -> ListenEnd? {
    var first: ListenEnd?
    for rule in rules where stages.contains(rule.stage) {
      guard let frame = frame(of: rule, evidence), frame < first?.frame ?? .max else { continue }
      first = ListenEnd(reason: reason(rule), frame: frame, rule: rule)
    }
    return first
  }

  private static func reason(_ rule: TurnRule) -> ListenEnd.Reason {
    switch rule {
    case .inactivity, .silence, .echoEnd, .spokenEnd: .endOfSpeech
    case .noNews: .stable
    case .noSpeech: .timeout
    case .tooLong: .max
    case .lineEnd: .matched
    default: preconditionFailure("\(rule) does not end listening")
    }
  }

  /// The frame at which `rule` ends listening; nil if it does not.
  private static func frame(of rule: TurnRule, _ evidence: TurnEvidence) -> Int? {
    let limits = evidence.settings.limits
    let now = evidence.frame
    func ends(_ isSo: Bool) -> Int? { isSo ? now : nil }
    switch rule {
    case .inactivity:
      return due(after: inactiveSince(evidence), inactivitySeconds(evidence), evidence)
    case .noNews:
      // An actor who thinks within a line has longer.
      let patience = evidence.patience.map { $0 + TurnRules.noNewsSeconds } ?? 0
      let seconds = limits.stable > 0 ? max(limits.stable, patience) : 0
      return due(after: evidence.lastTextFrame, seconds, evidence)
    case .noSpeech:
      // A beginning just before the limit is known only a little after it.
      let known = now - evidence.meter.certainFrames
      guard known >= 0, evidence.meter.speechStartFrame == nil,
        let frame = due(after: 0, limits.start, evidence), frame <= known
      else { return nil }
      return frame
    case .tooLong: return due(after: 0, limits.max, evidence)
    case .silence: return ends(isSilentForLong(evidence))
    case .lineEnd:
      // A line that is cut off ends on its last word.
      return ends(
        evidence.isLineEndReached
          && (evidence.settings.matchedSilenceSeconds <= 0
            || evidence.meter.isSilentOrFading(seconds: evidence.silenceOfLineEnd))
      )
    case .echoEnd: return ends(evidence.echoEndFrame != nil)
    case .spokenEnd:
      // Nor is a room that rings after the last word waited for, if that was understood and another was not.
      return ends(
        evidence.settings.endsWhereLineMayBeWhole && limits.end > 0
          && (evidence.isUnfinished ? evidence.isTailSpoken : limits.endExtra <= 0)
          && evidence.meter.isSilentOrFading(seconds: limits.end))
    default: return nil
    }
  }

  /// The frame `seconds` after `start`, if it has come; nil if there is no limit.
  private static func due(after start: Int?, _ seconds: Double, _ evidence: TurnEvidence) -> Int? {
    guard seconds > 0, let start else { return nil }
    let frame = start + evidence.frames(seconds)
    return frame <= evidence.frame ? frame : nil
  }

  /// Counted from the last loud block or the last new text; without a loud block, from the first text.
  private static func inactiveSince(_ evidence: TurnEvidence) -> Int? {
    evidence.lastTextFrame.map { max($0, evidence.meter.lastLoudFrame ?? 0) }
  }

  private static func inactivitySeconds(_ evidence: TurnEvidence) -> Double {
    let limits = evidence.settings.limits
    guard limits.inactivity > 0 else { return 0 }
    let isShort = isShort(
      from: evidence.firstTextFrame, until: inactiveSince(evidence), evidence)
    return limits.inactivity + (isShort ? limits.endExtra : 0)
  }

  private static func isSilentForLong(_ evidence: TurnEvidence) -> Bool {
    guard let since = evidence.silentSinceFrame else { return false }
    let limits = evidence.settings.limits
    let isShort = isShort(from: evidence.meter.speechStartFrame, until: since, evidence)
    let wanted = max(limits.end + (isShort ? limits.endExtra : 0), evidence.patience ?? 0)
    return wanted <= limits.end
      || evidence.meter.isSilent(seconds: wanted + TurnRules.fadeSeconds)
  }

  /// Whether speech from `start` to `end` may be a first word.
  private static func isShort(from start: Int?, until end: Int?, _ evidence: TurnEvidence) -> Bool {
    guard evidence.settings.limits.endExtra > 0, let start, let end else { return false }
    return Double(end - start)
      < TurnRules.shortSpeechSeconds * Double(evidence.meter.rateHertz)
  }
}
