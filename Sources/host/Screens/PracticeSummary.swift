import CuePractice
import CueStore
import CueSystem

/// How the speaker repeated what the voice said, all segments together.
struct PracticeSummary {
  let outcome: PracticeOutcome
  private(set) var record = PracticeRecord()

  init(_ outcome: PracticeOutcome) {
    self.outcome = outcome
    record.end = outcome.end?.rawValue ?? "hand"
    record.spokenMilliseconds = outcome.spoken.milliseconds
    record.pausedMilliseconds = outcome.paused.milliseconds
    record.segments = outcome.segments
    for repeated in outcome.repetitions {
      let repetition = repeated.repetition
      record.words += repetition.words
      record.missing += repetition.missing.count
      record.changed += repetition.changed.count
      guard repetition.took > .zero else { continue }
      record.repeated += 1
      record.modelMilliseconds += repetition.model.milliseconds
      record.tookMilliseconds += repetition.took.milliseconds
      record.silences += repetition.silences
      record.longestSilenceMilliseconds = max(
        record.longestSilenceMilliseconds, repetition.longestSilence.milliseconds)
    }
  }

  /// So many wrong words are named.
  private static let mostWords = 12

  /// The report at the end: nothing where nobody listened.
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
      let named = wrong.prefix(PracticeSummary.mostWords).map {
        words.quoted(String(decoding: content[$0], as: UTF8.self))
      }.joined(separator: ", ")
      let more = wrong.count - PracticeSummary.mostWords
      lines.append(
        more > 0
          ? words(.wrongWordsAndMore, ["words": named, "more": "\(more)"])
          : words(.wrongWords, ["words": named]))
    }
    lines.append(PracticeSummary.pace(record, words))
    return lines
  }

  /// How many of the words were right.
  static func right(_ record: PracticeRecord, _ words: Messages) -> String {
    guard record.words > 0 else { return words(.noWordsCompared) }
    let right = record.words - record.missing - record.changed
    let percent = Int((Double(right) / Double(record.words) * 100).rounded())
    return words(
      .wordsRight,
      ["right": "\(right)", "words": "\(record.words)", "percent": "\(percent)"])
  }

  /// How fast the speaker was, and what silences there were.
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

  /// Adds all of it to an event.
  func describe(in json: inout JSONObject) {
    guard !outcome.repetitions.isEmpty else { return }
    PracticeSummary.describe(record, in: &json)
  }

  static func describe(_ record: PracticeRecord, in json: inout JSONObject) {
    json["repeated"] = .integer(record.repeated)
    json["words"] = .integer(record.words)
    json["missing"] = .integer(record.missing)
    json["changed"] = .integer(record.changed)
    json["model_seconds"] = .number(Double(record.modelMilliseconds) / 1000)
    json["took_seconds"] = .number(Double(record.tookMilliseconds) / 1000)
    json["silences"] = .integer(record.silences)
    json["longest_silence_seconds"] = .number(Double(record.longestSilenceMilliseconds) / 1000)
  }

  static func describe(_ repetition: Repetition, in json: inout JSONObject) {
    json["words"] = .integer(repetition.words)
    json["missing"] = .ranges(repetition.missing)
    json["changed"] = .ranges(repetition.changed)
    json["model_seconds"] = .number(repetition.model / .seconds(1))
    json["took_seconds"] = .number(repetition.took / .seconds(1))
    json["silences"] = .integer(repetition.silences)
    json["longest_silence_seconds"] = .number(repetition.longestSilence / .seconds(1))
  }
}

extension Duration {
  /// Whole milliseconds, the nearest.
  var milliseconds: Int64 { Int64((self / .milliseconds(1)).rounded()) }
}
