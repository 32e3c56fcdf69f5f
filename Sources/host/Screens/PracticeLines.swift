import CueAssembly
import CueModel
import CueSystem
import CuePractice
import CueStore
import CueTerminal
import CueText

/// Shows practice, and takes the speaker's commands: lines of text, JSON, or a view of the whole screen.
protocol PracticeStage: AnyObject {
  /// Takes what happens, on the session's thread.
  func show(_ report: PracticeReport)

  /// The error because of which it could not show anything.
  var failure: UserError? { get }
}

/// The setting for which a stage is made.
struct PracticeSetting {
  let text: PracticeText
  let manner: OutputManner
  /// Whether standard output is used for sound.
  let talksAside: Bool
  let rings: Bool
  let words: Messages
  /// Lists the available voices, which takes a moment.
  let voices: @Sendable () -> [PracticeChoice]
}

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
      Console.say(failure.sentence, hint: words(.standsIn, ["voice": voice]))
    case .failed(let index, let failure):
      ring()
      Console.say(
        failure.sentence, hint: words(.triesAgainOrOther, ["number": "\(index + 1)"]))
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

/// How the speaker repeated the voice, for all segments together.
struct PracticeSummary {
  private let outcome: PracticeOutcome
  private let record: PracticeRecord

  init(_ outcome: PracticeOutcome) {
    self.outcome = outcome
    record = PracticeRecord(outcome)
  }

  /// At most this many wrong words are named, and as many added ones.
  private static let mostWords = 12

  /// The report at the end; empty if there was no listening.
  func lines(of text: PracticeText, _ words: Messages) -> [String] {
    guard !outcome.repetitions.isEmpty else { return [] }
    let count = outcome.repetitions.count
    guard record.repeated > 0 else { return [words(.notHeard, count: count)] }
    var lines = [
      words(.repeated, ["number": "\(record.repeated)", "count": "\(count)"]) + " "
        + PracticeSummary.right(record, words)
    ]
    let wrong = outcome.repetitions.flatMap { $0.repetition.missing + $0.repetition.changed }
    if !wrong.isEmpty {
      let content = Array(text.content.utf8)
      let named = wrong.map { words.quoted(String(decoding: content[$0], as: UTF8.self)) }
      lines.append(PracticeSummary.listed(named, .wrongWords, .wrongWordsAndMore, words))
    }
    let added = outcome.repetitions.flatMap(\.repetition.added)
    if !added.isEmpty {
      lines.append(
        PracticeSummary.listed(added.map(words.quoted), .addedWords, .addedWordsAndMore, words))
    }
    lines += insteads(of: text, words)
    let notHeard = outcome.repetitions.reduce(0) { $0 + $1.repetition.notHeard.count }
    if notHeard > 0 { lines.append(words(.wordsNotHeard, count: notHeard)) }
    lines.append(PracticeSummary.pace(record, words))
    lines += measures(words) + wording(of: text, words)
    return lines
  }

  /// How fast, how fluent, how loud and how high the speaker was.
  private func measures(_ words: Messages) -> [String] {
    var lines: [String] = []
    func number(_ value: Double, _ decimals: Int = 0) -> String {
      words.number(value, decimals: decimals, least: decimals)
    }
    if let overall = record.wordsPerMinute, let speaking = record.wordsPerMinuteSpeaking {
      lines.append(
        words(.wordsAMinute, ["overall": number(overall), "speaking": number(speaking)]))
    }
    let fillers = outcome.repetitions.flatMap(\.repetition.fillers)
    if !fillers.isEmpty {
      let kinds = Set(fillers).sorted().map { kind in
        words.quoted(kind) + Signs.fitted(" × ") + "\(fillers.count { $0 == kind })"
      }
      lines.append(
        words(.fillersHeard, count: fillers.count, ["words": kinds.joined(separator: ", ")]))
    } else if record.fillers == 0 {
      lines.append(words(.noFillers))
    }
    if let loudness = record.loudnessLUFS {
      lines.append(words(.loudnessWas, ["lufs": number(loudness, 1)]))
    }
    if let median = record.pitchHertz, let low = record.pitchLowHertz,
      let high = record.pitchHighHertz, let range = record.pitchRangeSemitones
    {
      lines.append(
        words(
          .pitchWas,
          [
            "hertz": number(median), "low": number(low), "high": number(high),
            "semitones": number(range, 1),
          ]))
    }
    return lines
  }

  /// The opinion of two recognizers on the wording; none if only one judged.
  private func wording(of text: PracticeText, _ words: Messages) -> [String] {
    var report = WordingReport()
    var texts: [Int: String] = [:]
    let content = Array(text.content.utf8)
    var name = ""
    for repeated in outcome.repetitions {
      guard let judgement = repeated.repetition.judgement else { continue }
      let number = text.index(of: repeated.range.lowerBound, in: .sentence) + 1
      texts[number] = String(decoding: content[repeated.range], as: UTF8.self)
      report.take(judgement, ofLine: number)
      switch judgement.source {
      case .second(let other), .both(_, let other): name = other
      case .grammar, nil: break
      }
    }
    return words.wording(report, second: name) { ($0, texts[$0] ?? "") }
  }

  /// The first of `all` in the sentence `few`, and how many more there are in `many`.
  private static func listed(
    _ all: [String], _ few: Message, _ many: Message, _ words: Messages
  ) -> String {
    let named = all.prefix(mostWords).joined(separator: ", ")
    let more = all.count - mostWords
    return more > 0
      ? words(many, ["words": named, "more": "\(more)"]) : words(few, ["words": named])
  }

  /// At most this many other sentences are reported.
  private static let mostInsteads = 5

  /// What was said instead of segments.
  private func insteads(of text: PracticeText, _ words: Messages) -> [String] {
    let content = Array(text.content.utf8)
    return outcome.repetitions.filter { !$0.repetition.instead.isEmpty }
      .prefix(PracticeSummary.mostInsteads).map {
        words(
          .saidInstead,
          [
            "line": words.quoted(String(decoding: content[$0.range], as: UTF8.self)),
            "words": words.quoted($0.repetition.instead),
          ])
      }
  }

  /// How many of the words and of the repetitions were right, and the score.
  static func right(_ record: PracticeRecord, _ words: Messages) -> String {
    guard let score = record.score else { return words(.noWordsCompared) }
    let right = record.words - record.missing - record.changed
    // A value just below 100 % is not rounded to it.
    let percent = score < 1 ? min(99, Int((score * 100).rounded())) : 100
    let values = [
      "right": "\(right)", "words": "\(record.words)", "added": "\(record.added)",
      "whole": "\(record.whole)", "count": "\(record.compared)", "percent": "\(percent)",
    ]
    if record.whole < record.compared {
      return words(record.added > 0 ? .wordsAddedAndWhole : .wordsAndWhole, values)
    }
    return words(record.added > 0 ? .wordsRightAndAdded : .wordsRight, values)
  }

  /// How fast the speaker was, and the silences.
  static func pace(_ record: PracticeRecord, _ words: Messages) -> String {
    let ratio = Double(record.tookMilliseconds) / Double(max(1, record.modelMilliseconds))
    let percent = Int((abs(ratio - 1) * 100).rounded())
    let pace =
      percent == 0
      ? words(.asFast) : words(ratio > 1 ? .slower : .faster, ["percent": "\(percent)"])
    guard record.silences > 0 else { return words(.noSilences, ["pace": pace]) }
    let longest = Double(record.longestSilenceMilliseconds) / 1000
    return words(
      .silences, count: record.silences,
      ["pace": pace, "seconds": words.number(longest, decimals: 1, least: 1)])
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
