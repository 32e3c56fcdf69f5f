import CueSystem
import CueText

extension JSONObject {
  /// Adds how a line of `text` was worded.
  package mutating func describe(_ judgement: LineJudgement, of text: String) {
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

  /// A report on the lines of a run; `text` gives that of a line, counted as in the report.
  package static func described(_ report: WordingReport, _ text: (Int) -> String) -> JSONObject {
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
