import CueAssembly
import CuePractice
import CueStore
import CueText

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
