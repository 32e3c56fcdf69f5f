import CueAssembly
import CueModel
import CueSystem
import CuePractice
import CueTerminal
import CueText

/// Shows practice as lines of plain text for a screen reader: no colour, no line that changes.
final class PracticeLines: PracticeStage {
  private let setting: PracticeSetting
  private var state: PracticeState?
  private(set) var failure: UserError?

  init(_ setting: PracticeSetting) { self.setting = setting }

  private func put(_ line: String) {
    guard failure == nil, !setting.manner.isQuiet else { return }
    if setting.talksAside { return Console.talk(line + "\n") }
    do throws(UserError) { try Console.result(line + "\n") } catch { failure = error }
  }

  private var words: Messages { setting.words }

  func show(_ report: PracticeReport) {
    switch report {
    case .started(let state):
      self.state = state
      put("\(setting.text.title). \(PracticeLines.about(state, words))")
    case .state(let new): tell(new)
    case .speaking(let index, let from, _, _): tell(index, from)
    case .standIn(_, let voice, let failure):
      Console.say(failure.sentence(words), hint: words(.standsIn, ["voice": voice]))
    case .failed(let index, let failure):
      ring()
      Console.say(
        failure.sentence(words), hint: words(.triesAgainOrOther, ["number": "\(index + 1)"]))
    case .outputLost(let index, let sentence):
      ring()
      Console.say(sentence, hint: words(.triesAgain, ["number": "\(index + 1)"]))
    case .playingOwn(let index, let duration):
      put(words.ownVoice(index: index, duration))
    case .sampling(let voice): put(words(.sampleOf, ["voice": voice]))
    case .microphoneLost(let sentence): Console.say(sentence, hint: words(.pausesAreTimed))
    case .voiceRefused(_, let sentence): Console.say(sentence, hint: words(.voiceStays))
    case .ignored(let command, _):
      let why = words.ignored(command, count: state?.count ?? 0)
      if !why.isEmpty { Console.talk("(\(why))\n") }
    case .shortfall(_, let shortfall):
      if setting.manner.isVerbose { Console.talk("(\(shortfall.field): \(shortfall.outcome))\n") }
    case .finished(let outcome), .stopped(let outcome): close(outcome)
    case .word, .said, .countdown, .progress, .repeated, .reconsidered, .brokenOff: break
    }
  }

  private func ring() {
    if setting.rings { Console.talk(TerminalText(.bell)) }
  }

  private func tell(_ index: Int, _ from: Int) {
    guard let state else { return }
    let segment = setting.text.segments(state.settings.granularity)[index]
    // The rest of a segment at another rate is not reported.
    guard from == segment.range.lowerBound else { return }
    let rate =
      state.settings.rates.count > 1
      ? ", " + words(.rate, ["rate": words.number(state.rate.value, decimals: 2, least: 1)]) : ""
    // One line, whatever the text contains.
    let glyphs = Glyph.glyphs(of: segment.text).map { $0.isBlank ? " " : $0.text }.joined()
    let line = glyphs.split(separator: " ").joined(separator: " ")
    put("\(index + 1) / \(state.count)\(rate)  \(line)")
  }

  private func tell(_ new: PracticeState) {
    let old = state
    state = new
    guard let old else { return }
    for line in PracticeLines.changes(from: old.settings, to: new.settings, words) { put(line) }
    guard old.status != new.status else { return }
    let number = ["number": "\(new.index + 1)"]
    switch new.status {
    case .held where new.hold == .asked: put(words(.pausedAt, number))
    case .held where new.hold == .interrupted: put(words(.interruptedAt, number))
    case .speaking where old.status == .held || old.status == .playingOwn && new.index == old.index:
      put(words(.goingOnAt, number))
    case .finished:
      ring()
      put(words(new.end == .limit ? .timeIsUp : .theEnd) + ".")
    default: break
    }
  }

  private func close(_ outcome: PracticeOutcome) {
    put(
      words(
        .saidInAll,
        [
          "count": "\(outcome.segments)", "spoken": PracticeLines.time(outcome.spoken),
          "paused": PracticeLines.time(outcome.paused),
        ]))
    for line in PracticeSummary(outcome).lines(of: setting.text, words) { put(line) }
  }

  // Words.

  static func about(_ state: PracticeState, _ words: Messages) -> String {
    let isByParagraph = state.settings.granularity == .paragraph
    return words(isByParagraph ? .paragraphs : .sentences, count: state.count)
      + ", \(rates(state.settings, words)), \(pause(state.settings, words))."
  }

  private static func rates(_ settings: PracticeSettings, _ words: Messages) -> String {
    let rates = settings.rates.map { words.number($0.value, decimals: 2, least: 1) }
    guard rates.count > 1 else { return words(.rate, ["rate": rates[0]]) }
    // If numbers have a comma, a comma cannot separate them.
    let separator = words.language.decimalSign == "," ? "; " : ", "
    return words(.rates, ["rates": rates.joined(separator: separator)])
  }

  private static func pause(_ settings: PracticeSettings, _ words: Messages) -> String {
    switch settings.pause {
    case .off: words(.noPauses)
    case .timed:
      settings.pauseFactor == 1
        ? words(.pauseOfEach)
        : words(
          .longerPauseOfEach, ["factor": words.number(settings.pauseFactor, decimals: 2, least: 1)])
    case .untilQuiet: words(.untilEachIsRepeated)
    }
  }

  private static func changes(
    from old: PracticeSettings, to new: PracticeSettings, _ words: Messages
  ) -> [String] {
    var changes: [String] = []
    if old.rates != new.rates { changes.append(rates(new, words)) }
    if old.pause != new.pause || old.pauseFactor != new.pauseFactor {
      changes.append(pause(new, words))
    }
    if old.granularity != new.granularity {
      changes.append(words(new.granularity == .sentence ? .bySentence : .byParagraph))
    }
    if old.voice != new.voice {
      changes.append(
        new.voice.isEmpty ? words(.voiceByLanguage) : words(.voice, ["voice": new.voice]))
    }
    if old.loop != new.loop { changes.append(words(new.loop == nil ? .noLoop : .inALoop)) }
    return changes.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  /// As in "45 s" or "2 min 5 s".
  static func time(_ duration: Duration) -> String {
    let seconds = Int((duration / .seconds(1)).rounded())
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}

/// Commands in line mode: a line of standard input each.
enum LineKeys {
  /// Takes a line: `voices` lists the available voices, and an unknown word is reported.
  static func take(
    _ line: [UInt8], _ queue: PracticeCommandQueue, _ words: Messages,
    voices: () -> [PracticeChoice] = { [] }
  ) {
    let text = String(decoding: line, as: UTF8.self)
    if text.trimmed.lowercased() == "voices" {
      for voice in voices() { Console.talk(voice.choice + "  " + voice.about + "\n") }
      return
    }
    do throws(PracticeWordsError) { queue.put(try PracticeWords.command(text)) } catch {
      Console.say(words.why(error) + ".")
    }
  }
}

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
