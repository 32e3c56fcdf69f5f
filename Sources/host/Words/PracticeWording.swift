import CueAssembly
import CueModel
import CuePractice
import CueStore
import CueText
import Glibc

extension Messages {
  /// The text while the speaker hears their own repetition of the segment with that index.
  func ownVoice(index: Int, _ duration: Duration) -> String {
    let seconds = number(duration / .seconds(1), decimals: 1, least: 1)
    return self(.yourOwnVoice, ["number": "\(index + 1)", "seconds": seconds])
  }

  /// Why `command` was not done, if there are `count` segments; empty if no reason is needed.
  func ignored(_ command: PracticeCommand, count: Int) -> String {
    switch command {
    case .next: self(.lastAlready)
    case .previous: self(.firstAlready)
    case .jump(let number): self(.noSuchSegment, count: count, ["number": "\(number)"])
    case .setLoop(let numbers?):
      self(.noSuchSegment, count: count, ["number": "\(numbers.upperBound)"])
    case .playOwn: self(.nothingRecorded)
    case .interrupt, .interruptionEnded: ""
    default: self(.soAlready)
    }
  }
}

extension Studio {
  /// Reports something about practice.
  func note(_ note: PracticeNote) {
    func say(_ sentence: String, hint: String = "") {
      self.note(UserError(sentence, hint: hint, .done))
    }
    func moved(_ message: Message, _ given: Double, _ taken: Double) {
      let values = ["given": given, "taken": taken].mapValues {
        words.number($0, decimals: 2, least: 1)
      }
      say(words(message, values))
    }
    switch note {
    case .casting(let note): self.note(note)
    case .otherLanguage(let language, let voices):
      say(
        words(.noVoiceSpeaks, ["voices": voices.joined(separator: ", "), "language": language]),
        hint: words(.nameAVoice, ["language": String(language.prefix { $0 != "-" })]))
    case .unkept(let failure): say(failure.sentence(words), hint: words(.placeIsNotKept))
    case .voiceGone(let voice, let absence):
      say(
        words(.voiceOfLastTimeGone, ["voice": voice, "why": UserError(absence, words).sentence]),
        hint: words(.usualVoiceSpeaks))
    case .rateMoved(let given, let taken): moved(.rateMoved, given, taken)
    case .pauseFactorMoved(let given, let taken): moved(.pauseFactorMoved, given, taken)
    case .recognizerRefused(let error):
      if let error = UserError(explaining: error, words) { self.note(error) }
    case .microphone(let note, let name): self.note(UserError(note, microphone: name, words))
    case .microphoneFault(let fault, let name): self.note(fault, of: name)
    case .notCompared(let failure): say(failure.sentence(words), hint: words(.notComparedNow))
    }
  }
}

extension Messages {
  /// How much there is to say, and how.
  func about(_ state: PracticeState) -> String {
    let isByParagraph = state.settings.granularity == .paragraph
    return self(isByParagraph ? .paragraphs : .sentences, count: state.count)
      + ", \(rates(state.settings)), \(pause(state.settings))."
  }

  private func rates(_ settings: PracticeSettings) -> String {
    let rates = settings.rates.map { number($0.value, decimals: 2, least: 1) }
    guard rates.count > 1 else { return self(.rate, ["rate": rates[0]]) }
    // If numbers have a comma, a comma cannot separate them.
    let separator = language.decimalSign == "," ? "; " : ", "
    return self(.rates, ["rates": rates.joined(separator: separator)])
  }

  private func pause(_ settings: PracticeSettings) -> String {
    switch settings.pause {
    case .off: self(.noPauses)
    case .timed:
      settings.pauseFactor == 1
        ? self(.pauseOfEach)
        : self(
          .longerPauseOfEach, ["factor": number(settings.pauseFactor, decimals: 2, least: 1)])
    case .untilQuiet: self(.untilEachIsRepeated)
    }
  }

  /// What has changed, as sentences.
  func changes(from old: PracticeSettings, to new: PracticeSettings) -> [String] {
    var changes: [String] = []
    if old.rates != new.rates { changes.append(rates(new)) }
    if old.pause != new.pause || old.pauseFactor != new.pauseFactor {
      changes.append(pause(new))
    }
    if old.granularity != new.granularity {
      changes.append(self(new.granularity == .sentence ? .bySentence : .byParagraph))
    }
    if old.voice != new.voice {
      changes.append(
        new.voice.isEmpty ? self(.voiceByLanguage) : self(.voice, ["voice": new.voice]))
    }
    if old.loop != new.loop { changes.append(self(new.loop == nil ? .noLoop : .inALoop)) }
    return changes.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  /// As in "45 s" or "2 min 5 s".
  static func time(_ duration: Duration) -> String {
    let seconds = Int((duration / .seconds(1)).rounded())
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}

extension UserError {
  /// Why practice cannot begin.
  init(_ problem: PracticeProblem, _ words: Messages) {
    let (number, count, isParagraph, isLoop) =
      switch problem {
      case .noSuchSegment(let number, let count, let isParagraph, let isLoop):
        (number, count, isParagraph, isLoop)
      }
    self.init(
      words(
        isParagraph ? .noSuchParagraph : .noSuchSentence,
        [
          "option": isLoop ? "--loop" : "--from", "number": "\(number)", "count": "\(count)",
        ]), .usage)
  }
}
