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
      put("\(setting.text.title). \(words.about(state))")
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
    for line in words.changes(from: old.settings, to: new.settings) { put(line) }
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
          "count": "\(outcome.segments)", "spoken": Messages.time(outcome.spoken),
          "paused": Messages.time(outcome.paused),
        ]))
    for line in PracticeSummary(outcome).lines(of: setting.text, words) { put(line) }
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
