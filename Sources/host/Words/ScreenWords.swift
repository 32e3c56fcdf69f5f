import CueKeys
import CuePractice
import CueRehearsal
import CueScreenplay

// What screens say of the state of a mode.

extension PracticeView {
  func note(_ scene: PracticePage) -> String {
    if let picker = scene.picker, scene.note.isEmpty {
      return picker.kind == .voices
        ? words(.takeVoice, ["voice": picker.typed + "_"])
        : words(.takePlace, ["words": picker.typed + "_"])
    }
    if !scene.entry.isEmpty { return words(.goTo, ["number": scene.entry]) }
    guard scene.note.isEmpty, let start = scene.loopStart else { return scene.note }
    return words(.loopFrom, ["number": "\(start)"])
  }

  func hints(_ scene: PracticePage) -> [String] {
    let space: Message =
      switch scene.phase {
      case .reading: .hintPause
      case .repeating, .repeatingUntilQuiet, .ownVoice, .sample: .hintSkip
      case .ready, .paused, .theEnd, .timeIsUp: .hintPlay
      }
    switch scene.picker?.kind {
    case .voices: return [words(.hintTake), words(.hintSample), words(.hintLeave)]
    case .text: return [words(.hintTake), words(.hintLeave)]
    case nil: return [words(space), words(.hintHelp), words(.hintEnd), words(.hintNext)]
    }
  }

  func doing(_ phase: PracticePage.Phase, isShort: Bool) -> String {
    switch phase {
    case .ready: Signs.fitted("■ ") + words(.ready)
    case .reading: Signs.fitted("► ") + words(.reading)
    case .repeating(let left, _):
      Signs.fitted("◆ ")
        + words(
          isShort ? .yourTurnInShort : .yourTurn,
          ["seconds": words.number(left, decimals: 1, least: 1)])
    case .repeatingUntilQuiet: Signs.fitted("◆ ") + words(.speakNow)
    case .ownVoice: Signs.fitted("► ") + words(.hearYourself)
    case .sample: Signs.fitted("► ") + words(.samplePlays)
    case .paused: Signs.fitted("■ ") + words(.paused)
    case .theEnd: Signs.fitted("■ ") + words(.theEnd)
    case .timeIsUp: Signs.fitted("■ ") + words(.timeIsUp)
    }
  }

  func settings(_ scene: PracticePage) -> [String] {
    let rate = words.number(scene.rate, decimals: 2, least: 1)
    var all = [
      scene.passes > 1
        ? words(
          .rateOfSeveral,
          ["rate": rate, "number": "\(scene.pass)", "count": "\(scene.passes)"])
        : words(.rate, ["rate": rate])
    ]
    switch scene.pause {
    case .off: all.append(words(.noPause))
    case .factor(let factor):
      all.append(words(.pause, ["factor": words.number(factor, decimals: 2)]))
    case .untilQuiet: all.append(words(.pauseUntilQuiet))
    }
    all.append(words(scene.isByParagraph ? .byParagraph : .bySentence))
    if let loop = scene.loop {
      all.insert(
        loop.count == 1
          ? words(.loopOfOne, ["number": "\(loop.lowerBound)"])
          : words(.loop, ["first": "\(loop.lowerBound)", "last": "\(loop.upperBound)"]), at: 1)
    }
    if !scene.voice.isEmpty { all.append(words(.voice, ["voice": scene.voice])) }
    return all
  }
}

extension PrompterView {
  func note(_ scene: PrompterScene) -> String {
    guard let entry = scene.entry else { return scene.note }
    let question: Message =
      switch entry.of {
      case .line: .askLine
      case .scene: .askScene
      case .tones: .askTonesInShort
      case .note: .askNoteInShort
      }
    return words(question) + " " + entry.text + "_"
  }

  func standing(_ scene: PrompterScene, isShort: Bool) -> String {
    let line = scene.prompter.line
    let name = ["name": line?.characterAsWritten ?? line?.character ?? ""]
    return switch scene.prompter.phase {
    case .ready: Signs.fitted("■ ") + words(.ready)
    case .countdown(let seconds): Signs.fitted("■ ") + words(.beginsIn, ["seconds": "\(seconds)"])
    case .partnerIsNext: Signs.fitted("… ") + words(.waitsForPartner, name)
    case .partnerSpeaks: Signs.fitted("► ") + words(.partnerSpeaks, name)
    case .yourTurn where isShort: Signs.fitted("◆ ") + words(.yourTurnNow)
    case .yourTurn(.byHand): Signs.fitted("◆ ") + words(.yourTurnNow)
    case .yourTurn(.listening): Signs.fitted("◆ ") + words(.yourTurnListening)
    case .yourTurn(.speech): Signs.fitted("◆ ") + words(.yourTurnHeard)
    case .paused: Signs.fitted("■ ") + words(.paused)
    case .soundLost: Signs.fitted("… ") + words(.waitsForSound)
    case .over: Signs.fitted("■ ") + words(.theEnd)
    }
  }
}

extension PrompterView {
  func badges(_ scene: PrompterScene) -> [String] {
    let settings = scene.prompter.settings
    var all: [String] = []
    switch scene.mode {
    case .byHand: all.append(words(.modeByHand))
    case .heard: all += [words(.modeHeard), scene.strictness.rawValue]
    case .robot: all += [words(.modeRobot), scene.strictness.rawValue]
    }
    if scene.isLocal { all.append(words(.modeOffline)) }
    switch settings.hiding {
    case .fixed(.full): break
    case .fixed(let hiding): all.append(words.text(hiding))
    case .byFamiliarity: all.append(words(.modeFamiliarity))
    }
    if settings.isOnlyMine { all.append(words(.modeOnlyMine)) }
    if settings.isMirrored { all.append(words(.modeMirror)) }
    if scene.prompter.round > 1 {
      all.append(words(.modeRound, ["number": "\(scene.prompter.round)"]))
    }
    return all
  }
}
