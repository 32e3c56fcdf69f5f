import CueModel
import CuePractice
import CueText

/// Shows practice as lines of plain text that a screen reader can read: no colour, no line that changes.
final class PracticeLines: PracticeStage {
  private let setting: PracticeSetting
  private var state: PracticeState?
  private(set) var failure: Complaint?

  init(_ setting: PracticeSetting) { self.setting = setting }

  private func put(_ line: String) {
    guard failure == nil, !setting.manner.isQuiet else { return }
    if setting.talksAside { return Console.talk(line + "\n") }
    do throws(Complaint) { try Console.result(line + "\n") } catch { failure = error }
  }

  func show(_ report: PracticeReport) {
    switch report {
    case .started(let state):
      self.state = state
      put("\(setting.text.title). \(PracticeLines.about(state))")
    case .state(let new): tell(new)
    case .speaking(let index, let from, _, _): tell(index, from)
    case .standIn(_, let voice, let failure):
      Console.say(failure.sentence, hint: "\(voice) stands in.")
    case .failed(let index, let failure):
      ring()
      Console.say(
        failure.sentence,
        hint:
          "Practice is paused at \(index + 1); 'play' tries again, 'voice PLUGIN' takes another.")
    case .outputLost(let index, let sentence):
      ring()
      Console.say(sentence, hint: "Practice is paused at \(index + 1); 'play' tries again.")
    case .microphoneLost(let sentence):
      Console.say(sentence, hint: "Pauses are as long as the segments from here on.")
    case .voiceRefused(_, let sentence):
      Console.say(sentence, hint: "The voice stays as it was.")
    case .ignored(_, let why): Console.talk("(\(why))\n")
    case .shortfall(_, let shortfall):
      if setting.manner.isVerbose { Console.talk("(\(shortfall.field): \(shortfall.outcome))\n") }
    case .finished(let outcome), .stopped(let outcome): close(outcome)
    case .word, .said, .countdown, .progress, .repeated, .brokenOff: break
    }
  }

  private func ring() {
    if setting.rings { Console.talk("\u{7}") }
  }

  private func tell(_ index: Int, _ from: Int) {
    guard let state else { return }
    let segment = setting.text.segments(state.settings.granularity)[index]
    // The rest of a segment at another rate is no news.
    guard from == segment.range.lowerBound else { return }
    let rate = state.settings.rates.count > 1 ? ", rate \(state.rate.value)" : ""
    put("\(index + 1) / \(state.count)\(rate)  \(segment.text)")
  }

  private func tell(_ new: PracticeState) {
    let old = state
    state = new
    guard let old else { return }
    for line in PracticeLines.changes(from: old.settings, to: new.settings) { put(line) }
    guard old.status != new.status else { return }
    switch new.status {
    case .held where new.hold == .asked: put("Paused at \(new.index + 1).")
    case .held where new.hold == .interrupted: put("Interrupted at \(new.index + 1).")
    case .speaking where old.status == .held: put("Going on at \(new.index + 1).")
    case .finished:
      ring()
      put(new.end == .limit ? "The time is up." : "The end.")
    default: break
    }
  }

  private func close(_ outcome: PracticeOutcome) {
    let segments = outcome.segments
    put(
      "\(segments) said in \(PracticeLines.time(outcome.spoken)), "
        + "pauses \(PracticeLines.time(outcome.paused)).")
    for line in PracticeSummary(outcome).lines(of: setting.text) { put(line) }
  }

  // Words.

  static func about(_ state: PracticeState) -> String {
    let noun = state.settings.granularity == .sentence ? "sentence" : "paragraph"
    return "\(state.count) \(noun)\(state.count == 1 ? "" : "s"), "
      + "\(rates(state.settings)), \(pause(state.settings))."
  }

  private static func rates(_ settings: PracticeSettings) -> String {
    (settings.rates.count == 1 ? "rate " : "rates ")
      + settings.rates.map { "\($0.value)" }.joined(separator: ", ")
  }

  private static func pause(_ settings: PracticeSettings) -> String {
    switch settings.pause {
    case .off: "no pauses"
    case .timed:
      settings.pauseFactor == 1
        ? "a pause as long as each" : "a pause \(settings.pauseFactor) times as long as each"
    case .untilQuiet: "a pause until you have repeated each"
    }
  }

  private static func changes(
    from old: PracticeSettings, to new: PracticeSettings
  ) -> [String] {
    var lines: [String] = []
    func capitalized(_ text: String) -> String {
      text.prefix(1).uppercased() + text.dropFirst() + "."
    }
    if old.rates != new.rates { lines.append(capitalized(rates(new))) }
    if old.pause != new.pause || old.pauseFactor != new.pauseFactor {
      lines.append(capitalized(pause(new)))
    }
    if old.granularity != new.granularity { lines.append("By \(new.granularity.rawValue).") }
    if old.voice != new.voice {
      lines.append("Voice \(new.voice.isEmpty ? "by language" : new.voice).")
    }
    if old.loop != new.loop { lines.append(new.loop == nil ? "No loop." : "In a loop.") }
    return lines
  }

  /// As in "45 s" or "2 min 5 s".
  static func time(_ duration: Duration) -> String {
    let seconds = Int((duration / .seconds(1)).rounded())
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
