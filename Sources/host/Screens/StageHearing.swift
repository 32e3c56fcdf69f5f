import CueAudio
import CueListening
import CueRehearsal
import CueScreenplay
import CueText

// What a rehearsal hears of the actor.

extension Stage {
  /// Shows what was heard of the actor.
  func show(_ report: ListeningReport) {
    prompt { $0.take(report) }
    if case .speechBegan = report { screen?.speechBegan() }
    screen?.wake()
    if !manner.isJSON { say(report) }
    switch report {
    case .waits(_, .noSpeech), .waits(_, .slept), .microphoneFault(.silent):
      if !manner.isQuiet { screen?.holdNoteUntilSpeech() }
    default: break
    }
  }

  /// Shows how the lines were worded, and who judged it.
  func show(_ wording: WordingReport, judgedBy name: String) {
    guard wording.count > 0 else { return }
    let numbers = DialogueNumbers(script)
    put("")
    for line in words.wording(
      wording, second: name,
      { (numbers.number(at: $0) ?? 0, script.lines[$0].text) })
    {
      put(line)
    }
  }

  private func say(_ report: ListeningReport) {
    let hearsCommands = wishes.hearsCommands
    switch report {
    case .listening:
      guard !manner.isQuiet else { return }
      if tellsHearing() {
        put(words(hearsCommands ? .hearsYouAndCommands : .hearsYou), style: "2")
      } else if wishes.isPlain {
        put(words(.listens))
      }
    case .listeningEarly:
      guard !manner.isQuiet, tellsHearingEarly() else { return }
      put(words(.hearsEarly), style: "2")
    case .waits(let line, let why):
      guard !manner.isQuiet, let text = text(of: why, inLine: line, hearsCommands) else { return }
      put(text, style: "2")
    case .heard(let heard):
      guard !manner.isQuiet, let match = heard.match else { return }
      let wrong = wrong(heard.line, match.missing, match.changed)
      if wrong.isEmpty, wishes.isPlain { put(words(.heardYou)) }
      if !wrong.isEmpty { put(wrong, style: "2") }
    case .wording(let opinion):
      guard let failure = opinion.failure else { return }
      Console.say(failure.sentence(words), hint: words(.goesOnWithoutOpinion))
    case .microphoneLost(let loss):
      Console.say(text(of: loss), hint: words(wishes.hasHand ? .goesOnByHand : .endsHere))
    case .recognizerFailed(let failure, let loss):
      let hint: Message =
        switch loss {
        case .startedAgain: .hearsAgain
        case .line: .lineNotHeard
        case .everything: .hearsNoMore
        }
      Console.say(failure.sentence(words), hint: words(hint))
    case .asksToStop: put(words(.asksToStop), style: "2")
    case .languageUnknown(let name, let language):
      Console.say(
        words(.languageUnknown, ["name": name, "language": language]),
        hint: words(.otherRecognizers))
    case .speechBegan, .partial, .command, .microphoneFault: break
    }
  }
}
