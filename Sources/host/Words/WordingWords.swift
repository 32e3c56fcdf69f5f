import CueSystem
import CueText

// How lines were worded, and who judged it.

extension Messages {
  /// So many lines of a report are told one by one.
  private static let mostLines = 40

  /// What speaks against the wording of a line of `text`, and who says so; empty where nothing does.
  func wording(_ judgement: LineJudgement, of text: String) -> String {
    let bytes = Array(text.utf8)
    var clauses: [(words: [String], doubt: LineJudgement.Doubt)] = []
    for doubt in judgement.doubts {
      let word = String(decoding: bytes[doubt.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
      // Words that are missing one behind the other are missing together.
      if doubt.kind == .missing, let last = clauses.last, last.doubt.kind == .missing,
        last.doubt.source == doubt.source
      {
        clauses[clauses.count - 1].words.append(word)
      } else {
        clauses.append(([doubt.kind == .added ? doubt.heard : word], doubt))
      }
    }
    return clauses.map { clause($0.words.joined(separator: " "), $0.doubt) }
      .joined(separator: "; ")
  }

  private func clause(_ word: String, _ doubt: LineJudgement.Doubt) -> String {
    let clause =
      switch doubt.kind {
      case .missing: self(.leftOut, ["words": quoted(word)])
      case .changed where doubt.heard.isEmpty: self(.changedWords, ["words": quoted(word)])
      case .changed: self(.wordBecame, ["word": quoted(word), "heard": quoted(doubt.heard)])
      case .added where doubt.heard.isEmpty: self(.soundAdded)
      case .added: self(.wordAdded, ["words": quoted(doubt.heard)])
      }
    return "\(clause) (\(text(doubt.source)))"
  }

  /// Whose judgement it is.
  func text(_ source: JudgementSource) -> String {
    switch source {
    case .grammar(let name): name
    case .second(let name): self(.bySecond, ["name": name])
    case .both: self(.byBoth)
    }
  }

  /// The lines of a report; `line` gives the number and the text of a line as the report counts them.
  func wording(
    _ report: WordingReport, second: String, _ line: (Int) -> (number: Int, text: String)
  ) -> [String] {
    guard report.count > 0 else { return [] }
    var lines = [
      self(
        .wordingOfRun,
        [
          "right": "\(report.countAsWritten)", "count": "\(report.count)",
          "second": "\(report.countWithSecond)", "name": second,
        ])
    ]
    for gap in OpinionGap.allCases {
      let count = report.count(without: gap)
      guard count > 0 else { continue }
      lines.append(self(.noSecondOpinion, count: count, ["why": self(Messages.why(gap))]))
    }
    let wrong = report.lines.filter { $0.judgements.contains { !$0.doubts.isEmpty } }
    for wrong in wrong.prefix(Messages.mostLines) {
      let (number, text) = line(wrong.line)
      for judgement in wrong.judgements where !judgement.doubts.isEmpty {
        lines.append("  \(number)  \(wording(judgement, of: text))")
      }
    }
    return lines
  }

  private static func why(_ gap: OpinionGap) -> Message {
    switch gap {
    case .unsure: .opinionUnsure
    case .tooLong: .opinionTooLong
    case .busy: .opinionBusy
    case .failed: .opinionFailed
    case .late: .opinionLate
    }
  }
}

extension JSONObject {
  /// Adds how a line of `text` was worded.
  mutating func describe(_ judgement: LineJudgement, of text: String) {
    let bytes = Array(text.utf8)
    self["as_written"] = .bool(judgement.isAsWritten)
    self["source"] = judgement.source.map { .string($0.kind) }
    self["judges"] = judgement.source.map { .strings($0.names) }
    self["gap"] = judgement.gap.map { .string($0.rawValue) }
    self["doubts"] = .objects(
      judgement.doubts.map { doubt in
        var json = JSONObject()
        json["kind"] = .string(doubt.kind.rawValue)
        json["offset"] = .integer(doubt.range.lowerBound)
        json["length"] = .integer(doubt.range.count)
        if !doubt.range.isEmpty {
          json["text"] = .string(
            String(decoding: bytes[doubt.range.clamped(to: 0..<bytes.count)], as: UTF8.self))
        }
        if !doubt.heard.isEmpty { json["heard"] = .string(doubt.heard) }
        json["source"] = .string(doubt.source.kind)
        json["judges"] = .strings(doubt.source.names)
        return json
      })
  }

  /// A report on the lines of a run; `text` gives that of a line as the report counts them.
  static func described(_ report: WordingReport, _ text: (Int) -> String) -> JSONObject {
    var json = JSONObject(event: "wording-report")
    json["judged"] = .integer(report.count)
    json["with_second"] = .integer(report.countWithSecond)
    json["as_written"] = .integer(report.countAsWritten)
    for gap in OpinionGap.allCases where report.count(without: gap) > 0 {
      json["without_\(gap.rawValue)"] = .integer(report.count(without: gap))
    }
    json["lines"] = .objects(
      report.lines.map { line in
        var object = JSONObject()
        object["line"] = .integer(line.line)
        object["takes"] = .objects(
          line.judgements.map { judgement in
            var take = JSONObject()
            take.describe(judgement, of: text(line.line))
            return take
          })
        return object
      })
    return json
  }
}
