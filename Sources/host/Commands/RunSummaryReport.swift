import CueAssembly
import CueRehearsal

extension Messages {
  /// What was wrong with the words of an attempt, as in “left out “x”, changed “y””; empty if nothing was.
  func wording(_ attempt: LineAttempt) -> String {
    var parts: [String] = []
    if !attempt.missing.isEmpty {
      parts.append(self(.leftOut, ["words": quoted(attempt.missing)]))
    }
    if !attempt.changed.isEmpty {
      parts.append(self(.changedWords, ["words": quoted(attempt.changed)]))
    }
    return parts.joined(separator: ", ")
  }

  /// How a run went, in a few rows.
  fileprivate func rows(of summary: RunSummary, _ numbers: DialogueNumbers) -> [String] {
    var first = [self(.linesJudged, count: summary.lines, ["perfect": "\(summary.perfect)"])]
    if let seconds = summary.pickUpSeconds {
      first.append(self(.pickUp, ["seconds": number(seconds, decimals: 1)]))
    }
    if summary.prompts > 0 { first.append(self(.promptedTimes, count: summary.prompts)) }
    var rows = [first.joined(separator: "; ") + "."]
    for spot in summary.spots.prefix(5) {
      var parts: [String] = []
      let wrong = wording(spot.attempt)
      if !wrong.isEmpty { parts.append(wrong) }
      if spot.attempt.prompts > 0 {
        parts.append(self(.promptedTimes, count: spot.attempt.prompts))
      }
      if parts.isEmpty, let seconds = spot.attempt.pickUpSeconds {
        parts.append(self(.pickUp, ["seconds": number(seconds, decimals: 1)]))
      }
      let line = self(
        .toWorkOn, ["number": numbers.number(at: spot.line).map { "\($0)" } ?? "?"])
      rows.append("  " + ([line] + parts).joined(separator: ": "))
    }
    if summary.spots.count > 5 {
      rows.append("  " + self(.moreToWorkOn, count: summary.spots.count - 5))
    }
    return rows
  }
}

extension Stage {
  /// Reports how a run went.
  func show(_ summary: RunSummary) {
    for row in words.rows(of: summary, numbers) { put(row) }
  }

  /// Reports a take that was recorded.
  func show(_ take: RehearsalTake) {
    let seconds = Double(take.frames) / Double(take.rateHertz)
    put(words(.takeRecorded, ["name": take.name, "time": Counted.time(seconds)]))
  }
}
