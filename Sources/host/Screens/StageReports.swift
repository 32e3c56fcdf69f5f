import CueAssembly
import CueModel
import CueRehearsal

// The reports of the session, for people.
extension Stage {
  func say(_ report: RehearsalReport) {
    switch report {
    case .started(let title):
      if !manner.isQuiet, screen == nil {
        put(title, style: "1")
        if isAtTerminal { put(words(.rehearsalKeys)) }
      }
    case .shown(let line, let number, let isOwn):
      if !manner.isQuiet { put(.line(line, number: number, isOwn: isOwn)) }
    case .standIn(_, let voice, let failure):
      Console.say(
        failure.sentence(words),
        hint: words(
          failure.isLoss(of: voice) ? .saysLineAgain : .standInSpeaks, ["voice": voice]))
    case .failed(_, let failure):
      Console.say(failure.sentence(words), hint: words(.lineUnsaid))
    case .voicesGivenUp:
      Console.say(words(.noVoiceWorks))
    case .ignored(_, let why):
      if manner.isVerbose {
        Console.talk("(\(words.why(why)))\n")
      } else if isAtTerminal,
        !manner.isQuiet
      {
        put("(\(words.why(why)))", style: "2")
      }
    case .shortfall(_, let shortfall):
      if manner.isVerbose { Console.talk("(\(shortfall.field): \(shortfall.outcome))\n") }
    case .paused: if !manner.isQuiet, screen == nil { put(words(.rehearsalHeld), style: "2") }
    case .resumed: if !manner.isQuiet, screen == nil { put(words(.rehearsalGoesOn), style: "2") }
    case .outputLost(_, let failure):
      let retrySeconds = RehearsalSettings().retrySeconds
      let most = Double(RehearsalSettings.mostRetriesUnattended)
      Console.say(
        words(.soundLost, ["why": failure.sentence(words)]),
        hint: words(
          isAtTerminal ? .soundLostAtKeys : .soundLostAlone,
          ["seconds": "\(Int(retrySeconds))", "all": "\(Int(retrySeconds * most))"]))
    case .outputBack(let line):
      guard !manner.isQuiet else { return }
      Console.say(words(.soundBack, ["number": numbers.number(at: line).map { "\($0)" } ?? ""]))
    case .prompted(let line, let range, _):
      put(Signs.fitted("→ ") + words(of: line, [range]), style: "1")
    case .judged(_, let strictness):
      if !manner.isQuiet {
        put(words(.judgedBy, ["strictness": strictness.rawValue]), style: "2")
      }
    case .roundBegins(let round):
      if !manner.isQuiet { put(words(.roundBegins, ["number": "\(round)"]), style: "1") }
    case .state, .speaking, .word, .lineDone, .finished, .stopped, .brokenOff: break
    }
  }

  /// The last words: how it went, and where the sound is.
  func close(_ outcome: RehearsalOutcome, _ path: String?) {
    guard !manner.isQuiet, !manner.isJSON else { return }
    if screen != nil {
      Console.talk(words.end(outcome, path: path == "-" ? nil : path) + "\n")
      return
    }
    put("")
    put(words.end(outcome, path: path == "-" ? nil : path))
  }

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
