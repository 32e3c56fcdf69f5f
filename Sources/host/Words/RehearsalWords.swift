import CueRehearsal

extension Messages {
  /// Why a rehearsal did not do what the actor wanted, as a clause.
  func why(_ refusal: RehearsalRefusal) -> String {
    switch refusal {
    case .alreadyRehearsing: self(.rehearsing)
    case .notRehearsing: self(.notRehearsing)
    case .noLine: self(.noLine)
    case .notTheCurrentLine(let line): self(.notTheCurrentLine, ["number": "\(line)"])
    case .partnerIsSilent: self(.partnerIsSilent)
    case .notTheActorsTurn: self(.notTheActorsTurn)
    case .microphoneIsOff: self(.microphoneIsOff)
    case .nothingToPause: self(.nothingToPause)
    case .nothingIsPaused: self(.nothingIsPaused)
    case .unchanged: self(.unchanged)
    case .noSuchLine(let number, let count):
      self(.noSuchLine, ["number": "\(number)", "count": "\(count)"])
    case .noSuchScene(let number, let count):
      self(.noSuchScene, ["number": "\(number)", "count": "\(count)"])
    }
  }

  /// Which line of an actor's script cannot be followed, and why, as a clause.
  func why(_ error: ActorScriptError) -> String {
    let why =
      switch error.reason {
      case .unknownAction(let word): self(.unknownAction, ["word": word])
      case .tooMuch(let word, let words):
        self(.lineIsTooMuchBehind, ["word": word, "words": words])
      case .atIsIncomplete: self(.atIsIncomplete)
      case .needsNumber(let word): self(.needsNumber, ["word": word])
      case .notSeconds(let word): self(.notSeconds, ["word": word])
      }
    return self(.lineOfActor, ["line": "\(error.line)", "why": why])
  }

  /// The last words of a rehearsal: how it went, and in which file its sound is, if in any.
  func end(_ outcome: RehearsalOutcome, path: String?) -> String {
    let seconds = outcome.frames / max(outcome.rateHertz, 1)
    return self(
      outcome.isFinished ? .rehearsalFinished : .rehearsalStopped,
      [
        "done": "\(outcome.completedLines)", "count": "\(outcome.spokenLines)",
        "own": "\(outcome.ownLines)",
        "time": "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)",
        "place": path.map { self(.inFile, ["path": $0]) } ?? "",
      ])
  }
}
