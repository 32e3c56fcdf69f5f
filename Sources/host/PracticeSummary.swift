import CuePractice
import CueStore
import CueText

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

  /// The report at the end: nothing where nobody listened.
  func lines(of text: PracticeText) -> [String] {
    guard !outcome.repetitions.isEmpty else { return [] }
    let count = outcome.repetitions.count
    guard record.repeated > 0 else { return ["You were not heard in any of \(count) pauses."] }
    var lines = ["You repeated \(record.repeated) of \(count). " + PracticeSummary.words(record)]
    let missed = outcome.repetitions.flatMap { $0.repetition.missing + $0.repetition.changed }
    let most = 12
    if !missed.isEmpty {
      let content = Array(text.content.utf8)
      let words = missed.prefix(most).map { "“\(String(decoding: content[$0], as: UTF8.self))”" }
      lines.append(
        "Missing or changed: \(words.joined(separator: ", "))"
          + (missed.count > most ? " and \(missed.count - most) more." : "."))
    }
    lines.append(PracticeSummary.pace(record))
    return lines
  }

  /// How many of the words were right.
  static func words(_ record: PracticeRecord) -> String {
    guard record.words > 0 else { return "No words were compared." }
    let right = record.words - record.missing - record.changed
    return "\(right) of \(record.words) words were right"
      + " (\(Int((Double(right) / Double(record.words) * 100).rounded())) %)."
  }

  /// How fast the speaker was, and what silences there were.
  static func pace(_ record: PracticeRecord) -> String {
    let ratio = Double(record.tookMilliseconds) / Double(max(1, record.modelMilliseconds))
    let percent = Int((abs(ratio - 1) * 100).rounded())
    let pace =
      percent == 0
      ? "You were as fast as the voice"
      : "You took \(percent) % \(ratio > 1 ? "longer" : "less time") than the voice"
    guard record.silences > 0 else { return pace + ", without a silence within." }
    let tenths = (record.longestSilenceMilliseconds + 50) / 100
    return pace
      + "; \(record.silences) silence\(record.silences == 1 ? "" : "s") within, the longest "
      + "\(tenths / 10).\(tenths % 10) s."
  }

  /// Adds all of it to an event.
  func describe(in json: inout JSONLine) {
    guard !outcome.repetitions.isEmpty else { return }
    PracticeSummary.describe(record, in: &json)
  }

  static func describe(_ record: PracticeRecord, in json: inout JSONLine) {
    json["repeated"] = .integer(record.repeated)
    json["words"] = .integer(record.words)
    json["missing"] = .integer(record.missing)
    json["changed"] = .integer(record.changed)
    json["model_seconds"] = .number(Double(record.modelMilliseconds) / 1000)
    json["took_seconds"] = .number(Double(record.tookMilliseconds) / 1000)
    json["silences"] = .integer(record.silences)
    json["longest_silence_seconds"] = .number(Double(record.longestSilenceMilliseconds) / 1000)
  }

  static func describe(_ repetition: Repetition, in json: inout JSONLine) {
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
