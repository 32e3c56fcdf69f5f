import CueAssembly
import CueCasting
import CueRehearsal
import CueScreenplay
import Glibc
import Synchronization

extension Messages {
  /// How much is hidden.
  func text(_ hiding: WordHiding) -> String {
    switch hiding {
    case .full: self(.hidingFull)
    case .threeLetters: self(.hidingLetters, count: 3)
    case .twoLetters: self(.hidingLetters, count: 2)
    case .oneLetter: self(.hidingLetters, count: 1)
    case .blanks: self(.hidingBlanks)
    case .nothing: self(.hidingNothing)
    }
  }
}

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
  func rows(of summary: RunSummary, _ numbers: DialogueNumbers) -> [String] {
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

extension Studio {
  /// Reports something about a rehearsal of the script at `script`.
  func note(_ note: RehearsalNote, script: String, castFile: String?) {
    func say(_ sentence: String, hint: String = "") {
      self.note(UserError(sentence, hint: hint, .done))
    }
    switch note {
    case .casting(let note): self.note(note, script: script, castFile: castFile)
    case .alike(let outcome, let keys): noteAlike(outcome, of: keys)
    case .hardNames(let names):
      let list = names.map { "\($0.name) (\($0.spoken))" }.joined(separator: ", ")
      say(
        words(.hardNames, ["names": list]),
        hint: words(
          .hardNamesHint,
          [
            "hear": "\(Program.name) \"\(names[0].spoken)\"",
            "keep": Messages.namesCommand(script),
          ]))
    case .unkept(.cast, let failure):
      say(words(.castNotKept, ["why": failure.sentence(words)]), hint: failure.hint(words))
    case .unkept(.place, let failure):
      say(failure.sentence(words), hint: words(.partPlaceNotKept))
    case .unkept(.history, let failure):
      say(failure.sentence(words), hint: words(.historyNotKept))
    case .noOwnLines(let roles):
      say(words(.partHasNoLines, ["names": roles.joined(separator: ", ")]))
    case .goesOn(let line): say(words(.goesOnAtLine, ["number": "\(line)"]))
    case .chosen(let numbers, let choice):
      let list =
        numbers.prefix(12).map { "\($0)" }.joined(separator: ", ")
        + (numbers.count > 12 ? ", " + Signs.fitted("…") : "")
      say(
        choice == .trouble
          ? words(.troubleAre, ["lines": list])
          : words(.dueAre, count: numbers.count, ["lines": list]))
    case .shuffled(let seed): say(words(.shuffledBy, ["seed": "\(seed)"]))
    case .historyTaken(let taken, let all, let draft):
      let values = ["name": draft, "all": "\(all)"]
      say(taken > 0 ? words(.historyTaken, count: taken, values) : words(.historyNotTaken, values))
    case .strangers(let names):
      let path = DirectionFile.path(beside: script)
      say(words(.directsNobody, ["path": path, "names": names.joined(separator: ", ")]))
    case .recordingOfOwnLine(let number): say(words(.recordingOfOwnLine, ["number": "\(number)"]))
    case .readingUnused(let path, let number, let error):
      let why = words.reason(error)
      say(words(.readingUnused, ["path": path, "number": "\(number)", "why": why]))
    case .recognizerRefused(let error):
      if let error = UserError(explaining: error, words) { self.note(error) }
    case .microphone(let note, let name): self.note(UserError(note, microphone: name, words))
    case .microphoneFault(let fault, let name): self.note(fault, of: name)
    case .recordsNoMore(let error):
      say(UserError(explaining: error, words)?.sentence ?? "\(error)", hint: words(.recordsNoMore))
    case .trace(let trace, let number): say(trace.sentence(line: number.map { "\($0)" } ?? "?"))
    }
  }
}

/// Why a rehearsal cannot be held, in words.
struct RehearsalErrors {
  let words: Messages
  /// The path of the script.
  let script: String
  let castFile: String?

  func explained(_ error: RehearsalCastError) -> UserError {
    let name = script
    return switch error {
    case .script(let error):
      UserError(words(.cannotBeRehearsed, ["name": name, "why": words.why(error)]), .badInput)
    case .casting(.unknownPart(let role, _, let parts)):
      UserError(
        words(.castNobody, ["name": name, "role": words.quoted(role)]),
        hint: list(parts.map { PlayablePart(name: $0.name, speechCount: $0.speechCount) }), .usage)
    case .casting(let failure): explained(failure)
    case .unknownRole(let role, let parts):
      UserError(
        words(.nobodyIsCalled, ["name": name, "role": words.quoted(role)]), hint: list(parts),
        .usage)
    }
  }

  func explained(_ failure: CastingFailure) -> UserError {
    UserError(failure, script: script, castFile: castFile)
  }

  func list(_ parts: [PlayablePart]) -> String {
    let list = parts.map { "\($0.name) (\($0.speechCount))" }.joined(separator: ", ")
    return words(.partsAndLines, ["parts": list])
  }

  /// Why a rehearsal cannot be held, in words.
  func explained(_ error: any Error) -> any Error {
    switch error {
    case let error as RehearsalCastError: explained(error)
    case let failure as CastingFailure: explained(failure)
    case let problem as RehearsalProblem: explained(problem)
    default: error
    }
  }

  private func explained(_ problem: RehearsalProblem) -> UserError {
    switch problem {
    case .noSuchLine(let bound, let number, let count):
      let option =
        switch bound {
        case .first: "--from"
        case .last: "--to"
        case .loop: "--loop"
        }
      return UserError(
        "\(option): \(words.why(RehearsalRefusal.noSuchLine(number, count: count))).", .usage)
    case .noSuchScene(let number, let count):
      return UserError(
        "--scene: \(words.why(RehearsalRefusal.noSuchScene(number, count: count))).", .usage)
    case .nothingToRehearse(let roles):
      return UserError(
        words(.nothingToRehearse, ["names": roles.joined(separator: ", ")]), .usage)
    case .noTrouble(let roles):
      return UserError(
        words(.noTrouble, ["names": roles.joined(separator: ", ")]),
        hint: words(.historyNeedsRuns), .done)
    case .nothingDue(let roles, let days):
      return UserError(
        words(.nothingDue, ["names": roles.joined(separator: ", ")]),
        hint: words(.nextDue, count: days), .done)
    case .noSuchScript(let name): return UserError(noScriptCalled: name)
    case .historyNeedsFile: return UserError(words(.historyNeedsFile), .usage)
    }
  }
}
